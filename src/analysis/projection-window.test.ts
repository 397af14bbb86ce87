import { expect, test } from "vitest";
import { catalogue } from "../elements/index.js";
import { parseModelText, validateModel } from "../model/index.js";
import { prepareProjection } from "./project.js";

const pendulum = validateModel(
  parseModelText(`
taut: 1
points: { a: { mass: 1, at: [1.01, 0], velocity: [0, 1] } }
elements: [{ rod: { between: [origin, a], length: 1, name: arm } }, { gravity: [0, -9.81] }]
omega: 200
`),
  catalogue,
);

test.each(["ipa:cubic", "ipa:smooth", "ipa:zeros"])("the mean of the window that %s shows is its next point", (by) => {
  const prepared = prepareProjection(pendulum, { by: { name: "ipa", filter: by.slice(4), once: true } });
  const { t, weights, q, g, filtered } = prepared.window()!;
  const [low, high] = [t[0], t[t.length - 1]];
  expect(low).toBe(-high);
  expect(weights.reduce((sum, w) => sum + w, 0)).toBeCloseTo(1, 13);
  // the generated code sums displacements and the window sums positions, so they differ by the rounding of |q| = 1
  const next = prepared.project().q;
  for (const [k, x] of filtered.q.entries()) expect(Math.abs(x - next[k])).toBeLessThan(1e-14);
  // the middle of the window is the point itself, where the spring is 0.01 longer than at rest
  const middle = (t.length - 1) / 2;
  expect(q[0][middle]).toBe(1.01);
  expect(Math.abs(g[0][middle])).toBeGreaterThan(0.009);
  expect(Math.abs(filtered.g[0])).toBeLessThan(0.002);
});

test("the micro-solution oscillates with the frequency of the spring", () => {
  const { t, g } = prepareProjection(pendulum, { by: { name: "ipa", periods: 4, steps: 200 } }).window()!;
  const crossings = g[0].filter((x, k) => k > 0 && x * g[0][k - 1] < 0).length;
  const periods = ((t[t.length - 1] - t[0]) * 200) / (2 * Math.PI);
  expect(Math.abs(crossings - 2 * periods)).toBeLessThan(2);
});

test("on the slow manifold the spring does not vibrate: its length has at most one extremum in the window", () => {
  const turns = (values: Float64Array) =>
    values.filter((x, k) => k > 1 && (x - values[k - 1]) * (values[k - 1] - values[k - 2]) < 0).length;
  const prepared = prepareProjection(pendulum, { by: "ipa" });
  const { q, v, status } = prepared.project();
  expect(status).toBe("ok");
  expect(turns(prepared.window()!.g[0])).toBeGreaterThan(4);
  expect(turns(prepared.window([...q, ...v])!.g[0])).toBeLessThan(2);
});

test("projections that do not filter have no window", () => {
  expect(prepareProjection(pendulum, { by: "newton" }).window()).toBeUndefined();
});

test("a point of another time is projected onto the constraints of that time", () => {
  const driven = validateModel(
    parseModelText(`
taut: 1
points: { pivot: { fixed: true, at: [t, 0] }, a: { mass: 1, at: [0, -1] } }
elements: [{ rod: { between: [pivot, a], length: 1 } }]
`),
    catalogue,
  );
  const prepared = prepareProjection(driven);
  const { t, q, position } = prepared.project([3.1, -1.2, 1, 0], 3);
  expect(t).toBe(3);
  expect(Math.hypot(q[0] - 3, q[1])).toBeCloseTo(1, 12);
  expect(position.before).toBeLessThan(0.5);
  // without a time, that of the start is used
  expect(Math.hypot(prepared.project().q[0], prepared.project().q[1])).toBeCloseTo(1, 12);
});
