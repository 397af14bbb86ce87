import type { F64, Mechanics } from "../core/index.js";

/** Linear momentum (one entry per dimension), then angular momentum about the origin (one in the plane, three in space). */
export interface Momenta {
  readonly names: readonly string[];
  /** Compute the momenta of (q, v). */
  measure(out: Float64Array, q: F64, v: F64): void;
}

/** Undefined when the system does not know which coordinates are points. `p` is work memory of n entries. */
export function momenta(mechanics: Mechanics, p: F64): Momenta | undefined {
  const { points } = mechanics;
  if (points === undefined) return undefined;
  const { dimension, directions = new Int32Array(0) } = points;
  const places = points.coordinates;
  if (places.length + directions.length === 0) return undefined;
  const linear = ["px", "py", "pz"].slice(0, dimension);
  const angular = dimension === 2 ? ["Lz"] : dimension === 3 ? ["Lx", "Ly", "Lz"] : [];
  const names = [...linear, ...angular];

  return {
    names,
    measure(out, q, v) {
      mechanics.momentum(p, q, v);
      out.fill(0);
      for (let k = 0; k < places.length; k++) out[k % dimension] += p[places[k]];
      if (dimension === 1) return;
      for (const coordinates of [places, directions])
        for (let at = 0; at < coordinates.length; at += dimension) {
          const [x, y] = [coordinates[at], coordinates[at + 1]];
          out[names.length - 1] += q[x] * p[y] - q[y] * p[x];
          if (dimension === 2) continue;
          const z = coordinates[at + 2];
          out[3] += q[y] * p[z] - q[z] * p[y];
          out[4] += q[z] * p[x] - q[x] * p[z];
        }
    },
  };
}
