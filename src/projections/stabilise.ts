/**
 * Stabilisation after a step (Ascher eq. 3.9b, F = D (H D)^-1 level by level as in 4.8, weighted by the mass):
 *
 *     1. q -= alpha M^-1 G^T (G M^-1 G^T)^-1 g
 *     2. v -= alpha M^-1 G^T (G M^-1 G^T)^-1 (G v + g_t), G evaluated anew at the q of 1
 *     3. invariants, when there are any: y -= alpha D (H D)^-1 (h - h0), along the constraints
 *
 * Form and strength follow from the measured drift, so that there is nothing to tune. With a method of order p and step
 * h the drift of a step is O(h^(p+1)), and one correction leaves its square in position, O(h^(2p+2)), which is usually
 * rounding. If it is more, another correction follows. In 2 the new G reduces the drift in velocity to rounding
 * (docs/theory/ascher.md, Beyond). The new G and its factorisation are skipped when the drift of positions times that
 * of velocities is below rounding, since the G of 1 then has the same effect. A correction costs two Jacobians and two
 * factorisations, or one of each.
 *
 * "singular": G M^-1 G^T cannot be factorised. "left-manifold": the correction made |g| larger; the step was too long.
 *
 * Derived as (6.3) in docs/theory/equations.md.
 */

import {
  type Checked,
  factory,
  type OptionTable,
  type Projection,
  projectionRefuses,
  type Scalar,
  type Vector,
} from "../core/index.js";
import { atMost, equal, givenInteger, less, remember, StepText } from "../step/index.js";
import { refusesWithoutManifold } from "./parts/refusal.js";
import { Stabiliser, type StabiliseShape, type StabiliseText } from "./parts/stabiliser.js";

const levels = ["both", "position", "velocity"] as const;

/** Options of `stabilise`. */
export interface StabiliseOptions {
  /** Which constraints: g = 0, G v + g_t = 0, or both. */
  readonly level?: (typeof levels)[number];
  /** The fraction of the correction that is applied, 0 < alpha < 2. */
  readonly alpha?: number;
  /** The largest number of corrections after one step; another one follows only if the last has left more than
   * rounding. */
  readonly corrections?: number;
}

const usualCorrections = 3;
/** Growth of |g| below this is rounding. */
const noise = 1e-10;
const epsilon = 2 ** -52;

const options = {
  level: {
    type: "choice",
    of: levels,
    about: "Which constraints to correct: both, position or velocity.",
    default: "both",
  },
  alpha: {
    type: "number",
    above: 0,
    below: 2,
    about: "Fraction of the correction that is applied, between 0 and 2.",
    default: 1,
  },
  corrections: {
    type: "integer",
    from: 1,
    about:
      "Largest number of corrections after a step; another one follows only if more than rounding is left. The default is 3, or 1 if alpha is not 1.",
    default: undefined,
  },
} as const satisfies OptionTable;

/**
 * Corrects positions, then velocities, after every step, as often as the measured drift requires, which is usually
 * once.
 *
 * @example
 * run(pendulum, { projection: stabilise({ corrections: 1 }), method: dop853(), rtol: 1e-9, until: 10 });
 */
export function stabilise(given: StabiliseOptions = {}): Projection {
  return stabiliseFactory.make(given);
}

function make({ level, alpha, corrections }: Checked<typeof options>): Projection {
  // a partial correction leaves the rest on purpose
  const most = corrections ?? (alpha === 1 ? usualCorrections : 1);
  return {
    name: "stabilise",
    refuses(problem) {
      if (
        level !== "both" &&
        problem.manifold?.constraints === undefined &&
        problem.manifold?.invariants !== undefined
      ) {
        return projectionRefuses("stabilise", {
          code: "option",
          needs: `constraints for level "${level}"`,
          found: "this problem has invariants only",
          instead: `Use level "both"`,
        });
      }
      return refusesWithoutManifold("stabilise", problem);
    },
    bind: (problem) => new Stabiliser(problem, correctionText, level, alpha, most),
  };
}

/**
 * All corrections after one step, for n coordinates and m constraints whose Jacobian has `entries` entries. The given
 * integer is 1 if straight-line code may correct.
 */
