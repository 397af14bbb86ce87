/**
 * Ariel sections 4.1 and 4.2: the predictions of the analysis of model problems beside measurements of the algorithm: the factor R
 * by which an iteration damps, the limit, the number of iterations (18), the bound (19), the order (16), the linear glide.
 * The paper filters an exact micro-solution, so its formulas are compared with short micro-steps (240 to each side). The bias of
 * Verlet's velocities with the 18 steps of section 5 is measured too.
 */

import { cubic } from "../../filters/index.js";
import { stiff } from "../../formulations/index.js";
import { ipa } from "../../projections/index.js";
import { type ExperimentContext, fittedOrder, type Outcome } from "../harness/index.js";
import { forcedOscillator } from "../models/forced-oscillator.js";
import { uncoupled } from "../models/uncoupled.js";
import { type BlindExperiment, forEach, itemsOf, type PowerLaw } from "../tools/blind-experiment.js";
import { cosineTransform } from "../tools/cosine-transform.js";
import { measuredSeries, powerLawFigure, printedSeries } from "../tools/figures.js";
import { project, type Setup, setUp, startOf } from "../tools/setup.js";
import type { analysis } from "./published-sections-4-5.js";

const id = "ariel.4";
const t0 = 0.7;
const deviation = { t0, rho0: 0.1, sigma0: -0.5 };
const window = { periods: 3, steps: 240 };
const L = 6 * Math.PI;
const omegas = [200, 400, 800];
const tolerances = [1e-4, 1e-6, 1e-8, 1e-10, 1e-12];

interface Measured {
  /** Contraction of q's deviation per iteration, at two omegas. */
  readonly factors: readonly number[];
  /** q_infinity - A cos t0 at omega = 100. */
  readonly limit: number;
  readonly counts: readonly number[];
  /** |q_l+1 - q_infinity| for each tolerance. */
  readonly misses: readonly number[];
  /** Distances from the slow solution, one per omega: q and p with short steps, p with 18 steps, p with 18 steps and corrected. */
  readonly q: readonly number[];
  readonly p: readonly number[];
  readonly pVerlet: readonly number[];
  readonly pCorrected: readonly number[];
  readonly glide: readonly number[];
  readonly glideByOmega: readonly number[];
}

/** q and v after each of `count` single filterings. */
function iterates(setup: Setup, count: number, options: object = window): { readonly q: number; readonly v: number }[] {
  const s = startOf(setup);
  const once = ipa({ ...options, once: true }).bind(setup.problem);
  return Array.from({ length: count }, () => {
    once.apply(s);
    return { q: s.q[0], v: s.v[0] };
  });
}

async function measure(context: ExperimentContext): Promise<Measured> {
  const linear = (omega: number, set = {}) => setUp(forcedOscillator, { omega, A: 1, ...deviation, ...set }, stiff());

  // 1. the factor: ratio of early changes of q, far from the limit
  const factors = [100, 1000].map((omega) => {
    const [a, b, c] = iterates(linear(omega, { rho0: 1e3 }), 3);
    return (c.q - b.q) / (b.q - a.q);
  });

  // 2. the limit, the counts of iterations, and the distance of the last iterate from the limit
  const all = iterates(linear(100), 30);
  const A = 1e4 / (1e4 - 1);
  const last = all[29];
  const runs = await forEach(context, [0, 0.3], tolerances, (tolerance) => {
    const setup = linear(100);
    const s = startOf(setup);
    const projector = ipa({ ...window, tolerance, maxIterations: 40 }).bind(setup.problem);
    projector.apply(s);
    return { count: projector.iterations, miss: Math.abs(s.q[0] - last.q) };
  });

  // 3. the order
  const cosine = { q: valueAtStart(t0, "cos"), p: valueAtStart(t0, "sin") };
  const distances = await forEach(context, [0.3, 0.8], omegas, (omega) => {
    const slow = (omega * omega) / (omega * omega - 1);
    const distanceWith = (options: object) => {
      const { y } = project(linear(omega), ipa({ ...options, tolerance: 1e-14, maxIterations: 40 }));
      return { q: Math.abs(y[0] - slow * cosine.q), p: Math.abs(y[1] + slow * cosine.p) };
    };
    const coarse = { periods: 3, steps: 18 };
    return {
      fine: distanceWith(window),
      verlet: distanceWith(coarse).p,
      corrected: distanceWith({ ...coarse, correct: true }).p,
    };
  });

  // 4. the glide
  const glides = (omega: number, count: number): number[] =>
    iterates(setUp(uncoupled, { omega }, stiff()), count).map(({ q }) => Math.abs(q - 1));
  const glideByOmega = await forEach(context, [0.8, 1], omegas, (omega) => glides(omega, 1)[0]);
  return {
    factors,
    limit: last.q - A * cosine.q,
    counts: runs.map(({ count }) => count),
    misses: runs.map(({ miss }) => miss),
    q: distances.map(({ fine }) => fine.q),
    p: distances.map(({ fine }) => fine.p),
    pVerlet: distances.map(({ verlet }) => verlet),
    pCorrected: distances.map(({ corrected }) => corrected),
    glide: glides(100, 16),
    glideByOmega,
  };
}

