import { describe, expect, test } from "vitest";
import { catalogue } from "../../elements/index.js";
import { type Lowered, lower, type Model, validateModel } from "../../model/index.js";
import type { PairField, PairSite } from "../../model/lowered.js";
import { type Expr, isConst, topologicalOrder } from "../../symbolic/index.js";
import { compileSystem, inPrecision } from "../index.js";
import { type PairLaw, pairBlocks } from "./pair-laws.js";
import { chunksOf } from "./pair-tables.js";

const water = (count: number, template = "tip3p"): object => ({
  taut: 1,
  units: "eV-Å-amu",
  parameters: { away: 0 },
  molecules: {
    water: {
      template,
      repeat: count,
      at: ["3.1*mod(i, 5) + away", "3.1*mod(floor(i/5), 5) + 0.2*sin(3*i)", "3.1*floor(i/25) + 0.2*sin(5*i)"],
      angle: "1.3*i + 0.4",
      axis: [1, "sin(i)", 0.5],
    },
  },
  elements: [{ coulomb: {} }, { "lennard-jones": {} }],
});
const argon = (count: number): object => ({
  taut: 1,
  units: "eV-Å-amu",
  points: {
    atom: {
      repeat: count,
      mass: 39.948,
      at: ["3.8*mod(i, 7) + 0.3*sin(3*i)", "3.8*mod(floor(i/7), 7) + 0.3*sin(5*i)", "3.8*floor(i/49) + 0.3*sin(7*i)"],
      sigma: 3.405,
      epsilon: 0.01032,
    },
  },
  elements: [{ "lennard-jones": {} }],
});
const salt = (ions: number, guests: number): object => ({
  taut: 1,
  points: {
    ion: {
      repeat: ions,
      mass: "1 + i",
      at: ["1.1*mod(i, 9) + 0.1*sin(i)", "1.2*mod(floor(i/9), 9)", "1.3*floor(i/81) + 0.1*sin(3*i)"],
      charge: "cos(pi*i)*(1 + 0.01*i)",
      sigma: "0.8 + 0.001*i",
      epsilon: 0.3,
    },
    guest: { repeat: guests, mass: 1, at: ["0.5 + i", 0.6, "-0.7 - 0.1*i"], charge: "0.5 - 0.2*i" },
  },
  elements: [{ coulomb: {} }, { "lennard-jones": { geometric: true } }],
});
const plane = {
  taut: 1,
  points: { a: { repeat: 10, mass: 1, at: ["1.1*i - 3.2*floor(i/3)", "1.2*floor(i/3)"], charge: "1 - 0.3*i" } },
  define: {
    soft: {
      on: ["a", "b"],
      pairs: ["charge"],
      potential: "charge_a*charge_b*(1/sqrt(norm(a - b)^2 + 0.1) + max(1.5 - norm(a - b), 0)^2)",
    },
  },
  elements: [{ soft: {} }],
};
const models: readonly (readonly [string, object])[] = [
  ["7 waters", water(7)],
  ["8 waters with massless sites", water(8, "tip4p")],
  ["41 ions and 5 guests", salt(41, 5)],
  ["10 points in the plane with a softened law", plane],
  ["1000 ions and 2 guests, in chunks", salt(1000, 2)],
];

const lowered = (data: object, set?: Record<string, number>): Lowered =>
  lower(validateModel(data, catalogue) as Model, catalogue, { ...(set && { set }) });

/** Forces and energy of the start in this precision, and the error of the former against another one's. */
function forces(model: Lowered, precision: "double" | "mixed"): { f: Float64Array; energy: number } {
  const { mechanics, arena, initial } = compileSystem(inPrecision(model, precision)).workspace();
  const n = mechanics!.n;
  const [q, f] = [arena.f64(n), arena.f64(n)];
  q.set(initial.subarray(0, n));
  mechanics!.force(f, 0, q, q);
  return { f: f.slice(), energy: mechanics!.potential!(0, q) };
}

const rms = (x: Float64Array): number => Math.sqrt(x.reduce((sum, each) => sum + each * each, 0) / x.length);
const bits = (x: Float64Array): BigUint64Array => new BigUint64Array(Float64Array.from(x).buffer);
const { fround, sqrt } = Math;

