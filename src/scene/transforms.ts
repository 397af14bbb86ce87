/** Where the solids of a scene are: ten numbers each, a translation, a rotation (x, y, z, w) and a stretch. */

import { frameAxes, type Places } from "./pose.js";
import type { ModelScene } from "./scene.js";
import type { Solid } from "./solids.js";

/**
 * The numbers of a transform: a translation, a rotation (x, y, z, w) and a stretch.
 *
 * @example
 * perSolid; // 10
 */
export const perSolid = 10;

/**
 * Writes the transforms of all solids. Loads are drawn so that the strongest is half as long as the radius of the motion, and so
 * are reactions of joints, which are left out if the strongest of them is 0.
 *
 * @example
 * const { lowered, workspace } = prepareRun(pendulum);
 * const scene = sceneOf(lowered, workspace);
 * const solids = solidsOf(scene, 1);
 * const transforms = new Float32Array(perSolid * solids.length);
 * placeSolids(transforms, scene, solids, poser(scene)(0, workspace.initial), { radius: 1, strongest: 0 });
 */
export function placeSolids(
  out: Float32Array,
  scene: Pick<ModelScene, "frames">,
  solids: readonly Solid[],
  places: Places,
  {
    radius,
    strongest,
    reaction = 0,
  }: { readonly radius: number; readonly strongest: number; readonly reaction?: number },
): void {
  const axes = new Float64Array(9);
  solids.forEach(({ at }, k) => {
    const o = perSolid * k;
    if ("point" in at) {
      for (let c = 0; c < 3; c++) out[o + c] = places[3 * at.point + c];
      turn(out, o, 0, 0, 0, 1);
      stretch(out, o, at.size, at.size, at.size);
    } else if ("ends" in at) {
      const [a, b] = [3 * at.ends[0], 3 * at.ends[1]];
      between(
        out,
        o,
        places,
        a,
        places[b] - places[a],
        places[b + 1] - places[a + 1],
        places[b + 2] - places[a + 2],
        at,
      );
    } else if ("load" in at) {
      const v = 3 * at.vector;
      const most = at.isReaction ? reaction : strongest;
      const scale = most > 0 ? (0.5 * radius) / most : 0;
      between(out, o, places, 3 * at.load, scale * places[v], scale * places[v + 1], scale * places[v + 2], at);
    } else {
      if (at.frame < 0) axes.set([1, 0, 0, 0, 1, 0, 0, 0, 1]);
      else frameAxes(axes, scene, places, at.frame);
      for (let c = 0; c < 3; c++) {
        let sum = at.frame < 0 ? 0 : places[3 * scene.frames[at.frame].origin + c];
        for (let i = 0; i < at.local.length; i++) sum += at.local[i] * axes[3 * i + c];
        out[o + c] = sum;
      }
      if (at.along === undefined) turnTo(out, o, axes);
      else {
        const [x, y, z = 0] = at.along;
        upright(
          out,
          o,
          [0, 1, 2].map((c) => x * axes[c] + y * axes[3 + c] + z * axes[6 + c]),
        );
      }
      stretch(out, o, at.size[0], at.size[1] ?? at.size[0], at.size[2] ?? at.size[0]);
    }
  });
}

function between(
  out: Float32Array,
  o: number,
  places: Places,
  from: number,
  dx: number,
  dy: number,
  dz: number,
  { part: [first, last], size }: { readonly part: readonly [number, number]; readonly size: number },
): void {
  const middle = (first + last) / 2;
  const length = Math.hypot(dx, dy, dz);
  out[o] = places[from] + middle * dx;
  out[o + 1] = places[from + 1] + middle * dy;
  out[o + 2] = places[from + 2] + middle * dz;
  upright(out, o, length > 0 ? [dx / length, dy / length, dz / length] : [0, 0, 1]);
  // what has no length is not drawn
  const wide = length > 0 ? size : 0;
  stretch(out, o, wide, wide, length * (last - first));
}

/** The rotation that turns the third axis to a unit vector, by the shortest way. */
function upright(out: Float32Array, o: number, [x, y, z]: readonly number[]): void {
  const w = 1 + z;
  if (w < 1e-9) turn(out, o, 1, 0, 0, 0);
  else {
    const size = Math.hypot(x, y, w);
    turn(out, o, -y / size, x / size, 0, w / size);
  }
}

/** The rotation of three axes, which are unit vectors at right angles (Shepperd's choice of the largest component). */
function turnTo(out: Float32Array, o: number, m: Float64Array): void {
  const [a, b, c] = [m[0], m[4], m[8]];
  const trace = a + b + c;
  if (trace > 0) {
    const s = 2 * Math.sqrt(1 + trace);
    turn(out, o, (m[5] - m[7]) / s, (m[6] - m[2]) / s, (m[1] - m[3]) / s, s / 4);
  } else if (a >= b && a >= c) {
    const s = 2 * Math.sqrt(1 + a - b - c);
    turn(out, o, s / 4, (m[1] + m[3]) / s, (m[6] + m[2]) / s, (m[5] - m[7]) / s);
  } else if (b >= c) {
    const s = 2 * Math.sqrt(1 + b - a - c);
    turn(out, o, (m[1] + m[3]) / s, s / 4, (m[5] + m[7]) / s, (m[6] - m[2]) / s);
  } else {
    const s = 2 * Math.sqrt(1 + c - a - b);
    turn(out, o, (m[6] + m[2]) / s, (m[5] + m[7]) / s, s / 4, (m[1] - m[3]) / s);
  }
}

function turn(out: Float32Array, o: number, x: number, y: number, z: number, w: number): void {
  out[o + 3] = x;
  out[o + 4] = y;
  out[o + 5] = z;
  out[o + 6] = w;
}

function stretch(out: Float32Array, o: number, x: number, y: number, z: number): void {
  out[o + 7] = x;
  out[o + 8] = y;
  out[o + 9] = z;
}
