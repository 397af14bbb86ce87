/** Vibrating constraints: the mean motion of the double pendulum from its actions (`adiabatic`), against direct integration. */

import { type ExperimentContext, fittedOrder, type Outcome } from "../harness/index.js";
import { type BlindExperiment, forEach, itemsOf } from "../tools/blind-experiment.js";
import { powerLawFigure } from "../tools/figures.js";
import { run } from "../tools/motion.js";
import type { vibration as claimed } from "./claims.js";
import { doublePendulum, startAt } from "./double-pendulum.js";
import { type Direct, direct, starts } from "./vibrating-pendulum.js";

const id = "beyond.vibration";
const places = ["a_x", "a_y", "b_x", "b_y"];
const kinds = ["stretching", "stretched"] as const;
const words = { stretching: "stretch rates 0.5", stretched: "Sanz-Serna case (iii)" };

interface Distances {
  /** Euclidean distances from direct integration, one per omega. */
  readonly at2: readonly number[];
  readonly at10: readonly number[];
  readonly rigid: readonly number[];
  readonly forces: readonly number[];
  readonly notes: readonly string[];
}

type Measured = Readonly<Record<(typeof kinds)[number], Distances>>;

const euclideanDistance = (a: readonly number[], b: readonly number[]): number =>
  Math.sqrt(a.reduce((sum, x, i) => sum + (x - b[i]) * (x - b[i]), 0));

function distancesFrom(kind: (typeof kinds)[number], { omega, at2, at10 }: Direct) {
  const settings = { until: 10, saveAt: [2, 10], rtol: 1e-8, atol: 1e-8 } as const;
  const set = { omega, ...startAt(starts[kind](omega)) };
  const savedPlaces = (motion: ReturnType<typeof run>, k: number) => places.map((name) => motion.of(name)[k]);
  const mean = run(doublePendulum, { formulation: "adiabatic", ...settings }, set);
  const rigid = run(doublePendulum, { formulation: "underlying", ...settings }, set);
  return {
    at2: euclideanDistance(savedPlaces(mean, 0), at2),
    at10: euclideanDistance(savedPlaces(mean, 1), at10),
    rigid: euclideanDistance(savedPlaces(rigid, 1), at10),
    forces: mean.solution.work.forces,
    notes: mean.solution.notes,
  };
}

async function measure(context: ExperimentContext): Promise<Measured> {
  const [stretching, stretched] = await forEach(context, [0, 1], kinds, (kind) => {
    const all = direct[kind].map((reference) => distancesFrom(kind, reference));
    return {
      at2: all.map((a) => a.at2),
      at10: all.map((a) => a.at10),
      rigid: all.map((a) => a.rigid),
      forces: all.map((a) => a.forces),
      notes: all[all.length - 1].notes,
    };
  });
  return { stretching, stretched };
}

function report(measured: Measured, claims: typeof claimed): Outcome {
  const { numbers } = itemsOf(id, "Vibrating double pendulum");
  const items = kinds.flatMap((kind) => {
    const { at2, at10, rigid, forces, notes } = measured[kind];
    const omegas = direct[kind].map(({ omega }) => omega);
    const last = omegas.length - 1;
    const list = `omega = ${omegas.join(", ")}`;
    return [
      ...(kind === "stretching"
        ? [
            numbers({
              name: `${kind}.rigid`,
              item: `${words[kind]}: distance of the rigid motion from the stiff one at t = 10, ${list}`,
              ours: omegas.map(() => claims.rigid),
              measured: rigid,
              within: { absolute: 0.1, basis: "claim", why: "the claim says about" },
            }),
          ]
        : []),
      numbers({
        name: `${kind}.small-omega`,
        item: `${words[kind]}: distance of the adiabatic motion at t = 10, omega = ${omegas[0]} (rigid: ${rigid[0].toPrecision(2)})`,
        ours: claims.at10[0],
        measured: at10[0],
        within: { between: [0, claims.at10[0]], basis: "claim", why: "claimed as a bound" },
      }),
      numbers({
        name: `${kind}.large-omega`,
        item: `${words[kind]}: the same at omega = ${omegas[last]} (rigid: ${rigid[last].toPrecision(2)})`,
        ours: claims.at10[1],
        measured: at10[last],
        within: { between: [0, claims.at10[1]], basis: "claim", why: "claimed as a bound" },
        note: notes.join(" "),
      }),
      numbers({
        name: `${kind}.slope`,
        item: `${words[kind]}: power of omega in the distance at t = 2, ${list}`,
        ours: claims.slope,
        measured: fittedOrder(omegas, at2),
        within: {
          between: [-2, claims.slope],
          basis: "claim",
          why: "the claim is a bound; resonances on the way leave omega^-1/2",
        },
      }),
      numbers({
        name: `${kind}.work`,
        item: `${words[kind]}: right-hand sides at ${list}, over those at the first omega`,
        ours: forces.map(() => 1),
        measured: forces.map((f) => f / forces[0]),
        within: { absolute: 0.05, basis: "words", why: "starts differ by omega^-1, and some steps with them" },
      }),
    ];
  });
  const omegas = direct.stretching.map(({ omega }) => omega);
  const power = (label: string, sizes: readonly number[]) => {
    return { name: label, item: label, label, exponent: claims.slope, sizes };
  };
  const title = "Distance of the adiabatic motion from direct integration at t = 2";
  const powers = kinds.map((kind) => power(words[kind], measured[kind].at2));
  return { items, figures: [powerLawFigure({ id: `${id}.distance`, title, y: "distance" }, omegas, powers)] };
}

export const vibration: BlindExperiment<Measured, typeof claimed> = {
  id,
  title: "Vibrating constraints: the motion differs from the rigid one",
  measure,
  report,
};
