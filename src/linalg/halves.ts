import type { F64 } from "../core/index.js";

/** The two halves of an array of 2 n entries: q and v of a `y`, v and q'' of a `dy`. */
export interface Halves {
  readonly q: F64;
  readonly v: F64;
}

/** More than the number of stages of any method; when it is exceeded, the oldest entry is replaced. */
const capacity = 64;

/**
 * A function from an array to its halves that allocates only when it sees an array for the first time. Methods call
 * with the same few arrays in the same order at every step, so the search begins after the last hit.
 */
export function halvesOf(n: number): (y: F64) => Halves {
  const keys: F64[] = [];
  const values: Halves[] = [];
  let last = 0;
  let oldest = 0;

  return (y) => {
    for (let i = last; i < keys.length; i++) {
      if (keys[i] === y) {
        last = i + 1;
        return values[i];
      }
    }
    for (let i = 0; i < last && i < keys.length; i++) {
      if (keys[i] === y) {
        last = i + 1;
        return values[i];
      }
    }
    const at = keys.length < capacity ? keys.length : oldest++ % capacity;
    const halves = { q: y.subarray(0, n), v: y.subarray(n, 2 * n) };
    keys[at] = y;
    values[at] = halves;
    last = at + 1;
    return halves;
  };
}
