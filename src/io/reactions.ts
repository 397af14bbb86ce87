/** Reactions of joints and constraints as JSON, as columns of tables, and as curves of reports. */

import type { NamedValues, RunReportData } from "../report/index.js";
import { everyReaction, reactionsIn } from "../run/asked-reactions.js";
import type { Reaction } from "../run/reactions.js";
import type { PreparedRun } from "../run/run.js";
import type { Solution } from "../solve/index.js";
import type { Column } from "./export/index.js";

/** The reaction of a joint on a body at the end of a run, in the axes of the world; null where it is not defined. */
export interface ReactionJson {
  readonly of: string;
  readonly on: string;
  readonly force: readonly (number | null)[];
  /** At `place`; three components in space, one in the plane. */
  readonly torque: readonly (number | null)[];
  readonly place: readonly number[];
  /** Whether the motion determines each component; only where it does not determine all of them. */
  readonly determined?: Reaction["determined"];
}

/** The reactions of all joints at the end of a run. */
export function finalReactions(prepared: PreparedRun, solution: Solution): readonly ReactionJson[] {
  const known = (columns: readonly Float64Array[]): (number | null)[] =>
    columns.map(([value]) => (Number.isFinite(value) ? value : null));
  return reactionsIn(prepared, solution, { all: false, at: "end" }).map(
    ({ of, on, force, torque, place, determined }) => ({
      ...{ of, on, force: known(force), torque: known(torque), place: place.map(([value]) => value) },
      ...(isOpen(determined) && { determined }),
    }),
  );
}

const isOpen = ({ force, torque }: Reaction["determined"]): boolean => [...force, ...torque].includes(false);

/** A column for every component of every reaction: `force pin on arm_x`, `torque pin on arm_z`; `torque pin on arm` in the
 * plane. */
export function reactionColumns(prepared: PreparedRun, solution: Solution): Column[] {
  return reactionsIn(prepared, solution, { all: true, at: "saved" }).flatMap(({ of, on, force, torque }) =>
    (
      [
        ["force", force],
        ["torque", torque],
      ] as const
    ).flatMap(([what, columns]) =>
      columns.map((data, c) => ({
        name: `${what} ${of} on ${on}${columns.length === 1 ? "" : `_${"xyz"[c]}`}`,
        data: data as Float64Array<ArrayBuffer>,
      })),
    ),
  );
}

/** How many columns `reactionColumns` makes. */
export function reactionColumnCount({ lowered }: Pick<PreparedRun, "lowered">): number {
  return everyReaction(lowered, true).reduce(
    (sum, { on: { kind, dim } }) => sum + dim + (kind !== "body" ? 0 : dim === 2 ? 1 : 3),
    0,
  );
}

/** The number of joints that are drawn: as many as there are distinguishable colours. */
const mostCurves = 8;

/** The sizes of the forces and torques in the joints over time, of those with the largest ones. */
export function reactionCurves(
  prepared: PreparedRun,
  solution: Solution,
): NonNullable<RunReportData["reactions"]> | undefined {
  const all = reactionsIn(prepared, solution, { all: false, at: "saved" });
  // on the other side of a joint it is the opposite
  const first = all.filter(({ of }, k) => all.findIndex((each) => each.of === of) === k);
  if (first.length === 0) return undefined;
  const { labels, units } = prepared.workspace;
  const curves = (what: "force" | "torque", unit: string | undefined): NamedValues[] =>
    first
      .map((each) => ({
        name: `${each.of}${each.determined[what].includes(false) ? " (not determined)" : ""}`,
        values: sizes(each[what], solution.trajectory.length),
        ...(unit !== undefined && { unit }),
      }))
      .map((curve) => ({ curve, most: curve.values.reduce((a, b) => (b > a ? b : a), 0) }))
      .filter(({ most }) => most > 0)
      .sort((a, b) => b.most - a.most)
      .slice(0, mostCurves)
      .map(({ curve }) => curve);
  return {
    force: curves("force", units && forceUnit(units.name)),
    torque: curves("torque", labels?.energy),
    joints: first.length,
    open: first.some(({ determined }) => isOpen(determined)),
  };
}

const forceUnit = (name: string): string | undefined => ({ SI: "N", "mm-t-s": "N", cgs: "dyn" })[name];

function sizes(components: readonly Float64Array[], length: number): Float64Array {
  return Float64Array.from({ length }, (_, i) => Math.sqrt(components.reduce((sum, c) => sum + c[i] * c[i], 0)));
}
