import { describe, expect, test } from "vitest";
import { catalogue } from "../../elements/index.js";
import { LinearMemory } from "../../memory/linear-memory.js";
import { lower, type Model, validateModel } from "../../model/index.js";
import { instantiate, Module } from "../../wasm/index.js";
import { compileSystem } from "../index.js";
import { layOutCells } from "./cells.js";
import { emitLists } from "./list-code.js";
import type { Width } from "./pair-block.js";
import { emitPairEnergy, emitPairForce } from "./pair-code.js";
import { placePairs } from "./pair-tables.js";

const water = (count: number, more: object = {}, reach: object = {}): unknown => ({
  taut: 1,
  units: "eV-Å-amu",
  molecules: {
    water: {
      template: "tip3p",
      repeat: count,
      at: ["3*(i - 3*floor(i/3))", "3.1*(floor(i/3) - 3*floor(i/9))", "2.9*floor(i/9) + 0.1*i"],
      angle: "1.3*i + 0.4",
      axis: [1, "sin(i)", 0.5],
    },
  },
  elements: [{ coulomb: reach }, { "lennard-jones": reach }],
  ...more,
});
const ions = (more: object = {}, reach: object = {}): unknown => ({
  taut: 1,
  points: {
    ion: {
      repeat: { i: 4, j: 3, k: 2 },
      mass: "1 + i",
      at: ["1.1*i + 0.1*sin(j)", "1.2*j + 0.1*k", "1.3*k + 0.1*sin(i)"],
      charge: "cos(pi*(i + j + k))*(1 + 0.1*i)",
      sigma: "0.8 + 0.05*j",
      epsilon: 0.3,
    },
    guest: { mass: 1, at: [0.5, 0.6, 0.7], charge: 0.5 },
  },
  elements: [{ coulomb: reach }, { "lennard-jones": { geometric: true, ...reach } }],
  ...more,
});
const boxed = { box: [9, 9.3, 9.1] };
const models: readonly (readonly [string, unknown])[] = [
  ["waters", water(7)],
  ["waters with a cut-off", water(7, {}, { cutoff: 4.4 })],
  ["waters in a box", water(9, boxed, { cutoff: 4.4, skin: 0.5 })],
  ["ions and a guest", ions()],
  ["ions in a box", ions({ box: [4.4, 3.7, 3] }, { cutoff: 1.5, skin: 0.1 })],
  [
    "atoms in the plane",
    {
      taut: 1,
      points: { a: { repeat: 9, mass: 1, at: ["1.1*i - 3.2*floor(i/3)", "1.2*floor(i/3)"], sigma: 1, epsilon: 2 } },
      elements: [{ "lennard-jones": {} }],
    },
  ],
];

const lowered = (data: unknown) => lower(validateModel(data, catalogue) as Model, catalogue);

function open(data: unknown) {
  const workspace = compileSystem(lowered(data)).workspace();
  const { mechanics, arena } = workspace;
  const n = mechanics!.n;
  const [q, v, f] = [arena.f64(n), arena.f64(n), arena.f64(n)];
  q.set(workspace.initial.subarray(0, n));
  const force = (): Float64Array => {
    mechanics!.force(f, 0, q, v);
    return f.slice();
  };
  return { workspace, mechanics: mechanics!, n, q, v, f, force };
}

/** Forces and energy by code with lanes of this width, with lists or without. */
function byCode(data: unknown, width: Width, lists: boolean) {
  const { pairs, q0, n } = lowered(data);
  const memory = new LinearMemory(3_000_000);
  const tables = placePairs(pairs!, memory);
  const module = new Module();
  emitPairForce(module, "force", tables, {}, width);
  emitPairEnergy(module, "energy", tables, {}, width);
  if (lists) emitLists(module, "lists", tables);
  const code = instantiate(module, memory.memory);
  const [q, f, e] = [memory.f64(n), memory.f64(n), memory.f64(1)];
  q.set(q0);
  code.force(q.byteOffset, f.byteOffset);
  if (lists) {
    layOutCells(tables);
    code.lists();
    expect(tables.blocks.every(({ listed }) => listed[0] === 1)).toBe(true);
    f.fill(0);
    code.force(q.byteOffset, f.byteOffset);
  }
  code.energy(q.byteOffset, e.byteOffset);
  return [...f, ...e];
}

