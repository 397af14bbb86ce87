import { describe, expect, test } from "vitest";
import type { Crew } from "../../core/index.js";
import { catalogue } from "../../elements/index.js";
import { lower, type Model, validateModel } from "../../model/index.js";
import { compileSystem, inPrecision, refusesThreads } from "../index.js";

/** 1000 atoms in a box, close enough that each has dozens of neighbours. */
const argon = {
  taut: 1,
  box: [11, 11, 11],
  points: {
    atom: {
      repeat: { i: 10, j: 10, k: 10 },
      mass: 1,
      at: ["1.1*i + 0.06*sin(7*j + 3*k)", "1.1*j + 0.06*sin(5*k + 2*i)", "1.1*k + 0.06*sin(3*i + 11*j)"],
      sigma: 1,
      epsilon: 1,
    },
  },
  elements: [{ "lennard-jones": { cutoff: 2.2, skin: 0.3 } }],
};
/** Two groups, one of molecules and one of ions with charges of their own, all pairs in open space. */
const salty = {
  taut: 1,
  units: "eV-Å-amu",
  molecules: {
    water: {
      template: "tip3p",
      repeat: 320,
      at: ["3.1*(i - 8*floor(i/8))", "3.1*(floor(i/8) - 8*floor(i/64))", "3.1*floor(i/64)"],
      angle: "1.3*i",
      axis: [1, "sin(i)", 0.5],
    },
  },
  points: {
    ion: {
      repeat: 41,
      mass: 20,
      at: ["3.1*(i - 8*floor(i/8))", "3.1*(floor(i/8) - 8*floor(i/64))", -3.1],
      charge: "0.5*cos(pi*i)",
      sigma: "2 + 0.01*i",
      epsilon: 0.01,
    },
  },
  elements: [{ coulomb: {} }, { "lennard-jones": {} }],
};
/**
 * A droplet whose atoms are unordered: the first chunk has twice as many neighbours as its share of the entries, the
 * last chunk has none.
 */
const place = "mod(377*i, 1000)";
const droplet = {
  ...argon,
  box: [60, 60, 60],
  points: {
    atom: {
      ...argon.points.atom,
      repeat: 1000,
      at: [`0.7*mod(${place}, 10)`, `0.7*mod(floor(${place}/10), 10)`, `0.7*floor(${place}/100) + 0.06*sin(i)`],
      sigma: 0.6,
    },
  },
};

const lowered = (data: object) => lower(validateModel(data, catalogue) as Model, catalogue);

/** A crew of one thread that works on the pieces in the given order. */
function disorderly(order: (count: number) => number[]): Crew & { readonly done: string[] } {
  const done: string[] = [];
  return {
    threads: 2,
    done,
    rouse() {},
    enlist(module, memory) {
      expect(memory.buffer).toBeInstanceOf(SharedArrayBuffer);
      const { exports } = new WebAssembly.Instance(module, { env: { memory } });
      return (name, count) => {
        done.push(name);
        for (const piece of order(count)) (exports[name] as (piece: number) => void)(piece);
      };
    },
  };
}
const backwards = (count: number) => Array.from({ length: count }, (_, k) => count - 1 - k);
const jumping = (count: number) => (count === 1 ? [0] : Array.from({ length: count }, (_, k) => (k * 5 + 3) % count));

/** Forces and energies along a path long enough for lists to become outdated. */
function along(data: object, crew?: Crew, precision?: "mixed"): Float64Array {
  const { mechanics, arena, initial } = compileSystem(inPrecision(lowered(data), precision), { crew }).workspace();
  const n = mechanics!.n;
  const [q, v, f] = [arena.f64(n), arena.f64(n), arena.f64(n)];
  q.set(initial.subarray(0, n));
  const seen: number[] = [];
  for (let step = 0; step < 3; step++) {
    mechanics!.force(f, 0, q, v);
    seen.push(...f, mechanics!.potential!(0, q));
    for (let k = 0; k < n; k++) q[k] += 0.12 * Math.sin(k + step);
  }
  return Float64Array.from(seen);
}
const bits = (values: Float64Array<ArrayBuffer>) => new BigUint64Array(values.buffer);

describe.each([
  ["atoms in a box, with lists", argon, undefined],
  ["waters and ions, all pairs", salty, undefined],
  ["waters and ions in mixed precision", salty, "mixed" as const],
  ["a droplet", droplet, undefined],
])("%s", (_, data, precision) => {
  test("a crew gives the same bits as one thread, in whatever order it works", () => {
    const alone = along(data, undefined, precision);
    expect(alone.every(Number.isFinite)).toBe(true);
    for (const order of [backwards, jumping]) {
      const crew = disorderly(order);
      expect(bits(along(data, crew, precision) as Float64Array<ArrayBuffer>)).toEqual(
        bits(alone as Float64Array<ArrayBuffer>),
      );
      expect(crew.done).toContain("sum");
    }
  });
});

test("lists that do not fit into the shares of chunks are made one after the other", () => {
  const crew = disorderly(backwards);
  along(droplet, crew);
  expect(crew.done).toContain("lists");
  const roomy = disorderly(backwards);
  along(argon, roomy);
  expect(roomy.done).toContain("chunkLists");
  expect(roomy.done).not.toContain("lists");
});

test("sums in chunks agree with a loop over all pairs to rounding", () => {
  const { mechanics, arena, initial } = compileSystem(lowered(argon)).workspace();
  const n = mechanics!.n;
  const [q, f] = [arena.f64(n), arena.f64(n)];
  q.set(initial.subarray(0, n));
  mechanics!.force(f, 0, q, q);
  const expected = new Float64Array(n);
  const [edge, R] = [11, 2.2];
  const slope = (r: number) => 24 * (2 * r ** -13 - r ** -7);
  for (let i = 0; i < n; i += 3)
    for (let j = 0; j < i; j += 3) {
      const d = [0, 1, 2].map((c) => q[i + c] - q[j + c] - edge * Math.round((q[i + c] - q[j + c]) / edge));
      const r = Math.hypot(...d);
      if (r >= R) continue;
      d.forEach((x, c) => {
        const force = ((slope(r) - slope(R)) * x) / r;
        expected[i + c] += force;
        expected[j + c] -= force;
      });
    }
  const largest = Math.max(...expected.map(Math.abs));
  // r^-13 by pow and by products differ by some units in the last place
  for (let k = 0; k < n; k++) expect(Math.abs(f[k] - expected[k])).toBeLessThan(1e-13 * largest);
});

test("models that cannot use threads are refused with the reason", () => {
  expect(refusesThreads(lowered(argon))).toBeUndefined();
  const few = { ...argon, points: { atom: { ...argon.points.atom, repeat: { i: 10, j: 10, k: 9 } } } };
  expect(refusesThreads(lowered(few))).toMatch(/1000 or more points, and the model has 900/);
  expect(refusesThreads(lowered({ taut: 1, points: { a: { mass: 1, at: [0, 0] } } }))).toMatch(/has no such energies/);
  const crew = disorderly(backwards);
  along(few, crew);
  expect(crew.done).toEqual([]);
});
