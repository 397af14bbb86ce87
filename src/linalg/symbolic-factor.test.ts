import { describe, expect, it } from "vitest";
import { minimumDegree } from "./ordering.js";
import { graphOf, type SymmetricPattern } from "./pattern.js";
import { type Analysis, analyse } from "./symbolic-factor.js";

function pattern(n: number, edges: readonly (readonly [number, number])[]): SymmetricPattern {
  const seen = new Set(edges.filter(([i, j]) => i !== j).map(([i, j]) => Math.max(i, j) * n + Math.min(i, j)));
  const rows = [...Array(n).keys(), ...Array.from(seen, (e) => Math.floor(e / n))];
  const cols = [...Array(n).keys(), ...Array.from(seen, (e) => e % n)];
  return { n, rows: Int32Array.from(rows), cols: Int32Array.from(cols) };
}

const chain = (n: number) =>
  pattern(
    n,
    Array.from({ length: n - 1 }, (_, i) => [i, i + 1] as const),
  );

function grid(width: number, height: number): SymmetricPattern {
  const edges: [number, number][] = [];
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      if (x > 0) edges.push([y * width + x, y * width + x - 1]);
      if (y > 0) edges.push([y * width + x, (y - 1) * width + x]);
    }
  return pattern(width * height, edges);
}

