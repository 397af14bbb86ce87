/** Reactions by the names of joints, constraints, bodies and points. */

import { TautError } from "../core/index.js";
import { borrow } from "../memory/on-workspace.js";
import { bodiesOf, holdersOf, type Lowered, type Receiver } from "../model/index.js";
import type { Solution } from "../solve/index.js";
import { nearest } from "../symbolic/index.js";
import { type Asked, forcesAlong, type Reaction, reactionsAlong, reactionsAtEnd } from "./reactions.js";
import type { PreparedRun } from "./run.js";

/** On what a reaction acts, and in which axes its components are: options of `RunSolution.reaction`. */
export interface ReactionOptions {
  /** The body, point or coordinate; needed where a joint holds two of them. */
  readonly on?: string;
  /** "world" (default), or the name of a body. */
  readonly axes?: string;
}

/** The reaction that is asked for by names; throws a `TautError` that lists the names if one is not known. */
export function askedFor(lowered: Lowered, name: string, { on, axes = "world" }: ReactionOptions): Asked {
  const holders = holdersOf(lowered);
  const holder = holders.find((each) => each.name === name);
  if (holder === undefined)
    throw unknownName(
      "reaction",
      name,
      holders.map((each) => each.name),
    );
  const known = holder.on.map((each) => each.name);
  if (on === undefined && known.length !== 1)
    throw new TautError("reaction", `"${name}" acts on ${quoted(known)}. Name one of them: { on: "${known[0]}" }.`);
  const receiver = on === undefined ? holder.on[0] : holder.on.find((each) => each.name === on);
  if (receiver === undefined)
    throw new TautError("reaction", `"${name}" does not act on "${on}", but on ${quoted(known)}. Name one of these.`);
  return { holder, on: receiver, ...(axes !== "world" && { axes: frameOf(lowered, axes) }) };
}

/** The reactions of joints, or of all constraints, at the saved times of a solution or at its end. */
export function reactionsIn(
  { lowered, system, formulation }: PreparedRun,
  solution: Solution,
  { all, at }: { readonly all: boolean; readonly at: "saved" | "end" },
): readonly Reaction[] {
  const asked = everyReaction(lowered, all);
  if (asked.length === 0) return [];
  const measure = at === "end" ? reactionsAtEnd : reactionsAlong;
  return borrow(system, (workspace) => measure(formulation.apply(workspace), solution, asked));
}

/** What joints hold, each joint with each of its parts; with `all`, what every constraint holds. */
export function everyReaction(lowered: Lowered, all: boolean): readonly Asked[] {
  const hasJoints = lowered.laws.some(({ part }) => part === "joint");
  if (!all && !hasJoints) return [];
  return holdersOf(lowered)
    .filter(({ kind }) => all || kind === "joint")
    .flatMap((holder) => holder.on.map((on) => ({ holder, on })));
}

/** What arrows at joints need: how many there are, and the place and the force of each at states with known multipliers. */
export interface JointArrows {
  readonly count: number;
  along(times: Float64Array, states: Float64Array, multipliers: Float64Array): Float64Array<ArrayBuffer>;
}

/** More joints than this have no arrows. */
const mostArrows = 200;

/**
 * The reactions that pictures show: the force of each joint on the first of its bodies.
 *
 * @example
 * const prepared = prepareRun(pendulum);
 * jointArrows(prepared).count; // 0
 */
export function jointArrows({ lowered, system, formulation }: PreparedRun): JointArrows {
  const all = everyReaction(lowered, false).filter(({ on }) => on.kind === "body");
  const first = all.filter(({ holder }, k) => all.findIndex((each) => each.holder === holder) === k);
  const asked = first.length > mostArrows ? [] : first;
  return {
    count: asked.length,
    along: (times, states, multipliers) =>
      borrow(system, (workspace) => forcesAlong(formulation.apply(workspace), { times, states, multipliers }, asked)),
  };
}

function frameOf({ groups, coordinateName }: Lowered, name: string): Receiver {
  const bodies = bodiesOf(groups, coordinateName);
  const body = bodies.find((each) => each.name === name);
  if (body === undefined) throw unknownName("axes", name, ["world", ...bodies.map((each) => each.name)]);
  if (body.dim === 3 && body.directors.filter((at) => at >= 0).length < 2)
    throw new TautError(
      "axes",
      `the body must have axes in all directions; "${name}" is a bar and has one. Use "world".`,
    );
  return body;
}

/** The error for a name that a model does not have. */
export function unknownName(what: string, name: string, names: readonly string[]): TautError {
  const meant = nearest(name, names);
  const known = names.length === 0 ? "There are none." : `The names are: ${names.slice(0, 12).join(", ")}.`;
  return new TautError(
    what,
    `"${name}" is not a name of this model. ${meant === undefined ? known : `Did you mean "${meant}"?`}`,
  );
}

const quoted = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(" and ");
