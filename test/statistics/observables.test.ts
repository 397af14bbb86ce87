/** Observables of a run section: their values and errors, and that saving and resuming do not change their bits. */

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { newState } from "../../src/core/index.js";
import { catalogue, parseModelText, prepareRun, run, validateModel } from "../../src/index.js";
import { distances, Observables, shellFraction } from "../../src/observers/index.js";
import { RandomStream } from "../../src/random/index.js";
import { StudyRunner, validateStudy } from "../../src/study/index.js";

const load = (text: string) => validateModel(parseModelText(text), catalogue);
const measured = (text: string) => {
  const prepared = prepareRun(load(text), { keepStates: false });
  while (prepared.run.advance(1e6) === "running");
  expect(prepared.run.failure?.message).toBe(undefined);
  return Object.fromEntries(prepared.observables!.results().map((one) => [one.name, one]));
};

const kT = 0.5;
const oscillator = (extra = "") => `
taut: 1
parameters: { k: 2, most: 2 }
coordinates: [x]
mass: 1
potential: k*x^2/2
run:
  method: { name: langevin, kT: ${kT}, friction: 1, order: baoab, thermal: true }
  step: 0.1
  until: 4000
  seed: 6
  observe: { every: 0.2, after: 5 }
  observables:
    x: { of: x, histogram: { from: -most, to: most, bins: 20 }, correlation: 12.6 }
    T: { temperature: all }
    energy: "k*x^2/2 + x'^2/2"
${extra}`;

describe("an oscillator in a bath", () => {
  const { x, T, energy } = measured(oscillator());

  test("has the temperature and the energy of its bath", () => {
    // velocities of baoab are colder by h^2 nu^2/4 = 0.5 %
    expect(Math.abs(T.mean - kT * 0.995)).toBeLessThan(4 * T.error);
    expect(Math.abs(energy.mean - kT)).toBeLessThan(4 * energy.error + 0.005 * kT);
    expect(T.count).toBe(1 + Math.round((4000 - 5) / 0.2));
    expect(x.effective).toBeLessThan(x.count / 3);
  });

  test("has a normal distribution in its histogram, bin by bin within the errors", () => {
    const { edges, density, error } = x.histogram!;
    const spread = Math.sqrt(kT / 2);
    const normal = (u: number) => Math.exp(-0.5 * (u / spread) ** 2) / spread / Math.sqrt(2 * Math.PI);
    const off = Array.from(density, (d, k) => {
      const [a, b] = [edges[k], edges[k + 1]];
      // Simpson's mean over the bin
      return (d - (normal(a) + 4 * normal((a + b) / 2) + normal(b)) / 6) / error[k];
    });
    // errors from few blocks have tails of Student's distribution
    expect(Math.max(...off.map(Math.abs))).toBeLessThan(5);
    // chi-square of 20 bins: mean 20, deviation 6.3, wider by the tails
    expect(off.reduce((sum, z) => sum + z * z, 0)).toBeLessThan(50);
  });

  test("has the autocorrelation of a damped oscillator, lag by lag within the errors", () => {
    const { lag, correlation, error } = x.correlation!;
    const frequency = Math.sqrt(2 - 1 / 4);
    expect(lag.length).toBe(64);
    expect(lag[1]).toBeCloseTo(0.2, 12);
    lag.forEach((t, k) => {
      const exact = Math.exp(-t / 2) * (Math.cos(frequency * t) + (0.5 / frequency) * Math.sin(frequency * t));
      // steps of 0.1 change frequencies by h^2 nu^2/24 = 0.1 %
      expect(Math.abs(correlation[k] - exact), `lag ${t}`).toBeLessThan(4.5 * error[k] + 0.003);
    });
    expect(error[10]).toBeGreaterThan(0.005);
    expect(error[10]).toBeLessThan(0.05);
  });

  test("is measured to the same bits when interrupted and resumed", () => {
    const model = load(oscillator());
    const first = prepareRun(model, { keepStates: false });
    first.run.advance(12_345);
    const second = prepareRun(model, { keepStates: false, checkpoint: first.run.save() });
    while (second.run.advance(1e6) === "running");
    expect(second.observables!.results()).toEqual([x, T, energy]);
  });
});

