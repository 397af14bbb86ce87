import {
  type Assembly,
  copyState,
  type Mechanics,
  measuredTrouble,
  newState,
  type Problem,
  type Projector,
  type Residuals,
  type Starter,
  type StartProjectors,
  type StartReport,
  type State,
  type Status,
  short,
  type Trouble,
} from "../core/index.js";
import type { Assembler } from "./assembly.js";
import { undetermined } from "./in-line.js";
import type { NamedParts } from "./named-parts.js";
import { distance, largeChanges } from "./start-changes.js";

/** In the stiff view, redundant constraints are looked for only at a start this near to the constraints. */
const nearby = 1e-9;

/**
 * The starter of a problem. Newton's projection moves the start onto the constraints, but not onto invariants, which
 * keep the values that the start gives them. Problems without a manifold (slow motions) use the run's own projection.
 */
export function starter(
  problem: Problem,
  mechanics: Mechanics,
  residuals: (s: State) => Residuals,
  { own, exact }: StartProjectors,
  named?: NamedParts,
): Starter {
  const { workspace, arena, dimension, n, manifold } = problem;
  const given = newState(arena, dimension, n);
  const scratch = newState(arena, dimension, n);
  const reached = newState(arena, dimension, n);
  const kept = manifold?.constraints !== undefined;
  const isHeld = workspace.system.held !== undefined;
  let newtons: Projector | undefined;
  let onto: Projector | undefined;
  let made: Assembler | undefined;
  let assembling: Assembler | undefined;
  /** Iterations of the assembler for the last start. */
  let patient = 0;

  /**
   * Newton's projection onto the constraints. If it fails with all of them, redundant ones are dropped provisionally, and
   * what fails then is assembled.
   */
  const project = (s: State): Status => {
    copyState(given, s);
    patient = 0;
    if (isHeld && assembling !== undefined) return assemble(s, "left-manifold");
    let status = onto!.apply(s);
    if (status === "ok") return status;
    mechanics.constraints.freezeRedundant(given.t, given.q);
    if (mechanics.constraints.dropped.length > 0) {
      copyState(s, given);
      status = onto!.apply(s);
    }
    if (status === "diverged" || status === "left-manifold") status = projectFromAfar(s, status);
    return status === "ok" ? status : assemble(s, status);
  };

  /** By the assembler, from the start as given; what it reaches is then made exact, velocities included. */
  const assemble = (s: State, before: Status): Status => {
    if (assembling === undefined) return before;
    copyState(s, given);
    mechanics.constraints.drop([]);
    const isReached = assembling.apply(s);
    patient = assembling.iterations;
    if (!isReached) return before;
    copyState(reached, s);
    let status = onto!.apply(s);
    if (status !== "ok") {
      mechanics.constraints.freezeRedundant(reached.t, reached.q);
      if (mechanics.constraints.dropped.length > 0) {
        copyState(s, reached);
        status = onto!.apply(s);
      }
    }
    if (isHeld) for (const k of workspace.system.held!) s.q[k] = given.q[k];
    return status;
  };

  /** Tries again from the given start with more iterations. If that fails too, the state that was reached before stays. */
  const projectFromAfar = (s: State, before: Status): Status => {
    if (!isNewton(onto!)) return before;
    copyState(reached, s);
    copyState(s, given);
    onto.patience.fromAfar = true;
    const status = onto.apply(s);
    onto.patience.fromAfar = false;
    if (status !== "ok") copyState(s, reached);
    return status === "ok" ? status : before;
  };

  /** Decides the redundancy for a view without constraints, at the start projected onto them. */
  const freezeNearby = (s: State): void => {
    copyState(scratch, s);
    if (onto !== undefined && project(scratch) !== "ok") copyState(scratch, s);
    mechanics.constraints.freezeRedundant(scratch.t, scratch.q);
  };

  /**
   * The run's own projection. If it fails with all constraints, redundant ones are dropped; not so for springs, because
   * two equal springs are not redundant but twice as stiff.
   */
  const projectOwn = (s: State, projector: Projector): Status => {
    copyState(given, s);
    const status = projector.apply(s);
    if (status !== "singular" || problem.slow?.order !== undefined) return status;
    copyState(s, given);
    freezeNearby(s);
    copyState(given, s);
    return mechanics.constraints.dropped.length === 0 ? status : projector.apply(s);
  };

  return {
    ready(s, rough = false) {
      mechanics.constraints.drop([]);
      const needed = kept || residuals(s).position > nearby;
      if (needed) newtons ??= bindConstraints(problem, mechanics, exact);
      onto = needed ? newtons : undefined;
      const isRough = kept && (rough || residuals(s).position > nearby);
      if (isRough || (kept && isHeld)) made ??= named?.assembler(problem, mechanics);
      assembling = isRough || isHeld ? made : undefined;
    },

    begin(s, mode, tolerance) {
      const before = residuals(s);
      const worst = before.worst === undefined ? {} : { worst: before.worst };
      const report = (after: Residuals, iterations: number): StartReport => {
        const changes = mode === "project" && kept ? largeChanges(workspace.names, n, given, s, before) : [];
        return {
          mode,
          moved: mode === "project" ? { q: distance(s.q, given.q), v: distance(s.v, given.v) } : { q: 0, v: 0 },
          position: { before: before.position, after: after.position },
          velocity: { before: before.velocity, after: after.velocity },
          ...worst,
          ...(changes.length > 0 && { changes }),
          ...(mode === "project" && before.position > nearby && assemblyOf()),
          iterations: iterations + patient,
        };
      };
      const assemblyOf = (): { assembly: Assembly } | undefined =>
        assembling && { assembly: assembling.report(s.t, given.q, s.q) };

      if (mode === "check" && kept) {
        const residual = Math.max(before.position, before.velocity);
        const untouched = report(before, 0);
        return residual <= tolerance ? { report: untouched } : { report: untouched, trouble: inconsistent(s, before) };
      }
      copyState(given, s);
      // constraints of states must be zero, whereas invariants keep the value they have
      const projector = kept ? onto : manifold === undefined ? own : problem.results?.variables && exact;
      if (mode !== "project" || projector === undefined) return { report: report(before, 0) };

      const status = kept ? project(s) : projectOwn(s, projector);
      // no iteration means that positions stayed; velocities are corrected without one
      const stayed = kept && status === "ok" && projector.iterations === 0 && distance(s.y, given.y) === 0;
      const after = stayed ? before : residuals(s);
      const done = report(after, projector.iterations);
      if (status === "ok") return { report: done };
      const loop = kept ? assembling?.loop(s.t, s.q, given.q) : undefined;
      return loop === undefined || named === undefined
        ? { report: done, trouble: unprojectable(status, s, after, projector.diagnosis?.reason) }
        : {
            report: { ...done, loop },
            trouble: named.unassembled(s, loop, done.assembly?.held, workspace.units?.length),
          };
    },

    freeze(s) {
      const { constraints } = mechanics;
      if (kept) {
        const status = constraints.freezeRedundant(s.t, s.q);
        const undetermined = status === "ok" ? (mechanics.reactive?.undetermined(s.t, s.q) ?? []) : [];
        if (undetermined.length > 0)
          return undeterminedStart(
            s,
            undetermined,
            constraints.dropped.map((row) => mechanics.constraintNames[row]),
          );
        return status === "ok"
          ? undefined
          : singularStart(status, s, mechanics.constraintNames[constraints.singularRow]);
      }
      // a view without the constraints: whatever happens here is not a failure of the run
      freezeNearby(s);
      return undefined;
    },
  };
}

