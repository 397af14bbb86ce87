/** Makes the picture of a model, as data, from the lowered model. */

import { linkNumbers } from "../../compile/index.js";
import { append, type Workspace } from "../../core/index.js";
import { symbolOf } from "../../core/periodic-table.js";
import type { Lowered } from "../../model/index.js";
import { atomLook, type ModelLink, type ModelPoint, type ModelScene } from "../../scene/index.js";
import { addBodies } from "./bodies.js";
import { addDrawn } from "./drawn.js";
import type { Making } from "./making.js";
import { programBuilder } from "./program-of.js";

/**
 * The places and lines of a model, its bodies, joints and what it draws itself, from which pictures of it are made. Of the
 * workspace, only the names of the state are read.
 *
 * @example
 * const { lowered, workspace } = prepareRun(pendulum);
 * sceneOf(lowered, workspace).links.map(({ style }) => style); // ["rod"]
 */
export function sceneOf(lowered: Lowered, workspace: Pick<Workspace, "names">): ModelScene {
  const { shown } = lowered;
  const { points, pointAt } = pointsOf(lowered, workspace);
  const builder = programBuilder(lowered, workspace.names);
  const firstAnchor = points.length;
  for (const { name, at, motion } of lowered.anchors) {
    const place = motion && builder.place(name, motion);
    points.push({ name, offset: -1, mass: 1, at, role: "anchor", ...(place?.from && { from: place.from }) });
  }

  const making: Making = {
    ...{ points, links: [], frames: [], joints: [], shapes: [], marks: [] },
    pointAt: (offset) => pointAt.get(offset) ?? -1,
  };
  const { space } = shown;
  const places = addBodies(making, lowered);
  const { n } = lowered;
  const index = (end: number): number =>
    end < 0 ? firstAnchor + (-1 - end) : end >= n ? (places[end - n] ?? -1) : (pointAt.get(end) ?? -1);
  const { first } = linkNumbers(lowered);
  const links: ModelLink[] = lowered.links.flatMap(({ ends, style, firstRow }, k) =>
    Array.from({ length: ends.length / 2 }, (_, i) => ({
      from: index(ends[2 * i]),
      to: index(ends[2 * i + 1]),
      style: style === "line" ? ("dashed" as const) : style,
      row: firstRow < 0 ? -1 : firstRow + i,
      spring: first[k] < 0 ? -1 : first[k] + i,
    })).filter(({ from, to }) => from >= 0 && to >= 0),
  );
  append(making.links, setAside(links));
  if (space > 0) addDrawn(making, lowered, builder);
  const isEmpty = firstAnchor === 0 && shown.things.length === 0;
  return {
    dimension: !isEmpty && (space === 1 || space === 2 || space === 3) ? space : 0,
    ...{
      points,
      links: making.links,
      frames: making.frames,
      joints: making.joints,
      shapes: making.shapes,
      marks: making.marks,
    },
    ...(shown.box && { box: shown.box }),
    program: builder.program,
  };
}

function pointsOf(
  { groups, massDiagonal, q0, units }: Lowered,
  { names }: Pick<Workspace, "names">,
): { readonly points: ModelPoint[]; readonly pointAt: Map<number, number> } {
  const points: ModelPoint[] = [];
  const pointAt = new Map<number, number>();
  // units of molecules have masses in amu, from which elements are known
  const angstrom = units?.mass === "amu" ? 1 / units.angstrom : 0;
  for (const group of groups) {
    if (group.kind !== "point" || group.direction === true) continue;
    for (let i = 0; i < group.count; i++) {
      const offset = group.offset + i * group.dim;
      const mass = massDiagonal[offset] || 1;
      const name = names[offset].replace(/_x$/, "");
      const element = angstrom > 0 ? symbolOf(name, mass) : "X";
      pointAt.set(offset, points.length);
      points.push({
        ...{ name, offset, mass, role: "mass" },
        at: Array.from(q0.subarray(offset, offset + group.dim)),
        ...(element !== "X" && { element, radius: angstrom * atomLook(element).radius }),
      });
    }
  }
  return { points, pointAt };
}

/** Springs and dampers between the same two points are drawn beside each other. */
function setAside(links: readonly ModelLink[]): ModelLink[] {
  const pairs = new Map<string, number[]>();
  links.forEach(({ from, to, style }, k) => {
    if (style !== "spring" && style !== "damper") return;
    const key = from < to ? `${from} ${to}` : `${to} ${from}`;
    const same = pairs.get(key);
    if (same === undefined) pairs.set(key, [k]);
    else same.push(k);
  });
  const all = [...links];
  for (const same of pairs.values())
    same.forEach((k, i) => {
      if (same.length > 1) all[k] = { ...links[k], aside: i - (same.length - 1) / 2 };
    });
  return all;
}