/** The same forces by plain loops, in which every operation in single precision is rounded by `Math.fround`. */
function onHost({ pairs, q0, n }: Lowered): Float64Array {
  const field = pairs!;
  const { dim } = field;
  const each = <T>(make: (c: number) => T): T[] => Array.from({ length: dim }, (_, c) => make(c));
  const sites = field.groups.flatMap((group) => group.sites.map((site) => ({ site, group })));
  const placeOf = ({ index, carriers }: PairSite, c: number, i: number): number =>
    carriers === undefined
      ? q0[index[i] + c]
      : carriers.map(({ index: own, weight }) => weight * q0[own[i] + c]).reduce((sum, x) => sum + x);
  const rows = (make: (site: PairSite, c: number, i: number) => number) =>
    new Map(
      sites.map(({ site, group }) => [
        site,
        each((c) => Float64Array.from({ length: group.count }, (_, i) => make(site, c, i))),
      ]),
    );
  const x = rows(placeOf);
  const sums = rows(() => 0);
  const chunks = chunksOf(field);
  const blocks = pairBlocks(field);
  for (let chunk = 0; chunk < chunks; chunk++) {
    const part = rows(() => 0);
    for (const { first, second, laws } of blocks) {
      const [from, to] = [chunk, chunk + 1].map((k) => Math.floor((k * first.count) / chunks));
      const same = first === second;
      const [origin] = second.sites;
      for (let begin = from; begin < to; begin += 8) {
        const onPartners = rows(() => 0);
        for (let i = begin; i < Math.min(begin + 8, to); i++)
          for (const [a, row] of laws.entries()) {
            if (row.every((law) => law === undefined)) continue;
            const own = first.sites[a];
            const totals = each(() => [0, 0]);
            let lanes = each(() => new Float32Array(4));
            const flush = (): void => {
              lanes.forEach((four, c) => {
                for (const k of [0, 1]) totals[c][k] += four[k] + four[k + 2];
              });
              lanes = each(() => new Float32Array(4));
            };
            const partner = (j: number): void => {
              if (j >= second.count || (same && j <= i)) return;
              const between = each((c) => fround(x.get(own)![c][i] - x.get(origin)![c][j]));
              let on: number[] | undefined;
              row.forEach((law, b) => {
                if (law === undefined) return;
                const other = second.sites[b];
                const d = between.map((e, c) =>
                  b === 0 ? e : fround(e - fround(x.get(other)![c][j] - x.get(origin)![c][j])),
                );
                const d2 = d.map((e) => fround(e * e)).reduce((sum, e) => fround(sum + e));
                const weight = weightAt(field, law, d2, { a: own, b: other }, { a: i, b: j });
                const force = d.map((e) => fround(weight * e));
                on = on === undefined ? force : on.map((e, c) => fround(e + force[c]));
                force.forEach((e, c) => {
                  const to = onPartners.get(other)![c];
                  to[j] = fround(to[j] + e);
                });
              });
              on!.forEach((e, c) => {
                lanes[c][j % 4] = fround(lanes[c][j % 4] + e);
              });
            };
            const four = (j: number): void => {
              for (let k = 0; k < 4; k++) partner(j + k);
            };
            let j = same ? 4 * Math.floor((i + 1) / 4) : 0;
            if (same) {
              four(j);
              j += 4;
            }
            const full = 4 * Math.floor(second.count / 4);
            while (j < full) {
              const stop = Math.min(j + 16, full);
              for (; j < stop; j += 4) four(j);
              flush();
            }
            four(j);
            flush();
            totals.forEach(([low, high], c) => {
              part.get(own)![c][i] += low + high;
            });
          }
        for (const [site, by] of onPartners)
          by.forEach((column, c) => {
            column.forEach((e, j) => {
              part.get(site)![c][j] -= e;
            });
          });
      }
    }
    for (const [site, by] of part)
      by.forEach((column, c) => {
        column.forEach((e, i) => {
          sums.get(site)![c][i] += e;
        });
      });
  }
  const f = new Float64Array(n);
  for (const { site, group } of sites)
    for (let i = 0; i < group.count; i++)
      for (const { index, weight } of site.carriers ?? [{ index: site.index, weight: 1 }])
        for (let c = 0; c < dim; c++) f[index[i] + c] += weight * sums.get(site)![c][i];
  return f;
}

const orders = new Map<Expr, readonly Expr[]>();
const orderOf = (weight: Expr): readonly Expr[] => {
  const order = orders.get(weight) ?? topologicalOrder([weight]);
  orders.set(weight, order);
  return order;
};

