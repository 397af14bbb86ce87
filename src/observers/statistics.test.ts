import { describe, expect, it } from "vitest";
import { RandomStream } from "../random/index.js";
import { seriesStatistics } from "./statistics.js";

/** x_k = rho x_(k-1) + noise: an integrated correlation of (1 + rho) / (1 - rho). */
function correlated(rho: number, count: number, index: number): Float64Array {
  const stream = new RandomStream(11, index);
  const values = new Float64Array(count);
  let x = stream.normal() / Math.sqrt(1 - rho * rho);
  for (let k = 0; k < count; k++) {
    values[k] = x;
    x = rho * x + stream.normal();
  }
  return values;
}

describe("statistics of a series", () => {
  it("give white noise its naive error, and an effective size equal to its count", () => {
    const count = 4096;
    const { mean, error, effective, deviation } = seriesStatistics(correlated(0, count, 0));
    expect(Math.abs(mean)).toBeLessThan(4 / Math.sqrt(count));
    expect(deviation).toBeCloseTo(1, 1);
    // there are 128 blocks of 32, so the error itself is known to 1 / sqrt(2 * 128) = 6 %
    expect(error * Math.sqrt(count)).toBeGreaterThan(0.85);
    expect(error * Math.sqrt(count)).toBeLessThan(1.25);
    expect(effective).toBeLessThanOrEqual(count);
  });

  it.each([0.5, 0.9])("account for correlations of rho = %s", (rho) => {
    const count = 2 ** 15;
    const time = (1 + rho) / (1 - rho);
    const estimates = Array.from({ length: 8 }, (_, k) => seriesStatistics(correlated(rho, count, k + 1)));
    const ratio = estimates.reduce((sum, s) => sum + (s.error / s.deviation) ** 2 * count, 0) / 8 / time;
    // the criterion stops where the bias of short blocks is about the scatter of few blocks: about 10 %
    expect(ratio).toBeGreaterThan(0.8);
    expect(ratio).toBeLessThan(1.2);
    for (const { effective } of estimates) expect(Math.abs((effective * time) / count - 1)).toBeLessThan(0.5);
  });

  it("contain the true mean about as often as their error predicts", () => {
    const inside = Array.from({ length: 100 }, (_, k) => seriesStatistics(correlated(0.8, 2048, k + 100))).filter(
      ({ mean, error }) => Math.abs(mean) < 2 * error,
    );
    // 95 of 100 for normal errors, and fewer because the errors are estimated
    expect(inside.length).toBeGreaterThanOrEqual(88);
  });

  it("have the error of the shortest blocks of 1, 2, 4, … values that satisfy the criterion, computed from all values", () => {
    /** Lee et al. sec. II, written down again: B^3 > 2 n (error_B / error_1)^4, or fewer than four blocks. */
    const expected = (values: Float64Array): number => {
      const errorOf = (length: number): { error: number; blocks: number } => {
        const blocks = Math.floor(values.length / length);
        const means = Array.from({ length: blocks }, (_, k) =>
          values.subarray(k * length, (k + 1) * length).reduce((sum, x) => sum + x / length, 0),
        );
        const mean = means.reduce((sum, x) => sum + x / blocks, 0);
        const squares = means.reduce((sum, x) => sum + (x - mean) ** 2, 0);
        return { error: Math.sqrt(squares / (blocks - 1) / blocks), blocks };
      };
      const { error: naive } = errorOf(1);
      for (let length = 1; ; length *= 2) {
        const { error, blocks } = errorOf(length);
        const kept = Math.max(naive, error);
        if (length ** 3 > 2 * values.length * (kept / naive) ** 4 || blocks < 4) return kept;
      }
    };
    // lengths that are powers of two and others, and correlations that end in short blocks, long blocks, and at four blocks
    const lengths = new Set<number>();
    for (const [k, rho] of [0, 0.3, 0.7, 0.9, 0.97, 0.995].entries())
      for (const count of [64, 1000, 4096, 5000]) {
        const values = correlated(rho, count, 300 + k);
        const { error, deviation } = seriesStatistics(values);
        expect(Math.abs(error / expected(values) - 1)).toBeLessThan(1e-9);
        lengths.add(Math.round((error / deviation) * 1e6));
      }
    expect(lengths.size).toBeGreaterThan(12);
  });

  it("are NaN where a series is too short to define them", () => {
    expect(seriesStatistics([])).toMatchObject({ count: 0, mean: Number.NaN, least: Number.NaN });
    expect(seriesStatistics([3])).toMatchObject({ count: 1, mean: 3, error: Number.NaN, least: 3, most: 3 });
    expect(seriesStatistics([2, 2, 2, 2])).toMatchObject({ mean: 2, error: 0, deviation: 0, effective: 4 });
  });
});
