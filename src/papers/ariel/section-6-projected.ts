/** Ariel sections 6.4 and 6.5: the slow solution with projections on the way, figures 5 and 6. */

import { fittedOrder, type Item } from "../harness/index.js";
import { itemsOf } from "../tools/blind-experiment.js";
import { inDigits } from "../tools/digits.js";
import type * as published from "./published-section-6.js";
import { adamsRange, figure, figureExperiment, last, levelsOf, powersOfTwo } from "./section-6.js";
import { byAdams, byProjectedRk4, type Point } from "./section-6-runs.js";

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
          within: { relative: 0.5, basis: "reading", why: "one digit read off a logarithmic figure" },
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
            basis: "digits",
            why: "one or two digits; projections add up differently in another integrator",
          },
        }),
      );
    }
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
      items,
      figure: figure("ariel.6.5.figure-6", "Figure 6: RK4, projected before every evaluation", curves, []),
    };
  },
);
