import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { catalogue } from "../elements/index.js";
import { parseModelText, validateModel } from "../model/index.js";
import { compare, contendersIn, parseContender } from "./compare.js";

const file = new URL("../../gallery/double-pendulum.yaml", import.meta.url);
const model = validateModel(parseModelText(readFileSync(file, "utf8")), catalogue);
let clock = 0;
const now = () => clock++;

test("errors fall with the tolerance, and with the step at the method's order", async () => {
  const { points } = await compare(model, {
    contenders: [parseContender("dopri5"), parseContender("rigid/rattle")],
    tolerances: [1e-4, 1e-6, 1e-8],
    steps: [400, 800],
    settings: { until: 2 },
    repeats: 1,
    now,
  });
  const of = (label: string) => points.filter((p) => p.label === label).map((p) => p.error);
  const [a, b, c] = of("dopri5");
  expect(a).toBeGreaterThan(10 * b);
  expect(b).toBeGreaterThan(10 * c);
  const [coarse, fine] = of("rigid/rattle");
  expect(coarse / fine).toBeGreaterThan(3.8);
  expect(coarse / fine).toBeLessThan(4.2);
});

test("a contender that cannot solve the model is listed with the reason, and the others are still run", async () => {
  const { points, refused } = await compare(model, {
    contenders: [parseContender("ode/dopri5"), parseContender("bs32")],
    tolerances: [1e-3],
    settings: { until: 1 },
    repeats: 1,
    now,
  });
  expect(points.map((p) => p.label)).toEqual(["bs32"]);
  expect(refused).toHaveLength(1);
  expect(refused[0].reason).toContain("needs a system without constraints");
});

test("contenders are written method, formulation/method or formulation/method/projection, with options", () => {
  expect(parseContender("underlying/dop853/newton:when=start")).toEqual({
    label: "underlying/dop853/newton:when=start",
    formulation: "underlying",
    method: "dop853",
    projection: { name: "newton", when: "start" },
  });
  expect(() => parseContender("a/b/c/d")).toThrow("formulation/method/projection");
});

test("gamma=step sets Baumgarte's rate from the step, and its drift is larger than that of stabilise", async () => {
  const { points } = await compare(model, {
    contenders: [parseContender("dop853"), parseContender("baumgarte:gamma=step/dop853"), parseContender("adams")],
    tolerances: [1e-5, 1e-8],
    settings: { until: 2 },
  });
  const [ours, baumgarte, adams] = [0, 2, 4].map((k) => points.slice(k, k + 2));
  expect(baumgarte.map(({ gamma }) => gamma)).toEqual(ours.map(({ work }) => work.steps / 2));
  for (const { drift, gamma } of [...ours, ...adams]) {
    expect(drift).toBeLessThan(1e-14);
    expect(gamma).toBeUndefined();
  }
  expect(baumgarte[0].drift).toBeGreaterThan(1e-10);
  // without a clock nothing is timed
  for (const { time, status } of points) expect([time, status]).toEqual([Number.NaN, "ok"]);
});

test("a list of contenders is split at commas, except between options", () => {
  const labels = contendersIn("dop853,dopri5, rigid/rattle:a=1,b=2/none,baumgarte:gamma=step/dop853").map(
    (c) => c.label,
  );
  expect(labels).toEqual(["dop853", "dopri5", "rigid/rattle:a=1,b=2/none", "baumgarte:gamma=step/dop853"]);
});

test("a contender whose name does not exist is an error, and one that cannot solve the model is a refusal", async () => {
  const options = { settings: { until: 0.1 }, tolerances: [1e-3] };
  await expect(compare(model, { ...options, contenders: contendersIn("dop853,dopri") })).rejects.toThrow(
    'there is no method "dopri". Did you mean "dopri5"?',
  );
  const { refused } = await compare(model, { ...options, contenders: contendersIn("ode/dopri5") });
  expect(refused.map(({ label }) => label)).toEqual(["ode/dopri5"]);
});

test("a reference whose end is not known is a warning; one that is known better than the errors is not", async () => {
  const swings = validateModel({ ...model, elements: [...model.elements!, { gravity: [0, -9.81] }] }, catalogue);
  const at = (until: number) =>
    compare(swings, {
      contenders: [parseContender("dopri5")],
      tolerances: [1e-6],
      settings: { until },
      repeats: 1,
      now,
    });
  const [short, long] = [await at(1), await at(60)];
  expect(short.warning).toBeUndefined();
  expect(short.reference.uncertainty).toBeLessThan(1e-9);
  expect(long.warning).toContain("The reference is known to");
  expect(long.reference.uncertainty).toBeGreaterThan(0.1);
});
