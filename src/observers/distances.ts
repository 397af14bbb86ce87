import type { Source } from "./observables.js";

/**
 * The distances between all pairs of a point of `one` and a different point of `other`, each pair once. Points are given by
 * their first coordinates, in ascending order. With the edges of a periodic box, distances are those of nearest images.
 */
export function distances(
  one: Int32Array,
  other: Int32Array,
  dimension: number,
  box: readonly number[] | undefined,
): Source {
  // a pair occurs twice if both points are in both groups; it is counted when the smaller one comes first
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

/** The fraction of an ideal gas in a periodic box between two distances, up to half an edge, from any point. */
export function shellFraction(box: readonly number[], from: number, to: number): number {
  const ball = [(r: number) => 2 * r, (r: number) => Math.PI * r * r, (r: number) => (4 / 3) * Math.PI * r * r * r];
  const volume = ball[box.length - 1];
  return (volume(to) - volume(from)) / box.reduce((product, edge) => product * edge, 1);
}