/** cos or sin of t as the start of the model computes it. */
function valueAtStart(t: number, which: "cos" | "sin"): number {
  const setup = setUp(forcedOscillator, { omega: 10, A: 1, t0: t }, stiff());
  return which === "cos" ? setup.workspace.initial[0] : -setup.workspace.initial[1];
}

function report(measured: Measured, published: typeof analysis): Outcome {
  const { numbers, exponents } = itemsOf(id, "Section 4");
  const Khat = cosineTransform(cubic);
  const R = published.factor(Khat, L);
  const A = 1e4 / (1e4 - 1);
  const slow = published.slow(100, t0);
  const [c, s] = [(Khat(L / 100) - 1) * (slow.q / A), (Khat(L / 100) - 1) * (-slow.p / A)];
  const rho0 = deviation.rho0 + slow.q / A - slow.q;
  const predicted = tolerances.map((tolerance) =>
    published.iterations(R, tolerance, A * c, A * s, rho0, deviation.sigma0),
  );
  const iterations = measured.glide.map((_, k) => k + 1);
  const inOmega = (name: string, item: string, sizes: readonly number[], note?: string): PowerLaw => ({
    name,
    item,
    label: name,
    exponent: published.orderExponent,
    sizes,
    ...(note !== undefined && { note }),
  });
  const glidePower: PowerLaw = {
    name: "glide-iterations",
    item: "the tangential glide (4.2)",
    label: "glide",
    exponent: published.glideInIterations,
    sizes: measured.glide,
  };
  const bias =
    "Verlet's velocity is q' + h^2/6 q''', and h is proportional to 1/omega. An exact micro-solution, which the paper assumes, has order 4. ";
  return {
    items: [
      numbers({
        name: "factor",
        item: "4.1: factor R of one iteration at omega = 100 and 1000, L = 6 pi",
        printed: [R, R],
        measured: measured.factors,
        within: {
          absolute: 2e-5,
          basis: "accuracy",
          why: "micro-steps of a fortieth of a period shift the frequency by 1e-3",
        },
      }),
      numbers({
        name: "limit",
        item: "4.1: q_infinity minus the slow value at omega = 100",
        printed: published.limit(Khat, L, 100, t0),
        measured: measured.limit,
        within: { relative: 0.02, basis: "accuracy", why: "Verlet's own O(h^2) error in the slow solution, 1 % of it" },
      }),
      ...tolerances.map((tolerance, k) =>
        numbers({
          name: `iterations-${tolerance}`,
          item: `(18): iterations for the tolerance ${tolerance}`,
          printed: Math.ceil(predicted[k]) + 1,
          measured: measured.counts[k],
          within: {
            absolute: 0.5,
            basis: "accuracy",
            why: "(18) counts the iterations before the last one, rounded up",
          },
        }),
      ),
      ...tolerances.map((tolerance, k) =>
        numbers({
          name: `bound-${tolerance}`,
          item: `(19): distance from the limit after stopping at ${tolerance}, bound and measured`,
          printed: published.bound(R, tolerance),
          measured: measured.misses[k],
          within: {
            between: [0, published.bound(R, tolerance) + 2e-15],
            basis: "accuracy",
            why: "the bound, and rounding of q",
          },
        }),
      ),
      ...exponents(omegas, [
        inOmega("order-q", "the distance of q_infinity from the slow solution (16)", measured.q),
        inOmega(
          "order-p-corrected",
          "the distance of p_infinity (16), 18 steps, velocity corrected",
          measured.pCorrected,
        ),
      ]),
      numbers({
        name: "order-p-verlet",
        item: "power of omega in the distance of p_infinity (16) with the 18 Verlet steps of section 5",
        printed: published.orderExponent,
        measured: fittedOrder(omegas, measured.pVerlet),
        within: { absolute: 0.05, basis: "asymptotics", why: "slope in log-log" },
        likely: "the estimate assumes an exact micro-solution, and Verlet's velocities have a bias of order omega^-2",
        note: `${bias}With the 18 steps of section 5 the bias dominates.`,
      }),
      ...exponents(iterations, [glidePower], "iterations"),
      ...exponents(omegas, [
        {
          name: "glide-omega",
          item: "the tangential glide of one iteration (4.2)",
          label: "glide",
          exponent: published.glideExponent,
          sizes: measured.glideByOmega,
        },
      ]),
    ],
    figures: [
      {
        id: `${id}.iterations`,
        title: "Iterations for a tolerance, omega = 100",
        x: { label: "tolerance", scale: "log" },
        y: { label: "iterations" },
        series: [
          printedSeries(
            "(18)",
            tolerances,
            predicted.map((count) => Math.ceil(count) + 1),
            "iterations",
          ),
          measuredSeries("measured", tolerances, measured.counts, "iterations"),
        ],
      },
      powerLawFigure(
        { id: `${id}.glide`, title: "Tangential glide at omega = 100", y: "|x_m - x_0|", variable: "iterations" },
        iterations,
        [glidePower],
      ),
    ],
  };
}

export const section4: BlindExperiment<Measured, typeof analysis> = {
  id,
  title: "Analysis of the iterated projection: predictions and measurements",
  measure,
  report,
};
