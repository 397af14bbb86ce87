import { expect, test } from "vitest";
import {
  compareNumbers,
  countByKind,
  type Experiment,
  fittedOrder,
  type Kind,
  type Outcome,
  reproduce,
  selectExperiments,
} from "../../src/papers/harness/index.js";

const about = { id: "ariel.9.x", paper: "ariel", place: "Section 9", item: "an item", kind: "printed" } as const;
const why = { basis: "digits", why: "because" } as const;

test("a number agrees within its tolerance and differs beyond it", () => {
  expect(compareNumbers(about, 2, 2.1, { absolute: 0.11, ...why }).verdict).toBe("agrees");
  expect(compareNumbers(about, 2, 2.1, { absolute: 0.09, ...why }).verdict).toBe("differs");
  expect(compareNumbers(about, 2, 2.1, { relative: 0.051, ...why }).verdict).toBe("agrees");
  expect(compareNumbers(about, 2, 2.1, { relative: 0.049, ...why }).verdict).toBe("differs");
  expect(compareNumbers(about, 7, 2.1, { between: [2, 3], ...why }).verdict).toBe("agrees");
  expect(compareNumbers(about, 2, 1.9, { between: [2, 3], ...why }).verdict).toBe("differs");
});

test("a list differs if one of its numbers is off, missing or not finite", () => {
  const close = { absolute: 0.1, ...why };
  expect(compareNumbers(about, [1, 2], [1, 2], close).verdict).toBe("agrees");
  expect(compareNumbers(about, [1, 2], [1, 2.2], close).verdict).toBe("differs");
  expect(compareNumbers(about, [1, 2], [1], close).verdict).toBe("differs");
  expect(compareNumbers(about, [1, 2], [1, Number.NaN], close).verdict).toBe("differs");
  expect(compareNumbers(about, Number.NaN, 1, close).verdict).toBe("differs");
});

test("an empty list of measurements does not agree with an empty list of references", () => {
  expect(compareNumbers(about, [], [], { absolute: 1, ...why }).verdict).toBe("differs");
});

test("an item says why the two differ only where they do", () => {
  const wrong = { ...about, proof: "a run" } as const;
  expect(compareNumbers(wrong, 1, 1, { absolute: 0.1, ...why })).not.toHaveProperty("proof");
  expect(compareNumbers(wrong, 1, 2, { absolute: 0.1, ...why })).toHaveProperty("proof", "a run");
});

test("a factor either way is the same magnitude and never agreement", () => {
  const within = { factor: 4, ...why };
  expect(compareNumbers(about, 2, 2, within).verdict).toBe("same magnitude");
  expect(compareNumbers(about, -2, -7.9, within).verdict).toBe("same magnitude");
  expect(compareNumbers(about, 2, 8.1, within).verdict).toBe("differs");
  expect(compareNumbers(about, 2, -2, within).verdict).toBe("differs");
  expect(compareNumbers(about, 0, 0, within).verdict).toBe("differs");
});

test("verdicts are counted by kind, so that our own claims never count as agreement with a paper", () => {
  const of = (kind: Kind, measured: number) =>
    compareNumbers({ ...about, kind }, 1, measured, { absolute: 0.1, ...why });
  const counts = countByKind([of("printed", 1), of("printed", 2), of("recomputed", 1), of("ours", 1), of("ours", 1)]);
  expect(counts.printed).toEqual({ items: 2, agree: 1, sameMagnitude: 0, differ: 1 });
  expect([counts.recomputed.agree, counts.ours.agree]).toEqual([1, 2]);
});

test("a fitted order is exact on a power law and does not depend on its factor", () => {
  const x = [3, 10, 31, 100];
  // logarithms have errors below 1 ulp, so the slope has an error of some ulps
  for (const k of [-4, -1, 0, 2.5]) {
    expect(
      fittedOrder(
        x,
        x.map((value) => 7 * value ** k),
      ),
    ).toBeCloseTo(k, 12);
  }
});

const experimentOf = (id: string, run: Experiment["run"] = () => ({ items: [], figures: [] })): Experiment => {
  return { id, paper: id.split(".")[0], title: id, run };
};

test("an id selects a paper, a section with its parts, or the experiment that has the item", () => {
  const all = ["ariel.2.1", "ariel.2.2", "ariel.2.20", "sanz-serna.2.linear"].map((id) => experimentOf(id));
  const select = (id?: string) => selectExperiments(all, id).map((each) => each.id);
  expect(select()).toEqual(all.map(({ id }) => id));
  expect(select("ariel")).toEqual(["ariel.2.1", "ariel.2.2", "ariel.2.20"]);
  expect(select("ariel.2.2")).toEqual(["ariel.2.2"]);
  expect(select("ariel.2.2.slow-amplitude")).toEqual(["ariel.2.2"]);
  expect(select("gear")).toEqual([]);
});

test("an experiment that throws is listed with the reason, and the results of the others stand", async () => {
  const item = compareNumbers(about, 1, 1, { absolute: 0.1, ...why });
  const result = await reproduce(
    [
      experimentOf("ariel.1", () => {
        throw new Error("no luck");
      }),
      experimentOf("ariel.9", () => ({ items: [item], figures: [] })),
    ],
    { quick: false, progress() {}, pause: async () => {} },
  );
  expect(result.failed).toEqual([{ id: "ariel.1", reason: "no luck" }]);
  expect(result.items).toEqual([item]);
});

test("when the run must end, finished results stand and the other experiments are listed as failed", async () => {
  let ended = false;
  const result = await reproduce(
    [
      experimentOf("ariel.1", () => {
        ended = true;
        return { items: [compareNumbers(about, 1, 1, { absolute: 0.1, ...why })], figures: [] };
      }),
      experimentOf("ariel.2"),
    ],
    {
      quick: false,
      progress() {},
      async pause() {
        if (ended) throw new Error("interrupted");
      },
    },
  );
  expect(result.items.length).toBe(1);
  expect(result.failed).toEqual([{ id: "ariel.2", reason: "interrupted" }]);
});

test("outcomes on the shelf are not measured again, and an interrupted reproduction stores those that are finished", async () => {
  const measured: string[] = [];
  const named = (id: string): Experiment =>
    experimentOf(id, () => {
      measured.push(id);
      return { items: [compareNumbers({ ...about, id: `${id}.x` }, 1, 1, { absolute: 0.1, ...why })], figures: [] };
    });
  const all = ["a.1", "a.2", "a.3"].map(named);
  const kept = new Map<string, Outcome>();
  const outcomes = {
    read: (id: string) => kept.get(id),
    write: (id: string, outcome: Outcome) => void kept.set(id, outcome),
  };
  const run = (limit: number) => {
    let pauses = 0;
    return reproduce(all, {
      ...{ quick: true, outcomes, progress: () => {} },
      pause: async () => {
        if (++pauses > limit) throw new Error("interrupted");
      },
    });
  };
  const first = await run(2);
  expect(first.failed.map(({ id }) => id)).toEqual(["a.3"]);
  const second = await run(1);
  expect(second.failed).toEqual([]);
  expect(second.items.map(({ id }) => id)).toEqual(["a.1.x", "a.2.x", "a.3.x"]);
  expect(measured).toEqual(["a.1", "a.2", "a.3"]);
});