describe.each(models)("%s", (_, data) => {
  test("the force is minus the gradient of the energy, and the forces sum to zero", () => {
    const { mechanics, n, q, force } = open(data);
    const f = force();
    const h = 1e-5;
    const largest = Math.max(...f.map(Math.abs));
    for (let k = 0; k < n; k++) {
      const x = q[k];
      q[k] = x + h;
      const up = mechanics.potential!(0, q);
      q[k] = x - h;
      const down = mechanics.potential!(0, q);
      q[k] = x;
      // the truncation error h² V'''/6 of steep energies, and the rounding of V divided by h
      expect(Math.abs((down - up) / (2 * h) - f[k])).toBeLessThan(1e-6 * largest);
    }
    const { dimension } = mechanics.points!;
    for (let c = 0; c < dimension; c++) {
      const total = f.filter((_, k) => k % dimension === c).reduce((sum, x) => sum + x, 0);
      expect(Math.abs(total)).toBeLessThan(n * 2 ** -50 * largest);
    }
  });

  test("two lanes give the same bits as one", () => {
    expect(byCode(data, 2, false)).toEqual(byCode(data, 1, false));
  });

  test("the kernel agrees with the law over a table of pairs", () => {
    const { mechanics, n, q, workspace, force } = open(data);
    const f = force();
    // H w by differences of the kernel's forces, and from the table of pairs
    const [w, out] = [workspace.arena.f64(n), workspace.arena.f64(n)];
    for (let k = 0; k < n; k++) w[k] = Math.sin(3 * k + 1);
    mechanics.derivatives.hessianTimes(out, "soft", 0, q, w);
    const h = 1e-6;
    const at = q.slice();
    for (let k = 0; k < n; k++) q[k] = at[k] + h * w[k];
    const up = force();
    for (let k = 0; k < n; k++) q[k] = at[k] - h * w[k];
    const down = force();
    const largest = Math.max(...out.map(Math.abs));
    for (let k = 0; k < n; k++) expect(Math.abs((down[k] - up[k]) / (2 * h) - out[k])).toBeLessThan(1e-6 * largest);
    expect(f.some((x) => x !== 0)).toBe(true);
  });
});

test("forces from lists have the same bits as those from all pairs, in either width", () => {
  for (const [, data] of models.filter(([name]) => name.includes("box") || name.includes("cut-off"))) {
    const plain = byCode(data, 1, false);
    expect(byCode(data, 1, true)).toEqual(plain);
    expect(byCode(data, 2, true)).toEqual(plain);
  }
});

test.each([2.05, 3.05, 4.05, 5.05])(
  "in a box whose edges are %d reaches long, forces from lists have the same bits as those from all pairs",
  (edges) => {
    const [cutoff, skin] = [1, 0.05];
    const edge = edges * (cutoff + skin);
    const scattered = (salt: number) => `${edge}*mod(abs(sin((i + 1)*${salt})*43758.5453), 1)`;
    const data = {
      taut: 1,
      points: {
        a: {
          repeat: 160,
          mass: 1,
          at: [12.9898, 78.233, 37.719].map(scattered),
          sigma: 0.1,
          epsilon: 1,
          charge: "1 + 0.01*i",
        },
      },
      elements: [{ coulomb: { cutoff, skin } }],
      box: [edge, edge, edge],
    };
    expect(byCode(data, 1, true)).toEqual(byCode(data, 1, false));
  },
);

