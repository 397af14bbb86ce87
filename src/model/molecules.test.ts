import { describe, expect, test } from "vitest";
import { ModelError } from "../core/index.js";
import { catalogue } from "../elements/index.js";
import { allErrors, lower, validateModel } from "./index.js";

const lowered = (data: unknown) => lower(validateModel(data, catalogue), catalogue);
const message = (data: unknown): string => {
  try {
    lowered(data);
    return "no problem";
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    return allErrors(error)[0].message;
  }
};
const pairs = [{ coulomb: {} }, { "lennard-jones": {} }];
const water = (molecule: object, more: object = {}): unknown => ({
  taut: 1,
  units: "eV-Å-amu",
  molecules: { water: { template: "tip3p", ...molecule } },
  elements: pairs,
  ...more,
});
const dimer = {
  sites: { A: { mass: 2, at: [0, 0], charge: 1 }, B: { mass: 1, at: [1, 0], charge: -1 } },
  elements: [{ spring: { between: ["A", "B"], stiffness: 3 } }],
};

describe("molecules", () => {
  test("ten thousand waters are three families and one law of rods", () => {
    const { groups, laws, pairs: field } = lowered(water({ repeat: 10_000, at: ["3*i", 0, 0] }));
    expect(groups.map(({ name, count }) => [name, count])).toEqual([
      ["water_O", 10_000],
      ["water_H1", 10_000],
      ["water_H2", 10_000],
    ]);
    expect(laws.map(({ name, count }) => [name, count])).toEqual([["rod", 30_000]]);
    expect(field?.groups.map(({ count, sites }) => [count, sites.length])).toEqual([[10_000, 3]]);
  });

  test("TIP3P in other units is the same water: lengths, energies and charges convert", () => {
    const factors = {
      "eV-Å-amu": [1, 23.060547830619],
      "kcal/mol-Å-amu": [1, 1],
      "kJ/mol-nm-amu": [0.1, 4.184],
    } as const;
    for (const [units, [length]] of Object.entries(factors)) {
      const { q0, pairs: field } = lowered(water({ at: [0, 0, 0] }, { units }));
      expect(Math.hypot(q0[3], q0[4], q0[5])).toBeCloseTo(0.9572 * length, 12);
      const [oxygen, hydrogen] = field!.groups[0].sites;
      expect(oxygen.numbers.get("sigma")![0] / length).toBeCloseTo((582e3 / 595) ** (1 / 6), 12);
      expect(hydrogen.numbers.get("charge")![0]).toBe(0.417);
      const epsilon = (595 * 595) / (4 * 582e3);
      const energy = units === "eV-Å-amu" ? 1 / factors[units][1] : factors[units as "kJ/mol-nm-amu"][1];
      expect(oxygen.numbers.get("epsilon")![0] / (epsilon * energy)).toBeCloseTo(1, 9);
    }
  });

  test("molecules are turned and placed by expressions of the index", () => {
    const { q0 } = lowered({
      taut: 1,
      templates: { dimer },
      molecules: { d: { template: "dimer", repeat: { i: 2, j: 2 }, at: ["5*i", "5*j"], angle: "pi/2*i" } },
      elements: [{ coulomb: {} }],
    });
    const member = (site: number, k: number) => [...q0.slice(8 * site + 2 * k, 8 * site + 2 * k + 2)];
    expect(member(0, 2)).toEqual([5, 0]);
    [5, 1].forEach((x, c) => {
      expect(member(1, 2)[c]).toBeCloseTo(x, 14);
    });
    expect(member(1, 1)).toEqual([1, 5]);
  });

  test("a turn about an axis in space is a rotation", () => {
    const { q0 } = lowered(water({ at: [1, 2, 3], angle: 2, axis: [1, -2, 0.5] }));
    const bond = [3, 4, 5].map((k) => q0[k] - q0[k - 3]);
    expect(Math.hypot(...bond)).toBeCloseTo(0.9572, 13);
    expect([q0[0], q0[1], q0[2]]).toEqual([1, 2, 3]);
  });

  test("a table places all sites, with velocities", () => {
    const positions = [
      [0, 0],
      [1, 0],
      [5, 0],
      [5, 1],
    ];
    const model = {
      taut: 1,
      templates: { dimer },
      molecules: { d: { template: "dimer", repeat: 2, positions, velocities: positions } },
      elements: [{ coulomb: {} }],
    };
    const { q0, v0 } = lowered(model);
    expect([...q0]).toEqual([0, 0, 5, 0, 1, 0, 5, 1]);
    expect(v0).toEqual(q0);
  });

  test("points of one kind that are in no molecule form one group, and molecules are not regrouped", () => {
    const { pairs: field } = lowered({
      taut: 1,
      points: {
        a: { mass: 1, at: [0, 0], charge: 1 },
        b: { mass: 1, at: [1, 0], charge: 1 },
        c: { mass: 1, at: [2, 0], charge: 1, molecule: "m" },
        d: { mass: 1, at: [3, 0], charge: 2, molecule: "m" },
      },
      elements: [{ coulomb: {} }],
    });
    expect(field!.groups.map(({ count, sites }) => [count, sites.length])).toEqual([
      [2, 1],
      [1, 2],
    ]);
  });
});

