/** One projection of a model's start onto its manifold: the point, its multipliers, what it took. */

import { newState, type System, TautError } from "../core/index.js";
import { catalogue } from "../elements/index.js";
import { lower, type Model, type NamedChoice, runSection } from "../model/index.js";
import { apart, make } from "./registry.js";
import { onSystem } from "./run.js";

export interface ProjectionResult {
  readonly status: string;
  readonly by: string;
  readonly t: number;
  readonly names: readonly string[];
  readonly q: readonly number[];
  readonly v: readonly number[];
  /** KKT multipliers of the projected point; null where they are not defined. */
  readonly lambda: readonly number[] | null;
  readonly constraints: readonly string[];
  readonly iterations: number;
  /** Largest displacement of a coordinate and of a velocity. */
  readonly moved: { readonly q: number; readonly v: number };
  /** Largest residuals before and after. */
  readonly position: { readonly before: number; readonly after: number };
  readonly velocity: { readonly before: number; readonly after: number };
  /** Redundant constraints, by name. */
  readonly dropped: readonly string[];
  /** The constraint that is missed most, if any is. */
  readonly worst: string | null;
}

export interface ProjectOptions {
  readonly by?: NamedChoice;
  readonly set?: Readonly<Record<string, number>>;
  readonly omega?: number;
}

/** A projection that can be repeated from other points: what dragging a mass needs. */
export interface PreparedProjection {
  /** Project the model's start, or `from` (positions, then velocities) in its place. */
  project(from?: ArrayLike<number>): ProjectionResult;
}

export function projectModel(model: Model, options: ProjectOptions = {}): ProjectionResult {
  return prepareProjection(model, options).project();
}

/** Throws a `TautError` where there is nothing to project onto, or the projection refuses. */
export function prepareProjection(
  model: Model,
  { by = "newton", set, omega }: ProjectOptions = {},
): PreparedProjection {
  const lowered = lower(model, catalogue, { ...(set && { set }) });
  const stiffness = omega ?? runSection(model, set).omega;
  return onSystem(lowered, (system) => bind(system, by, stiffness));
}

function bind(system: System, by: NamedChoice, stiffness: number | undefined): PreparedProjection {
  const { mechanics } = system;
  const { m = 0, constraints, n = 0 } = mechanics ?? {};
  if (mechanics === undefined || constraints === undefined || m === 0)
    throw new TautError("project", "the model has no constraints, so there is nothing to project onto.");
  if (stiffness !== undefined) mechanics.omega2.fill(stiffness * stiffness);
  const formulation = make("formulation", "underlying");
  const problem = formulation.apply(system);
  const projection = make("projection", by, "project --by");
  const refusal = projection.refuses(problem);
  if (refusal !== undefined) throw new TautError("project --by", refusal);

  const s = newState(system.arena, system.dimension, n);
  const [g, gdot, lambda] = [system.arena.f64(m), system.arena.f64(m), system.arena.f64(m)];
  const projector = projection.bind(problem);
  const residuals = (): { position: number; velocity: number; worst: string | null } => {
    constraints.g(g, s.t, s.q);
    constraints.gdot(gdot, s.t, s.q, s.v);
    const [position, velocity] = [largest(g), largest(gdot)];
    const row = velocity > position ? size(gdot).indexOf(velocity) : size(g).indexOf(position);
    return { position, velocity, worst: position === 0 && velocity === 0 ? null : mechanics.constraintNames[row] };
  };

  return {
    project(from = system.initial) {
      s.t = system.initialTime;
      s.y.set(from);
      const before = residuals();
      let status = projector.apply(s);
      if (status !== "ok") {
        // once more without the constraints that are redundant at the start, as a run does
        const moved = Float64Array.from(s.y);
        s.y.set(from);
        constraints.freezeRedundant(s.t, s.q);
        if (constraints.dropped.length > 0) status = projector.apply(s);
        else s.y.set(moved);
      }
      const after = residuals();
      if (status === "ok") status = constraints.freezeRedundant(s.t, s.q);
      const known = status === "ok" && constraints.multipliers(lambda, s.t, s.q, s.v) === "ok";
      const distance = (first: number): number => {
        let most = 0;
        for (let k = first; k < first + n; k++) most = Math.max(most, Math.abs(s.y[k] - from[k]));
        return most;
      };
      return {
        status,
        by: apart(by).name,
        t: s.t,
        names: mechanics.names,
        q: Array.from(s.q),
        v: Array.from(s.v),
        lambda: known ? Array.from(lambda) : null,
        constraints: mechanics.constraintNames,
        iterations: projector.iterations,
        moved: { q: distance(0), v: distance(n) },
        position: { before: before.position, after: after.position },
        velocity: { before: before.velocity, after: after.velocity },
        dropped: constraints.dropped.map((row) => mechanics.constraintNames[row]),
        worst: after.worst,
      };
    },
  };
}

const size = (values: Float64Array): Float64Array => values.map(Math.abs);

const largest = (values: Float64Array): number => size(values).reduce((most, x) => Math.max(most, x), 0);
