/** Work against error of the ways to keep constraints. Evaluations are counted here; `npm run bench ways` measures times. */

import { type Comparison, compare } from "../../analysis/compare.js";
import { maximum, minimum } from "../../core/index.js";
import { hostMath } from "../../math/index.js";
import type { ExperimentContext, Figure, Item, Outcome } from "../harness/index.js";
import { type BlindExperiment, itemsOf } from "../tools/blind-experiment.js";
import type { workPrecision as claimed } from "./claims.js";
import { costAt, ranges, testModels, ways } from "./ways.js";

const id = "beyond.work-precision";
const accuracy = 1e-7;

type Measured = readonly Comparison[];

async function measure(context: ExperimentContext): Promise<Measured> {
  const all: Comparison[] = [];
  for (const [k, { model, until, set }] of testModels.entries()) {
    all.push(
      await compare(model, {
        contenders: ways,
        settings: { until },
        ...(set && { set }),
        ...(context.quick ? ranges.quick : ranges.full),
        progress: (fraction) => context.progress((k + fraction) / testModels.length),
        pause: context.pause,
      }),
    );
  }
  return all;
}

const pointsOf = ({ points }: Comparison, label: string) =>
  points.filter((p) => p.label === label && p.status === "ok").map(({ error, work }) => ({ error, cost: work.forces }));

function report(measured: Measured, claims: typeof claimed): Outcome {
  const { numbers } = itemsOf(id, "Ways to keep constraints");
  const [ours, ...others] = ways.map(({ label }) => label);
  const items: Item[] = measured.flatMap((comparison, k) => {
    const cost = (label: string): number => costAt(pointsOf(comparison, label), accuracy, hostMath);
    const all = others
      .filter((label) => pointsOf(comparison, label).length > 0)
      .map((label) => ({ label, ratio: cost(label) / cost(ours) }));
    const refused = comparison.refused.map(({ label, reason }) => `${label} is refused: ${reason}`);
    return all.map(({ label, ratio }, i) => {
      const name = `${testModels[k].name}-${i + 1}`;
      const note = i === 0 && refused.length > 0 ? { note: refused.join(" ") } : {};
      if (Number.isFinite(ratio))
        return numbers({
          name,
          item: `${testModels[k].name}: evaluations for an error of ${accuracy} at the end, ${label} over ${ours}`,
          ours: claims.about[label] ?? claims.worse,
          measured: ratio,
          within: {
            between: claims.between[label] ?? [1, Number.POSITIVE_INFINITY],
            basis: "claim",
            why: "a claim of this project; costs are read off straight lines through the two runs around that error",
          },
          ...note,
        });
      return numbers({
        name,
        item: `${testModels[k].name}: smallest error of ${label} at any tolerance`,
        ours: claims.floor,
        measured: minimum(pointsOf(comparison, label).map(({ error }) => error)),
        within: {
          between: [accuracy / 2, Number.POSITIVE_INFINITY],
          basis: "claim",
          why: `an error of ${accuracy} is not reached`,
        },
        ...note,
      });
    });
  });
  const drifts = measured.map(({ points }) => {
    const of = (label: string): number => maximum(points.filter((p) => p.label === label).map((p) => p.drift));
    return { ours: of(ours), baumgarte: of("Baumgarte, gamma = 1/h") };
  });
  items.push(
    numbers({
      name: "drift",
      item: `largest residual of the constraints at the end, any tolerance: ${ours}, on ${testModels.map(({ name }) => name).join(", ")}`,
      ours: "rounding",
      measured: drifts.map((d) => d.ours),
      within: { between: [0, 1e-14], basis: "accuracy", why: "rounding of numbers of size 1" },
      note: `Baumgarte with gamma = 1/h leaves ${drifts.map((d) => d.baumgarte.toPrecision(1)).join(", ")}.`,
    }),
  );
  return { items, figures: measured.map(figure) };
}

function figure(comparison: Comparison, k: number): Figure {
  return {
    id: `${id}.${testModels[k].name}`,
    title: `${testModels[k].name}, t = ${testModels[k].until}: evaluations against error`,
    x: { label: "error at the end", scale: "log" },
    y: { label: "evaluations", scale: "log" },
    series: ways.flatMap(({ label }) => {
      const points = pointsOf(comparison, label).filter(({ error }) => error > 0);
      if (points.length === 0) return [];
      return [
        {
          name: label,
          kind: "measured" as const,
          group: label,
          x: points.map((p) => p.error),
          y: points.map((p) => p.cost),
        },
      ];
    }),
  };
}

export const workPrecision: BlindExperiment<Measured, typeof claimed> = {
  id,
  title: "Work and precision of eight ways to keep constraints",
  measure,
  report,
};
