/** The views that links and buttons may set: beyond them nothing of a model can be seen. */

import { type Camera, home } from "../draw/camera.js";

const zooms = [0.05, 200] as const;
/** The farthest shift of the centre, in widths of the picture. */
const farthest = 50;
const steepest = 1.5;

const between = (low: number, value: number, high: number): number => Math.min(high, Math.max(low, value));

/** The nearest view within the limits; what is missing, or is not a number, is that of the first view. */
export function allowedCamera(given: Partial<Camera>): Camera {
  const number = (key: keyof Camera): number =>
    typeof given[key] === "number" && Number.isFinite(given[key]) ? given[key] : home[key];
  return {
    zoom: between(zooms[0], number("zoom"), zooms[1]),
    x: between(-farthest, number("x"), farthest),
    y: between(-farthest, number("y"), farthest),
    turn: number("turn") % (2 * Math.PI),
    tilt: between(-steepest, number("tilt"), steepest),
  };
}
