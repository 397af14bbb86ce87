/** The slow field on the double pendulum of Ariel: accuracy, cost against omega, and how far rigid and corrected motions are from it. */

import { maximum, minimum } from "../../core/index.js";
import type { RunSettings } from "../../run/index.js";
import { type ExperimentContext, fittedOrder, type Outcome } from "../harness/index.js";
import { type BlindExperiment, forEach, itemsOf } from "../tools/blind-experiment.js";
import { powerLawFigure } from "../tools/figures.js";
import { run } from "../tools/motion.js";
import { distance } from "../tools/signals.js";
import type { slowField as claimed } from "./claims.js";
import { doublePendulum, startAt } from "./double-pendulum.js";

const id = "beyond.slow-field";
const wide = [1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8];
const near = [40, 80, 160, 320];
const places = ["a_x", "a_y", "b_x", "b_y"];

/** On the slow manifold of omega = 1000 with the tangential data of the paper's projected point (docs/theory/ariel.md). */
const slowStart = [1.000001500020112, 0, 2.000002750028213, 0, 0, -0.4999951334583055, 0, 0.4999972542238115];

interface Measured {
  readonly end: readonly number[];
  readonly rightHandSides: number;
  /** Right-hand sides at each omega of `wide`. */
  readonly work: readonly number[];
  /** Distances from the slow motion at each omega of `near`: the rigid motion, and with its first correction. */
  readonly rigid: readonly number[];
  readonly corrected: readonly number[];
}

const atEnd = (settings: RunSettings, set: Readonly<Record<string, number>>) => {
  const motion = run(doublePendulum, { until: 10, saveAt: [10], ...settings }, set);
  return { q: places.map((name) => motion.of(name)[0]), forces: motion.solution.work.forces };
};
/** Settings that project the start only. */
const start = { projection: { name: "algebraic", when: "start" } } as const;

async function measure(context: ExperimentContext): Promise<Measured> {
  const formulation = "slow-field";
  const settings = { formulation, rtol: 1e-10, atol: 1e-10 } as const;
  const accurate = atEnd({ ...settings, projection: "none", start: "assume" }, { omega: 1000, ...startAt(slowStart) });
  const work = await forEach(context, [0.1, 0.5], wide, (omega) => atEnd({ ...settings, ...start }, { omega }).forces);
  const distances = await forEach(context, [0.5, 1], near, (omega) => {
    const field = (order: number) => atEnd({ formulation: { name: formulation, order }, ...start }, { omega }).q;
    const slow = field(8);
    return {
      rigid: distance(atEnd({ formulation: "underlying" }, { omega }).q, slow),
      corrected: distance(field(4), slow),
    };
  });
  return {
    end: accurate.q,
    rightHandSides: accurate.forces,
    work,
    rigid: distances.map((each) => each.rigid),
    corrected: distances.map((each) => each.corrected),
  };
}

function report({ end, rightHandSides, work, rigid, corrected }: Measured, claims: typeof claimed): Outcome {
  const { numbers } = itemsOf(id, "Slow field, double pendulum");
  const why = `slope in log-log over omega = ${near.join(", ")}`;
  const items = [
    numbers({
      name: "error",
      item: "omega = 1000, DOP853 from the slow start: distance from the exact slow solution at t = 10",
      ours: claims.error,
      measured: distance(end, claims.end),
      within: { between: [0, claims.error], basis: "claim", why: "claimed as a bound" },
    }),
    numbers({
      name: "right-hand-sides",
      item: "omega = 1000: right-hand sides that this run takes",
      ours: claims.rightHandSides,
      measured: rightHandSides,
      within: { between: [1, claims.rightHandSides], basis: "claim", why: "claimed as a bound" },
      note: "One right-hand side computes nine Taylor coefficients: nine solves with one factorisation.",
    }),
    numbers({
      name: "flat",
      item: `largest over smallest number of right-hand sides for omega = 1e2 … 1e8 (${work.join(", ")})`,
      ours: claims.growth,
      measured: maximum(work) / minimum(work),
      within: { between: [1, claims.growth], basis: "claim", why: "claimed as a bound" },
    }),
    numbers({
      name: "rigid",
      item: "power of omega in the distance of the rigid motion from the slow one, t = 10",
      ours: claims.rigid,
      measured: fittedOrder(near, rigid),
      within: { absolute: 0.1, basis: "asymptotics", why },
    }),
    numbers({
      name: "corrected",
      item: "the same through the rigid view with its omega^-2 correction (slow field of order 4)",
      ours: claims.corrected,
      measured: fittedOrder(near, corrected),
      within: { absolute: 0.2, basis: "asymptotics", why },
    }),
  ];
  const power = (name: string, label: string, exponent: number, sizes: readonly number[]) => {
    return { name, item: label, label, exponent, sizes };
  };
  const powers = [
    power("rigid", "rigid motion", claims.rigid, rigid),
    power("corrected", "with its omega^-2 correction", claims.corrected, corrected),
  ];
  const title = "Distance from the slow motion of the double pendulum at t = 10";
  return { items, figures: [powerLawFigure({ id: `${id}.roads`, title, y: "distance" }, near, powers)] };
}

export const slowField: BlindExperiment<Measured, typeof claimed> = {
  id,
  title: "The slow field: stiff constraints at the cost of the slow motion",
  measure,
  report,
};
