import { describe, expect, test } from "vitest";
import { locate, refined } from "./instants.js";

/** From every place, the singular positions at these places are seen exactly. */
const sees =
  (...positions: number[]) =>
  (x: number): number[] =>
    positions.map((position) => position - x).sort((a, b) => Math.abs(a) - Math.abs(b));
const at = (x: number) => ({ t: x, rows: [0] });

describe("singular positions of an interval", () => {
  test("are each found once, in their order", () => {
    const found = locate(sees(0.5, -0.31));
    expect(found).toHaveLength(2);
    expect(found[0]).toBeCloseTo(-0.31, 12);
    expect(found[1]).toBeCloseTo(0.5, 12);
  });

  test("are refined to one instant each", () => {
    const found = refined([-0.3, 0.49, 0.51], sees(0.5, -0.31), at);
    expect(found.map(({ t }) => Math.round(t * 1e6) / 1e6)).toEqual([-0.31, 0.5]);
  });

  test("are taken at the first place where none is seen from nearby", () => {
    expect(refined([-0.3, 0.4], () => [], at)).toEqual([at(-0.3)]);
  });
});
