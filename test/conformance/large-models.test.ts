/** Valid models of any size run, or are refused with a sentence; none of them is an internal error. */

import { describe, expect, test } from "vitest";
import { patience } from "../../scripts/patience.mjs";
import { ModelError } from "../../src/core/index.js";
import { catalogue } from "../../src/elements/index.js";
import { explain, run, validateModel } from "../../src/index.js";
import { lower, type Model } from "../../src/model/index.js";

const range = (n: number) => Array.from({ length: n }, (_, k) => k);

/** One law over n coordinates, each coupled with its neighbour and, with `dense`, with all others. */
const oneLaw = (n: number, dense: boolean) => ({
  taut: 1,
  coordinates: Object.fromEntries(range(n).map((k) => [`x${k}`, { mass: 1, at: 0.01 * k }])),
  potential: dense
    ? `sin(${range(n)
        .map((k) => `x${k}`)
        .join("+")})`
    : range(n)
        .map((k) => `sin(x${k}*x${(k + 1) % n})`)
        .join(" + "),
  run: { until: 0.01, rtol: 1e-6 },
});
const rods = 130_000;
const manyRods = {
  taut: 1,
  points: {
    a: { repeat: rods, mass: 1, at: ["2*i", 0] },
    b: { repeat: rods, mass: 1, at: ["2*i + 1", 0] },
  },
  elements: [{ rod: { repeat: rods, between: ["a[i]", "b[i]"], length: 1, omega: 1000 } }],
  run: { until: 1e-6, formulation: "stiff", method: "verlet", step: 1e-6 },
};

const pointsOf = (repeat: unknown, more = {}) => ({ repeat, mass: 1, at: ["i", 0, 0], ...more });
const three = { a: pointsOf(3) };
const springs = (repeat: unknown) => ({ spring: { between: ["a[0]", "a[1]"], length: 1, stiffness: 1, repeat } });
/** Every way to make a model large. */
const tooLarge: Readonly<Record<string, { readonly model: object; readonly sentence: RegExp }>> = {
  "ten million waters": {
    model: {
      units: "kJ/mol-nm-amu",
      molecules: { w: { template: "tip3p", repeat: 10_000_000, at: ["0.3*i", 0, 0] } },
    },
    sentence: /^model: must fit into 4 GB of memory; it has 90000000 coordinates, which need at least 34 GB\./,
  },
  "seven million waters with pairs": {
    model: {
      units: "kJ/mol-nm-amu",
      molecules: { w: { template: "tip3p", repeat: 7_000_000, at: ["0.3*i", 0, 0] } },
      elements: [{ coulomb: {} }, { "lennard-jones": {} }],
    },
    sentence: /^model: must fit into 4 GB of memory; it has 63000000 coordinates/,
  },
  "ten million points": {
    model: { points: { a: pointsOf(1e7) }, elements: [{ gravity: { acceleration: [0, 0, -1] } }] },
    sentence: /^model: must fit into 4 GB of memory; it has 30000000 coordinates/,
  },
  "a grid of two hundred points along each edge": {
    model: { points: { a: { repeat: { i: 200, j: 200, k: 200 }, mass: 1, at: ["i", "j", "k"] } } },
    sentence: /^model: must fit into 4 GB of memory; it has 24000000 coordinates/,
  },
  "ten million constraints": {
    model: { points: three, elements: [{ rod: { between: ["a[0]", "a[1]"], length: 1, repeat: 1e7 } }] },
    sentence: /^model: must fit into 4 GB of memory; it has 9 coordinates and at least 10000000 constraints/,
  },
  "indices that run far without a member": {
    model: { points: three, elements: [springs({ i: { from: 0, to: 2e9 }, j: { from: 1, to: 0 } })] },
    sentence: /repeat: there may be at most 10000000 members; this gives more\./,
  },
  "a triangle of indices": {
    model: { points: three, elements: [springs({ i: 1e7, j: "i" })] },
    sentence: /repeat: there may be at most 10000000 members; this gives more\./,
  },
  "forces that are expressions of their own": {
    model: { points: three, elements: [{ push: { on: "a[0]", force: [1, 0, "i"], repeat: 1e7 } }] },
    sentence: /^elements\[0\]\.push: all push elements of a model may act at most 100000 times/,
  },
  "ten million fixed points": {
    model: { points: { ...three, b: { repeat: 1e7, fixed: true, at: ["sin(i)", "cos(i)", "exp(-i)"] } } },
    sentence: /^points\.b: a model may have at most 500000 fixed points/,
  },
  "a hundred thousand fixed points that move": {
    model: { points: { ...three, b: { repeat: 1e5, fixed: true, at: ["sin(i*t)", 0, 0] } } },
    sentence: /^points\.b\.at: at most 50000 fixed points of a family may move/,
  },
  "many kinds of sites": {
    model: {
      points: Object.fromEntries(
        range(201).map((k) => [`p${k}`, { mass: 1, at: [k, 0, 0], sigma: 1 + k, epsilon: 1 }]),
      ),
      elements: [{ "lennard-jones": {} }],
    },
    sentence: /^elements\[0\]\.lennard-jones: there may be at most 200 kinds of sites/,
  },
  "expressions that take long for each of many members": {
    model: {
      points: {
        a: pointsOf(2_800_000, {
          at: [
            "sin(i)",
            "cos(i)",
            range(20)
              .map((k) => `sin(${k}*i)`)
              .join("+"),
          ],
        }),
      },
    },
    sentence: /where an elementary function counts as 25; with \d+ for each of 2800000 members there are more/,
  },
  "a sum of a billion terms": {
    model: { coordinates: { x: { mass: 1, at: 1 } }, potential: "sum(i, 0, 1000000000, x^i)" },
    sentence: /the terms of all sums of a model may have at most 500000 operations/,
  },
};

