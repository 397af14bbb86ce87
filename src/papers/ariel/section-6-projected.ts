/** Ariel sections 6.4 and 6.5: the slow solution with projections on the way, figures 5 and 6. */

import { maximum, minimum } from "../../core/index.js";
import { fittedOrder, type Item } from "../harness/index.js";
import { itemsOf } from "../tools/blind-experiment.js";
import { inDigits } from "../tools/digits.js";
import type * as published from "./published-section-6.js";
import { adamsRange, type Curves, figure, figureExperiment, last, levelsOf, powersOfTwo } from "./section-6.js";
import { byAdams, byProjectedRk4, type Point } from "./section-6-runs.js";

/** The end of the runs; the stages of RK4; two windows of 18 Verlet steps and the point between them. */
const [until, stages, forcesPerIteration] = [10, 4, 37];

export const section64 = figureExperiment<typeof published.periodic>(
  "6.4",
  "Figure 5: projected at t = 1, 2, …, 9",
  adamsRange,
  (problem, digit) =>
    byAdams(problem, digit, {
      from: { t: 0, y: problem.start },
      projection: problem.projection,
      when: { when: "interval", every: 1 },
    }),
  (curves, printed) => {
    const { numbers } = itemsOf("ariel.6.4", "Section 6.4, figure 5");
    const at = (wanted: number): Point | undefined => {
      const curve = curves.find(({ omega }) => omega === wanted);
      return curve && last(curve.points);
    };
    const items: Item[] = [];
    const saturated = at(1000);
    if (saturated !== undefined)
      items.push(
        numbers({
          name: "saturation-1000",
          item: "level at which the errors in q and p saturate, omega = 1000",
          printed: [printed.saturation[1000].q, printed.saturation[1000].p],
          measured: [saturated.q, saturated.p],
          within: {
            relative: 0.2,
            basis: "digits",
            why: "one unit of the one digit that is printed, which may be rounded or cut off",
          },
        }),
      );
    for (const omega of [100, 1000] as const) {
      const found = at(omega)!;
      items.push(
        numbers({
          name: `again-${omega}`,
          item: `the same, computed again, omega = ${omega}`,
          recomputed: [printed.again[omega].q, printed.again[omega].p],
          measured: [found.q, found.p],
          within: {
            relative: 0.15,
            basis: "accuracy",
            why: "one or two digits of an independent computation; projections add up differently in another integrator",
          },
        }),
      );
    }
    const loose = curves.find(({ omega }) => omega === 100)!.points.map(({ q }) => q);
    items.push(
      numbers({
        name: "independent-100",
        item: "largest over smallest error in q of all tolerances, omega = 100",
        printed: "for omega = 100 the errors are independent of the tolerance",
        measured: maximum(loose) / minimum(loose),
        within: { between: [1, 2], basis: "words", why: "independent, where the tolerances span five powers of ten" },
      }),
    );
    const tight = at(10000);
    if (tight !== undefined)
      items.push(
        numbers({
          name: "unsaturated-10000",
          item: "error in q at the tightest tolerance, omega = 10000",
          printed: "for omega = 1000 and omega = 10000 this technique is a clear improvement",
          measured: tight.q,
          within: { between: [0, 1e-8], basis: "words", why: "below the level of omega = 1000" },
        }),
      );
    return {
      items,
      figure: figure(
        "ariel.6.4.figure-5",
        "Figure 5: projected at every unit of time",
        curves,
        levelsOf(printed.again),
      ),
    };
  },
);