test("a pair element that a model defines has the forces of the built-in one with the same law", () => {
  const points = {
    a: { repeat: 5, mass: 1, at: ["1.1*i", "0.3*sin(2*i)", "0.2*i^2"], charge: "1 - 0.4*i" },
  };
  const own = {
    mine: { on: ["a", "b"], pairs: ["charge"], parameters: { k: 1 }, potential: "k*charge_a*charge_b/norm(a - b)" },
  };
  const builtIn = open({ taut: 1, points, elements: [{ coulomb: {} }] }).force();
  const [half, whole] = [0.5, 1].map((k) =>
    open({ taut: 1, define: own, points, elements: [{ mine: { k } }] }).force(),
  );
  const largest = Math.max(...builtIn.map(Math.abs));
  builtIn.forEach((x, k) => {
    expect(Math.abs(whole[k] - x)).toBeLessThan(1e-14 * largest);
    expect(Math.abs(half[k] - x / 2)).toBeLessThan(1e-14 * largest);
  });
});

test("a molecule moved by one edge of the box feels the same forces", () => {
  const { q, force } = open(models[2][1]);
  const before = force();
  for (const site of [0, 1, 2]) q[27 * site] += 2 * boxed.box[0];
  const after = force();
  const largest = Math.max(...before.map(Math.abs));
  before.forEach((x, k) => {
    // x + 18 rounds to 2^-48
    expect(Math.abs(x - after[k])).toBeLessThan(1e-12 * largest);
  });
});

test("lists follow moving sites: forces along a path equal those of a system that starts at each point", () => {
  const { q, n, force } = open(models[2][1]);
  for (let step = 0; step < 12; step++) {
    for (let k = 0; k < n; k++) q[k] += 0.1 * Math.sin(k + 0.3 * step);
    const fresh = open(models[2][1]);
    fresh.q.set(q);
    expect(force()).toEqual(fresh.force());
  }
});

test("energy and force both vanish at the cut-off", () => {
  const { mechanics, q, force } = open({
    taut: 1,
    points: { a: { repeat: 2, mass: 1, at: ["i", 0, 0], sigma: 1, epsilon: 1 } },
    elements: [{ "lennard-jones": { cutoff: 2.5 } }],
  });
  for (const [d, order] of [
    [1e-3, 1e-5],
    [1e-6, 1e-11],
  ] as const) {
    q[3] = 2.5 - d;
    // V'' = O(0.1) at 2.5
    expect(Math.abs(mechanics.potential!(0, q))).toBeLessThan(order);
    expect(Math.abs(force()[0])).toBeLessThan(d);
  }
  q[3] = 2.5 + 1e-6;
  expect(mechanics.potential!(0, q)).toBe(0);
  expect(force()[0]).toBe(0);
});

test("Verlet conserves energy with lists and cut-off: half the step gives a quarter of the deviation", () => {
  const { workspace, mechanics, n, q, v, force } = open({
    taut: 1,
    box: [9.6, 9.6, 9.6],
    points: {
      atom: {
        repeat: { i: 6, j: 6, k: 6 },
        mass: 1,
        at: ["1.6*i + 0.05*sin(7*j + 3*k)", "1.6*j + 0.05*sin(5*k + 2*i)", "1.6*k + 0.05*sin(3*i + 11*j)"],
        velocity: ["0.8*sin(13*i + 5*j + 3*k)", "0.8*sin(11*i + 7*j + 17*k)", "0.8*sin(3*i + 19*j + 7*k)"],
        sigma: 1,
        epsilon: 1,
      },
    },
    elements: [{ "lennard-jones": { cutoff: 2.5, skin: 0.3 } }],
  });
  const deviation = (h: number): number => {
    q.set(workspace.initial.subarray(0, n));
    v.set(workspace.initial.subarray(n));
    const energy = () => mechanics.kinetic(q, v) + mechanics.potential!(0, q);
    const start = energy();
    let worst = 0;
    let f = force();
    for (let t = 0; t < 1 - h / 2; t += h) {
      for (let k = 0; k < n; k++) {
        v[k] += (h / 2) * f[k];
        q[k] += h * v[k];
      }
      f = force();
      for (let k = 0; k < n; k++) v[k] += (h / 2) * f[k];
      worst = Math.max(worst, Math.abs(energy() - start));
    }
    return worst;
  };
  const [coarse, fine] = [deviation(0.004), deviation(0.002)];
  // the slope of the force jumps at the cut-off, which contributes less than the leading term
  expect(coarse / fine).toBeGreaterThan(3.5);
  expect(coarse / fine).toBeLessThan(4.5);
});