/** A projector that can be told to go on from far away (Newton's). */
type Patient = Projector & { readonly patience: { fromAfar: boolean } };
const isNewton = (projector: Projector): projector is Patient => "patience" in projector;

/** Newton's projection onto the constraints, without invariants. */
function bindConstraints(problem: Problem, mechanics: Mechanics, exact: Projector | undefined): Projector {
  const { workspace } = problem;
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
    cause: `the start violates the constraints, most of all in the ${level} of one`,
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
    cause: `no consistent start was found near the given one; |g| = ${short(position)} is left in one constraint`,
    advice: "Look for constraints that contradict each other, or give initial values nearer to the constraints.",
  };
}

function singularStart(status: Exclude<Status, "ok">, s: State, component: string | undefined): Trouble {
  return { status, t: s.t, ...(component !== undefined && { component }), ...undetermined(s, false) };
}

function undeterminedStart(s: State, read: readonly string[], redundant: readonly string[]): Trouble {
  const listed = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(", ");
  return {
    status: "singular",
    t: s.t,
    component: read[0],
    cause: `multipliers that forces read must be determined, but those of ${listed(read)} are not unique, because ${listed(redundant)} ${redundant.length === 1 ? "is" : "are"} redundant`,
    advice: "Leave out the redundant constraints, or give the constraints a stiffness (formulation stiff).",
  };
}
