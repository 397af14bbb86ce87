import { expect, test } from "vitest";
import { cutOff } from "./cut-off.js";

const none = Number.NaN;

test("samples inside stay, and the curve reaches both ends of the range", () => {
  const { x, y } = cutOff({ x: [0, 1, 2, 3, 4], y: [0, 10, 20, 30, 40] }, [0.5, 3.25]);
  expect(x).toEqual([0.5, 1, 2, 3, 3.25, none]);
  expect(y).toEqual([5, 10, 20, 30, 32.5, none]);
});

test("a range between two samples is crossed by a straight line", () => {
  const { x, y } = cutOff({ x: [0, 10], y: [0, 100] }, [4, 6]);
  expect([x, y]).toEqual([
    [4, 6, none],
    [40, 60, none],
  ]);
});

test("a curve that leaves and comes back has a gap, also where x goes backwards", () => {
  expect(cutOff({ x: [0, 2, 0], y: [0, 2, 4] }, [0, 1]).x).toEqual([0, 1, none, 1, 0]);
  expect(cutOff({ x: [3, 2, 1, 0], y: [3, 2, 1, 0] }, [1.5, 2.5]).x).toEqual([2.5, 2, 1.5, none]);
});

test("gaps stay gaps, errors stay with their samples, and all else of a series is kept", () => {
  const series = { name: "a", x: [0, 1, 2, 3], y: [0, none, 2, 3], error: [0.1, 0.2, 0.3, 0.4] };
  const cut = cutOff(series, [0, 2]);
  expect(cut).toEqual({
    name: "a",
    x: [0, 1, 2, 2, none],
    y: [0, none, 2, 2, none],
    error: [0.1, 0.2, 0.3, none, none],
  });
});

test("a curve that is inside is left as it is", () => {
  const curve = { x: [0, 1, 2], y: [0, 1, 4] };
  expect(cutOff(curve, [2, 0])).toBe(curve);
});
