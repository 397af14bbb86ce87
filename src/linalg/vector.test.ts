import { describe, expect, it } from "vitest";
import * as vector from "./vector.js";

const of = (...values: number[]) => Float64Array.from(values);

describe("vectors", () => {
  it("write their result into the first argument", () => {
    const out = of(1, 2, 3);
    vector.axpy(out, 2, of(1, 1, -1));
    expect(out).toEqual(of(3, 4, 1));
    vector.mulAxpy(out, -1, of(1, 2, 0), of(3, 1, 9));
    expect(out).toEqual(of(0, 2, 1));
    vector.addScaled(out, of(1, 1, 1), 3, of(0, 1, 2));
    expect(out).toEqual(of(1, 4, 7));
    vector.combine(out, 2, of(1, 2, 3), -1, of(1, 1, 1));
    expect(out).toEqual(of(1, 3, 5));
    vector.subtract(out, of(5, 5, 5), of(1, 2, 3));
    expect(out).toEqual(of(4, 3, 2));
    vector.multiply(out, of(1, 2, 3), of(2, 2, 2));
    expect(out).toEqual(of(2, 4, 6));
    vector.scale(out, 0.5);
    expect(out).toEqual(of(1, 2, 3));
    vector.fill(out, 7);
    expect(out).toEqual(of(7, 7, 7));
    vector.copy(out, of(1, 0, 2));
    expect(out).toEqual(of(1, 0, 2));
  });

  it("have dot products and norms", () => {
    expect(vector.dot(of(1, 2, 3), of(4, 5, 6))).toBe(32);
    expect(vector.norm2(of(3, 4))).toBe(5);
    expect(vector.normInf(of(1, -7, 3))).toBe(7);
    expect(vector.weightedRms(of(1, 2), of(1, 0.5))).toBe(1);
    expect(vector.weightedRms(of(), of())).toBe(0);
  });

  it("do not hide a component that is not finite", () => {
    expect(vector.normInf(of(1, Number.NaN, 3))).toBeNaN();
    expect(vector.normInf(of(1, Number.NEGATIVE_INFINITY))).toBe(Number.POSITIVE_INFINITY);
    expect(vector.weightedRms(of(1, Number.NaN), of(1, 1))).toBeNaN();
    expect(vector.allFinite(of(1, 2, Number.MAX_VALUE))).toBe(true);
    expect(vector.allFinite(of(1, Number.NaN))).toBe(false);
    expect(vector.allFinite(of(Number.POSITIVE_INFINITY))).toBe(false);
  });
});
