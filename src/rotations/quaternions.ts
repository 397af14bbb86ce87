/** Quaternions p = (a, b, c, d) inside arrays, at an index: axes, rates, and back from axes. */

import type { F64 } from "../core/index.js";

/** p' = p omega / 2. */
export function quaternionRate(dz: F64, z: F64, p: number, w: number): void {
  const a = z[p];
  const b = z[p + 1];
  const c = z[p + 2];
  const d = z[p + 3];
  const w1 = 0.5 * z[w];
  const w2 = 0.5 * z[w + 1];
  const w3 = 0.5 * z[w + 2];
  dz[p] = -b * w1 - c * w2 - d * w3;
  dz[p + 1] = a * w1 + c * w3 - d * w2;
  dz[p + 2] = a * w2 + d * w1 - b * w3;
  dz[p + 3] = a * w3 + b * w2 - c * w1;
}

/** The axes of a quaternion of any length. */
export function writeAxes(axes: Float64Array, A: number, z: F64, p: number): void {
  const a = z[p];
  const b = z[p + 1];
  const c = z[p + 2];
  const d = z[p + 3];
  const two = 2 / (a * a + b * b + c * c + d * d);
  axes[A] = 1 - two * (c * c + d * d);
  axes[A + 1] = two * (b * c + a * d);
  axes[A + 2] = two * (b * d - a * c);
  axes[A + 3] = two * (b * c - a * d);
  axes[A + 4] = 1 - two * (b * b + d * d);
  axes[A + 5] = two * (c * d + a * b);
  axes[A + 6] = two * (b * d + a * c);
  axes[A + 7] = two * (c * d - a * b);
  axes[A + 8] = 1 - two * (b * b + c * c);
}

/** The unit quaternion of axes, from its largest entry (Shepperd, J. Guidance Control 1 (1978) 223). */
export function readQuaternion(z: F64, p: number, axes: Float64Array, A: number): void {
  const a0 = z[p];
  const b0 = z[p + 1];
  const c0 = z[p + 2];
  const d0 = z[p + 3];
  const x = axes[A];
  const y = axes[A + 4];
  const w = axes[A + 8];
  const aa = 1 + x + y + w;
  const bb = 1 + x - y - w;
  const cc = 1 - x + y - w;
  const dd = 1 - x - y + w;

  // four times the products of each entry with the largest
  if (aa >= bb && aa >= cc && aa >= dd) {
    z[p] = aa;
    z[p + 1] = axes[A + 5] - axes[A + 7];
    z[p + 2] = axes[A + 6] - axes[A + 2];
    z[p + 3] = axes[A + 1] - axes[A + 3];
  } else if (bb >= cc && bb >= dd) {
    z[p] = axes[A + 5] - axes[A + 7];
    z[p + 1] = bb;
    z[p + 2] = axes[A + 1] + axes[A + 3];
    z[p + 3] = axes[A + 2] + axes[A + 6];
  } else if (cc >= dd) {
    z[p] = axes[A + 6] - axes[A + 2];
    z[p + 1] = axes[A + 1] + axes[A + 3];
    z[p + 2] = cc;
    z[p + 3] = axes[A + 5] + axes[A + 7];
  } else {
    z[p] = axes[A + 1] - axes[A + 3];
    z[p + 1] = axes[A + 2] + axes[A + 6];
    z[p + 2] = axes[A + 5] + axes[A + 7];
    z[p + 3] = dd;
  }
  const square = z[p] * z[p] + z[p + 1] * z[p + 1] + z[p + 2] * z[p + 2] + z[p + 3] * z[p + 3];
  const isFar = z[p] * a0 + z[p + 1] * b0 + z[p + 2] * c0 + z[p + 3] * d0 < 0;
  const scale = (isFar ? -1 : 1) / Math.sqrt(square);
  for (let k = 0; k < 4; k++) z[p + k] *= scale;
}
