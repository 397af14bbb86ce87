import { describe, expect, it } from "vitest";
import { ModelError } from "../core/index.js";
import { catalogue } from "../elements/index.js";
import { allErrors, validateModel } from "../model/index.js";
import { validateStudy } from "./study.js";

const model = {
  taut: 1,
  parameters: { k: 1, w: "2*k", m: 1 },
  coordinates: { x: "k" },
  mass: "m",
  potential: "w*x^2",
  run: { until: 1 },
};
const none = () => {
  throw new Error("no file is read here");
};
const study = (data: object) => validateStudy({ study: 1, model, ...data }, none);
const errorsOf = (data: object): string[] => {
  try {
    study(data);
  } catch (error) {
    if (error instanceof ModelError) return allErrors(error).map(({ message }) => message);
    throw error;
  }
  return [];
};

describe("the runs of a study", () => {
  it("are all combinations, in the order of the file, with the last name varying fastest", () => {
    const { count, run, names } = study({
      vary: { k: { from: 1, to: 3, count: 3 }, "run.rtol": [1e-3, 1e-6] },
      list: [{ m: 1 }, { m: 2 }],
    });
    expect(count).toBe(12);
    expect(names).toEqual(["k", "run.rtol", "m"]);
    expect(Array.from({ length: 5 }, (_, i) => run(i).values)).toEqual([
      { k: 1, "run.rtol": 1e-3, m: 1 },
      { k: 1, "run.rtol": 1e-3, m: 2 },
      { k: 1, "run.rtol": 1e-6, m: 1 },
      { k: 1, "run.rtol": 1e-6, m: 2 },
      { k: 2, "run.rtol": 1e-3, m: 1 },
    ]);
    expect(run(11)).toMatchObject({ index: 11, set: { k: 3, m: 2 }, settings: { rtol: 1e-6 } });
  });

  it("include the exact ends of ranges, also with log spacing", () => {
    const { run, count } = study({
      vary: { k: { from: 0.1, to: 0.7, count: 7 }, m: { from: 1, to: 1000, count: 4, spacing: "log" } },
    });
    expect(run(0).values).toEqual({ k: 0.1, m: 1 });
    expect(run(count - 1).values).toEqual({ k: 0.7, m: 1000 });
    expect(run(1).values.m).toBeCloseTo(10, 12);
  });

  it("draw values by run number, so that a longer study begins with the runs of a shorter one", () => {
    const random = { k: { normal: [1, 0.1] }, m: { logUniform: [1, 100] } };
    const [short, long] = [10, 1000].map((samples) => study({ random, samples, seed: 3 }));
    for (let i = 0; i < 10; i++) expect(long.run(i)).toEqual(short.run(i));
    const values = Array.from({ length: 1000 }, (_, i) => long.run(i).values as { k: number; m: number });
    const mean = values.reduce((sum, { k }) => sum + k, 0) / 1000;
    expect(Math.abs(mean - 1)).toBeLessThan((4 * 0.1) / Math.sqrt(1000));
    expect(values.every(({ m }) => m > 1 && m < 100)).toBe(true);
    expect(values.filter(({ m }) => m < 10).length / 1000).toBeCloseTo(0.5, 1);
  });

  it("may have a single draw, but not none", () => {
    const random = { k: { uniform: [0, 1] } };
    expect(study({ random, samples: 1, seed: 3 }).count).toBe(1);
    expect(() => study({ random, samples: 0, seed: 3 })).toThrow("at least 1");
  });

  it("of an ensemble share parameters and have different seeds", () => {
    const { run, count, ensemble } = study({ random: { k: { uniform: [0, 1] } }, samples: 5, replicas: 4, seed: 9 });
    expect([count, ensemble]).toEqual([20, 20]);
    const seeds = Array.from({ length: 20 }, (_, i) => run(i).settings.seed);
    expect(new Set(seeds).size).toBe(20);
    expect(run(0).values).toEqual(run(3).values);
    expect(run(3).values).not.toEqual(run(4).values);
    expect(
      study({ random: { k: { uniform: [0, 1] } }, samples: 5, replicas: 4, seed: 10 }).run(0).settings.seed,
    ).not.toBe(seeds[0]);
  });
});