describe("temperatures of parts", () => {
  const chain = (parts: string, settings: string) => `
taut: 1
points:
  light: { repeat: 2, mass: 1, at: [i + 1, 0] }
  heavy: { repeat: 2, mass: 5, at: [i + 3, 0] }
elements:
  - rod: { between: [origin, "light[0]"], length: 1 }
  - rod: { between: ["light[0]", "light[1]"], length: 1 }
  - rod: { between: ["light[1]", "heavy[0]"], length: 1 }
  - rod: { between: ["heavy[0]", "heavy[1]"], length: 1 }
  - gravity: [0, -1]
omega: 40
run: { ${settings}, seed: 3, observables: { ${parts} } }
`;
  const parts =
    "all: { temperature: all }, light: { temperature: light }, end: { temperature: ['heavy[1]'] }, h: { temperature: 'h*' }";
  const bath = "{ name: langevin, kT: 0.5, friction: 1, thermal: true }";
  test.each([
    [
      "rigid, degrees shared by constraints counted by P",
      `formulation: rigid, method: ${bath}, step: 0.04, until: 1600`,
    ],
    ["stiff", `formulation: stiff, method: ${bath}, step: 0.012, until: 700`],
  ])("%s: every temperature is that of the bath", (_, settings) => {
    const found = measured(chain(parts, settings));
    for (const [name, { mean, error, effective }] of Object.entries(found)) {
      expect(Math.abs(mean - 0.5), name).toBeLessThan(4 * error);
      expect(effective).toBeGreaterThan(200);
    }
  });

  test("mistakes are refused by name", () => {
    const bad = (observables: string) => () =>
      run({
        ...load(chain("all: { temperature: all }", `method: ${bath}, step: 0.1, until: 1`)),
        run: parseModelText(`{ method: ${bath}, step: 0.1, until: 1, observables: ${observables} }`),
      });
    expect(bad("{ T: { temperature: iron } }")).toThrow(
      'run.observables.T: there is no point or coordinate "iron". The model has: light, heavy.',
    );
    expect(bad("{ T: { temperature: all, of: t } }")).toThrow("it has temperature and of.");
    expect(bad("{ T: { of: iron_x } }")).toThrow(/run\.observables\.T/);
    expect(bad("{ T: { of: t, histogram: { from: 1, to: 0, bins: 3 } } }")).toThrow(
      "from must be below to; got 1 and 0.",
    );
    expect(bad("{ T: { of: t, histogram: { from: 0, to: 1, bins: 0 } } }")).toThrow("must be from 1 to 10000; got 0.");
  });
});

test("distances between groups are counted once each", () => {
  const { d, all } = measured(`
taut: 1
points:
  a: { repeat: 3, mass: 1, at: [i, 0, 0] }
  b: { mass: 1, at: [0, 4, 0] }
run:
  method: verlet
  step: 1
  until: 1
  observables:
    d: { distances: [a, b], histogram: { from: 0, to: 5, bins: 5 } }
    all: { distances: [all, all], histogram: { from: 0, to: 5, bins: 5 } }
`);
  // 4, sqrt(17), sqrt(20); and 1, 1, 2 among a
  expect(d.mean).toBeCloseTo((4 + Math.sqrt(17) + Math.sqrt(20)) / 3, 14);
  expect(Array.from(d.histogram!.counts)).toEqual([0, 0, 0, 0, 0, 3, 0]);
  expect(Array.from(all.histogram!.counts)).toEqual([0, 0, 2, 1, 0, 3, 0]);
});

