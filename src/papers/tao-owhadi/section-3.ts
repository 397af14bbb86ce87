/** Tao–Owhadi section 3: omega^2 g has no limit, but its average over a window has one (1.8), and positions converge (1.11). */

import { hostMath } from "../../math/index.js";
import type { ExperimentContext, Outcome } from "../harness/index.js";
import { type BlindExperiment, forEach, itemsOf, type PowerLaw } from "../tools/blind-experiment.js";
import { measuredSeries, powerLawFigure, printedSeries } from "../tools/figures.js";
import { type Motion, run } from "../tools/motion.js";
import { distance, largest } from "../tools/signals.js";
import { counterExample } from "./models.js";
import type { limit } from "./published.js";

const id = "tao-owhadi.3";
/** The window over which omega^2 g is averaged. */
const window = 0.2;
/** The window for positions, wide enough to hide their small oscillation. */
const wide = 1.6;
/** Odd multiples of pi/window, where the average of the oscillation is largest. */
const omegas = [3, 7, 15, 31].map((k) => (k * Math.PI) / window);
const [until, every] = [3, 0.0005];

interface Each {
  readonly q1: Float64Array;
  readonly tension: Float64Array;
  /** Largest sizes: of q2 minus the constrained one, of omega^2 g minus the multiplier, and of the latter averaged over the window. */
  readonly strong: number;
  readonly raw: number;
  readonly averaged: number;
  /** A bounded function of the positions, averaged over the window, minus that of the constrained ones (1.11). */
  readonly tested: number;
}

interface Measured {
  readonly t: Float64Array;
  readonly rigid: { readonly q2: Float64Array; readonly lambda: Float64Array };
  readonly each: readonly Each[];
}

async function measure(context: ExperimentContext): Promise<Measured> {
  const constrained = run(counterExample, { formulation: "underlying", until, every });
  const rigid = { q2: constrained.of("q2"), lambda: constrained.multiplier("first") };
  const width = Math.round(window / every);
  const phi = testFunction(constrained);
  const each = await forEach(context, [0, 1], omegas, (omega) => {
    const motion = run(counterExample, { formulation: "stiff", until, every }, { omega });
    const tension = motion.tension("first");
    const difference = tension.map((value, k) => value - rigid.lambda[k]);
    return {
      q1: motion.of("q1"),
      tension,
      strong: distance(motion.of("q2"), rigid.q2),
      raw: largest(difference),
      averaged: largest(averages(difference, width)),
      tested: largest(
        averages(
          testFunction(motion).map((value, k) => value - phi[k]),
          Math.round(wide / every),
        ),
      ),
    };
  });
  return { t: constrained.t, rigid, each };
}

/** A test function of (1.11): bounded, and dependent on both coordinates. */
function testFunction(motion: Motion): Float64Array {
  const [q1, q2] = [motion.of("q1"), motion.of("q2")];
  return q1.map((x, k) => hostMath.sin(3 * x + 2 * q2[k]));
}

/** Means over `width` intervals by the trapezoidal rule, one beginning at every sample. */
export function averages(a: Float64Array, width: number): Float64Array {
  const sums = new Float64Array(a.length);
  for (let k = 1; k < a.length; k++) sums[k] = sums[k - 1] + (a[k] + a[k - 1]) / 2;
  return Float64Array.from({ length: a.length - width }, (_, k) => (sums[k + width] - sums[k]) / width);
}

function report({ t, rigid, each }: Measured, published: typeof limit): Outcome {
  const { numbers, exponents } = itemsOf(id, "Section 3");
  const powers: PowerLaw[] = [
    {
      name: "strong",
      item: "the distance of q2 from the constrained one",
      label: "q2",
      exponent: published.strongExponent,
      sizes: each.map((one) => one.strong),
    },
    {
      name: "test-function",
      item: `the average of sin(3 q1 + 2 q2) over ${wide} minus that of the constrained motion (1.11)`,
      label: "average of a test function",
      exponent: published.strongExponent,
      sizes: each.map((one) => one.tested),
    },
    {
      name: "two-scale",
      item: `the average of omega^2 g over ${window} minus that of the multiplier (1.8)`,
      label: "average of omega^2 g",
      exponent: published.weakExponent,
      sizes: each.map((one) => one.averaged),
      note: "If the inner limit is taken first, the average converges for every window, as (1.8) says.",
    },
  ];
  const items = [
    numbers({
      name: "constrained",
      item: "largest distance of q2 from cos t, and of the multiplier from its published form, over 0 <= t <= 3",
      printed: [0, 0],
      measured: [distance(rigid.q2, t.map(published.constrained)), distance(rigid.lambda, t.map(published.multiplier))],
      within: { absolute: 1e-9, basis: "accuracy", why: "a run with rtol 1e-12 leaves less" },
    }),
    numbers({
      name: "penalised",
      item: "omega^2 times the largest distance of q1 from the published solution, each omega",
      printed: omegas.map(() => 0),
      measured: each.map((one, k) => {
        const exact = t.map((time) => published.penalised(omegas[k], time));
        return omegas[k] * omegas[k] * distance(one.q1, exact);
      }),
      within: { absolute: 1e-6, basis: "accuracy", why: "a run with rtol 1e-12, times omega^2 = 2e5" },
    }),
    numbers({
      name: "no-limit",
      item: "largest |omega^2 g - lambda|: (3.1) fails by as much at every omega",
      recomputed: omegas.map(() => published.oscillation),
      measured: each.map((one) => one.raw),
      within: {
        absolute: 0.05,
        basis: "accuracy",
        why: "the oscillation has amplitude 1 to O(omega^-2), and is sampled",
      },
    }),
    ...exponents(omegas.map(Math.round), powers),
  ];
  const end = t.findIndex((time) => time > 1.5);
  const first = each[0];
  return {
    items,
    figures: [
      {
        id: `${id}.multiplier`,
        title: `omega^2 g at omega = ${Math.round(omegas[0])} and the multiplier`,
        x: { label: "t" },
        y: { label: "omega^2 g" },
        series: [
          measuredSeries("omega^2 g", t.subarray(0, end), first.tension.subarray(0, end)),
          printedSeries("cos t", t.subarray(0, end), t.subarray(0, end).map(published.multiplier)),
        ],
      },
      powerLawFigure(
        { id: `${id}.convergence`, title: "Strong and two-scale convergence", y: "distance" },
        omegas,
        powers,
      ),
    ],
  };
}

export const section3: BlindExperiment<Measured, typeof limit> = {
  id,
  title: "Multipliers as limits of penalties",
  measure,
  report,
};
