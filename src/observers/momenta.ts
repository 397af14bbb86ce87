import type { F64, Mechanics } from "../core/index.js";

/** Linear momentum (one entry per dimension), then angular momentum about the origin (one in the plane, three in space). */
export interface Momenta {
  readonly names: readonly string[];
  /** The momenta of (q, v). */
  measure(out: Float64Array, q: F64, v: F64): void;
}

/** Undefined when the system does not say which coordinates are points. `p` is work memory of n entries. */
export function momenta(mechanics: Mechanics, p: F64): Momenta | undefined {
  const { points } = mechanics;
  if (points === undefined || points.coordinates.length === 0) return undefined;
  const { dimension, coordinates } = points;
  const linear = ["px", "py", "pz"].slice(0, dimension);
  const angular = dimension === 2 ? ["Lz"] : dimension === 3 ? ["Lx", "Ly", "Lz"] : [];
  const names = [...linear, ...angular];

  return {
    names,
    measure(out, q, v) {
      mechanics.momentum(p, q, v);
      out.fill(0);
      for (let at = 0; at < coordinates.length; at += dimension) {
        const x = coordinates[at];
        for (let c = 0; c < dimension; c++) out[c] += p[coordinates[at + c]];
        if (dimension === 1) continue;
        const y = coordinates[at + 1];
        out[names.length - 1] += q[x] * p[y] - q[y] * p[x];
        if (dimension === 2) continue;
        const z = coordinates[at + 2];
        out[3] += q[y] * p[z] - q[z] * p[y];
        out[4] += q[z] * p[x] - q[x] * p[z];
      }
    },
  };
}