describe("radial distributions in a periodic box", () => {
  const cubic = (extra: string) => `
taut: 1
parameters: { a: 1, n: 6 }
box: [a*n, a*n, a*n]
points: { atom: { repeat: { i: n, j: n, k: n }, mass: 1, at: [a*i, a*j, a*k], sigma: 0.5, epsilon: 0.01 } }
elements: [{ lennard-jones: { cutoff: 1.2 } }]
run: { method: verlet, step: 1e-6, until: 1e-6, observables: { d: { distances: [atom, atom], ${extra} } } }
`;

  test.each([[[5]], [[5, 4]], [[5, 4, 6]]])(
    "are 1 in every bin for an ideal gas in a box of edges %j, within the errors",
    (box) => {
      const dim = box.length;
      const points = 30;
      const first = Int32Array.from({ length: points }, (_, k) => k * dim);
      const to = Math.min(...box) / 2;
      const bins = 8;
      const observables = new Observables(
        [
          {
            name: "d",
            source: distances(first, first, dim, box),
            histogram: { from: 0, to, bins },
            ideal: (a, b) => shellFraction(box, a, b),
          },
        ],
        { at: "saved" },
      );
      const state = newState(
        { f64: (length: number) => new Float64Array(length) } as never,
        points * dim,
        points * dim,
      );
      const random = new RandomStream(12);
      observables.begin(state);
      const samples = 640;
      for (let k = 0; k < samples; k++) {
        // some points are in other boxes, because images are the same points
        for (let i = 0; i < state.q.length; i++) state.q[i] = (3 * random.uniform() - 1) * box[i % dim];
        observables.observe(state);
      }
      const { g, error } = observables.results()[0].histogram!.radial!;
      for (let k = 0; k < bins; k++) {
        // pairs are independent, two by two, so counts are binomial; errors of 32 blocks scatter by an eighth
        const share = shellFraction(box, (k * to) / bins, ((k + 1) * to) / bins);
        const binomial = Math.sqrt((1 - share) / share / ((samples * points * (points - 1)) / 2));
        expect(Math.abs(g[k] - 1), `bin ${k}`).toBeLessThan(4 * binomial);
        expect(error[k] / binomial).toBeGreaterThan(0.5);
        expect(error[k] / binomial).toBeLessThan(1.5);
      }
    },
  );

  test("have the shells of a lattice, with as many neighbours in each", () => {
    const { d } = measured(cubic("histogram: { from: 0, to: a*n/2, bins: 60 }"));
    const { g } = d.histogram!.radial!;
    const { edges } = d.histogram!;
    const neighbours = (r: number) => {
      const k = edges.findIndex((edge) => edge > r + 1e-9) - 1;
      return g[k] * shellFraction([6, 6, 6], edges[k], edges[k + 1]) * (6 ** 3 - 1);
    };
    const shells = [
      [1, 6],
      [Math.sqrt(2), 12],
      [Math.sqrt(3), 8],
      [2, 6],
      [Math.sqrt(5), 24],
    ];
    // bins of 0.05 begin at 1 and 2, where atoms that have moved by rounding may lie on either side
    for (const [r, count] of shells) expect(neighbours(r) + neighbours(r - 0.05), `r = ${r}`).toBeCloseTo(count, 9);
    expect(Array.from(g).filter((value) => value > 0).length).toBeLessThanOrEqual(10);
  });

  test("end at half of the shortest edge, and what is beyond is refused by path and value", () => {
    expect(() => measured(cubic("histogram: { from: 0, to: 3.5, bins: 6 }"))).toThrow(
      "run.observables.d.histogram.to: must be at most 3, half of the shortest edge of the box, where distances to nearest images end; got 3.5.",
    );
    expect(() => measured(cubic("histogram: { from: -1, to: 3, bins: 6 }"))).toThrow(
      "run.observables.d.histogram.from: must be a distance of 0 or more; got -1.",
    );
  });

  test("of liquid argon peak at 1.1 sigma, are zero inside the atoms, and approach 1", () => {
    const { pairs } = measured(readFileSync(new URL("../../gallery/argon.yaml", import.meta.url), "utf8"));
    const { edges } = pairs.histogram!;
    const { g } = pairs.histogram!.radial!;
    const sigma = 3.405;
    const top = g.indexOf(Math.max(...g));
    const middle = (edges[top] + edges[top + 1]) / 2 / sigma;
    // bins are 0.044 sigma wide; argon near its triple point has its first peak, of 2.5 to 3, at 1.09 sigma (Rahman 1964: 3.7 Å)
    expect(Math.abs(middle - 1.09)).toBeLessThan(0.05);
    expect(g[top]).toBeGreaterThan(2.4);
    expect(g[top]).toBeLessThan(3.2);
    for (let k = 0; edges[k + 1] < 0.85 * sigma; k++) expect(g[k]).toBe(0);
    const outer = Array.from(g.subarray(-10));
    expect(Math.abs(outer.reduce((sum, x) => sum + x, 0) / outer.length - 1)).toBeLessThan(0.1);
  });
});

test("a study has the observables of its model and its own", () => {
  const study = validateStudy(
    {
      ...{ study: 1, model: parseModelText(oscillator()), run: { until: 20, every: 0.5 }, replicas: 2, seed: 1 },
      keep: { observables: { speed: "abs(x')" } },
    },
    () => load(oscillator()),
  );
  const runner = new StudyRunner(study);
  const rows = [0, 1].map((index) => {
    const one = runner.begin(study.run(index));
    if (!("run" in one)) throw new Error(one.message);
    while (one.run.advance(1e6) === "running");
    return one.finish().row;
  });
  for (const name of ["x mean", "T error", "speed most", "x bin 19"]) {
    const k = runner.columns.indexOf(name);
    expect(
      rows.every((row) => Number.isFinite(row.numbers[k])),
      name,
    ).toBe(true);
    if (name !== "x bin 19") expect(rows[0].numbers[k]).not.toBe(rows[1].numbers[k]);
  }
});
