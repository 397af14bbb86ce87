import { expect, test } from "vitest";
import { lower, run, validateModel } from "../../src/index.js";
import { topologicalOrder } from "../../src/symbolic/index.js";
import { errorsOf } from "./errors-of.js";

const double = (words: object) => ({
  taut: 1,
  coordinates: { alpha: { at: 1, velocity: 0.3 }, beta: { at: 1.5 } },
  run: { until: 3, rtol: 1e-9, atol: 1e-10 },
  ...words,
});

test("expressions with let have the bits of those written out, in any order and through each other", () => {
  const written = double({
    kinetic: "alpha'^2 + beta'^2/2 + alpha'*beta'*cos(alpha - beta)",
    potential: "-9.81*(2*cos(alpha) + cos(beta))",
    force: { alpha: "-0.1*(alpha' - beta')", beta: "0.1*(alpha' - beta')" },
  });
  const named = double({
    let: { f: "0.1*slip", c: "cos(apart)", slip: "alpha' - beta'", apart: "alpha - beta" },
    kinetic: "alpha'^2 + beta'^2/2 + alpha'*beta'*c",
    potential: "-9.81*(2*cos(alpha) + cos(beta))",
    force: { alpha: "-f", beta: "f" },
  });
  expect(run(named).y).toEqual(run(written).y);
});

test("a let is one node that all laws share", () => {
  const { laws } = lower(
    validateModel(
      double({
        mass: 1,
        let: { s: "sin(alpha)^2 + exp(beta)" },
        force: { alpha: "s*s", beta: "1/s" },
      }),
    ),
  );
  const nodes = topologicalOrder(laws.flatMap(({ outputs }) => outputs));
  expect(nodes.filter(({ op }) => op === "sin" || op === "exp").length).toBe(2);
});

test("a let of let doubles the value, not the number of nodes or derivatives", () => {
  // written out, the last one has 2^60 terms
  const names = Array.from({ length: 60 }, (_, k) => [`a${k + 1}`, `a${k}*a${k}/2 + sin(a${k})`] as const);
  const model = double({
    mass: 1,
    let: Object.fromEntries([...names.toReversed(), ["a0", "1e-9*alpha*beta"]]),
    potential: "a60",
  });
  expect(run(model).status).toBe("ok");
});

test("a let of parameters and t may be used wherever they may: positions of anchors, numbers, laws of elements", () => {
  const model = (at: string, let_: object) => ({
    taut: 1,
    parameters: { w: 3 },
    let: let_,
    define: { pull: { on: ["p"], force: "[drive, 0]" } },
    points: { a: { mass: 1, at: [1, 0] }, hook: { fixed: true, at: [at, 0] } },
    elements: [{ spring: { between: ["hook", "a"], stiffness: "stiff", length: 0.5 } }, { pull: { on: "a" } }],
    run: { until: 2 },
  });
  const named = model("wave", { wave: "0.1*sin(phase)", phase: "w*t", stiff: "2*w", drive: "cos(phase)" });
  const plain = model("0.1*sin(w*t)", { stiff: "2*w", drive: "cos(w*t)" });
  expect(run(named).y).toEqual(run(plain).y);
});

test("vectors, events, observables and sums may use let", () => {
  const { events, y } = run({
    taut: 1,
    let: { u: "a - b", far: "norm(u)", e: ["x(u)/far", "y(u)/far"], mean: "sum(k, 0, 2, x(bead[k]))/3" },
    points: {
      a: { mass: 1, at: [0, 0], velocity: [0, 1] },
      b: { mass: 1, at: [2, 0] },
      bead: { repeat: 3, mass: 1, at: ["i", 5] },
    },
    force: { a: "-e", b: "e", "bead[0]": "[-mean, 0]" },
    run: { until: 1, events: { near: { when: "far - 1.8" } }, observables: { mean: "mean" } },
  });
  expect(events.map(({ name }) => name)).toEqual(["near"]);
  expect(y.every(Number.isFinite)).toBe(true);
});

test("cycles, unknown names, collisions and lets of the motion where numbers are needed are refused with their places", () => {
  const errors = errorsOf(
    double({
      mass: "heavy",
      let: { a: "b + 1", b: "2*c", c: "sin(a)", alpha: "1", heavy: "1 + alpha^2", odd: "2*gama" },
      potential: "a*odd",
    }),
  );
  expect(errors).toEqual([
    'coordinates.alpha: each name must have one meaning; "alpha" is already used by let.alpha. Choose another.',
  ]);
  expect(errorsOf(double({ mass: 1, let: { a: "b + 1", b: "2*c", c: "sin(a)" }, potential: "a" }))).toEqual([
    "let.a: names of let must not depend on each other in a cycle; a needs b, b needs c, c needs a. Write one of them without the others.",
  ]);
  expect(errorsOf(double({ mass: 1, let: { odd: "2*alpah" }, potential: "odd" }))).toEqual([
    'let.odd: "2*alpah", column 3: unknown name "alpah"; did you mean "alpha"?',
  ]);
});

test("sums run over families, with bounds from parameters and indices of outer sums", () => {
  const chain = (n: number, kinetic: string) => ({
    taut: 1,
    parameters: { n },
    coordinates: { q: { repeat: "n", at: "0.1*(i + 1)", velocity: "0.3 - 0.1*i" } },
    kinetic,
    potential: "sum(k, 0, n - 1, (n - k)*(1 - cos(q[k])))",
    run: { until: 2, rtol: 1e-9, atol: 1e-10 },
  });
  const summed = chain(3, "sum(i, 0, n - 1, sum(j, 0, i, (n - i)*where(i - j, 1, 0.5)*q[i]'*q[j]'*cos(q[i] - q[j])))");
  const term = (i: number, j: number) => `${(3 - i) * (i > j ? 1 : 0.5)}*q[${i}]'*q[${j}]'*cos(q[${i}] - q[${j}])`;
  const written = chain(3, [term(0, 0), term(1, 0), term(1, 1), term(2, 0), term(2, 1), term(2, 2)].join(" + "));
  const [a, b] = [run(summed), run(written)];
  a.y.forEach((x, k) => {
    expect(Math.abs(x - b.y[k])).toBeLessThan(1e-9);
  });
  // an empty sum is zero
  expect(run(chain(2, "sum(i, 0, n - 1, q[i]'^2) + sum(i, n, n - 1, q[i]'^2)")).status).toBe("ok");
});
