import type { Source } from "./observables.js";

/** Distances of all pairs of a point of `one` and a different one of `other`, given by their first coordinates; each pair once. */
export function distances(one: Int32Array, other: Int32Array, dimension: number): Source {
  const pairs: number[] = [];
  const seen = new Set<string>();
  for (const a of one)
    for (const b of other) {
      const key = a < b ? `${a} ${b}` : `${b} ${a}`;
      if (a === b || seen.has(key)) continue;
      seen.add(key);
      pairs.push(a, b);
    }
  const ends = Int32Array.from(pairs);
  return ({ q }, each) => {
    for (let p = 0; p < ends.length; p += 2) {
      let square = 0;
      for (let c = 0; c < dimension; c++) {
        const d = q[ends[p] + c] - q[ends[p + 1] + c];
        square += d * d;
      }
      each(Math.sqrt(square));
    }
  };
}
