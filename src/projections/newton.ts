/**
 * Newton's method onto the manifold in the mass metric (coordinate projection, Ascher eq. 3.10, with D = M^-1 G^T):
 *
 *     1. q -= M^-1 G^T (G M^-1 G^T)^-1 g, G fresh at every iteration, until |g| <= tolerance
 *     2. v -= M^-1 G^T (G M^-1 G^T)^-1 (G v + g_t), once, with G at the final q
 *     3. invariants, when there are any: one Gauss-Newton correction along the constraints, then back to 1
 *
 * Step 1 converges quadratically and halves its step when the residual does not fall. Constraints and invariants
 * converge jointly by alternation: step 3 leaves g = 0 to second order, so a few rounds suffice, and the projection
 * ends only when all residuals are small at one point. A residual that rounding of the coordinates alone explains counts as small.
 *
 * "singular": G M^-1 G^T cannot be factorised. "diverged": the residual does not fall along the Newton direction.
 * "left-manifold": still off after `maxIterations`. `iterations` counts the linearisations of steps 1 and 3.
 *
 * Derived as (6.3) in docs/theory/equations.md.
 */

import { factory, type OnManifold, type Projection, type Projector, type State, type Status } from "../core/index.js";
import { addScaled, copy } from "../linalg/vector.js";
import { constraintCorrector, worse } from "./parts/constraint-corrector.js";
import { invariantCorrector } from "./parts/invariant-corrector.js";
import { type IterationBook, type IterationLimits, iterated, limitOptions } from "./parts/iterated.js";
import { refusesWithoutManifold } from "./parts/refusal.js";

/** Options of `newton`. The tolerance is for |g|, |G v + g_t| and |h - h0|. */
export type NewtonOptions = IterationLimits;

/**
 * The largest number of halvings of a Newton step; a direction that does not help at 1/64 of its length is given up.
 */
const halvings = 6;
/** From afar, the sum of squares has to fall, which it does along the Newton direction if the step is short enough. */
const halvingsFromAfar = 30;
const iterationsFromAfar = 1000;
/** Velocity corrections are linear; a second and third one are iterative refinement for badly conditioned matrices. */
const refinements = 3;

const usual: Required<IterationLimits> = { tolerance: 1e-12, maxIterations: 100 };

export const newtonFactory = factory({
  name: "newton",
  about: "Iterates onto the constraints, positions then velocities, and onto the invariants.",
  options: limitOptions(
    usual,
    "Largest residual at which a state counts as on the manifold.",
    "Largest number of linearisations.",
  ),
  make: (limits): Projection => ({
    name: "newton",
    refuses: (problem) => refusesWithoutManifold("newton", problem),
    bind: (problem) => newtonOnto(problem, limits),
  }),
});

/**
 * Iterates onto the constraints, positions then velocities, and onto the invariants.
 *
 * @example
 * run(pendulum, { projection: newton({ tolerance: 1e-13 }), when: { when: "interval", every: 0.5 }, until: 10 });
 */
export function newton(options: NewtonOptions = {}): Projection {
  return newtonFactory.make(options);
}

/** Newton's projection, bound. While `patience.fromAfar` is true, it goes on where the largest residual does not fall. */
export interface NewtonProjector extends Projector {
  readonly patience: { fromAfar: boolean };
}

/**
 * Binds Newton's projection, for `exact` of a workspace: it makes starts consistent and repairs states that are shown.
 * Systems of your own that have constraints or invariants return it with their equations.
 *
 * @example
 * const about = { name: "turning", names: ["x", "y"], n: 0, constraintNames: [], initialTime: 0, initial: [1, 0] };
 * const rate: Rate = (dy, _t, y) => { dy[0] = -y[1]; dy[1] = y[0]; return "ok"; };
 * const value: Invariants["value"] = (h, _t, y) => { h[0] = y[0] ** 2 + y[1] ** 2; };
 * const jacobian: Invariants["jacobian"] = (H, _t, y) => { H[0] = 2 * y[0]; H[1] = 2 * y[1]; };
 * const invariants = { count: 1, names: ["radius squared"], value, jacobian };
 * solve(plainSystem(about, () => ({ rate, invariants, exact: newtonOnto })), { method: rk4(), step: 0.1, until: 1 });
 */