/** The weight of the force; every operation is rounded. */
function weightAt(
  { numbers, r, u }: PairField,
  { weight, square, cube }: PairLaw,
  d2: number,
  sites: Readonly<Record<"a" | "b", PairSite>>,
  members: Readonly<Record<"a" | "b", number>>,
): number {
  if (weight.op === "mul" && weight.args[1] === cube && isConst(weight.args[0]))
    return fround(fround(weight.args[0].value) / fround(d2 * fround(sqrt(d2))));
  const order = orderOf(weight);
  const known = new Map<Expr, number>();
  if (order.includes(square) || order.includes(cube)) {
    const inverse = fround(1 / d2);
    const root = fround(sqrt(inverse));
    known
      .set(square, inverse)
      .set(u, root)
      .set(cube, fround(inverse * root));
    known.set(r, fround(d2 * root));
  } else {
    const root = fround(sqrt(d2));
    known.set(r, root).set(u, fround(1 / root));
  }
  for (const [symbol, { side, name }] of numbers) {
    const column = sites[side].numbers.get(name);
    if (column !== undefined) known.set(symbol, fround(column[members[side]]));
  }
  for (const e of order) {
    if (e.op === "symbol") continue;
    const [p, q, s] = e.args.map((arg) => known.get(arg)!);
    known.set(e, fround(e.op === "const" ? e.value : operations[e.op]!(p, q, s)));
  }
  return known.get(weight)!;
}

const operations: Readonly<Record<string, (a: number, b: number, c: number) => number>> = {
  add: (a, b) => a + b,
  sub: (a, b) => a - b,
  mul: (a, b) => a * b,
  div: (a, b) => a / b,
  neg: (a) => -a,
  sqrt,
  abs: Math.abs,
  min: (a, b) => Math.min(a, b),
  max: (a, b) => Math.max(a, b),
  select: (a, b, c) => (a > 0 ? b : c),
};

describe.each(models)("%s", (_, data) => {
  test("generated code has the same bits as loops on the host that round every operation", () => {
    const model = lowered(data);
    expect(bits(forces(model, "mixed").f)).toEqual(bits(onHost(model)));
  });

  test("the energy is that in double precision, and forces are not", () => {
    const [double, mixed] = (["double", "mixed"] as const).map((precision) => forces(lowered(data), precision));
    expect(mixed.energy).toBe(double.energy);
    expect(mixed.f).not.toEqual(double.f);
  });
});

test.each([
  ["a hundred waters", water(100), 0],
  ["a hundred waters a micrometre away from the origin", water(100), 1e4],
  ["343 argon atoms", argon(343), undefined],
])("%s: forces agree with those in double precision to 1e-6 of their root mean square", (_, data, away) => {
  const model = lowered(data, away === undefined ? undefined : { away });
  const [double, mixed] = (["double", "mixed"] as const).map((precision) => forces(model, precision).f);
  const error = double.map((x, k) => x - mixed[k]);
  expect(rms(error)).toBeLessThan(1e-6 * rms(double));
  expect(rms(error)).toBeGreaterThan(1e-9 * rms(double));
});

describe("models whose forces cannot be in single precision are refused with the reason", () => {
  const refused = (data: object): (() => unknown) => {
    const model = lowered(data);
    return () => inPrecision(model, "mixed");
  };
  test("models without pairs", () => {
    expect(refused({ taut: 1, points: { a: { mass: 1, at: [0, 0] } } })).toThrow(
      'run.precision: "mixed" is for energies between all pairs of points, and the model has none. Leave this setting out.',
    );
  });
  test("a cut-off", () => {
    expect(refused({ ...argon(8), elements: [{ "lennard-jones": { cutoff: 8 } }] })).toThrow(
      /lennard-jones has cutoff 8/,
    );
  });
  test("elementary functions", () => {
    const yukawa = { on: ["a", "b"], pairs: ["charge"], potential: "charge_a*charge_b*exp(-norm(a - b))/norm(a - b)" };
    expect(refused({ ...plane, define: { yukawa }, elements: [{ yukawa: {} }] })).toThrow(
      /that of yukawa contains exp/,
    );
  });
  test("numbers that single precision cannot hold, such as argon in metres", () => {
    const si = {
      taut: 1,
      points: { a: { repeat: 4, mass: 6.6e-26, at: ["3.8e-10*i", 0, 0], sigma: 3.4e-10, epsilon: 1.65e-21 } },
      elements: [{ "lennard-jones": {} }],
    };
    expect(refused(si)).toThrow(/contains \S+ at the shortest distance of the start, 3\.8e-10\./);
  });
});
