/** The parts of one scene in space, on the graphics processor: solids, the grid, trails, arrows, names, and dots for crowds. */

import {
  colourOf,
  type ModelScene,
  mostMasses,
  type Places,
  perSolid,
  placeSolids,
  type Solid,
  solidsOf,
  tensionTone,
} from "taut/scene";
import { Instances, Marks, Names, type Workshop } from "./space-buffers.js";
import type { Theme } from "./theme.js";
import { tones } from "./theme.js";

/** At most this many names are shown. */
const mostNames = 40;
/** The length of a trail, in frames. */
const trailFrames = 240;
/** The lines of the grid in each direction, apart from that in the middle, and its width in radii of the motion. */
const [gridLines, gridWidth] = [16, 4];

/** A colour as parts of red, green and blue. */
export type Tint = readonly [number, number, number];

export interface Moment {
  readonly places: Places;
  readonly radius: number;
  readonly strongest: number;
  /** The strongest reaction of a joint; 0 if reactions are not shown. */
  readonly reaction: number;
  /** The tension of a link from -1 to 1; NaN if it is not known. */
  tension(k: number): number;
  /** The index of the held point; -1 if none is held. */
  readonly held: number;
  readonly names: boolean;
  /** The places of the trail, the last ones first if they are too many, and its colour. */
  readonly trail: { readonly count: number; place(k: number): readonly number[]; readonly colour: string } | undefined;
  /** The forces on the points, none if they are not shown. */
  readonly forces: readonly (readonly number[])[];
}

export class SpaceParts {
  private readonly scene: ModelScene;
  private readonly theme: Theme;
  private readonly radius: number;
  private readonly solids: readonly Solid[];
  private readonly transforms: Float32Array;
  private readonly batches: readonly { readonly mesh: Instances; readonly members: readonly number[] }[];
  private readonly arrows: Instances;
  private readonly grid: Marks;
  private readonly axes: Marks;
  private readonly trail: Marks;
  private readonly names: Names;
  private readonly named: readonly number[];
  private readonly crowd: { readonly dots: Marks; readonly lines: Marks } | undefined;
  private readonly colours: Readonly<Record<string, string>>;
  private readonly known = new Map<string, Tint>();

  constructor(
    workshop: Workshop,
    scene: ModelScene,
    theme: Theme,
    { middle, radius }: { readonly middle: readonly number[]; readonly radius: number },
    floor: number,
  ) {
    this.scene = scene;
    this.theme = theme;
    this.radius = radius;
    this.colours = tones(theme);
    this.solids = solidsOf(scene, radius);
    this.transforms = new Float32Array(perSolid * this.solids.length);
    const kinds = [...new Set(this.solids.map(({ mesh }) => mesh))];
    this.batches = kinds.map((kind) => {
      const members = this.solids.flatMap(({ mesh }, k) => (mesh === kind ? [k] : []));
      return { mesh: new Instances(workshop, kind, members.length), members };
    });
    const { points, links } = scene;
    this.arrows = new Instances(workshop, "cone", points.length > mostMasses ? 0 : points.length);
    [this.grid, this.axes] = gridOf(workshop, middle, radius, floor - 0.1 * radius);
    this.trail = new Marks(workshop, trailFrames);
    const masses = points.filter(({ role }) => role === "mass").length;
    this.crowd =
      points.length > mostMasses
        ? { dots: new Marks(workshop, masses), lines: new Marks(workshop, 2 * links.length) }
        : undefined;
    this.named = points
      .flatMap(({ name, role }, k) => (name !== "" && (role === "mass" || role === "centre") ? [k] : []))
      .slice(0, mostNames);
    this.names = new Names(
      workshop,
      this.named.map((k) => points[k].name),
      theme,
    );
  }

  dispose(): void {
    for (const { mesh } of this.batches) mesh.dispose();
    for (const part of [this.arrows, this.grid, this.axes, this.trail, this.names]) part.dispose();
    this.crowd?.dots.dispose();
    this.crowd?.lines.dispose();
  }

  /** Draws the scene at a moment; `lamp` is the direction in which the lamp is. */
  draw(moment: Moment, lamp: Tint): void {
    const { places, radius, strongest, reaction, trail, forces } = moment;
    placeSolids(this.transforms, this.scene, this.solids, places, { radius, strongest, reaction });
    for (const { mesh, members } of this.batches) {
      members.forEach((k, i) => {
        mesh.set(i, this.transforms, perSolid * k, this.colour(this.solids[k], moment));
      });
      mesh.draw(lamp);
    }
    this.grid.draw("lines", screenTint(this.theme.grid));
    this.axes.draw("lines", screenTint(this.theme.rule));
    if (this.crowd !== undefined) this.drawCrowd(places);
    if (trail !== undefined) {
      const count = Math.min(trail.count, trailFrames);
      for (let k = 0; k < count; k++) this.trail.corners.set(trail.place(trail.count - count + k), 3 * k);
      this.trail.draw("path", screenTint(trail.colour), count);
    }
    if (forces.length > 0) this.drawArrows(places, forces, lamp);
    if (!moment.names) return;
    this.named.forEach((point, row) => {
      this.names.set(row, places, point);
    });
    this.names.draw();
  }

