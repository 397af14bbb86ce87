/** Ways to keep constraints, and the models that compare them: the pendulum and the ring of Gear, the slider-crank of Ascher. */

import { type Contender, parseContender } from "../../analysis/compare.js";
import type { Model } from "../../model/index.js";
import { pendulum } from "../models/pendulum.js";
import { ring } from "../models/ring.js";
import { sliderCrank } from "../models/slider-crank.js";

const contenders: Readonly<Record<string, string>> = {
  "stabilise + dop853": "underlying/dop853/stabilise",
  "stabilise + adams": "underlying/adams/stabilise",
  "Gear's P1": "regularised:beta=1e8/adams/inner-euler",
  "Gear's P2": "regularised:beta=1e6,form=rotation/adams/inner-two-stage",
  "Baumgarte, gamma = 1/h": "baumgarte:gamma=step/dop853",
  "Baumgarte, gamma = 10": "baumgarte:gamma=10/dop853",
  RATTLE: "rigid/rattle",
  radau5: "rigid/radau5",
};

export const ways: readonly Contender[] = Object.entries(contenders).map(([label, text]) => ({
  ...parseContender(text),
  label,
}));

export const testModels: readonly {
  readonly name: string;
  readonly model: Model;
  readonly until: number;
  readonly set?: Readonly<Record<string, number>>;
}[] = [
  { name: "pendulum", model: pendulum, until: 30 },
  // all weights start at their rest positions, which is consistent for every way
  { name: "ring", model: ring, until: 10, set: { middle: 0, u: 0.1 } },
  { name: "slider-crank", model: sliderCrank, until: 10 },
];

/** Tolerances and numbers of steps; the short version has fewer. */
export const ranges = {
  full: { tolerances: [1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9], steps: [200, 800, 3200, 12_800] },
  quick: { tolerances: [1e-4, 1e-6, 1e-8], steps: [200, 800, 3200] },
} as const;

/**
 * The cost of an accuracy, from a straight line in log-log through the two runs around it, or through the last two runs if errors
 * still fall. Infinite if errors stop falling above that accuracy.
 */
export function costAt(
  points: readonly { readonly error: number; readonly cost: number }[],
  accuracy: number,
  { log, exp }: { log(x: number): number; exp(x: number): number },
): number {
  const usable = points.filter(({ error, cost }) => error > 0 && cost > 0);
  if (usable.length < 2) return Number.NaN;
  const after = usable.findIndex(({ error }) => error <= accuracy);
  const k = after < 0 ? usable.length - 1 : Math.max(after, 1);
  const [a, b] = [usable[k - 1], usable[k]];
  if (!(b.error < a.error / 2)) return Number.POSITIVE_INFINITY;
  const slope = (log(b.cost) - log(a.cost)) / (log(b.error) - log(a.error));
  return exp(log(b.cost) + slope * (log(accuracy) - log(b.error)));
}
