/** Ascher Table 3.1: Kepler's problem with its energy stabilised after every step. */

import type { NamedChoice } from "../../model/index.js";
import type { Closeness, ExperimentContext, Outcome } from "../harness/index.js";
import { kepler } from "../models/kepler.js";
import { type BlindExperiment, forEach, itemsOf } from "../tools/blind-experiment.js";
import { run } from "../tools/motion.js";
import type { table31 } from "./published.js";

const id = "ascher.3.table-3-1";

interface Row {
  readonly method: string;
  readonly projection: NamedChoice;
  /** In units of pi. */
  readonly h: number;
}

const velocity: NamedChoice = { name: "relax", direction: "velocity" };
const gradient: NamedChoice = { name: "relax", direction: "gradient" };

/** The rows with the methods and directions that the printed numbers fit; see the notes below. */
const rows: readonly Row[] = [
  { method: "euler", projection: "none", h: 0.001 },
  { method: "euler", projection: velocity, h: 0.001 },
  { method: "euler", projection: "none", h: 0.0005 },
  { method: "euler", projection: velocity, h: 0.0005 },
  { method: "midpoint", projection: "none", h: 0.001 },
  { method: "implicit-midpoint", projection: velocity, h: 0.001 },
];
/** The direction that the text names, E^T (E E^T)^-1. */
const byTheText: Row = { method: "euler", projection: gradient, h: 0.001 };

interface Measured {
  readonly rows: readonly (readonly number[])[];
  readonly byTheText: readonly number[];
}

/** p2 after one and two periods. */
function heights({ method, projection, h }: Row): number[] {
  const motion = run(kepler, { method, projection, step: h * Math.PI, until: 4 * Math.PI, every: 2 * Math.PI });
  return Array.from(motion.of("p_y").slice(1));
}

async function measure(context: ExperimentContext): Promise<Measured> {
  const all = await forEach(context, [0, 1], [...rows, byTheText], heights);
  return { rows: all.slice(0, rows.length), byTheText: all[rows.length] };
}

function report(measured: Measured, published: typeof table31): Outcome {
  const { numbers } = itemsOf(id, "Table 3.1");
  const within: Closeness = { relative: 0.1, basis: "digits", why: "two digits are printed and cut off, not rounded" };
  const notes: Partial<Record<number, string>> = {
    1: "The direction (0, 0, v1, v2) fits, which moves velocities only. The direction E^T (E E^T)^-1 of the text is the last row here.",
    4: "The explicit midpoint rule fits; the stabilised row below fits the implicit one.",
  };
  const items = rows.map((row, k) => {
    const { method, stabilised, h } = published[k];
    const note = notes[k];
    return numbers({
      name: `row-${k + 1}`,
      item: `p2(2 pi), p2(4 pi): ${method}, ${stabilised ? "stabilised" : "not stabilised"}, h = ${h} pi (run as ${row.method})`,
      printed: published[k].p2,
      measured: measured.rows[k],
      within,
      ...(note !== undefined && { note }),
    });
  });
  items.push(
    numbers({
      name: "text",
      item: "p2(2 pi), p2(4 pi): euler, stabilised along E^T (E E^T)^-1 as the text says, h = 0.001 pi",
      printed: published[1].p2,
      measured: measured.byTheText,
      within,
      likely: "the table was computed with corrections that move velocities only",
      note: "The direction of the text gives smaller errors than the printed ones.",
    }),
  );
  return { items, figures: [] };
}

export const table31Experiment: BlindExperiment<Measured, typeof table31> = {
  id,
  title: "Kepler's problem with stabilised energy",
  measure,
  report,
};
