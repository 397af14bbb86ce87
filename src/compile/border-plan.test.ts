import { describe, expect, test } from "vitest";
import { borderedSystem } from "./border-plan.js";
import type { RowPattern } from "./constraint-pattern.js";
import type { MassPlan } from "./mass.js";

/** G of rods between points of three coordinates. */
function rods(pairs: readonly (readonly [number, number])[]): RowPattern {
  const column = pairs.flatMap(([a, b]) => [0, 1, 2].flatMap((c) => [3 * a + c, 3 * b + c]));
  return { rowStart: Int32Array.from({ length: pairs.length + 1 }, (_, i) => 6 * i), column: Int32Array.from(column) };
}

const diagonal = { kind: "diagonal" } as MassPlan;
const found = (pairs: readonly (readonly [number, number])[]) => {
  const G = rods(pairs);
  return borderedSystem(G, G, diagonal, 3 * (1 + Math.max(...pairs.flat())));
};
const wheel = (n: number, hub = 0) => Array.from({ length: n }, (_, i) => [hub, hub + i + 1] as const);

describe("coordinates of a border", () => {
  test("are those of hubs, and the factorisation of a wheel is linear in its spokes", () => {
    const [small, large] = [1000, 10_000].map((n) => found(wheel(n))!);
    expect([...large.border.coordinates]).toEqual([0, 1, 2]);
    expect(large.analysis.operations / small.analysis.operations).toBeLessThan(10.1);
    expect(large.analysis.operations).toBeLessThan(60 * 10_000);
    const many = Array.from({ length: 40 }, (_, k) => wheel(200, 201 * k)).flat();
    expect(found(many)!.border.coordinates).toHaveLength(120);
    expect([...found([...wheel(200), ...wheel(200, 201)])!.border.coordinates]).toEqual([0, 1, 2, 603, 604, 605]);
  });

  test("are not taken where S stays sparse or is small", () => {
    expect(found(wheel(100))).toBeUndefined();
    expect(found(Array.from({ length: 1000 }, (_, i) => [i, i + 1] as const))).toBeUndefined();
  });

  test("are not taken where they would not help, as in complete graphs", () => {
    const nodes = Array.from({ length: 110 }, (_, i) => i);
    expect(found(nodes.flatMap((a) => nodes.slice(a + 1).map((b) => [a, b] as const)))).toBeUndefined();
  });
});
