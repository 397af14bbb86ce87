import { copyState, newState, type Problem, type Projector, type State, type Status } from "../core/index.js";
import { measuredTrouble, type Residuals, residualsOf, short, type Trouble } from "./failure.js";
import type { Repair } from "./repair.js";

/** A start of the stiff view this near to the constraints shows which of them are redundant. */
const nearby = 1e-9;

/** What was done to the start of a run, and what it was like. */
export interface StartReport {
  readonly mode: "project" | "check" | "assume";
  /** Largest displacement of a coordinate and of a velocity. */
  readonly moved: { readonly q: number; readonly v: number };
  /** Largest |g| before and after. */
  readonly position: { readonly before: number; readonly after: number };
  /** Largest |G v + g_t| before and after. */
  readonly velocity: { readonly before: number; readonly after: number };
  /** The constraint that was worst before. */
  readonly worst?: string;
  readonly iterations: number;
}

/** Makes starts consistent; bound once for a run and those that begin again with what it has bound. */
export interface Starter {
  /** Get ready for a start at `s`, as it is given; before anything else. */
  ready(s: State): void;
  /** Moves `s`. */
  begin(s: State, mode: StartReport["mode"], tolerance: number): { report: StartReport; trouble?: Trouble };
  /** Decide which constraints are redundant, at a start that `begin` has made. */
  freeze(s: State): Trouble | undefined;
}

/**
 * For runs of a problem. The run's own projection makes the start where the problem names no manifold (slow
 * manifolds); constraints are iterated onto, without the invariants, which are kept at what the start gives them.
 */
export function starter(problem: Problem, { own, exact }: Repair): Starter {
  const { workspace, arena, dimension, n, manifold } = problem;
  const mechanics = workspace.mechanics;
  const constrained = mechanics !== undefined && mechanics.m > 0;
  const residuals = residualsOf(problem);
  const given = newState(arena, dimension, n);
  const scratch = newState(arena, dimension, n);
  const kept = manifold?.constraints !== undefined;
  let newtons: Projector | undefined;
  let onto: Projector | undefined;

  /** Newton onto the constraints; with redundant ones dropped provisionally when it fails with all. */
  const project = (s: State): Status => {
    copyState(given, s);
    const status = onto!.apply(s);
    if (status === "ok") return status;
    mechanics!.constraints.freezeRedundant(given.t, given.q);
    if (mechanics!.constraints.dropped.length === 0) return status;
    copyState(s, given);
    return onto!.apply(s);
  };

  /** Redundancy of a view without the constraints, decided on them. */
  const freezeNearby = (s: State): void => {
    copyState(scratch, s);
    if (onto !== undefined && project(scratch) !== "ok") copyState(scratch, s);
    mechanics!.constraints.freezeRedundant(scratch.t, scratch.q);
  };

  /** The run's own projection; with redundant constraints dropped when it fails with all. Springs are not constraints: two of
   * them are twice as stiff, and slow motions of springs stay as they are given. */
  const projectOwn = (s: State, projector: Projector): Status => {
    copyState(given, s);
    const status = projector.apply(s);
    if (status !== "singular" || !constrained || problem.slowOrder !== undefined) return status;
    copyState(s, given);
    freezeNearby(s);
    copyState(given, s);
    return mechanics.constraints.dropped.length === 0 ? status : projector.apply(s);
  };

  return {
    ready(s) {
      if (!constrained) return;
      mechanics.constraints.drop([]);
      const needed = kept || residuals(s).position > nearby;
      if (needed) newtons ??= bindConstraints(problem, exact);
      onto = needed ? newtons : undefined;
    },

    begin(s, mode, tolerance) {
      const before = residuals(s);
      const worst = before.worst === undefined ? {} : { worst: before.worst };
      const report = (after: Residuals, iterations: number): StartReport => ({
        mode,
        moved:
          mode === "project"
            ? { q: distance(n === 0 ? s.y : s.q, n === 0 ? given.y : given.q), v: distance(s.v, given.v) }
            : { q: 0, v: 0 },
        position: { before: before.position, after: after.position },
        velocity: { before: before.velocity, after: after.velocity },
        ...worst,
        iterations,
      });

      if (mode === "check" && kept) {
        const residual = Math.max(before.position, before.velocity);
        const untouched = report(before, 0);
        return residual <= tolerance ? { report: untouched } : { report: untouched, trouble: inconsistent(s, before) };
      }
      copyState(given, s);
      // constraints of states hold at zero, unlike invariants, which hold at what they are
      const projector = kept ? onto : manifold === undefined ? own : problem.variables && exact;
      if (mode !== "project" || projector === undefined) return { report: report(before, 0) };

      const status = kept ? project(s) : projectOwn(s, projector);
      const stayed = kept && status === "ok" && projector.iterations === 0;
      const after = stayed ? before : residuals(s);
      const done = report(after, projector.iterations);
      return status === "ok"
        ? { report: done }
        : { report: done, trouble: unprojectable(status, s, after, projector.reason) };
    },

    freeze(s) {
      if (!constrained) return undefined;
      const { constraints } = mechanics;
      if (kept) {
        const status = constraints.freezeRedundant(s.t, s.q);
        return status === "ok"
          ? undefined
          : singularStart(status, s, mechanics.constraintNames[constraints.singularRow]);
      }
      // a view without the constraints: nothing here is a failure
      freezeNearby(s);
      return undefined;
    },
  };
}

/** Newton onto the constraints alone. */
function bindConstraints(problem: Problem, exact: Projector | undefined): Projector {
  const { workspace } = problem;
  const mechanics = workspace.mechanics!;
  if (exact !== undefined && problem.manifold!.invariants === undefined) return exact;
  return workspace.exact!({ ...problem, manifold: { constraints: mechanics.constraints, mechanics } });
}

function inconsistent(s: State, { position, velocity, worst }: Residuals): Trouble {
  const level = velocity > position ? "velocity" : "position";
  return {
    status: "left-manifold",
    t: s.t,
    residual: Math.max(position, velocity),
    ...(worst !== undefined && { component: worst }),
    cause: `the start does not satisfy the constraints, ${level} of the worst`,
    advice: 'Correct the initial values, or use start "project".',
  };
}

function unprojectable(
  status: Exclude<Status, "ok">,
  s: State,
  { position, velocity, worst }: Residuals,
  reason: string | undefined,
): Trouble {
  if (reason !== undefined) return measuredTrouble(status, s.t, reason);
  return {
    status,
    t: s.t,
    residual: Math.max(position, velocity),
    ...(worst !== undefined && { component: worst }),
    cause: `no consistent start was found near the given one, which leaves |g| = ${short(position)} in the worst`,
    advice: "Look for constraints that contradict each other, or give initial values nearer to the constraints.",
  };
}

function singularStart(status: Exclude<Status, "ok">, s: State, component: string | undefined): Trouble {
  return {
    status,
    t: s.t,
    ...(component !== undefined && { component }),
    cause: "the start is a singular position: a constraint depends on the others here, but not nearby",
    advice: "Start from another position, or leave out a constraint.",
  };
}

function distance(a: State["q"], b: State["q"]): number {
  let largest = 0;
  for (let i = 0; i < a.length; i++) largest = Math.max(largest, Math.abs(a[i] - b[i]));
  return largest;
}
