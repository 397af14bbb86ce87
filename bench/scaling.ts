/**
 * Measures building and stepping of systems that are sparse, but in different ways, against the number of their
 * constraints m: chains, combs, nets, and wheels, whose hub would make S = G M^-1 G^T full. Steps are those of RATTLE, of RK4
 * on the right-hand side with its multipliers eliminated, and of Radau IIA. All grow in proportion to m but those of nets, whose
 * factorisation by any order costs at least m^1.5.
 */

import { catalogue } from "../src/elements/index.js";
import { type Model, validateModel } from "../src/model/index.js";
import { fittedOrder } from "../src/papers/harness/index.js";
import { prepareRun } from "../src/run/index.js";

const rods = (points: object, elements: readonly object[]): Model =>
  validateModel({ taut: 1, points, elements: [...elements, { gravity: [0, 0, -9.81] }] }, catalogue);

const shapes: readonly { readonly name: string; readonly sizes: readonly number[]; make(n: number): Model }[] = [
  {
    name: "wheel",
    sizes: [100, 1000, 10_000],
    make: (n) =>
      rods(
        {
          hub: { mass: 1, at: [0, 0, 0] },
          tip: {
            mass: 1,
            repeat: n,
            at: [`cos(2*pi*i/${n})`, `sin(2*pi*i/${n})`, "0.3*sin(i)"],
            velocity: ["0.1*sin(3*i)", "0.1*cos(5*i)", 0],
          },
        },
        [{ rod: { repeat: n, between: ["hub", "tip[i]"] } }],
      ),
  },
  {
    name: "chain",
    sizes: [1000, 10_000, 100_000],
    make: (n) =>
      rods({ bead: { mass: 1, repeat: n, at: ["i + 1", 0, 0] } }, [
        { rod: { between: ["origin", "bead[0]"] } },
        { rod: { repeat: n - 1, between: ["bead[i]", "bead[i+1]"] } },
      ]),
  },
  {
    name: "comb",
    sizes: [100, 1000, 10_000],
    make: (n) =>
      rods({ spine: { mass: 1, repeat: n, at: ["i", 0, 0] }, tooth: { mass: 1, repeat: n, at: ["i", -1, 0] } }, [
        { rod: { repeat: n - 1, between: ["spine[i]", "spine[i+1]"] } },
        { rod: { repeat: n, between: ["spine[i]", "tooth[i]"] } },
      ]),
  },
  {
    name: "net",
    sizes: [10, 32, 100],
    make: (n) =>
      rods(
        {
          pin: { repeat: n, fixed: true, at: ["i", 0, 0] },
          knot: { repeat: { i: n, j: n }, mass: 1, at: ["j", 0, "-(i + 1)"], velocity: [0, "0.1*sin(i)", 0] },
        },
        [
          { rod: { repeat: n, between: ["pin[i]", "knot[0,i]"] } },
          { rod: { repeat: { i: n - 1, j: n }, between: ["knot[i,j]", "knot[i+1,j]"] } },
          { rod: { repeat: { i: n, j: n - 1 }, between: ["knot[i,j]", "knot[i,j+1]"] } },
        ],
      ),
  },
];

const ways = [
  { formulation: "rigid", method: "rattle" },
  { formulation: "underlying", method: "rk4" },
  { formulation: "rigid", method: "radau5" },
] as const;

/** Processor time in milliseconds. */
const processor = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

function measured(model: Model, way: (typeof ways)[number]) {
  const begun = processor();
  const { run, workspace } = prepareRun(model, {
    settings: { ...way, step: 1e-4, until: 1e3, maxSteps: Number.MAX_SAFE_INTEGER },
    keepStates: false,
  });
  run.advance(1);
  const build = processor() - begun;
  const { m } = workspace.mechanics!;
  const steps = Math.max(2, Math.round(20_000 / m));
  run.advance(steps);
  let step = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 5; round++) {
    const start = processor();
    run.advance(steps);
    step = Math.min(step, (processor() - start) / steps);
  }
  return { m, build, step, failure: run.failure?.message ?? "" };
}

export function scalingBench(): void {
  const table: object[] = [];
  for (const { name, sizes, make } of shapes)
    for (const way of ways) {
      // the first model pays for everything that is compiled lazily
      measured(make(10), way);
      const rows = sizes.map((n) => measured(make(n), way));
      const exponent = (of: (row: (typeof rows)[number]) => number): string =>
        fittedOrder(
          rows.map(({ m }) => m),
          rows.map(of),
        ).toFixed(2);
      for (const { m, build, step, failure } of rows)
        table.push({
          ...{ shape: name, method: way.method, constraints: m, "build ms": build.toFixed(0) },
          ...{ "step ms": step.toFixed(3), "us per constraint": ((1000 * step) / m).toFixed(3), failure },
        });
      console.log(
        `${name}, ${way.method}: exponents ${exponent(({ build }) => build)} to the first step, ${exponent(({ step }) => step)} a step`,
      );
    }
  console.table(table);
}
