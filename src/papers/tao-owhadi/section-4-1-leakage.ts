/** Tao–Owhadi section 4.1: symplectic runs do not leak from the regular into the chaotic region of the double pendulum, or back. */

import { hostMath } from "../../math/index.js";
import { run } from "../../run/run-model.js";
import type { ExperimentContext, Outcome } from "../harness/index.js";
import { type BlindExperiment, forEach, itemsOf } from "../tools/blind-experiment.js";
import { distance } from "../tools/signals.js";
import { doublePendulum } from "./models.js";
import type { leakage } from "./published.js";
import { h, rows } from "./section-4-1.js";

const id = "tao-owhadi.4.1.leakage";
/** Neighbours start at the distance `kick` and run for `parting`. Regular ones run longer, because leakage would come late. */
const [kick, parting] = [1e-9, 100];
const watched = ["shake", "variationalEuler", "newmark", "zs"] as const;
/** The start of figure 1 is regular; a start with both arms above the horizontal is chaotic. */
const starts = { regular: {}, chaotic: { theta: 2, phi: 2 } };

interface Measured {
  /** ln(distance/kick)/time of neighbours, one for each method. */
  readonly regular: readonly number[];
  readonly chaotic: readonly number[];
  /** How long regular neighbours ran, and their distance at the end in units of `kick`. */
  readonly followed: number;
  readonly grown: readonly number[];
}

async function measure(context: ExperimentContext): Promise<Measured> {
  const growth = (row: (typeof watched)[number], until: number, kind: keyof typeof starts): number => {
    const settings = { projection: "none", ...rows[row], step: Math.min(rows[row].step, h / 4), until };
    const [one, other] = [0, kick].map(
      (by) => run(doublePendulum, { ...settings, set: { ...starts[kind], kick: by }, keepStates: false }).q,
    );
    return distance(one, other) / kick;
  };
  const { log } = hostMath;
  const followed = context.quick ? 200 : 2000;
  return {
    followed,
    regular: await forEach(context, [0, 0.1], watched, (row) => log(growth(row, parting, "regular")) / parting),
    chaotic: await forEach(context, [0.1, 0.2], watched, (row) => log(growth(row, parting, "chaotic")) / parting),
    grown: await forEach(context, [0.2, 1], watched, (row) => growth(row, followed, "regular")),
  };
}

function report({ regular, chaotic, followed, grown }: Measured, published: typeof leakage): Outcome {
  const { numbers } = itemsOf(id, "Section 4.1");
  const names = watched.join(", ");
  return {
    items: [
      numbers({
        name: "regular",
        item: `rate at which neighbours separate until t = ${parting} from the start of figure 1, which is regular, with h at most ${h / 4} where the paper has ${h}: ${names}`,
        ours: published.regularRate,
        measured: regular,
        within: {
          between: published.regularRate,
          basis: "claim",
          why: "linear separation by less than a factor of 3000",
        },
      }),
      numbers({
        name: "regular-late",
        item: `factor by which they have separated at t = ${followed}: ${names}`,
        ours: published.partedAtMost,
        measured: grown,
        within: {
          between: [0, published.partedAtMost],
          basis: "claim",
          why: "at most linear in time; fifty units of time in the chaotic region would make it larger",
        },
      }),
      numbers({
        name: "chaotic",
        item: `the same rate for a start with angles of 2, which is chaotic: ${names}`,
        ours: published.chaoticRate,
        measured: chaotic,
        within: {
          between: published.chaoticRate,
          basis: "claim",
          why: "from 1e-9 to the size of the system within the run",
        },
      }),
    ],
    figures: [],
  };
}

export const leakageExperiment: BlindExperiment<Measured, typeof leakage> = {
  id,
  title: "Double pendulum: regular motion stays regular",
  measure,
  report,
};
