import fc from "fast-check";
import { expect, test } from "vitest";
import { type Axis, extent, scaleFor } from "./axis.js";

const linear = (values: number[], axis: Partial<Axis> = {}) => scaleFor({ label: "y", ...axis }, extent([values]), 5);
const log = (values: number[]) => scaleFor({ label: "y", scale: "log" }, extent([values]), 5);
const labels = (scale: ReturnType<typeof linear>) =>
  scale.ticks.map((tick) => tick.label).filter((label) => label !== "");

test("linear ticks are round numbers without rounding noise", () => {
  expect(labels(linear([0, 1]))).toEqual(["0", "0.2", "0.4", "0.6", "0.8", "1"]);
  expect(labels(linear([-3, 7]))).toEqual(["−2", "0", "2", "4", "6"]);
  expect(labels(linear([0.1, 0.3]))).toEqual(["0.1", "0.15", "0.2", "0.25", "0.3"]);
});

test("a common power of ten moves into the title, before the unit", () => {
  const scale = linear([0, 4e-9], { label: "energy", unit: "J" });
  expect(scale.title).toBe("energy [10⁻⁹ J]");
  expect(labels(scale)).toEqual(["0", "1", "2", "3", "4"]);
  expect(linear([0, 2e12]).title).toBe("y [10¹²]");
});

test("labels of a small variation about a large value count from the roundest tick", () => {
  const scale = linear([1e6 - 0.001, 1e6 + 0.001]);
  expect(scale.title).toBe("y − 1000000");
  expect(labels(scale)).toEqual(["−0.001", "−0.0005", "0", "0.0005", "0.001"]);
});

test("the axis of a constant series is centred on it, and that of a zero series runs from -1 to 1", () => {
  expect(linear([5, 5]).place(5)).toBeCloseTo(0.5, 12);
  expect(linear([0, 0]).place(0)).toBe(0.5);
  expect(labels(linear([0]))).toEqual(["−1", "−0.5", "0", "0.5", "1"]);
});

test("values that differ only in their last bit still give distinct ticks", () => {
  const scale = linear([1, 1 + Number.EPSILON]);
  expect(new Set(labels(scale)).size).toBe(scale.ticks.length);
  expect(scale.ticks.length).toBeGreaterThan(2);
});

test("every finite value has a place between 0 and 1 and ticks ascend, for any data on either axis", () => {
  const values = fc.array(fc.oneof(fc.double(), fc.constantFrom(-1, 0, 1, 2, 5, 10, 0.002, 5e-9, 1e6)), {
    maxLength: 6,
  });
  fc.assert(
    fc.property(values, fc.constantFrom("linear", "log"), (data, kind) => {
      const scale = scaleFor({ label: "y", scale: kind as "linear" | "log" }, extent([data]), 5, 0.05);
      expect(scale.ticks.length).toBeGreaterThan(1);
      expect(scale.ticks.length).toBeLessThan(60);
      for (const [i, tick] of scale.ticks.entries()) {
        expect(tick.at).toBeGreaterThan(-1e-6);
        expect(tick.at).toBeLessThan(1 + 1e-6);
        if (i > 0) expect(tick.at).toBeGreaterThan(scale.ticks[i - 1].at);
        expect(tick.label.length).toBeLessThan(12);
      }
      for (const value of data) {
        const at = scale.place(value);
        if (!Number.isFinite(value)) expect(at).toBeNaN();
        else expect(at >= -1e-6 && at <= 1 + 1e-6).toBe(true);
      }
    }),
    { numRuns: 1000 },
  );
});

test("log ticks are decades, and some are left out when there are many", () => {
  expect(labels(log([1e-8, 1]))).toEqual(["10⁻⁸", "10⁻⁶", "10⁻⁴", "0.01", "1"]);
  expect(labels(log([0.006, 0.09]))).toEqual(["0.005", "0.01", "0.02", "0.05", "0.1"]);
});

test("a constant on a log axis lies inside a decade", () => {
  for (const value of [1, 2, 5, 2e-3, 1e-9]) expect(labels(log([value, value])).length).toBeGreaterThan(1);
});

test("zero on a log axis is drawn at a floor below all other values, and the axis says so", () => {
  const scale = log([0, 3e-9, 1e-4]);
  expect(scale.place(0)).toBe(0);
  expect(scale.place(3e-9)).toBeGreaterThan(0.1);
  expect(scale.note).toBe("zero is drawn at 10⁻¹⁰");
  expect(log([-1, 1]).note).toBe("zero and negative values are drawn at 0.1");
  expect(log([1e-300, 1]).note).toBe("smaller values are drawn at 10⁻²⁴");
  expect(log([1e-3, 1]).note).toBeUndefined();
});

test("a log axis that has only zeros still has ticks", () => {
  expect(log([0, 0]).place(0)).toBe(0);
  expect(log([]).ticks.length).toBeGreaterThan(1);
});
