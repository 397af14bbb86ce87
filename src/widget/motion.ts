/** The motion of one lane as it has arrived so far, and its state at any time. */

import { emptyExtent, growExtent, type ModelScene, type Places, poser, shownPoints } from "../scene/index.js";
import type { LaneRows } from "./protocol.js";

export interface MotionOptions {
  readonly scene: ModelScene;
  readonly names: readonly string[];
  /** The number of coordinates, whose velocities follow them; 0 for a first-order system. */
  readonly n: number;
}

export class Motion {
  readonly scene: ModelScene;
  readonly names: readonly string[];
  readonly n: number;
  /** The bounds of the places so far. */
  readonly bounds = emptyExtent();
  times: Float64Array = new Float64Array(0);
  count = 0;
  /** The strongest tension so far. */
  strongest = 0;
  private states = new Float64Array(0);
  private tensions = new Float64Array(0);
  private readonly y: Float64Array;
  private readonly placesAt: (t: number, y: ArrayLike<number>) => Places;
  private readonly shown: readonly number[];
  private readonly plane: readonly [number, number];

  constructor({ scene, names, n }: MotionOptions) {
    this.scene = scene;
    this.names = names;
    this.n = n;
    this.y = new Float64Array(names.length);
    this.placesAt = poser(scene);
    this.shown = shownPoints(scene);
    const [x, y] = [names.indexOf("x"), names.indexOf("y")];
    this.plane = x >= 0 && y >= 0 ? [x, y] : [0, Math.min(1, names.length - 1)];
  }

  /** The entries of the state across and upwards in the picture of a model without a scene. */
  get axes(): readonly [string, string] {
    return [this.names[this.plane[0]], this.names[this.plane[1]]];
  }

  /** The last time that has arrived. */
  get reached(): number {
    return this.count === 0 ? Number.NaN : this.times[this.count - 1];
  }

  add({ times, states, tensions }: Pick<LaneRows, "times" | "states" | "tensions">): void {
    const [size, links] = [this.names.length, this.scene.links.length];
    const count = this.count + times.length;
    this.times = grown(this.times, count);
    this.states = grown(this.states, count * size);
    this.tensions = grown(this.tensions, count * links);
    this.times.set(times, this.count);
    this.states.set(states, this.count * size);
    this.tensions.set(tensions, this.count * links);
    for (const tension of tensions) if (Math.abs(tension) > this.strongest) this.strongest = Math.abs(tension);
    for (let row = this.count; row < count; row++) {
      const places = this.pose(this.times[row], this.states.subarray(row * size, (row + 1) * size));
      if (this.scene.dimension > 0) growExtent(this.bounds, this.scene, this.shown, places);
      else
        for (let c = 0; c < 2; c++) {
          this.bounds.low[c] = Math.min(this.bounds.low[c], places[c]);
          this.bounds.high[c] = Math.max(this.bounds.high[c], places[c]);
        }
    }
    this.count = count;
  }

  /** The last frame that is not after `t`, in the direction of the run. */
  rowAt(t: number): number {
    const direction = this.times[this.count - 1] < this.times[0] ? -1 : 1;
    let [low, high] = [0, this.count - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.times[middle] - t) * direction <= 0) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** The places of all points at a time; the array is overwritten by the next call. */
  placesNear(t: number): Places {
    return this.pose(t, this.stateAt(t));
  }

  /** The places at a frame. */
  placesOf(row: number): Places {
    const size = this.names.length;
    return this.pose(this.times[row], this.states.subarray(row * size, (row + 1) * size));
  }

  tension(row: number, k: number): number {
    return this.tensions[row * this.scene.links.length + k] / (this.strongest || 1);
  }

  private pose(t: number, y: Float64Array): Places {
    if (this.scene.dimension > 0) return this.placesAt(t, y);
    return Float64Array.of(y[this.plane[0]], y[this.plane[1]], 0);
  }

  /** By the cubic through positions and velocities of two frames, by a straight line for all others. For pictures only. */
  private stateAt(t: number): Float64Array {
    const { y, n, times, states } = this;
    const size = y.length;
    const row = this.rowAt(t);
    const next = Math.min(row + 1, this.count - 1);
    const h = times[next] - times[row];
    const x = h === 0 ? 0 : Math.min(1, Math.max(0, (t - times[row]) / h));
    const [i, j] = [row * size, next * size];
    for (let k = 0; k < size; k++) {
      const [a, b] = [states[i + k], states[j + k]];
      if (k >= n) y[k] = a + x * (b - a);
      else {
        const [u, v] = [h * states[i + n + k], h * states[j + n + k]];
        y[k] = a + x * (u + x * (3 * (b - a) - 2 * u - v + x * (2 * (a - b) + u + v)));
      }
    }
    return y;
  }
}

/** The array with room for `size` numbers. */
function grown(array: Float64Array, size: number): Float64Array<ArrayBuffer> {
  if (array.length >= size) return array as Float64Array<ArrayBuffer>;
  const larger = new Float64Array(Math.max(size, 2 * array.length));
  larger.set(array);
  return larger;
}
