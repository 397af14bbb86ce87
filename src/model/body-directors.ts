/** Which directors a body has, what follows from that, and the element that keeps them rigid. */

import { maximum } from "../core/index.js";
import { type Body, directorsOf, frameKey } from "./body-parts.js";
import type { ElementDefinition } from "./definition.js";
import type { Item } from "./items.js";
import { fail, show } from "./model-errors.js";
import { director, indicesOf } from "./names.js";
import type { RepeatData } from "./schema.js";
import type { Scalar } from "./shapes.js";

/** Euler moments below this fraction of the largest count as zero. */
const negligible = 1e-12;

/** The moment of director k, (I_1 + I_2 + I_3)/2 - I_k. */
export const eulerMoment = (moments: readonly Scalar[], k: number): Scalar =>
  moments.every((each) => typeof each === "number")
    ? (moments[(k + 1) % 3] as number) / 2 + (moments[(k + 2) % 3] as number) / 2 - (moments[k] as number) / 2
    : `(${moments[(k + 1) % 3]})/2 + (${moments[(k + 2) % 3]})/2 - (${moments[k]})/2`;

/** Whether each director has a moment; `sizes` are the moments of all members. */
export function presentDirectors(where: string, sizes: readonly Float64Array[]): boolean[] {
  const count = maximum(sizes.map(({ length }) => length));
  const at = (k: number, i: number): number => sizes[k][sizes[k].length === 1 ? 0 : i];
  let first: boolean[] | undefined;
  for (let i = 0; i < count; i++) {
    const largest = maximum(sizes.map((_, k) => at(k, i)));
    if (sizes.some((_, k) => !Number.isFinite(at(k, i))))
      fail(`${where}.inertia`, "every moment must be a finite number; one is infinite or not a number. Correct it.");
    if (!(largest > 0)) fail(`${where}.inertia`, "must not be zero for a body; all moments are. Use a point instead.");
    if (sizes.some((_, k) => at(k, i) < -negligible * largest))
      fail(`${where}.inertia`, "each moment must be at most the sum of the other two; these are not. Correct them.");
    const present = sizes.map((_, k) => at(k, i) > negligible * largest);
    if (first !== undefined && present.some((there, k) => there !== first![k]))
      fail(
        `${where}.inertia`,
        "all members of a family must be of one kind; some are flat or bars and others are not.",
      );
    first ??= present;
  }
  return first!;
}

/** Notes on bodies with fewer directors. */
export function describe(where: string, present: readonly boolean[], dimension: 2 | 3, notes: string[]): void {
  const count = present.filter(Boolean).length;
  const without = present.flatMap((there, k) => (there ? [] : [k + 1]));
  if (dimension === 3 && count === 2)
    notes.push(
      `${where}: the body is flat, because its Euler moment about axis ${without[0]} is zero. It has two directors; axis ${without[0]} is their cross product.`,
    );
  if (dimension === 3 && count === 1)
    notes.push(
      `${where}: the body is a bar, because its Euler moments ${without.join(" and ")} are zero. It has one director and does not turn about it.`,
    );
}

/** Why a body has no director of this name, and what to write instead; undefined if no body lacks such a director. */
export function missingDirector(bodies: readonly Body[], name: string): string | undefined {
  for (const body of bodies) {
    const k = [0, 1, 2].find((axis) => director(body.name, axis + 1) === name);
    if (k === undefined || body.present[k] === true) continue;
    const isFlat = body.present.filter(Boolean).length === 2;
    const kind = body.dimension === 2 ? "lies in the plane" : isFlat ? "is flat" : "is a bar";
    const has = directorsOf(`${body.name}_d`, body.present).join(" and ");
    const axis = [0, 1, 2].slice(0, body.dimension).map((c) => body.axes[c][k]);
    const advice =
      isFlat || (body.dimension === 2 && k === 1)
        ? `Write directions: {across: [${axis.join(", ")}]} in ${body.where}, and ${body.name}_across here.`
        : body.dimension === 2
          ? "Name one of the plane."
          : "Give the bar some inertia about its axis.";
    return `there is no ${show(name)}: the body ${show(body.name)} ${kind}, and has only ${has}. ${advice}`;
  }
  return undefined;
}

/** A bar has no axes across it, so places on it must be on its axis. */
export function refuseOffBar(
  where: string,
  { dimension, present, name }: Body,
  local: readonly Scalar[],
  decide: (value: Scalar) => Float64Array,
): void {
  if (dimension === 2 || present.filter(Boolean).length !== 1) return;
  local.forEach((value, k) => {
    if (!present[k] && decide(value).some((x) => Math.abs(x) > 1e-9))
      fail(
        where,
        `component ${k + 1} must be 0, because the bar "${name}" has no director along axis ${k + 1}. Give the bar some inertia about its axis.`,
      );
  });
}

/** The element that keeps a body rigid: its directors are unit vectors at right angles. */
export function rigidity(body: Body): Item {
  const key = frameKey(body);
  let definition = rigidities.get(key);
  if (definition === undefined) {
    const constraint: Record<string, string> = {};
    body.present.forEach((there, k) => {
      if (there) constraint[` unit ${k + 1}`] = `dot(_a${k + 1}, _a${k + 1}) - 1`;
      for (let l = 0; l < k; l++)
        if (there && body.present[l]) constraint[` right angle ${l + 1}${k + 1}`] = `dot(_a${l + 1}, _a${k + 1})`;
    });
    definition = { on: directorsOf("_a", body.present), constraint };
    rigidities.set(key, definition);
  }
  return {
    ...{ where: body.where, element: "body", definition, variant: key, name: body.name },
    part: "body",
    ...(body.repeat !== undefined && { repeat: body.repeat }),
    nodes: body.present.flatMap((there, k) =>
      there ? [{ text: memberText(director(body.name, k + 1), body.repeat), where: body.where }] : [],
    ),
    values: new Map(),
  };
}

/** The reference to the member of a family with the indices of a repetition. */
const memberText = (name: string, repeat: RepeatData | undefined): string =>
  repeat === undefined ? name : `${name}[${indicesOf(repeat).join(", ")}]`;

const rigidities = new Map<string, ElementDefinition>();
