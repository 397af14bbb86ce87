import type { Source } from "./observables.js";

/**
 * Distances of all pairs of a point of `one` and a different one of `other`, given by their first coordinates in ascending order; each
 * pair once. With the edges of a periodic box they are those of nearest images.
 */
export function distances(
  one: Int32Array,
  other: Int32Array,
  dimension: number,
  box: readonly number[] | undefined,
): Source {
  // a pair that comes twice is one of two points that are in both groups: it counts where the smaller one is first
  const [inOne, inOther] = [new Set(one), new Set(other)];
  const both = (group: Int32Array) => Uint8Array.from(group, (x) => Number(inOne.has(x) && inOther.has(x)));
  const [shared, sharedOther] = [both(one), both(other)];
  return ({ q }, each) => {
    for (let i = 0; i < one.length; i++)
      for (let j = 0; j < other.length; j++) {
        const a = one[i];
        const b = other[j];
        if (b <= a && (b === a || (shared[i] === 1 && sharedOther[j] === 1))) continue;
        let square = 0;
        for (let c = 0; c < dimension; c++) {
          let d = q[a + c] - q[b + c];
          if (box !== undefined) d -= box[c] * Math.floor(d / box[c] + 0.5);
          square += d * d;
        }
        each(Math.sqrt(square));
      }
  };
}

/** The share of an ideal gas in a periodic box that is between two distances, at most half an edge, of any point. */
export function shellShare(box: readonly number[], from: number, to: number): number {
  const ball = [(r: number) => 2 * r, (r: number) => Math.PI * r * r, (r: number) => (4 / 3) * Math.PI * r * r * r];
  const volume = ball[box.length - 1];
  return (volume(to) - volume(from)) / box.reduce((product, edge) => product * edge, 1);
}
