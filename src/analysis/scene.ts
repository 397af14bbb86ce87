/** The parts of a picture of a model: its points, its anchors, and the lines between them. */

import { linkNumbers } from "../compile/index.js";
import type { Workspace } from "../core/index.js";
import type { Lowered } from "../model/index.js";
import { substitute } from "../symbolic/index.js";

/** The parts of a picture of a model; `sceneOf` makes it. */
export interface ModelScene {
  /** The dimension of space; 0 if the model has no points. */
  readonly dimension: 0 | 1 | 2 | 3;
  /** Points that move, then anchors. */
  readonly points: readonly ModelPoint[];
  readonly links: readonly ModelLink[];
}

/** A point or an anchor of a `ModelScene`. */
export interface ModelPoint {
  readonly name: string;
  /** First coordinate in q; -1 for an anchor. */
  readonly offset: number;
  /** The mass; 1 if it is not a single number. */
  readonly mass: number;
  /** The place of an anchor, or the start of a point. */
  readonly at: readonly number[];
  /** The motion of an anchor that moves. */
  readonly moves?: (t: number) => number[];
}

/** A line between two points of a `ModelScene`. */
export interface ModelLink {
  readonly from: number;
  readonly to: number;
  readonly style: "rod" | "spring" | "line";
  /** The constraint whose multiplier is the force in the line; -1 if the line is not a constraint. */
  readonly row: number;
  /** The number of the line among those that have a force of their own (`linkTensions`); -1 if it has none. */
  readonly spring: number;
}

/**
 * The points, the anchors and the lines between them, from which pictures of a model are drawn.
 *
 * @example
 * const { lowered, workspace } = prepareRun(pendulum);
 * sceneOf(lowered, workspace).links.map(({ style }) => style); // ["rod"]
 */
export function sceneOf(lowered: Lowered, workspace: Workspace): ModelScene {
  const { graph, time } = lowered;
  const points: ModelPoint[] = [];
  const pointAt = new Map<number, number>();
  for (const group of lowered.groups) {
    if (group.kind !== "point" || group.direction === true) continue;
    for (let i = 0; i < group.count; i++) {
      const offset = group.offset + i * group.dim;
      pointAt.set(offset, points.length);
      points.push({
        name: workspace.names[offset].replace(/_x$/, ""),
        offset,
        mass: lowered.massDiagonal[offset] || 1,
        at: Array.from(lowered.q0.subarray(offset, offset + group.dim)),
      });
    }
  }
  const firstAnchor = points.length;
  for (const { name, at, motion } of lowered.anchors) {
    const moves = motion && ((t: number) => substitute(motion, new Map([[time, graph.num(t)]])).map((e) => e.value));
    points.push({ name, offset: -1, mass: 1, at, ...(moves && { moves }) });
  }

  const index = (end: number): number => (end < 0 ? firstAnchor + (-1 - end) : (pointAt.get(end) ?? -1));
  const { first } = linkNumbers(lowered);
  const links = lowered.links.flatMap(({ ends, style, firstRow }, k) =>
    Array.from({ length: ends.length / 2 }, (_, i) => ({
      from: index(ends[2 * i]),
      to: index(ends[2 * i + 1]),
      style,
      row: firstRow < 0 ? -1 : firstRow + i,
      spring: first[k] < 0 ? -1 : first[k] + i,
    })).filter(({ from, to }) => from >= 0 && to >= 0),
  );
  const { space } = lowered;
  return { dimension: firstAnchor > 0 && (space === 1 || space === 2 || space === 3) ? space : 0, points, links };
}
