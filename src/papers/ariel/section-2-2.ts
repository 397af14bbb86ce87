/**
 * Ariel section 2.2: q'' = -omega^2 (q - cos t), whose slow solution, general solution, constrained limit and multiplier
 * are known in closed form.
 */

import type { Closeness, ExperimentContext, Outcome } from "../harness/index.js";
import { forcedOscillator } from "../models/forced-oscillator.js";
import { type BlindExperiment, forEach, itemsOf } from "../tools/blind-experiment.js";
import { measuredSeries, powerLawFigure, printedSeries } from "../tools/figures.js";
import { type Motion, run } from "../tools/motion.js";
import { distance, harmonics } from "../tools/signals.js";
import type { Deviation, linear } from "./published-section-2.js";
import { type RemarkDistances, remarkPowerLaws } from "./section-2-remarks.js";

const id = "ariel.2.2";
/** Where powers of omega are fitted. */
const omegas = [20, 40, 80, 160, 320];
/** A generic start: neither cos nor sin vanishes. */
const t0 = 0.7;
const deviation: Deviation = { omega: 10, t0, rho0: 0.1, sigma0: -0.5 };

interface Path {
  readonly t: Float64Array;
  readonly q: Float64Array;
  readonly p: Float64Array;
}

interface Measured {
  /** The coefficient of cos t in solutions that start off the slow one. */
  readonly amplitudes: readonly { readonly omega: number; readonly amplitude: number }[];
  /** Long runs from a start on the slow solution. */
  readonly long: readonly (Path & { readonly omega: number })[];
  readonly general: Path;
  readonly constrained: Path & { readonly lambda: Float64Array };
  /** One per omega. */
  readonly distances: readonly RemarkDistances[];
}

const pathOf = (motion: Motion): Path => ({ t: motion.t, q: motion.of("q"), p: motion.of("q'") });

async function measure(context: ExperimentContext): Promise<Measured> {
  const formulation = "stiff";

  // 1. the slow part of solutions that start elsewhere
  const amplitudes = await forEach(context, [0, 0.1], [2, 5, 10, 50, 100], (omega) => {
    const set = { omega, A: 1, rho0: 0.2, sigma0: -1 };
    const motion = run(forcedOscillator, { formulation, until: 20, every: 0.04 }, set);
    return { omega, amplitude: harmonics(motion.t, motion.of("q"), [1, omega])[0] };
  });

  // 2. the slow solution over a long time, and a general solution
  const long = await forEach(context, [0.1, 0.5], [10, 100], (omega) => {
    return { omega, ...pathOf(run(forcedOscillator, { formulation, until: 100, every: 0.1 }, { omega })) };
  });
  const general = pathOf(run(forcedOscillator, { formulation, until: t0 + 10, every: 0.02 }, { ...deviation }));

  // 3. the rigid view, and the distance of the stiff view from it
  const schedule = { until: t0 + 5, every: 0.0025 };
  const rigid = run(forcedOscillator, { formulation: "underlying", ...schedule }, { t0 });
  const constrained = { ...pathOf(rigid), lambda: rigid.multiplier("follow") };
  const fromConstrained = ({ q, p }: Path) => ({ q: distance(q, constrained.q), p: distance(p, constrained.p) });
  const distances = await forEach(context, [0.5, 1], omegas, (omega) => {
    const slow = run(forcedOscillator, { formulation, ...schedule }, { omega, t0 });
    const started = run(forcedOscillator, { formulation, ...schedule }, { omega, t0, A: 1 });
    const tension = distance(slow.tension("follow"), constrained.lambda);
    return { slow: { ...fromConstrained(pathOf(slow)), tension }, started: fromConstrained(pathOf(started)) };
  });
  return { amplitudes, long, general, constrained, distances };
}

function report(measured: Measured, published: typeof linear): Outcome {
  const { numbers, exponents } = itemsOf(id, "Section 2.2");
  const { amplitudes, long, general, constrained } = measured;
  const within: Closeness = { absolute: 1e-9, basis: "accuracy", why: "a run with rtol 1e-12 leaves less" };
  const items = [
    numbers({
      name: "slow-amplitude",
      item: `amplitude A of the slow part at omega = ${amplitudes.map(({ omega }) => omega).join(", ")}, from starts off the slow solution`,
      printed: amplitudes.map(({ omega }) => published.slowAmplitude(omega)),
      measured: amplitudes.map(({ amplitude }) => amplitude),
      within: { relative: 1e-9, basis: "accuracy", why: "least squares on a run with rtol 1e-12" },
    }),
    ...long.map((path) =>
      numbers({
        name: `slow-solution-omega-${path.omega}`,
        item: `(6) at omega = ${path.omega}: distance in q and p from A cos t, -A sin t over 0 <= t <= 100, started on it`,
        printed: [0, 0],
        measured: off(path, (t) => published.slow(path.omega, t)),
        within,
      }),
    ),
    numbers({
      name: "general-solution",
      item: "(7) and (8) at omega = 10, rho0 = 0.1, sigma0 = -0.5: distance in q and p over ten units of time",
      printed: [0, 0],
      measured: off(general, (t) => published.general(deviation, t)),
      within,
    }),
    numbers({
      name: "constrained-solution",
      item: "DAE: distance in q and p from cos t, -sin t over five units of time",
      printed: [0, 0],
      measured: off(constrained, published.constrained),
      within,
    }),
    numbers({
      name: "multiplier",
      item: "DAE: distance of the multiplier from cos t over five units of time",
      printed: 0,
      measured: distance(constrained.lambda, Array.from(constrained.t, published.multiplier)),
      within,
    }),
    ...exponents(omegas, remarkPowerLaws(measured.distances, published)),
  ];
  return { items, figures: figures(measured, published) };
}

/** Largest distance in q and in p of a path from a formula. */
function off({ t, q, p }: Path, formula: (t: number) => { readonly q: number; readonly p: number }): number[] {
  const values = Array.from(t, formula);
  const positions = values.map((value) => value.q);
  const velocities = values.map((value) => value.p);
  return [distance(q, positions), distance(p, velocities)];
}

function figures(measured: Measured, published: typeof linear) {
  const { general, long } = measured;
  const cut = ({ t, q }: Path) => {
    const first = t.findIndex((time) => time >= t0);
    const end = t.findIndex((time) => time > t0 + 2 * Math.PI);
    return { t: t.subarray(first, end), q: q.subarray(first, end) };
  };
  const [slow, around] = [cut(long[0]), cut(general)];
  return [
    {
      id: `${id}.solutions`,
      title: "The slow solution and a solution that oscillates around it, omega = 10",
      x: { label: "t" },
      y: { label: "q" },
      series: [
        printedSeries(
          "(6)",
          slow.t,
          Array.from(slow.t, (t) => published.slow(10, t).q),
        ),
        measuredSeries("(6) measured", slow.t, slow.q, "(6)"),
        printedSeries(
          "(7)",
          around.t,
          Array.from(around.t, (t) => published.general(deviation, t).q),
        ),
        measuredSeries("(7) measured", around.t, around.q, "(7)"),
      ],
    },
    powerLawFigure(
      { id: `${id}.exponents`, title: "Distance from the constrained solution", y: "distance" },
      omegas,
      remarkPowerLaws(measured.distances, published),
    ),
  ];
}

export const section22: BlindExperiment<Measured, typeof linear> = {
  id,
  title: "A linear example: q'' = -omega^2 (q - cos t)",
  measure,
  report,
};
