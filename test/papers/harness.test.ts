import { expect, test } from "vitest";
import {
  compareNumbers,
  type Experiment,
  fittedOrder,
  reproduce,
  selectExperiments,
} from "../../src/papers/harness/index.js";

const about = { id: "ariel.9.x", paper: "ariel", item: "an item" };
const why = "because";

test("a number agrees within its tolerance and differs beyond it", () => {
  expect(compareNumbers(about, 2, 2.1, { absolute: 0.11, why }).agrees).toBe(true);
  expect(compareNumbers(about, 2, 2.1, { absolute: 0.09, why }).agrees).toBe(false);
  expect(compareNumbers(about, 2, 2.1, { relative: 0.051, why }).agrees).toBe(true);
  expect(compareNumbers(about, 2, 2.1, { relative: 0.049, why }).agrees).toBe(false);
  expect(compareNumbers(about, 7, 2.1, { between: [2, 3], why }).agrees).toBe(true);
  expect(compareNumbers(about, 2, 1.9, { between: [2, 3], why }).agrees).toBe(false);
});

test("a list differs if one of its numbers is off, missing or not finite", () => {
  const close = { absolute: 0.1, why };
  expect(compareNumbers(about, [1, 2], [1, 2], close).agrees).toBe(true);
  expect(compareNumbers(about, [1, 2], [1, 2.2], close).agrees).toBe(false);
  expect(compareNumbers(about, [1, 2], [1], close).agrees).toBe(false);
  expect(compareNumbers(about, [1, 2], [1, Number.NaN], close).agrees).toBe(false);
  expect(compareNumbers(about, Number.NaN, 1, close).agrees).toBe(false);
});

test("an empty list of measurements does not agree with an empty list of published numbers", () => {
  expect(compareNumbers(about, [], [], { absolute: 1, why }).agrees).toBe(false);
});

test("an item says which side is wrong only where the two differ", () => {
  const wrong = { ...about, wrong: "paper" } as const;
  expect(compareNumbers(wrong, 1, 1, { absolute: 0.1, why })).not.toHaveProperty("wrong");
  expect(compareNumbers(wrong, 1, 2, { absolute: 0.1, why })).toHaveProperty("wrong", "paper");
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
  const item = compareNumbers(about, 1, 1, { absolute: 0.1, why });
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
        return { items: [compareNumbers(about, 1, 1, { absolute: 0.1, why })], figures: [] };
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
