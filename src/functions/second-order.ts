import { consistencyOf } from "../consistency/consistency.js";
import { type Arena, type F64, type Mechanics, type System, TautError, type Work } from "../core/index.js";
import { newtonOnto } from "../projections/newton.js";
import { conscienceOf } from "../watch/conscience.js";
import { meterOf } from "../watch/meter.js";
import { type ConstraintFunctions, functionConstraints } from "./constraints.js";
import { plainSystem } from "./plain-system.js";
import { checkCurvature, checkSlope, checkWritten, entryName, timesDense } from "./trial.js";

/** The accelerations that `secondOrder` takes: a = q'' as it is without constraints. Write every entry of `a`. */
export type AccelerationFunction = (a: Float64Array, t: number, q: Float64Array, v: Float64Array) => void;

/** Options of `secondOrder`. */
export interface SecondOrderOptions {
  /** The name in messages and results. Default "second order". */
  readonly name?: string;
  /** One name for each coordinate. Default: q0, q1, … */
  readonly names?: readonly string[];
  /** The time at the start. Default 0. */
  readonly t?: number;
  /** One mass for each coordinate; constraint forces are divided by them. Default: 1. */
  readonly mass?: ArrayLike<number>;
  /**
   * Whether the accelerations read v; if so, methods for forces that depend on positions only refuse the system.
   * Default true.
   */
  readonly readsVelocity?: boolean;
  /** The potential energy, for the ledger. Without it no energy is known, and the ledger has none. */
  readonly potential?: (t: number, q: Float64Array) => number;
  /** Constraints g(t, q) = 0. */
  readonly constraints?: ConstraintFunctions;
  /** Stiffness of the constraints in the stiff view. Default: none. */
  readonly omega?: number;
}

/**
 * Mechanics q'' = a(t, q, v) from a function, with constraints as functions too.
 *
 * @example
 * const pendulum = secondOrder(
 *   (a) => { a[0] = 0; a[1] = -9.81; },
 *   { q: [1, 0], v: [0, 0] },
 *   { constraints: { names: ["rod"], g: (g, t, q) => { g[0] = Math.hypot(q[0], q[1]) - 1; } } },
 * );
 * solve(pendulum, { formulation: underlying(), method: dopri5(), projection: stabilise(), rtol: 1e-8, until: 2 });
 */
export function secondOrder(
  acceleration: AccelerationFunction,
  start: { readonly q: ArrayLike<number>; readonly v: ArrayLike<number> },
  options: SecondOrderOptions = {},
): System {
  const n = start.q.length;
  const { name = "second order", names = Array.from({ length: n }, (_, i) => `q${i}`), t = 0, constraints } = options;
  if (start.v.length !== n)
    throw new TautError("start", `q and v must have the same length; q has ${n} entries, v has ${start.v.length}.`);
  if (options.mass !== undefined && (options.mass.length !== n || !Array.from(options.mass).every((m) => m > 0)))
    throw new TautError(
      "mass",
      `must be ${n} positive numbers, one for each coordinate; got ${Array.from(options.mass).join(", ")}.`,
    );
  if (typeof acceleration !== "function")
    throw new TautError(
      "secondOrder",
      `the first argument must be a function (a, t, q, v); got ${typeof acceleration}.`,
    );
  if (names.length === n) tryFunctions(acceleration, names, t, start, constraints);
  const about = {
    name,
    names: [...names, ...names.map((one) => `${one}'`)],
    n,
    constraintNames: constraints?.names ?? [],
    initialTime: t,
    initial: [...Array.from(start.q), ...Array.from(start.v)],
  };
  return plainSystem(about, (arena, work) => ({
    mechanics: functionMechanics(acceleration, names, options, arena, work),
    meter: meterOf,
    ...(constraints && { exact: newtonOnto, consistency: consistencyOf, conscience: conscienceOf }),
  }));
}