const correctionText = remember((shape: StabiliseShape, n: number, m: number, entries: number): StabiliseText => {
  const step = new StepText();
  const [t, most, residual, iterations] = ["t", "most", "residual", "iterations"].map((name) => step.shared(name));
  const [q, v] = [step.given("q", n), step.given("v", n)];
  const [alpha, size] = [step.bound("alpha", 1), step.bound("size", 1)];
  const [G, x, fused] = [step.bound("G", entries), step.bound("x", m), step.bound("fused", 3 + n)];
  const places = step.pattern("places", m);
  const [drift, left, before, done, corrected] = Array.from({ length: 5 }, () => step.variable());
  const [factored, solved] = [step.counter(), step.counter()];
  const backwards = step.multiply(-1, step.entry(alpha, 0));
  const at = (name: string, out: Vector, ...more: Vector[]): void =>
    step.evaluate(step.evaluation(name), out, t, ...more);

  const factorise = (): void => {
    at("jacobian", G, q);
    step.evaluate(step.evaluation("factor"), undefined, undefined, G, q);
  };
  /** y -= alpha M^-1 G^T (G M^-1 G^T)^-1 x */
  const correct = (y: Vector): void => {
    step.evaluate(step.evaluation("solve"), x, undefined);
    step.evaluate(step.evaluation("addWeighted"), y, backwards, G, x);
  };
  /** Records a residual of the first correction. */
  const found = (residue: Scalar): void => {
    step.when(equal(iterations, 1), () => step.set(residual, step.larger(residual, residue)));
    step.unless(less(residue, Number.POSITIVE_INFINITY), () => step.end("nonfinite"));
  };
  const remains = (g: Scalar): void => {
    step.set(left, g);
    step.unless(atMost(g, step.multiplyAdd(noise, 2, drift)), () => step.end("left-manifold"));
  };

  // 1. positions
  const positions = (): void => {
    at("g", x, q);
    step.set(drift, step.largest(x));
    found(drift);
    factorise();
    correct(q);
    at("g", x, q);
    remains(step.largest(x));
  };

  // 2. velocities; the G of 1 serves if its error has no effect
  const velocities = (): void => {
    at("gdot", x, q, v);
    const rate = step.largest(x);
    found(rate);
    const rounding = step.multiply(step.multiply(epsilon, step.largest(q)), step.largest(v));
    if (!shape.positions) factorise();
    else
      step.when(
        equal(corrected, 0),
        () => step.unless(atMost(step.multiply(drift, rate), rounding), factorise),
        factorise,
      );
    correct(v);
  };

  // 1 and 2 for small systems; where the matrix is singular, the routines above take over and name the row
  const straight = (): void => {
    const moved = { ...fused, offset: 3, length: n };
    at("positions", fused, q, v, alpha);
    step.set(drift, step.entry(fused, 0));
    found(drift);
    step.when(less(0, step.entry(fused, 2)), () => {
      step.copy(q, moved);
      step.count(factored);
      step.count(solved);
      at("velocities", fused, q, v, alpha);
      remains(step.entry(fused, 1));
      step.set(corrected, 1);
      step.when(less(0, step.entry(fused, 2)), () => {
        step.count(factored);
        found(step.entry(fused, 0));
        step.count(solved);
        step.copy(v, moved);
        step.set(corrected, 2);
      });
    });
  };

  // 3. invariants
  const invariants = (): void => {
    at("invariants", size, q, v);
    found(step.entry(size, 0));
    if (shape.positions && !shape.velocities) factorise();
    at("correctInvariants", size, q, v);
  };

  /** Whether only rounding is left; the first test estimates the second one without a Jacobian. */
  const isDone = (): void => {
    step.set(done, 1);
    if (shape.positions)
      step.when(less(step.multiply(4 * epsilon, step.largest(q)), left), () => {
        at("jacobian", G, q);
        const rounding = step.multiply(4 * epsilon, step.largestRow(G, places, q));
        step.when(less(rounding, left), () => step.set(done, 0));
      });
    if (shape.invariants)
      step.when(equal(done, 1), () => {
        at("invariants", size, q, v);
        step.set(left, step.larger(left, step.entry(size, 0)));
        at("invariantsAtRounding", size, q, v);
        step.set(done, step.entry(size, 0));
      });
  };

  step.set(residual, 0);
  step.repeat(most, (k) => {
    step.set(iterations, step.fromInteger(k));
    step.set(left, 0);
    step.set(corrected, 0);
    if (shape.straight) step.when(equal(givenInteger, 1), straight);
    if (shape.positions) step.when(equal(corrected, 0), positions);
    if (shape.velocities) step.unless(equal(corrected, 2), velocities);
    if (shape.invariants) invariants();
    step.unless(less(iterations, most), () => step.leave());
    isDone();
    step.when(equal(done, 1), () => step.leave());
    // a residual that no longer falls is rounding
    step.unless(equal(k, 1), () => step.unless(atMost(left, step.multiply(0.5, before)), () => step.leave()));
    step.set(before, left);
  });
  return { program: step.finish(), t, most, residual, iterations, factored, solved };
});

export const stabiliseFactory = factory({
  name: "stabilise",
  about:
    "Corrects positions, then velocities, after every step, as often as the measured drift requires, which is usually once.",
  options,
  make,
});
