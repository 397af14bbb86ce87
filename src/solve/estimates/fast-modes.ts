/**
 * The fast motion of the stiff view: constraints as springs vibrate with frequencies
 *
 *     Omega_j = sqrt(eig(W^1/2 G M^-1 G^T W^1/2)),   W = diag(omega^2)
 *
 * about g = lambda/omega^2, and the start gives mode u_j the energy
 *
 *     E_j = 1/2 (u_j . W^1/2 (g - W^-1 lambda))^2 + 1/2 (u_j . W^1/2 g')^2 / Omega_j^2.
 *
 * In small systems every mode is found; in large ones only the two ends of the spectrum and the sum of the energies, by
 * products with G and solves with G M^-1 G^T.
 */

import { type F64, type Mechanics, maximum, newState, type State, type Workspace } from "../../core/index.js";
import { denseEigen } from "../../linalg/dense-eigen.js";
import { dot } from "../../linalg/vector.js";
import { krylovEigenvalues } from "./krylov.js";

/** The largest number of constraints for which every mode is found. */
const fewConstraints = 60;
/** Eigenvalues below this fraction of the largest belong to redundant constraints. */
const redundant = 1e-10;
const products = 40;

export interface FastModes {
  /** Radians per time. */
  readonly largest: number;
  readonly smallest: number;
  /** Energy of the fast motion at the state, summed over all modes. */
  readonly energy: number;
  /** The modes, slowest first; only for small systems. */
  readonly modes?: readonly { readonly frequency: number; readonly energy: number }[];
}

/**
 * The kinetic energy of a state in the rigid view, plus what its accelerations add to it in the given time; NaN where
 * the position is singular.
 */
export function slowEnergy(workspace: Workspace, s: State, time: number): number {
  const mechanics = workspace.mechanics!;
  const { n, constraints } = mechanics;
  const dy = workspace.arena.f64(workspace.dimension);
  const at = newState(workspace.arena, workspace.dimension, n);
  at.y.set(s.y);
  if (constraints.underlying(dy, s.t, at.y) !== "ok") return Number.NaN;
  const gained = workspace.arena.f64(n);
  for (let i = 0; i < n; i++) gained[i] = time * dy[n + i];
  return mechanics.kinetic(at.q, at.v) + mechanics.kinetic(at.q, gained);
}

/**
 * The fast modes at the state `s`; undefined if a constraint has no finite stiffness, or if G M^-1 G^T is singular
 * there.
 */
export function fastModes(workspace: Workspace, s: State): FastModes | undefined {
  const mechanics = workspace.mechanics!;
  const { constraints, m, omega2 } = mechanics;
  if (!omega2.every((w) => w > 0 && w < Number.POSITIVE_INFINITY)) return undefined;
  const { arena } = workspace;
  const omega = Float64Array.from(omega2, Math.sqrt);
  const at = newState(arena, workspace.dimension, mechanics.n);
  at.t = s.t;
  at.y.set(s.y);

  // displacement from the slow motion and its rate, in units of sqrt(energy)
  const [stretch, rate, lambda] = [arena.f64(m), arena.f64(m), arena.f64(m)];
  constraints.g(stretch, at.t, at.q);
  constraints.gdot(rate, at.t, at.q, at.v);
  if (constraints.multipliers(lambda, at.t, at.q, at.v) !== "ok") return undefined;
  for (let i = 0; i < m; i++) {
    stretch[i] = omega[i] * (stretch[i] - lambda[i] / omega2[i]);
    rate[i] *= omega[i];
  }
  const product = stiffness(workspace, mechanics, at, omega);
  return m <= fewConstraints
    ? everyMode(m, arena.f64(m), arena.f64(m), product, stretch, rate)
    : bothEnds(workspace, mechanics, at, omega, product, stretch, rate);
}

/** out = W^1/2 G M^-1 G^T W^1/2 x. */
function stiffness(workspace: Workspace, mechanics: Mechanics, at: State, omega: Float64Array) {
  const { constraints, n, m } = mechanics;
  const G = constraints.newJacobian();
  constraints.jacobian(G, at.t, at.q);
  const [force, scaled] = [workspace.arena.f64(n), workspace.arena.f64(m)];
  return (out: F64, x: F64): boolean => {
    for (let i = 0; i < m; i++) scaled[i] = omega[i] * x[i];
    force.fill(0);
    constraints.addTransposed(force, G, scaled, 1);
    mechanics.accelerate(force, force, at.q);
    constraints.multiply(out, G, force);
    for (let i = 0; i < m; i++) out[i] *= omega[i];
    return true;
  };
}

type Product = ReturnType<typeof stiffness>;

function everyMode(m: number, x: F64, out: F64, product: Product, stretch: F64, rate: F64): FastModes | undefined {
  const matrix = new Float64Array(m * m);
  for (let j = 0; j < m; j++) {
    x.fill(0);
    x[j] = 1;
    product(out, x);
    for (let i = 0; i < m; i++) matrix[i * m + j] = out[i];
  }
  for (let i = 0; i < m; i++)
    for (let j = 0; j < i; j++) {
      matrix[i * m + j] = 0.5 * (matrix[i * m + j] + matrix[j * m + i]);
      matrix[j * m + i] = matrix[i * m + j];
    }
  const eigen = denseEigen(m);
  if (!eigen.compute(matrix)) return undefined;
  const modes: { frequency: number; energy: number }[] = [];
  eigen.values.forEach((value, k) => {
    if (!(value > redundant * eigen.values[m - 1])) return;
    const mode = eigen.vectors.subarray(k * m, (k + 1) * m);
    const [a, b] = [dot(mode, stretch), dot(mode, rate)];
    modes.push({ frequency: Math.sqrt(value), energy: 0.5 * (a * a + (b * b) / value) });
  });
  if (modes.length === 0) return undefined;
  const energy = modes.reduce((sum, mode) => sum + mode.energy, 0);
  return { largest: modes[modes.length - 1].frequency, smallest: modes[0].frequency, energy, modes };
}

function bothEnds(
  { arena }: Workspace,
  { constraints, m }: Mechanics,
  at: State,
  omega: Float64Array,
  product: Product,
  stretch: F64,
  rate: F64,
): FastModes | undefined {
  const [x, out] = [arena.f64(m), arena.f64(m)];
  const outer = krylovEigenvalues(m, products, x, out, product);
  const G = constraints.newJacobian();
  constraints.jacobian(G, at.t, at.q);
  const solver = constraints.newSolver();
  if (outer === undefined || solver.factor(G, at.q) !== "ok") return undefined;
  /** The inverse of `product`. */
  const inverse = (out: F64, x: F64): boolean => {
    for (let i = 0; i < m; i++) out[i] = x[i] / omega[i];
    solver.solve(out);
    for (let i = 0; i < m; i++) out[i] /= omega[i];
    return true;
  };
  const inner = krylovEigenvalues(m, products, x, out, inverse);
  if (inner === undefined) return undefined;
  inverse(out, rate);
  return {
    largest: Math.sqrt(maximum(outer.re)),
    smallest: 1 / Math.sqrt(maximum(inner.re)),
    energy: 0.5 * (dot(stretch, stretch) + dot(rate, out)),
  };
}
