/** Small scenes for tests. */

import type { ModelLink, ModelPoint, ModelScene } from "./scene.js";

export const point = (offset: number, more: Partial<ModelPoint> = {}): ModelPoint => ({
  ...{ name: "p", offset, mass: 1, at: [], role: offset < 0 ? "anchor" : "mass" },
  ...more,
});

export const link = (from: number, to: number, more: Partial<ModelLink> = {}): ModelLink => ({
  ...{ from, to, style: "rod", row: -1, spring: -1 },
  ...more,
});

export const scene = (more: Partial<ModelScene>): ModelScene => ({
  dimension: 2,
  ...{ points: [], links: [], frames: [], joints: [], shapes: [], marks: [] },
  program: { steps: [], tables: [] },
  ...more,
});
