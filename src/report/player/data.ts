/**
 * The data of an animation, as it stands in a page: a scene, and the entries of the states that it reads. Entries are whole
 * numbers of steps of their own, and rows of them hold differences from one time to the next.
 */

import type { ModelScene } from "../../scene/index.js";

export interface AnimationData {
  readonly scene: ModelScene;
  /** Times of the frames. */
  readonly t: readonly number[];
  /** For each entry of the state: its lowest value, its step, and the row; an entry that never changes has one number. */
  readonly y: readonly (readonly [low: number, step: number, row: readonly number[]])[];
  /** For each link its tension at each time from -100 to 100, or null. */
  readonly tensions: readonly (readonly (number | null)[] | null)[];
  /** Points that leave a trail. */
  readonly trails: readonly number[];
  /** Bounds of the picture, and the strongest load. */
  readonly low: readonly number[];
  readonly high: readonly number[];
  readonly strongest: number;
  /** The strongest reaction; 0 if none is drawn. */
  readonly reaction: number;
  /** Lines in the background of a plane: place and label, for x and for y. */
  readonly grid: readonly [readonly GridLine[], readonly GridLine[]];
  readonly names: boolean;
  /** The time of the model that is shown per second. */
  readonly rate: number;
  /** Decimals and unit of the time shown. */
  readonly decimals: number;
  readonly unit: string;
}

export type GridLine = readonly [number, string];