/** Calls all functions at the start, and refuses what they do not write and derivatives that are not those of g. */
function tryFunctions(
  acceleration: AccelerationFunction,
  names: readonly string[],
  t: number,
  start: { readonly q: ArrayLike<number>; readonly v: ArrayLike<number> },
  constraints: ConstraintFunctions | undefined,
): void {
  const q = (): Float64Array => Float64Array.from(start.q);
  const v = (): Float64Array => Float64Array.from(start.v);
  checkWritten(
    "secondOrder",
    "a",
    names.length,
    (i) => names[i],
    (a) => acceleration(a, t, q(), v()),
  );
  if (constraints === undefined || constraints.names.length === 0) return;
  const { names: rows, g, jacobian, curvature } = constraints;
  const m = rows.length;
  checkWritten(
    "g",
    "g",
    m,
    (i) => rows[i],
    (out) => g(out, t, q()),
  );
  if (jacobian !== undefined) {
    checkWritten("jacobian", "G", m * names.length, entryName(rows, names), (out) => jacobian(out, t, q()));
    const G = new Float64Array(m * names.length);
    checkSlope(
      {
        ...{ path: "jacobian", of: "g", rows, columns: names },
        value: (out, x) => g(out, t, x),
        along(out, x, d) {
          jacobian(G, t, x);
          timesDense(out, G, d);
        },
      },
      q(),
    );
  }
  if (curvature !== undefined) {
    checkWritten(
      "curvature",
      "c",
      m,
      (i) => rows[i],
      (out) => curvature(out, t, q(), v()),
    );
    checkCurvature(rows, g, curvature, t, start);
  }
}

function functionMechanics(
  acceleration: AccelerationFunction,
  names: readonly string[],
  options: SecondOrderOptions,
  arena: Arena,
  work: Work,
): Mechanics {
  const n = names.length;
  const {
    constraints: given = { names: [], g: () => {} },
    readsVelocity = true,
    potential,
    omega = Number.NaN,
  } = options;
  const m = given.names.length;
  const [mass, inverseMass, omega2, g, f] = [arena.f64(n), arena.f64(n), arena.f64(m), arena.f64(m), arena.f64(n)];
  for (let k = 0; k < n; k++) {
    mass[k] = options.mass?.[k] ?? 1;
    inverseMass[k] = 1 / mass[k];
  }
  omega2.fill(omega * omega);
  const force = (out: F64, t: number, q: F64, v: F64): void => {
    work.forces++;
    acceleration(out, t, q, v);
    for (let k = 0; k < n; k++) out[k] *= mass[k];
  };
  const constraints = functionConstraints(given, n, inverseMass, force, arena, work);
  const G = constraints.newJacobian();
  const stiffForce = (out: F64, t: number, q: F64, v: F64): void => {
    force(out, t, q, v);
    constraints.g(g, t, q);
    for (let i = 0; i < m; i++) g[i] *= omega2[i];
    constraints.jacobian(G, t, q);
    work.jacobians--;
    constraints.addTransposed(out, G, g, -1);
  };
  const unavailable = (): never => {
    throw new TautError(
      "derivatives",
      "this needs second derivatives, and a system from functions has none. Write the system as a model instead.",
    );
  };
  const none = { rows: new Int32Array(0), cols: new Int32Array(0) };
  return {
    n,
    m,
    names,
    constraintNames: given.names,
    readsVelocity,
    velocityDependent: readsVelocity,
    mass: "diagonal",
    inverseMass,
    omega2,
    omegaGiven: Number.isFinite(omega),
    force,
    stiffForce,
    lagrangianForce: (out, t, q, v, part) => (part === "all" ? stiffForce : force)(out, t, q, v),
    rate(dy, t, y, stiff) {
      const [q, v] = [y.subarray(0, n), y.subarray(n)];
      (stiff ? stiffForce : force)(f, t, q, v);
      for (let k = 0; k < n; k++) {
        dy[k] = v[k];
        dy[n + k] = f[k] * inverseMass[k];
      }
    },
    accelerate(a, out) {
      for (let k = 0; k < n; k++) a[k] = out[k] * inverseMass[k];
    },
    momentum(p, _q, v) {
      for (let k = 0; k < n; k++) p[k] = mass[k] * v[k];
    },
    kinetic: (_q, v) => v.reduce((sum, x, k) => sum + (mass[k] * x * x) / 2, 0),
    ...(potential && { potential: (t: number, q: F64) => potential(t, q) }),
    stiffPotential(t, q) {
      constraints.g(g, t, q);
      return g.reduce((sum, x, i) => sum + (omega2[i] * x * x) / 2, 0);
    },
    constraints,
    derivatives: {
      pattern: none,
      hessian: unavailable,
      hessianTimes: unavailable,
      third: unavailable,
      newSolver: unavailable,
      force: () => undefined,
      acceleration: () => undefined,
      constraintHessian: { ...none, evaluate: unavailable },
    },
  };
}