export const section65 = figureExperiment<typeof published.everyEvaluation>(
  "6.5",
  "Figure 6: RK4 with a projection before every evaluation",
  () => powersOfTwo(1, 6),
  (problem, step) => ({
    ...byProjectedRk4(problem, step),
    fromProjected: byProjectedRk4(problem, step, "projected").q,
  }),
  (curves, printed) => {
    const { numbers } = itemsOf("ariel.6.5", "Section 6.5, figure 6");
    const items = curves.flatMap(({ omega, at, points }): Item[] => {
      if (omega === 100) return [];
      const again = printed.again[omega as 1000 | 10000];
      return [
        ...at.map((H, k) =>
          numbers({
            name: `error-${omega}-${1 / H}`,
            item: `error in q, omega = ${omega}, H = 1/${1 / H}`,
            recomputed: again.q[k],
            measured: points[k].q,
            within: inDigits(again.q[k], 2),
          }),
        ),
        numbers({
          name: `stages-${omega}`,
          item: `error in q with stages built from the projected start over that with (38) as printed, H = 1/2, omega = ${omega}`,
          ours: "a little smaller: the default of this library",
          measured: points[0].fromProjected! / points[0].q,
          within: { between: [0.85, 1], basis: "claim", why: "a few per cent at the longest step" },
        }),
        ...("least" in again
          ? [
              numbers({
                name: "order",
                item: "order in H at omega = 10000, H = 1/4 … 1/64",
                printed: printed.order,
                measured: fittedOrder(
                  at.slice(1),
                  points.slice(1).map(({ q }) => q),
                ),
                within: { absolute: 0.2, basis: "asymptotics", why: "an O(H^4) pattern; the longest step is left out" },
              }),
              numbers({
                name: "forces",
                item: "evaluations at omega = 10000, H = 1/2 and 1/64",
                recomputed: [again.least, again.most],
                measured: [points[0].forces, last(points).forces],
                within: { relative: 0.02, basis: "statistics", why: "an iteration more or less in some projections" },
              }),
            ]
          : [
              numbers({
                name: "halving-1000",
                item: "error in q with H = 1/64 over that with H = 1/32, omega = 1000",
                printed: "halving the step-length leads to an increase in error as more projections are performed",
                measured: points[5].q / points[4].q,
                within: { between: [1, Number.POSITIVE_INFINITY], basis: "words", why: "an increase" },
                likely:
                  "the error of RK4 still falls between these steps, and the errors of the projections only begin to show",
              }),
            ]),
      ];
    });
    return {
      items: [...items, ...claims65(curves)],
      figure: figure("ariel.6.5.figure-6", "Figure 6: RK4, projected before every evaluation", curves, []),
    };
  },
);

/** What section 6.5 says of figure 6 in words. */
function claims65(curves: Curves): Item[] {
  const { numbers } = itemsOf("ariel.6.5", "Section 6.5, figure 6");
  const [hundred, thousand, tenThousand] = [100, 1000, 10000].map((wanted) =>
    curves.find(({ omega }) => omega === wanted),
  );
  const forces = (points: readonly Point[] = []): number[] => points.map((point) => point.forces);
  const ratios = (above: readonly number[], below: readonly number[]): number[] => above.map((x, k) => x / below[k]);
  const items: Item[] = [
    numbers({
      name: "cost-100",
      item: "evaluations at omega = 100 over those at omega = 1000, H = 1/2 … 1/64",
      printed: "for omega = 100 the cost for fixed H is slightly smaller",
      measured: ratios(forces(hundred?.points), forces(thousand?.points)),
      within: { between: [0.5, 1], basis: "words", why: "smaller, and by less than half" },
    }),
  ];
  if (thousand === undefined || tenThousand === undefined) return items;
  const steps = tenThousand.at.map((H) => until / H);
  const all = forces(tenThousand.points);
  return [
    ...items,
    numbers({
      name: "accuracy-independent",
      item: "error in q at omega = 1000 over that at omega = 10000, H = 1/2 … 1/16",
      printed: "for H = 1/2, …, 1/16 work and accuracy are omega-independent",
      measured: ratios(
        thousand.points.slice(0, 4).map(({ q }) => q),
        tenThousand.points.map(({ q }) => q),
      ),
      within: { between: [0.9, 1.1], basis: "words", why: "independent: within a tenth" },
    }),
    numbers({
      name: "work-independent",
      item: "evaluations at omega = 1000 over those at omega = 10000, H = 1/2 … 1/16",
      printed: "for H = 1/2, …, 1/16 work and accuracy are omega-independent",
      measured: ratios(forces(thousand.points).slice(0, 4), all),
      within: { between: [0.9, 1.1], basis: "words", why: "independent: within a tenth" },
    }),
    numbers({
      name: "halving-work",
      item: "evaluations at omega = 10000 when H is halved, over those before",
      printed: "halving H less than doubles the computational effort",
      measured: ratios(all.slice(1), all),
      within: { between: [1, 2], basis: "words", why: "less than doubled" },
    }),
    numbers({
      name: "p-like-q",
      item: "order in H of the errors in p at omega = 10000, minus that of the errors in q",
      printed: "the errors in the q and p variables share the same behavior",
      measured:
        fittedOrder(
          tenThousand.at,
          tenThousand.points.map(({ p }) => p),
        ) -
        fittedOrder(
          tenThousand.at,
          tenThousand.points.map(({ q }) => q),
        ),
      within: { between: [-0.2, 0.2], basis: "words", why: "the same behaviour, read as orders within 0.2" },
    }),
    numbers({
      name: "iterations",
      item: "iterations per projection at omega = 10000, H = 1/2 … 1/64, from the evaluations",
      printed: "several iterations (typically 3-5) are required",
      measured: all.map((count, k) => count / (stages * forcesPerIteration * steps[k])),
      within: { between: [2.5, 5.5], basis: "words", why: "3 to 5 when rounded to whole iterations" },
      note: "The sentence is about the second stage; this is the mean over all four.",
    }),
  ];
}