test.each([
  [
    "an unknown template",
    water({ template: "tip5p", at: [0, 0, 0] }),
    'molecules.water.template: there is no template "tip5p". Did you mean "tip3p"?',
  ],
  ["no place", water({}), "molecules.water: the positions of the molecules are missing. Give one:"],
  [
    "no units",
    { taut: 1, molecules: { water: { template: "tip3p", at: [0, 0, 0] } } },
    "molecules.water.template: its numbers are in kcal/mol-Å-amu, so the model needs units; it has none.",
  ],
  ["two components", water({ at: [0, 0] }), "molecules.water.at: must have 3 components, like the sites; it has 2."],
  [
    "molecules on top of each other",
    water({ repeat: 2, at: [0, 0, 0] }),
    "start at the same place, where the force between them is not defined",
  ],
  [
    "a table that does not fit",
    water({
      positions: [
        [0, 0, 0],
        [1, 0, 0],
      ],
    }),
    "molecules.water.positions: must have a row for each of the 3 sites of each molecule; it has 2 rows.",
  ],
  [
    "a box without a cut-off",
    water({ repeat: 2, at: ["3*i", 0, 0] }, { box: [9, 9, 9] }),
    "in a periodic box the cutoff must be at most 4.5, half of the shortest edge",
  ],
  [
    "a box of two edges",
    water({ repeat: 2, at: ["3*i", 0, 0] }, { box: [9, 9] }),
    "box: must have an edge for each of the 3 components of points; it has 2.",
  ],
  [
    "a box of no size",
    water({ repeat: 2, at: ["3*i", 0, 0] }, { box: [9, 9, 0] }),
    "box[2]: the edge of a box must be a number above 0; got 0.",
  ],
  [
    "two cut-offs",
    water({ repeat: 2, at: ["3*i", 0, 0] }, { elements: [{ coulomb: { cutoff: 5 } }, { "lennard-jones": {} }] }),
    "all pair elements must have the same cutoff; lennard-jones has no cutoff, and coulomb has cutoff 5.",
  ],
  [
    "a negative cut-off",
    water({ repeat: 2, at: ["3*i", 0, 0] }, { elements: [{ coulomb: { cutoff: -5 } }] }),
    "coulomb.cutoff: cutoff must be at least 0; got -5.",
  ],
  [
    "no charges",
    { taut: 1, points: { a: { mass: 1, at: [0, 0] } }, elements: [{ coulomb: {} }] },
    "elements[0].coulomb: coulomb acts on points with charge; there are none.",
  ],
  [
    "a point without a charge",
    { taut: 1, points: { a: { mass: 1, at: [0, 0] } }, elements: [{ coulomb: { on: ["a"] } }] },
    'coulomb.on[0]: "a" has no charge.',
  ],
  [
    "a site that is not there",
    {
      taut: 1,
      templates: { d: { ...dimer, elements: [{ rod: { between: ["A", "C"] } }] } },
      molecules: { m: { template: "d", at: [0, 0] } },
    },
    'templates.d.elements[0].rod.between[1]: "C" is not a site of the template.',
  ],
  [
    "a table of unequal rows",
    { taut: 1, points: { a: { mass: 1, at: [[0, 0], [1]] } } },
    "points.a.at[1]: all rows must have the same length; this one has 1 numbers, and the first has 2.",
  ],
  [
    "a table and another count",
    {
      taut: 1,
      points: {
        a: {
          mass: 1,
          repeat: 3,
          at: [
            [0, 0],
            [1, 0],
          ],
        },
      },
    },
    "points.a.at: the table must have a row for each of the 3 members; it has 2.",
  ],
  [
    "an epsilon below zero",
    { taut: 1, points: { a: { mass: 1, at: [0, 0], sigma: 1, epsilon: -1 } }, elements: [{ "lennard-jones": {} }] },
    "points.a.epsilon: epsilon must be a finite number that is not negative; -1 is -1.",
  ],
  [
    "a pair law that is not of the distance",
    {
      taut: 1,
      define: { odd: { on: ["a", "b"], pairs: ["charge"], potential: "charge_a*charge_b*x(a - b)" } },
      points: { a: { repeat: 2, mass: 1, at: ["i", 0], charge: 1 } },
      elements: [{ odd: {} }],
    },
    "the potential of odd must be a function of norm(a - b) alone.",
  ],
])("a model with %s is refused with advice", (_, data, expected) => {
  expect(message(data)).toContain(expected);
});

test("a pair element that a model defines has a potential between the sites that have its properties", () => {
  const model = {
    taut: 1,
    define: {
      yukawa: {
        on: ["a", "b"],
        pairs: ["charge"],
        parameters: { k: 2 },
        potential: "charge_a*charge_b*exp(-k*norm(a - b))/norm(a - b)",
      },
    },
    points: { a: { repeat: 3, mass: 1, at: ["i", 0], charge: "1 + i" } },
    elements: [{ yukawa: { k: 3 } }],
  };
  const field = lowered(model).pairs!;
  const [site] = field.groups[0].sites;
  expect(field.potential(site, site)).toBeDefined();
});