describe("the name of a run", () => {
  const hashes = (data: object) => {
    const { count, run, hash } = study(data);
    return Array.from({ length: count }, (_, i) => hash(run(i)));
  };

  it("depends on what is run, not on its place in the study", () => {
    const [a, b] = hashes({ vary: { k: [1, 2] } });
    expect(hashes({ vary: { k: [3, 2, 1] }, name: "Another" }).slice(1)).toEqual([b, a]);
    expect(hashes({ vary: { k: [1, 2] }, plot: ["work steps"] })).toEqual([a, b]);
    expect(hashes({ set: { k: 2 } })).toEqual([b]);
  });

  it("changes with parameters, settings, seed and what is kept", () => {
    const all = [
      ...hashes({}),
      ...hashes({ set: { m: 2 } }),
      ...hashes({ run: { until: 2 } }),
      ...hashes({ vary: { "run.rtol": [1e-3] } }),
      ...hashes({ seed: 1 }),
      ...hashes({ seed: 2 }),
      ...hashes({ keep: { observables: { x: "x" } } }),
    ];
    expect(new Set(all).size).toBe(all.length);
  });
});

describe("a study with mistakes", () => {
  it.each<[object, RegExp]>([
    [{ vary: { kk: [1] } }, /^vary\.kk: the model has no parameter "kk"\. Did you mean "k"\?/],
    [
      { vary: { "run.omegaa": [1] } },
      /^vary\["run\.omegaa"\]: the model has no parameter .* Did you mean "run\.omega"\?/,
    ],
    [{ vary: { k: [] } }, /^vary\.k: the list is empty, so there is nothing to run/],
    [{ list: [] }, /^list: the list is empty/],
    [{ vary: { k: { from: 0, to: 1, count: 0 } } }, /^vary\.k\.count: this must be a whole number of at least 1/],
    [
      { vary: { k: { from: 0, to: 1, count: 1e5 }, m: { from: 1, to: 2, count: 1e4 } } },
      /^study: a study must not have more than 1000000 runs; this one has 1000000000/,
    ],
    [{ replicas: 1e9 }, /this one has 1000000000/],
    [
      { vary: { k: { from: 0, to: 1, count: 3, spacing: "log" } } },
      /^vary\.k: both ends of a range with spacing: log must be above 0; got 0 and 1/,
    ],
    [{ vary: { k: ["a"] } }, /^vary\.k: every value must be a number; got "a"/],
    [{ vary: { "run.method": [1] } }, /"?run\.method"?\]: every value must be a name; got 1/],
    [{ vary: { "run.method": ["dopri5", "dop583"] } }, /there is no method "dop583"\. Did you mean "dop853"\?/],
    [{ list: [{ "run.formulation": "stif" }] }, /there is no formulation "stif"\. Did you mean "stiff"\?/],
    [{ vary: { "run.projection": ["none", "stabilize"] } }, /Did you mean "stabilise"\?/],
    [{ vary: { k: [1] }, set: { k: 2 } }, /^vary\.k: it already has values in set/],
    [{ samples: 3 }, /^samples: needs random/],
    [{ random: { k: { uniform: [2, 1] } } }, /^random\.k: the first end must be below the second; got \[2, 1\]/],
    [{ random: { k: { normal: [0, -1] } } }, /^random\.k: the standard deviation must not be negative; got -1/],
    [{ random: { k: { gauss: [0, 1] } } }, /^random\.k/],
    [
      { list: [{ k: 1 }, { m: 1 }] },
      /^list\[1\]: every entry must give the same names as the first, k; this one gives m/,
    ],
    [{ varry: {} }, /^varry: a study has no such entry\. Did you mean "vary"\?/],
    [{ study: 2 }, /^study: 2 is not a version/],
    [{ seed: -1 }, /^seed: a seed must be a whole number, 0 or above/],
    [
      { keep: { observables: { h: { of: "x", histogram: { from: 1, to: 0, bins: 4 } } } } },
      /from must be below to; got 1 and 0/,
    ],
  ])("is refused with a clear message: %j", (data, message) => {
    expect(errorsOf(data).join("\n")).toMatch(message);
  });

  it("throws the errors of its model", () => {
    expect(() => validateStudy({ study: 1, model: { taut: 1 } }, none)).toThrow(ModelError);
    expect(study({}).model).toEqual(validateModel(model, catalogue));
  });
});
