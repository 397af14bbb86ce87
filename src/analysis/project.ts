/** Projects a model's start onto its manifold, and reports the point, its multipliers and the work. */

import { compileSystem } from "../compile/index.js";
import {
  type Assembly,
  checkNames,
  newState,
  type OpenLoop,
  type Problem,
  type Projection,
  type State,
  type Status,
  sentence,
  TautError,
  type Workspace,
} from "../core/index.js";
import { catalogue } from "../elements/index.js";
import { bindOn, borrow } from "../memory/on-workspace.js";
import { lower, type Model, type NamedChoice, runSection } from "../model/index.js";
import { make, nameAndOptions, withSetting } from "../run/registry.js";
import { newWindowOf, type ProjectionWindow } from "./projection-window.js";

/** The projected point, its multipliers and the work; `projectModel` and `PreparedProjection.project` return it. */
export interface ProjectionResult {
  readonly status: string;
  /** Why the status is not "ok", if the projection knows. */
  readonly reason: string | null;
  readonly by: string;
  readonly t: number;
  readonly names: readonly string[];
  readonly q: readonly number[];
  readonly v: readonly number[];
  /** KKT multipliers of the projected point; null where they are not defined. */
  readonly lambda: readonly number[] | null;
  /** The multipliers in two more ways; only for projections onto the slow manifold of stiff springs. */
  readonly slow: SlowMultipliers | null;
  readonly constraints: readonly string[];
  readonly iterations: number;
  /** Evaluations of the forces. */
  readonly forces: number;
  /** Largest displacement of a coordinate and of a velocity. */
  readonly moved: { readonly q: number; readonly v: number };
  /** Largest residuals before and after. */
  readonly position: { readonly before: number; readonly after: number };
  readonly velocity: { readonly before: number; readonly after: number };
  /** Redundant constraints, by name. */
  readonly dropped: readonly string[];
  /** The constraint that is violated most, if any is. */
  readonly worst: string | null;
  /** Joints that were open and parts that were moved, by name; null where positions were on the constraints. */
  readonly assembly: Assembly | null;
  /** The loop that does not close, if that is why the projection failed. */
  readonly loop: OpenLoop | null;
}

/** The multipliers of a point on the slow manifold of stiff springs, in two ways beside those of the rigid view. */
export interface SlowMultipliers {
  /** omega^2 g at the projected point: the tension of the springs. */
  readonly tension: readonly number[];
  /**
   * Richardson extrapolation of omega^2 g from omega and 2 omega to infinity: the rigid multipliers within O(omega^-4).
   */
  readonly extrapolated: readonly number[] | null;
  /** Distance from the slow manifold (max norm), where the projection can measure it. */
  readonly residual: { readonly before: number; readonly after: number } | null;
}

/** How `projectModel` and `prepareProjection` project: the projection, the parameters and the stiffness. */
export interface ProjectOptions {
  readonly by?: NamedChoice;
  readonly set?: Readonly<Record<string, number>>;
  readonly omega?: number;
}

/**
 * A projection that can be repeated from other points, for example while a mass is dragged; `prepareProjection` makes
 * it.
 */
export interface PreparedProjection {
  /**
   * Projects the model's start, or the point `from` (positions, then velocities), at time `t` (default: that of the
   * start).
   */
  project(from?: ArrayLike<number>, t?: number): ProjectionResult;
  /** The window of a filtering projection around the start or another point; undefined for all other projections. */
  window(at?: ArrayLike<number>, t?: number): ProjectionWindow | undefined;
}

/**
 * Projects the start of a model onto its constraints, and reports the point, its multipliers and the work. Throws a
 * `TautError` if the model has no constraints, or if the projection refuses it.
 *
 * @example
 * const { q, lambda, moved } = projectModel(pendulum, { by: "newton" });
 */
export function projectModel(model: Model, options: ProjectOptions = {}): ProjectionResult {
  checkNames("projectModel", options, ["by", "set", "omega"]);
  const { set } = options;
  const lowered = lower(model, catalogue, { ...(set && { set }) });
  return borrow(compileSystem(lowered), (workspace) => bind(model, workspace, options, true).project());
}

/**
 * Prepares a projection of many points; multipliers are not extrapolated, and points far off are not assembled. Throws a `TautError` if the model has no
 * constraints, or if the projection refuses it.
 *
 * @example
 * const prepared = prepareProjection(pendulum);
 * prepared.project([0.9, 0.1, 0, 0]).q; // the nearest point on the circle
 */
export function prepareProjection(model: Model, options: ProjectOptions = {}): PreparedProjection {
  checkNames("prepareProjection", options, ["by", "set", "omega"]);
  const { set } = options;
  const lowered = lower(model, catalogue, { ...(set && { set }) });
  return bindOn(compileSystem(lowered), (workspace) => bind(model, workspace, options, false));
}