  private colour({ tone, link, point }: Solid, { tension, held }: Moment): Tint {
    const pull = link < 0 ? Number.NaN : tension(link);
    const shown = point >= 0 && point === held ? "s1" : Number.isFinite(pull) ? tensionTone(pull) : tone;
    const key = typeof shown === "string" ? shown : `${shown.to} ${shown.part}`;
    let colour = this.known.get(key);
    if (colour === undefined) {
      colour = linearTint(colourOf(this.colours, shown));
      this.known.set(key, colour);
    }
    return colour;
  }

  private drawCrowd(places: Places): void {
    const { dots, lines } = this.crowd!;
    const { points, links } = this.scene;
    let count = 0;
    points.forEach(({ role }, i) => {
      if (role === "mass") dots.corners.set(places.subarray(3 * i, 3 * i + 3), 3 * count++);
    });
    links.forEach(({ from, to }, k) => {
      lines.corners.set(places.subarray(3 * from, 3 * from + 3), 6 * k);
      lines.corners.set(places.subarray(3 * to, 3 * to + 3), 6 * k + 3);
    });
    lines.draw("lines", screenTint(this.theme.slack));
    dots.draw("dots", screenTint(this.theme.ink), count, 0.01 * this.radius);
  }

  /** Arrows from the points along the forces; the longest is half as long as the radius. */
  private drawArrows(places: Places, forces: readonly (readonly number[])[], lamp: Tint): void {
    const { radius } = this;
    const colour = linearTint(this.theme.series[2]);
    const longest = forces.reduce((most, [x, y, z]) => Math.max(most, Math.hypot(x, y, z)), 0) || 1;
    const at = new Float32Array(perSolid);
    forces.forEach(([x, y, z], i) => {
      const strength = Math.hypot(x, y, z);
      const length = (0.5 * radius * strength) / longest;
      const [a, b, c] = strength > 0 ? [x / strength, y / strength, z / strength] : [0, 0, 1];
      for (const [k, way] of [a, b, c].entries()) at[k] = places[3 * i + k] + (way * length) / 2;
      // the rotation that takes the third axis to the direction of the force
      const norm = Math.hypot(a, b, 1 + c);
      at.set(norm > 1e-6 ? [-b / norm, a / norm, 0, (1 + c) / norm] : [1, 0, 0, 0], 3);
      at.set(length > 0 ? [0.05 * radius, 0.05 * radius, length] : [0, 0, 0], 7);
      this.arrows.set(i, at, 0, colour);
    });
    this.arrows.draw(lamp);
  }
}

/** A square grid in a horizontal plane, and its two lines through the middle. */
function gridOf(workshop: Workshop, middle: readonly number[], radius: number, height: number): [Marks, Marks] {
  const [grid, axes] = [new Marks(workshop, 4 * gridLines), new Marks(workshop, 4)];
  const half = (gridWidth * radius) / 2;
  const counts = [0, 0];
  for (let k = 0; k <= gridLines; k++) {
    const aside = -half + (2 * half * k) / gridLines;
    const of = 2 * k === gridLines ? 1 : 0;
    for (const [u, v] of [
      [aside, -half],
      [aside, half],
      [-half, aside],
      [half, aside],
    ])
      [grid, axes][of].corners.set([middle[0] + u, middle[1] + v, height], 3 * counts[of]++);
  }
  return [grid, axes];
}

/** The parts of a colour as `#rrggbb`, `#rgb` or `rgb(r, g, b)`; grey for others. */
function screenTint(colour: string): Tint {
  const hex = /^#([\da-f]{3}|[\da-f]{6})$/i.exec(colour)?.[1];
  const each = hex?.length === 3 ? [...hex].map((c) => c + c) : hex?.match(/../g);
  const [r = 128, g = 128, b = 128] =
    each?.map((c) => Number.parseInt(c, 16)) ?? colour.match(/\d+/g)?.map(Number) ?? [];
  return [r / 255, g / 255, b / 255];
}

/** The same in linear light. */
function linearTint(colour: string): Tint {
  const [r, g, b] = screenTint(colour).map((x) => (x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4));
  return [r, g, b];
}
