import type { F64, Geometry, Masses, Momenta } from "../core/index.js";

/** Undefined when the system does not know which coordinates are points. `p` is work memory of n entries. */
export function momenta(mechanics: Geometry & Masses, p: F64): Momenta | undefined {
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