function bind(
  model: Model,
  workspace: Workspace,
  { by = "newton", set, omega }: ProjectOptions,
  isOfStart: boolean,
): PreparedProjection {
  const { mechanics } = workspace;
  const { m = 0, constraints, n = 0 } = mechanics ?? {};
  if (mechanics === undefined || constraints === undefined || m === 0)
    throw new TautError(
      "project",
      "needs constraints to project onto, and the model has no constraints. Add some, or choose another model.",
    );
  const stiffness = omega ?? runSection(model, set).omega;
  const projection = make("projection", by, "project --by");
  const problem = viewFor(
    projection,
    ["underlying", withSetting("formulation", "stiff", "omega", stiffness)].map((view) =>
      make("formulation", view).apply(workspace),
    ),
  );

  const s = newState(workspace.arena, workspace.dimension, n);
  const [g, gdot, lambda] = [workspace.arena.f64(m), workspace.arena.f64(m), workspace.arena.f64(m)];
  const residuals = (): { position: number; velocity: number; worst: string | null } => {
    constraints.g(g, s.t, s.q);
    constraints.gdot(gdot, s.t, s.q, s.v);
    const [position, velocity] = [largest(g), largest(gdot)];
    const row = velocity > position ? size(gdot).indexOf(velocity) : size(g).indexOf(position);
    return { position, velocity, worst: position === 0 && velocity === 0 ? null : mechanics.constraintNames[row] };
  };
  const projector = projection.bind(problem);
  const slow = problem.manifold === undefined;
  // by default the start is moved as a run moves it, from afar and around what is held; options and other points are
  // taken by the letter
  const { name, options } = nameAndOptions(by);
  const assembles = isOfStart && !slow && name === "newton" && Object.keys(options).length === 0;
  const starter = assembles
    ? workspace.consistency?.(problem, { own: projector, exact: projector }).starter
    : undefined;
  if (starter !== undefined) {
    s.y.set(workspace.initial);
    s.t = workspace.initialTime;
    starter.ready(s, true);
  }
  const windowOf = newWindowOf(workspace, projector);

  return {
    window: (at = workspace.initial, t = workspace.initialTime) => windowOf?.(at, t),

    project(from = workspace.initial, t = workspace.initialTime) {
      s.t = t;
      s.y.set(from);
      const before = residuals();
      workspace.work.forces = 0;
      if (starter !== undefined) constraints.drop([]);
      const begun = starter?.begin(s, "project", 0);
      let status = starter === undefined ? projector.apply(s) : (begun?.trouble?.status ?? "ok");
      if (status !== "ok" && !slow && starter === undefined) {
        // try again without the constraints that are redundant at the start, as a run does
        const moved = Float64Array.from(s.y);
        s.y.set(from);
        constraints.freezeRedundant(s.t, s.q);
        if (constraints.dropped.length > 0) status = projector.apply(s);
        else s.y.set(moved);
      }
      const { forces } = workspace.work;
      const { residual, diagnosis } = projector;
      const { iterations } = begun?.report ?? projector;
      const after = residuals();
      const slowly = slow ? { before: residual, after: projector.drift?.(s) } : undefined;
      const tension = slow ? g.map((x, i) => mechanics.omega2[i] * x) : undefined;
      if (status === "ok" && !slow) status = constraints.freezeRedundant(s.t, s.q);
      const known = status === "ok" && constraints.multipliers(lambda, s.t, s.q, s.v) === "ok";
      const distance = (first: number): number => {
        let most = 0;
        for (let k = first; k < first + n; k++) most = Math.max(most, Math.abs(s.y[k] - from[k]));
        return most;
      };
      return {
        status,
        reason: diagnosis?.reason ?? (begun?.report.loop && begun.trouble?.message) ?? null,
        by: name,
        t: s.t,
        names: mechanics.names,
        q: Array.from(s.q),
        v: Array.from(s.v),
        lambda: known ? Array.from(lambda) : null,
        slow: tension
          ? {
              tension: Array.from(tension),
              extrapolated: isOfStart && status === "ok" ? extrapolate(tension, projection, problem) : null,
              residual: slowly?.after === undefined ? null : { before: slowly.before, after: slowly.after },
            }
          : null,
        constraints: mechanics.constraintNames,
        iterations,
        forces,
        moved: { q: distance(0), v: distance(n) },
        position: { before: before.position, after: after.position },
        velocity: { before: before.velocity, after: after.velocity },
        dropped: constraints.dropped.map((row) => mechanics.constraintNames[row]),
        worst: after.worst,
        assembly: begun?.report.assembly ?? null,
        loop: begun?.report.loop ?? null,
      };
    },
  };
}

/** The first of the views that the projection accepts: rigid constraints, or stiff springs. */
function viewFor(projection: Projection, views: readonly Problem[]): Problem {
  const refusals = views.map((view) => projection.refuses(view));
  const accepted = refusals.indexOf(undefined);
  if (accepted < 0) throw new TautError("project --by", sentence(refusals[refusals.length - 1]!));
  return views[accepted];
}

/** (4 Lambda(2 omega) - Lambda(omega))/3, from `tension` at omega and another projection of the start at 2 omega. */
function extrapolate(tension: Float64Array, projection: Projection, problem: Problem): readonly number[] | null {
  const { workspace, arena, dimension, n } = problem;
  const { omega2, constraints, m } = workspace.mechanics!;
  const g = arena.f64(m);
  const s: State = newState(arena, dimension, n);
  s.t = workspace.initialTime;
  s.y.set(workspace.initial);
  const stiffness = Float64Array.from(omega2);
  for (let i = 0; i < m; i++) omega2[i] *= 4;
  const status: Status = projection.bind(problem).apply(s);
  constraints.g(g, s.t, s.q);
  const twice = g.map((x, i) => omega2[i] * x);
  omega2.set(stiffness);
  return status === "ok" ? Array.from(twice, (x, i) => (4 * x - tension[i]) / 3) : null;
}

const size = (values: Float64Array): Float64Array => values.map(Math.abs);

const largest = (values: Float64Array): number => size(values).reduce((most, x) => Math.max(most, x), 0);