/** Seeded integers below `limit`. */
function dice(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

const randomPattern = (n: number, edges: number, seed: number): SymmetricPattern => {
  const roll = dice(seed);
  return pattern(
    n,
    Array.from({ length: edges }, () => [roll(n), roll(n)] as const),
  );
};

/** The rows of each column of L, found by eliminating sets. */
function fillByHand(p: SymmetricPattern, order: Int32Array): number[][] {
  const position = new Map(Array.from(order, (i, k) => [i, k]));
  const columns = Array.from({ length: p.n }, () => new Set<number>());
  p.rows.forEach((row, k) => {
    const [a, b] = [position.get(row) as number, position.get(p.cols[k]) as number];
    if (a !== b) columns[Math.min(a, b)].add(Math.max(a, b));
  });
  return columns.map((column) => {
    const rows = [...column].sort((a, b) => a - b);
    for (const row of rows.slice(1)) columns[rows[0]].add(row);
    return rows;
  });
}

/** The rows of each column of L according to the analysis. */
function columnsOf({ n, structure, supernodes }: Analysis): number[][] {
  const { first, rowStart, rows } = structure;
  const out: number[][] = Array.from({ length: n }, () => []);
  for (let s = 0; s < supernodes; s++)
    for (let j = first[s]; j < first[s + 1]; j++)
      out[j] = Array.from(rows.subarray(rowStart[s], rowStart[s + 1])).filter((row) => row > j);
  return out;
}

const isPermutation = (order: Int32Array) => Array.from(order.toSorted()).every((i, k) => i === k);

describe("ordering", () => {
  it("is a permutation", () => {
    for (let seed = 0; seed < 60; seed++) {
      const p = randomPattern(1 + (seed % 40), 3 * seed, seed);
      expect(isPermutation(minimumDegree(graphOf(p)))).toBe(true);
    }
    expect(minimumDegree(graphOf(pattern(0, [])))).toHaveLength(0);
  });

  it("is the same for the same pattern", () => {
    expect(analyse(grid(20, 20)).order).toEqual(analyse(grid(20, 20)).order);
  });

  it("gives chains and trees no fill, in any numbering", () => {
    const roll = dice(3);
    for (const n of [2, 3, 100, 1000]) {
      const names = Int32Array.from({ length: n }, (_, i) => i);
      for (let i = n - 1; i > 0; i--) {
        const j = roll(i + 1);
        [names[i], names[j]] = [names[j], names[i]];
      }
      const link = (i: number, j: number) => [names[i], names[j]] as const;
      expect(analyse(chain(n)).nonzeros).toBe(n - 1);
      expect(
        analyse(
          pattern(
            n,
            Array.from({ length: n - 1 }, (_, i) => link(i + 1, i)),
          ),
        ).nonzeros,
      ).toBe(n - 1);
      expect(
        analyse(
          pattern(
            n,
            Array.from({ length: n - 1 }, (_, i) => link(i + 1, roll(i + 1))),
          ),
        ).nonzeros,
      ).toBe(n - 1);
    }
  });

  it("puts the hub of an arrow last, so that there is no fill, even if the hub counts as a dense row", () => {
    for (const n of [10, 1000, 5000])
      expect(
        analyse(
          pattern(
            n,
            Array.from({ length: n - 1 }, (_, i) => [0, i + 1]),
          ),
        ).nonzeros,
      ).toBe(n - 1);
  });

  it("gives a ring at most one entry of fill per row", () => {
    const n = 500;
    expect(
      analyse(
        pattern(
          n,
          Array.from({ length: n }, (_, i) => [i, (i + 1) % n]),
        ),
      ).nonzeros,
    ).toBeLessThan(2 * n);
  });

  // the measured values are 34,657 and 194,434; a band ordering has 125,000 and 1,000,000
  it.each([
    [50, 36_000],
    [100, 200_000],
  ])("keeps the fill of a %i x %i grid at minimum-degree quality", (size, bound) => {
    expect(analyse(grid(size, size)).nonzeros).toBeLessThan(bound);
  });

  it("keeps the order of a chain of 100,000", () => {
    const { order, nonzeros } = analyse(chain(100_000));
    expect(nonzeros).toBe(99_999);
    expect(order.every((i, k) => i === k)).toBe(true);
  });
});

describe("symbolic factorisation", () => {
  it("finds exactly the entries that elimination by hand finds", () => {
    for (let seed = 0; seed < 60; seed++) {
      const p = randomPattern(1 + (seed % 30), 2 * seed, seed + 100);
      const analysis = analyse(p);
      const expected = fillByHand(p, analysis.order);
      expect(columnsOf(analysis)).toEqual(expected);
      expect(analysis.nonzeros).toBe(expected.reduce((sum, column) => sum + column.length, 0));
    }
  });

  it("keeps a given order up to a postorder of equal fill", () => {
    const p = grid(6, 5);
    const order = Int32Array.from({ length: 30 }, (_, i) => i);
    const analysis = analyse(p, order);
    expect(isPermutation(analysis.order)).toBe(true);
    expect(analysis.nonzeros).toBe(fillByHand(p, order).reduce((sum, column) => sum + column.length, 0));
  });

  it("makes one supernode of a dense matrix and one of each dense block", () => {
    const clique = (n: number, from = 0) =>
      Array.from({ length: n * n }, (_, k) => [from + Math.floor(k / n), from + (k % n)] as const);
    expect(analyse(pattern(7, clique(7))).supernodes).toBe(1);
    expect(analyse(pattern(9, [...clique(3), ...clique(3, 3), ...clique(3, 6)])).supernodes).toBe(3);
  });

  it("refuses invalid patterns and names the slot or entry", () => {
    const of = (n: number, rows: number[], cols: number[]) => () =>
      analyse({ n, rows: Int32Array.from(rows), cols: Int32Array.from(cols) });
    expect(of(2, [0, 1, 0], [0, 1, 1])).toThrow("in the lower triangle of 2 rows; slot 2 is (0, 1)");
    expect(of(2, [0, 2], [0, 2])).toThrow("slot 1 is (2, 2)");
    expect(of(2, [0, 1], [0, 0])).toThrow("every diagonal entry must have a slot; entry 1 has none");
    expect(of(2, [0, 1, 1], [0, 1, 1])).toThrow("diagonal entry 1 has 1 and 2");
    expect(of(2, [0, 1, 1, 1], [0, 1, 0, 0])).toThrow("every entry must have one slot; (0, 1) has two");
  });
});
