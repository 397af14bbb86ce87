/** Tao–Owhadi section 4.2: a chain of ten pendula by SHAKE and by Z&S, figure 3. */

import { maximum } from "../../core/index.js";
import type { RunSettings } from "../../run/settings.js";
import type { ExperimentContext, Outcome } from "../harness/index.js";
import { type BlindExperiment, forEach, itemsOf } from "../tools/blind-experiment.js";
import { measuredSeries } from "../tools/figures.js";
import { type Motion, run } from "../tools/motion.js";
import { distance } from "../tools/signals.js";
import { chain } from "./models.js";
import type { agreement } from "./published.js";

const id = "tao-owhadi.4.2";
const [until, every] = [20, 0.05];
const beads = Array.from({ length: 10 }, (_, k) => [`bead[${k}]_x`, `bead[${k}]_y`]).flat();
const runs = {
  shake: { formulation: "rigid", method: "shake", step: 0.05 },
  shakeFine: { formulation: "rigid", method: "shake", step: 0.025 },
  zs: { formulation: "stiff", method: { name: "zs", beta: 0.4 }, step: 0.05 },
} satisfies Record<string, RunSettings>;
type Name = keyof typeof runs;

interface Measured {
  readonly t: Float64Array;
  readonly last: Readonly<Record<Name, Float64Array>>;
  readonly zsFromShake: number;
}

async function measure(context: ExperimentContext): Promise<Measured> {
  const names = Object.keys(runs) as Name[];
  const motions = await forEach(context, [0, 1], names, (name) =>
    run(chain, { projection: "none", ...runs[name], until, every }),
  );
  const between = (a: Motion, b: Motion): number => maximum(beads.map((name) => distance(a.of(name), b.of(name))));
  const by = <T>(value: (motion: Motion) => T) =>
    Object.fromEntries(names.map((name, k) => [name, value(motions[k])])) as Record<Name, T>;
  return {
    t: motions[0].t,
    last: by((motion) => motion.of("bead[9]_x")),
    zsFromShake: between(motions[names.indexOf("zs")], motions[names.indexOf("shake")]),
  };
}

function report({ t, last, zsFromShake }: Measured, published: typeof agreement): Outcome {
  const { numbers } = itemsOf(id, "Section 4.2");
  return {
    items: [
      numbers({
        name: "agreement",
        item: "figure 3: largest distance between SHAKE and Z&S (h = 0.05, omega = 20) to t = 20",
        recomputed: published.distance,
        measured: zsFromShake,
        within: {
          between: [0, published.distance],
          basis: "accuracy",
          why: "the distance of an independent computation",
        },
      }),
    ],
    figures: [
      {
        id: `${id}.figure-3`,
        title: "x of the last bead (figure 3)",
        x: { label: "t" },
        y: { label: "x10" },
        series: (["shake", "shakeFine", "zs"] as const).map((name) => measuredSeries(name, t, last[name])),
      },
    ],
  };
}

export const section42: BlindExperiment<Measured, typeof agreement> = {
  id,
  title: "A chain of pendula",
  measure,
  report,
};
