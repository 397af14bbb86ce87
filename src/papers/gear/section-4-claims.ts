/** Gear sections 3 and 4: what the text says of problem 1 besides Table 4.1: the springs as a projective method, larger beta, periods. */

import { hostMath } from "../../math/index.js";
import type { RunSettings } from "../../run/settings.js";
import type { ExperimentContext, Outcome } from "../harness/index.js";
import { pendulum } from "../models/pendulum.js";
import { type BlindExperiment, forEach, itemsOf } from "../tools/blind-experiment.js";
import { attempt } from "../tools/motion.js";
import { decay, projective, spring, tolerances, until } from "./methods.js";
import type { claims } from "./published.js";
import { errorOf } from "./table-4-1.js";

const id = "gear.4.claims";

const damped = (beta: number) => ({ name: "damped-spring", beta });
/** The springs of S1 as the projective method of P1, which the paper expects to fail. */
const springsAsP1: RunSettings = { ...projective(100), formulation: damped(100) };
/** S1 and S2 with ten times the beta of the paper. */
const stiffer: readonly { readonly name: string; readonly settings: RunSettings }[] = [
  { name: "S1, beta = 1000", settings: { ...spring, formulation: damped(1000) } },
  { name: "S2, beta = 1e5", settings: { ...decay, formulation: { name: "regularised", beta: 1e5 } } },
];

interface Measured {
  /** Largest error over T = 100 of the springs as a projective method, and of P1 itself. */
  readonly springs: number;
  readonly inner: number;
  readonly stiffer: readonly { readonly name: string; readonly reached: number }[];
  /** Periods of the pendulum within T = 100. */
  readonly periods: number;
}

async function measure(context: ExperimentContext): Promise<Measured> {
  const [springs, inner] = await forEach(context, [0, 0.5], [springsAsP1, projective(1e10)], (settings) => {
    return errorOf({ ...settings, ...tolerances, step: 1e-3 }).error;
  });
  const found = await forEach(context, [0.5, 0.9], stiffer, ({ name, settings }) => ({
    name,
    reached: attempt(pendulum, { ...settings, ...tolerances, until, saveAt: [until] }).solution.t,
  }));
  return { springs, inner, stiffer: found, periods: until / period(Math.PI / 6) };
}

/** The period of a pendulum of unit length and unit gravity that swings out to an angle: 2 pi over a mean (Gauss). */
function period(angle: number): number {
  let [a, g] = [1, hostMath.cos(angle / 2)];
  for (let k = 0; k < 8; k++) [a, g] = [(a + g) / 2, Math.sqrt(a * g)];
  return (2 * Math.PI) / a;
}

function report({ springs, inner, stiffer: found, periods }: Measured, published: typeof claims): Outcome {
  const { numbers, words } = itemsOf(id, "Sections 3 and 4");
  return {
    items: [
      numbers({
        name: "springs",
        item: "largest error over T = 100 of the damped spring (3.6), beta = 100, with two inner Euler steps of length 1/beta",
        printed: published.fails,
        measured: springs,
        within: { between: [0.1, Number.POSITIVE_INFINITY], basis: "words", why: "an error of the size of the motion" },
        note: `With (3.10) instead of the springs the error is ${inner.toPrecision(1)}.`,
      }),
      ...found.map(({ name, reached }, k) =>
        words({
          name: `larger-beta-${k + 1}`,
          item: name,
          printed: published.largerBeta,
          measured: reached === until ? `it reaches T = ${until}` : `it fails at t = ${reached.toPrecision(3)}`,
          agrees: reached < until,
          likely: "bdf does not have the logic of ode15s, which failed there",
        }),
      ),
      numbers({
        name: "periods",
        item: "periods of problem 1 within T = 100",
        printed: published.periods,
        measured: periods,
        within: { between: [14.5, 15], basis: "words", why: '"almost 15"' },
        likely: "the paper does not print the gravity of problem 1; here it is 1",
      }),
    ],
    figures: [],
  };
}

export const claimsExperiment: BlindExperiment<Measured, typeof claims> = {
  id,
  title: "What the text says of the pendulum",
  measure,
  report,
};