export function newtonOnto(on: OnManifold, { tolerance, maxIterations } = usual): NewtonProjector {
  const { manifold, arena, work } = on;
  const constraints = manifold!.constraints && constraintCorrector(arena, manifold!.constraints);
  const invariants = manifold!.invariants && invariantCorrector(on, constraints);
  const base = arena.f64(on.n);
  const move = arena.f64(on.n);
  const patience = { fromAfar: false };
  /** |g| of the last `drift`. */
  let position = 0;

  const drift = (s: State): number => {
    if (constraints === undefined) return invariants!.residual(s);
    position = constraints.position(s);
    const largest = worse(position, constraints.velocity(s));
    return invariants === undefined ? largest : worse(largest, invariants.residual(s));
  };

  /** Step 1. Expects `position(s)` as `size`. */
  const positions = (s: State, size: number, book: IterationBook): Status => {
    const most = patience.fromAfar ? iterationsFromAfar : maxIterations;
    while (size > tolerance) {
      if (book.iterations === most) return "left-manifold";
      book.iterations++;
      const status = constraints!.factor(s);
      if (status !== "ok") return status;
      copy(base, s.q);
      const square = constraints!.square();
      constraints!.correctPosition(s, 1);
      addScaled(move, s.q, -1, base);
      let now = constraints!.position(s);

      // damping: a shorter step in the Newton direction
      const falls = (): boolean => (patience.fromAfar ? constraints!.square() < square : now < size);
      for (let k = 0, part = 0.5; !falls(); k++, part *= 0.5) {
        if (size <= constraints!.rounding(base)) {
          copy(s.q, base);
          return "ok";
        }
        if (k === 0 && constraints!.isLeftInDropped("position", tolerance)) return "ok";
        if (k === (patience.fromAfar ? halvingsFromAfar : halvings))
          return Number.isNaN(now) ? "nonfinite" : "diverged";
        addScaled(s.q, base, part, move);
        now = constraints!.position(s);
      }
      if (now > 0.5 * size && now <= constraints!.rounding(s.q)) return "ok";
      size = now;
    }
    return "ok";
  };

  /** Step 2. */
  const velocities = (s: State): Status => {
    let size = constraints!.velocity(s);
    if (size <= tolerance) return "ok";
    const status = constraints!.factor(s);
    if (status !== "ok") return status;
    for (let k = 0; k < refinements; k++) {
      constraints!.correctVelocity(s, 1);
      size = constraints!.velocity(s);
      if (size <= tolerance || size <= constraints!.rounding(s.v)) return "ok";
    }
    if (constraints!.isLeftInDropped("velocity", tolerance)) return "ok";
    return Number.isNaN(size) ? "nonfinite" : "left-manifold";
  };

  const project = (s: State, book: IterationBook): Status => {
    for (let round = 0; ; round++) {
      if (constraints !== undefined) {
        // in the first round `drift` has already measured the positions
        let status = positions(s, round === 0 ? position : constraints.position(s), book);
        if (status === "ok") status = velocities(s);
        if (status !== "ok") return status;
      }
      if (invariants === undefined) return "ok";

      // 3. the state is on the constraints; now the invariants at this point
      const size = invariants.residual(s);
      if (size <= tolerance || (round > 0 && invariants.atRounding(s))) return "ok";
      if (Number.isNaN(size)) return "nonfinite";
      if (book.iterations === maxIterations) return "left-manifold";
      book.iterations++;
      let status: Status = constraints === undefined ? "ok" : constraints.factor(s);
      if (status === "ok") status = invariants.correct(s, 1);
      if (status !== "ok") return status;
    }
  };

  const projector = iterated(work, drift, (s, book) => {
    book.residual = drift(s);
    if (book.residual <= tolerance) return "ok";
    if (book.residual - book.residual !== 0) return "nonfinite";
    return project(s, book);
  });
  return Object.assign(projector, { patience });
}