describe("large models", { timeout: patience(120_000) }, () => {
  test("one law that couples 250 coordinates is solved by an implicit method, and explained", () => {
    const model = validateModel(oneLaw(250, true), catalogue);
    const implicit = run(model, { method: "radau5" });
    const explicit = run(model, { method: "dop853", rtol: 1e-9 });
    expect(implicit.status).toBe("ok");
    // the tolerance of the run is 1e-6 of positions below 2.5
    implicit.q.forEach((x, k) => {
      expect(Math.abs(x - explicit.q[k])).toBeLessThan(1e-5);
    });
    expect(explain(model).start?.status ?? "ok").toBe("ok");
  });

  test("one law over 450 coordinates with few second derivatives is solved, and with 100,000 of them it is refused", () => {
    expect(run(oneLaw(450, false), { method: "radau5" }).status).toBe("ok");
    const dense = oneLaw(450, true);
    expect(run(dense, { method: "rk4", step: 0.005 }).status).toBe("ok");
    expect(() => run(dense, { method: "radau5" })).toThrow(ModelError);
    expect(() => run(dense, { method: "radau5" })).toThrow(
      /^potential: one law may have about 75000 second derivatives/,
    );
  });

  test.each(Object.entries(tooLarge))("%s: refused before a table is made", (_, { model, sentence }) => {
    const size = () => process.memoryUsage().arrayBuffers + process.memoryUsage().heapTotal;
    const before = size();
    expect(() => lower({ taut: 1, ...model } as Model, catalogue)).toThrow(sentence);
    // one array over the coordinates of ten million points would take 240 MB
    expect(size() - before).toBeLessThan(2e8);
  });

  test("sites at the same place are found among a hundred thousand, the two zeros being one place", () => {
    const argon = (x: string) => ({
      taut: 1 as const,
      points: { a: { repeat: 100_000, mass: 1, at: [x, 0, 0], sigma: 1, epsilon: 1 } },
      elements: [{ "lennard-jones": { cutoff: 2 } }],
    });
    expect(() => lower(argon("i"), catalogue)).not.toThrow();
    expect(() => lower(argon("mod(i, 99999)"), catalogue)).toThrow(/a\[0\] and a\[99999\] start at the same place/);
    // -0 at i = 0 and 0 at i = 99999
    expect(() => lower(argon("where(99998.5 - i, -i, 0)"), catalogue)).toThrow(
      /a\[0\] and a\[99999\] start at the same place/,
    );
  });

  test("130,000 stiff rods are projected onto their slow manifold", () => {
    const projected = run(manyRods, { projection: { name: "ipa", when: "start" }, keepStates: false });
    expect(projected.status).toBe("ok");
  });
});
