/** The places of a picture at a state, and the axes of its frames. */

import { evaluateSteps } from "./program.js";
import type { ModelScene, PointSource } from "./scene.js";

/** Three numbers for each point of a scene; components beyond the dimension are zero. */
export type Places = Float64Array;

/**
 * Makes the function that computes the places of all points at (t, y). It returns the same array at every call.
 *
 * @example
 * const { lowered, workspace } = prepareRun(pendulum);
 * const scene = sceneOf(lowered, workspace);
 * const placesAt = poser(scene);
 * placesAt(0, workspace.initial).length === 3 * scene.points.length; // true
 */
export function poser({ points, frames, program, dimension }: ModelScene): (t: number, y: ArrayLike<number>) => Places {
  const places = new Float64Array(3 * points.length);
  const values = new Float64Array(program.steps.length);
  const following: number[] = [];
  const first = Math.max(1, dimension);
  points.forEach(({ offset, from, at }, i) => {
    if (from === undefined && offset < 0) for (let c = 0; c < at.length; c++) places[3 * i + c] = at[c];
    if (from !== undefined && "frame" in from) following.push(i);
  });
  const axes = new Float64Array(9);
  return (t, y) => {
    if (values.length > 0) evaluateSteps(values, program, t, y);
    for (let i = 0; i < points.length; i++) {
      const { offset, from } = points[i];
      if (from === undefined) {
        if (offset >= 0) for (let c = 0; c < first; c++) places[3 * i + c] = y[offset + c];
      } else if ("state" in from) for (let c = 0; c < first; c++) places[3 * i + c] = y[from.state + c];
      else if ("steps" in from) for (let c = 0; c < from.steps.length; c++) places[3 * i + c] = values[from.steps[c]];
    }
    let known = -1;
    for (const i of following) {
      const { frame, local, isDirection } = points[i].from as Extract<PointSource, { readonly frame: number }>;
      if (frame !== known) frameAxes(axes, { frames }, places, frame);
      known = frame;
      const origin = frames[frame].origin;
      for (let c = 0; c < 3; c++) {
        let sum = isDirection ? 0 : places[3 * origin + c];
        for (let k = 0; k < local.length; k++) sum += local[k] * axes[3 * k + c];
        places[3 * i + c] = sum;
      }
    }
    return places;
  };
}

/**
 * Writes the three axes of a frame, one after the other, as unit vectors at right angles.
 *
 * @example
 * const axes = new Float64Array(9);
 * // the first axis points along y
 * frameAxes(axes, { frames: [{ name: "arm", origin: 0, axes: [1, -1, -1] }] }, [0, 0, 0, 0, 1, 0], 0);
 */
export function frameAxes(
  out: Float64Array,
  { frames }: Pick<ModelScene, "frames">,
  places: ArrayLike<number>,
  frame: number,
): void {
  const { axes } = frames[frame];
  const given = [0, 1, 2].filter((k) => axes[k] >= 0);
  const take = (k: number): void => {
    for (let c = 0; c < 3; c++) out[3 * k + c] = places[3 * axes[k] + c];
    normalise(out, k);
  };
  for (const k of given) take(k);
  if (given.length === 3) return;
  if (given.length === 0) {
    out.set([1, 0, 0, 0, 1, 0, 0, 0, 1]);
    return;
  }
  if (given.length === 1) {
    // the axis after it is level; in the plane it is the first axis turned by a right angle
    const [k] = given;
    const axis = axisOf(out, k);
    const [next, last] = [(k + 1) % 3, (k + 2) % 3];
    crossInto(out, next, Math.abs(axis[2]) < 0.999 ? [0, 0, 1] : [1, 0, 0], axis);
    normalise(out, next);
    crossInto(out, last, axis, axisOf(out, next));
    return;
  }
  const missing = [0, 1, 2].find((k) => axes[k] < 0)!;
  crossInto(out, missing, axisOf(out, (missing + 1) % 3), axisOf(out, (missing + 2) % 3));
}

const axisOf = (out: Float64Array, k: number): number[] => [out[3 * k], out[3 * k + 1], out[3 * k + 2]];

function crossInto(out: Float64Array, k: number, u: readonly number[], v: readonly number[]): void {
  out[3 * k] = u[1] * v[2] - u[2] * v[1];
  out[3 * k + 1] = u[2] * v[0] - u[0] * v[2];
  out[3 * k + 2] = u[0] * v[1] - u[1] * v[0];
}

function normalise(out: Float64Array, k: number): void {
  const length = Math.hypot(out[3 * k], out[3 * k + 1], out[3 * k + 2]) || 1;
  for (let c = 0; c < 3; c++) out[3 * k + c] /= length;
}
