/** One projection of a model's start onto its manifold: the point, its multipliers, what it took. */

import { compileSystem } from "../compile/index.js";
import { newState, type Problem, type Projection, type System, TautError } from "../core/index.js";
import { catalogue } from "../elements/index.js";
import { lower, type Model, type NamedChoice, runSection } from "../model/index.js";
import { apart, make } from "./registry.js";

export interface ProjectionResult {
  readonly status: string;
  readonly by: string;
  readonly t: number;
  readonly names: readonly string[];
  readonly q: readonly number[];
  readonly v: readonly number[];
  /** KKT multipliers of the projected point; null where they are not defined. */
  readonly lambda: readonly number[] | null;
  /** omega^2 g there, what the springs of the stiff view have in their place; null in the rigid view. */
  readonly tension: readonly number[] | null;
  readonly constraints: readonly string[];
  readonly iterations: number;
  /** Evaluations of the forces. */
  readonly forces: number;
  /** Why it failed, where there is more to say than the status. */
  readonly reason: string | null;
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

export function projectModel(model: Model, { by = "newton", set, omega }: ProjectOptions = {}): ProjectionResult {
  const lowered = lower(model, catalogue, { ...(set && { set }) });
  const system = compileSystem(lowered);
  const { mechanics } = system;
  const { m = 0, constraints, n = 0 } = mechanics ?? {};
  if (mechanics === undefined || constraints === undefined || m === 0)
    throw new TautError("project", "the model has no constraints, so there is nothing to project onto.");
  const stiffness = omega ?? runSection(model, set).omega;
  if (stiffness !== undefined) mechanics.omega2.fill(stiffness * stiffness);
  const projection = make("projection", by, "project --by");
  const problem = problemFor(projection, system);

  const s = newState(system.arena, system.dimension, n);
  s.t = system.initialTime;
  s.y.set(system.initial);
  const [g, gdot, lambda] = [system.arena.f64(m), system.arena.f64(m), system.arena.f64(m)];
  const residuals = (): { position: number; velocity: number; worst: string | null } => {
    constraints.g(g, s.t, s.q);
    constraints.gdot(gdot, s.t, s.q, s.v);
    const [position, velocity] = [largest(g), largest(gdot)];
    const row = velocity > position ? size(gdot).indexOf(velocity) : size(g).indexOf(position);
    return { position, velocity, worst: position === 0 && velocity === 0 ? null : mechanics.constraintNames[row] };
  };
  const before = residuals();
  const projector = projection.bind(problem);
  const forces = system.work.forces;
  let status = projector.apply(s);
  if (status !== "ok") {
    // once more without the constraints that are redundant at the start, as a run does
    const moved = Float64Array.from(s.y);
    s.y.set(system.initial);
    constraints.freezeRedundant(s.t, s.q);
    if (constraints.dropped.length > 0) status = projector.apply(s);
    else s.y.set(moved);
  }
  const spent = system.work.forces - forces;
  const after = residuals();
  const tension = problem.manifold === undefined ? Array.from(g, (x, i) => mechanics.omega2[i] * x) : null;
  if (status === "ok") status = constraints.freezeRedundant(s.t, s.q);
  const known = status === "ok" && constraints.multipliers(lambda, s.t, s.q, s.v) === "ok";
  const distance = (from: number): number => {
    let most = 0;
    for (let k = 0; k < n; k++) most = Math.max(most, Math.abs(s.y[from + k] - system.initial[from + k]));
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
    tension,
    iterations: projector.iterations,
    forces: spent,
    reason: projector.reason ?? null,
    moved: { q: distance(0), v: distance(n) },
    position: { before: before.position, after: after.position },
    velocity: { before: before.velocity, after: after.velocity },
    dropped: constraints.dropped.map((row) => mechanics.constraintNames[row]),
    worst: after.worst,
  };
}

/** The view whose manifold the projection knows: the rigid one, or the stiff one of slow projections. */
function problemFor(projection: Projection, system: System): Problem {
  const rigid = make("formulation", "underlying").apply(system);
  if (projection.refuses(rigid) === undefined) return rigid;
  const stiff = make("formulation", "stiff");
  const unmade = stiff.refuses(system);
  if (unmade !== undefined) throw new TautError("project", unmade);
  const problem = stiff.apply(system);
  const refusal = projection.refuses(problem);
  if (refusal !== undefined) throw new TautError("project --by", refusal);
  return problem;
}

const size = (values: Float64Array): Float64Array => values.map(Math.abs);

const largest = (values: Float64Array): number => size(values).reduce((most, x) => Math.max(most, x), 0);
