/**
 * The micro-integration of filtering methods (Ariel section 3.2, Sanz-Serna section 3): velocity Verlet in the stiff
 * view from (t, q, v) to both sides, with weighted sums over the points as they pass,
 *
 *     q* = q + sum w_k u_k,   v* = sum w_k v_k,   a* = sum w_k a_k,   a'* = sum d_k a_k,      u_k = q_k - q, a = M^-1 f
 *
 * over k = -steps … steps, w even and d odd in k. Displacements are integrated instead of positions, so that the 2
 * steps + 1 roundings of q do not add up and g is known at q* to the last digits. Forces that read v see v_h + h/2 a,
 * the explicit second-order guess. The window costs one force per step and one for the point itself.
 */

import type { Arena, F64, Mechanics, MicroSolution, Program, Scalar, State, Step } from "../core/index.js";
import { bindStep, onHost, remember, StepText } from "../step/index.js";

export interface MicroWindow {
  /** Weight of the points +-k, k = 0 … steps; those of `even` add up to 1 over the window. */
  readonly even: F64;
  /** Weight of the point +k, minus that of -k; entry 0 is not read. */
  readonly odd: F64;
  /** The filtered positions and velocities, one after the other as in `y`. */
  readonly y: F64;
  /** The filtered rates of q and v: v, then M^-1 f. */
  readonly rate: F64;
  /** Sum of M^-1 f with the odd weights. */
  readonly slope: F64;
  /** `steps` micro-steps of length `h` to each side of (t, y). Counts 2 steps + 1 forces. */
  run(t: number, y: F64, h: number, steps: number): void;
  /** The same window for pictures: every point of it, in new arrays. */
  solution(s: State, h: number, steps: number): MicroSolution;
}

interface WindowText {
  readonly program: Program;
  readonly t: Scalar;
  readonly h: Scalar;
  readonly steps: Scalar;
}

/**
 * All windows of one dimension share these texts. With `watched`, an evaluation "visit" sees every point as (v, k, q).
 */
const summed = { watched: false };
const watched = { watched: true };
const windowText = remember(({ watched }: { readonly watched: boolean }, n): WindowText => {
  const step = new StepText();
  const [t, h, steps] = ["t", "h", "steps"].map((name) => step.shared(name));
  const rate = step.evaluation("rate");
  const visit = watched ? step.evaluation("visit") : undefined;
  const y = step.given("y", 2 * n);
  const halves = (name: string) => {
    const whole = step.bound(name, 2 * n);
    return { whole, first: step.part(whole, 0, n), second: step.part(whole, 1, n) };
  };
  const { whole: point, first: q0, second: v0 } = halves("point");
  const { whole: rate0, second: a0 } = halves("rate0");
  const { whole: at, first: q, second: guess } = halves("at");
  const { whole: rateAt, second: a } = halves("rateAt");
  const [u, v] = [step.bound("u", n), step.bound("v", n)];
  const sums = step.bound("sums", 4 * n);
  const [sumQ, sumV, sumA, sumD] = [0, 1, 2, 3].map((k) => step.part(sums, k, n));
  // as long as the longest window
  const [even, odd] = [step.bound("even", 0), step.bound("odd", 0)];

  // 1. the point itself
  step.copy(point, y);
  step.evaluate(rate, rate0, t, point);
  const w0 = step.entry(even, 0);
  step.zero(sumQ);
  step.scale(sumV, w0, v0);
  step.scale(sumA, w0, a0);
  step.zero(sumD);

  // 2. Verlet to both sides
  for (const sign of [1, -1]) {
    const length = step.multiply(sign, h);
    const half = step.multiply(0.5, length);
    step.zero(u);
    step.copy(v, v0);
    step.copy(a, a0);
    step.repeat(steps, (k) => {
      const w = step.entry(even, k);
      const d = step.multiply(sign, step.entry(odd, k));
      // half a kick, then drift
      step.addScaled(v, v, half, a);
      step.addScaled(u, u, length, v);
      step.addScaled(q, q0, 1, u);
      step.addScaled(guess, v, half, a);
      step.evaluate(rate, rateAt, step.multiplyAdd(t, step.fromInteger(k), length), at);
      // the other half, and the sums
      step.addScaled(v, v, half, a);
      step.addScaled(sumQ, sumQ, w, u);
      step.addScaled(sumV, sumV, w, v);
      step.addScaled(sumA, sumA, w, a);
      step.addScaled(sumD, sumD, d, a);
      if (visit !== undefined) step.evaluate(visit, v, step.multiply(sign, step.fromInteger(k)), q);
    });
  }

  // 3. from displacements to positions
  step.addScaled(sumQ, q0, 1, sumQ);
  return { program: step.finish(), t, h, steps };
});

/** Makes a window of up to `most` micro-steps to each side, for systems with a constant mass. */
export function newMicroWindow(mechanics: Mechanics, arena: Arena, most: number): MicroWindow {
  const { n } = mechanics;
  const [even, odd] = [arena.f64(most + 1), arena.f64(most + 1)];
  const work = ["point", "rate0", "at", "rateAt"].map((name) => [name, arena.f64(2 * n)] as const);
  // q*, v*, a*, a'*: the rate (v*, a*) begins where v* does
  const sums = arena.f64(4 * n);
  const arrays = { ...Object.fromEntries(work), u: arena.f64(n), v: arena.f64(n), sums, even, odd };
  const compiled = mechanics.compiled?.rate(true);
  const rate = (dy: F64, t: number, y: F64): "ok" => {
    mechanics.rate(dy, t, y, true);
    return "ok";
  };

  const { program, ...cells } = windowText(summed, n);
  const step = bindStep(program, arena, arrays, { host: { rate }, compiled: compiled && { rate: compiled } });
  const run = (step: Step, t: number, y: F64, h: number, steps: number): void => {
    step.numbers[cells.t.index] = t;
    step.numbers[cells.h.index] = h;
    step.numbers[cells.steps.index] = steps;
    step.run(0, y);
  };

  const solution = (s: State, h: number, steps: number): MicroSolution => {
    const count = 2 * steps + 1;
    const y = new Float64Array(count * 2 * n);
    y.set(s.y.subarray(0, 2 * n), steps * 2 * n);
    const visit = (v: F64, k: number, q: F64): "ok" => {
      y.set(q, (steps + k) * 2 * n);
      y.set(v, (steps + k) * 2 * n + n);
      return "ok";
    };
    // the sums of the last run must not change
    const withOwnSums = { ...arrays, sums: new Float64Array(4 * n) };
    run(onHost(windowText(watched, n).program, withOwnSums, { rate, visit }), s.t, s.y, h, steps);
    const t = Float64Array.from({ length: count }, (_, k) => (k - steps) * h);
    const weights = Float64Array.from({ length: count }, (_, k) => even[Math.abs(k - steps)]);
    return { t, weights, y };
  };
  return {
    even,
    odd,
    y: sums.subarray(0, 2 * n),
    rate: sums.subarray(n, 3 * n),
    slope: sums.subarray(3 * n),
    run: (t, y, h, steps) => run(step, t, y, h, steps),
    solution,
  };
}
