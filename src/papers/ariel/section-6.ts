/**
 * Ariel section 6: five ways to compute the slow solution, figures 2 to 6. Every figure is an experiment of its own. With
 * `quick` only omega = 100 and 1000 are run, and long curves have fewer points.
 */

import { maximum, minimum } from "../../core/index.js";
import { type ExperimentContext, type Figure, fittedOrder, type Item, type Outcome } from "../harness/index.js";
import { type BlindExperiment, forEach, itemsOf } from "../tools/blind-experiment.js";
import { measuredSeries, publishedSeries } from "../tools/figures.js";
import type * as published from "./published-section-6.js";
import {
  byAdams,
  byProjectedRk4,
  byRattle,
  digits,
  type Point,
  type SlowProblem,
  slowProblem,
} from "./section-6-runs.js";

/** One curve of a figure. */
export interface Curve {
  readonly omega: number;
  /** Steps, or negative exponents of the tolerance. */
  readonly at: readonly number[];
  readonly points: readonly Point[];
}

type Curves = readonly Curve[];
type PaperOmega = 100 | 1000 | 10000;

/** An experiment that measures `point` over a range for every omega. */
function figureExperiment<P>(
  section: string,
  title: string,
  range: (omega: number, quick: boolean) => readonly number[],
  point: (problem: SlowProblem, at: number) => Point,
  report: (curves: Curves, published: P) => { readonly items: readonly Item[]; readonly figure: Figure },
): BlindExperiment<Curves, P> {
  return {
    id: `ariel.${section}`,
    title,
    async measure(context: ExperimentContext) {
      const omegas = context.quick ? [100, 1000] : [100, 1000, 10000];
      const curves: Curve[] = [];
      for (const [k, omega] of omegas.entries()) {
        const problem = slowProblem(omega);
        const at = range(omega, context.quick);
        const part: [number, number] = [k / omegas.length, (k + 1) / omegas.length];
        curves.push({ omega, at, points: await forEach(context, part, at, (value) => point(problem, value)) });
      }
      return curves;
    },
    report(curves, printed): Outcome {
      const { items, figure } = report(curves, printed);
      return { items, figures: [figure] };
    },
  };
}

const last = <T>(list: readonly T[]): T => list[list.length - 1];

/** Errors against work, as in the paper's figures; `levels` are drawn as lines. */
function figure(
  id: string,
  title: string,
  curves: Curves,
  levels: readonly { readonly omega: number; readonly q: number }[],
): Figure {
  const most = maximum(
    curves.flatMap(({ points }) => points.map(({ forces }) => forces)),
    2,
  );
  const least = minimum(curves.flatMap(({ points }) => points.map(({ forces }) => forces)));
  return {
    id,
    title,
    x: { label: "evaluations of the force", scale: "log" },
    y: { label: "error at t = 10", scale: "log" },
    series: [
      ...curves.flatMap(({ omega, points }) => {
        const work = points.map(({ forces }) => forces);
        return [
          measuredSeries(
            `q, omega = ${omega}`,
            work,
            points.map(({ q }) => q),
            `${omega}`,
          ),
          measuredSeries(
            `p, omega = ${omega}`,
            work,
            points.map(({ p }) => p),
            `p ${omega}`,
          ),
        ];
      }),
      ...levels.map(({ omega, q }) =>
        publishedSeries(`level of q, omega = ${omega}`, [least, most], [q, q], `${omega}`),
      ),
    ],
  };
}

const levelsOf = (again: Readonly<Record<number, number | { readonly q: number }>>) =>
  Object.entries(again).map(([omega, value]) => ({
    omega: Number(omega),
    q: typeof value === "number" ? value : value.q,
  }));

const powersOfTwo = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, k) => 1 / 2 ** (from + k));

export const section61 = figureExperiment<typeof published.rattle>(
  "6.1",
  "Figure 2: the DAE by RATTLE",
  (omega) => powersOfTwo(3, omega > 1000 ? 13 : 10),
  byRattle,
  (curves, printed) => {
    const { numbers } = itemsOf("ariel.6.1", "Section 6.1, figure 2");
    const floors = curves.map(({ points }) => last(points).q);
    const early = last(curves);
    return {
      items: [
        ...curves.map(({ omega, points }) =>
          numbers({
            name: `floor-${omega}`,
            item: `error in q where it saturates, omega = ${omega} (computed again, not printed)`,
            published: printed.again[omega as PaperOmega],
            measured: last(points).q,
            within: { relative: 0.1, why: "two digits, and RATTLE's own error at the smallest step" },
          }),
        ),
        ...(curves.length < 3
          ? []
          : [
              numbers({
                name: "floor-exponent",
                item: "power of omega in the error that saturates, omega = 1000, 10000",
                published: printed.floorExponent,
                measured: fittedOrder([1000, 10000], floors.slice(1)),
                within: { absolute: 0.05, why: "slope in log-log; RATTLE's own error bends it by less" },
              }),
            ]),
        numbers({
          name: "order",
          item: `order of RATTLE before its error saturates, omega = ${early.omega}, H = 1/8 … 1/32`,
          published: printed.order,
          measured: fittedOrder(
            early.at.slice(0, 3),
            early.points.slice(0, 3).map(({ q }) => q),
          ),
          within: { absolute: 0.15, why: "three steps, the first of them long" },
        }),
      ],
      figure: figure("ariel.6.1.figure-2", "Figure 2: the DAE by RATTLE", curves, levelsOf(printed.again)),
    };
  },
);

const adamsRange = (omega: number, quick: boolean): readonly number[] => (quick && omega > 100 ? [3, 8] : digits);

export const section62 = figureExperiment<typeof published.fromConstraints>(
  "6.2",
  "Figure 3: the stiff equation from the constraint manifold",
  adamsRange,
  (problem, digit) => byAdams(problem, digit, {}),
  (curves, printed) => {
    const { numbers } = itemsOf("ariel.6.2", "Section 6.2, figure 3");
    return {
      items: curves.flatMap(({ omega, points }) => {
        const { q, p, forces } = last(points);
        const again = printed.again[omega as PaperOmega];
        const text = omega === 100 ? undefined : printed.saturation[omega as 1000 | 10000];
        return [
          ...(text === undefined
            ? []
            : (["q", "p"] as const).map((name) =>
                numbers({
                  name: `saturation-${name}-${omega}`,
                  item: `error in ${name} at the tightest tolerance, omega = ${omega} ("around")`,
                  published: text[name],
                  measured: { q, p }[name],
                  within: { between: [text[name] / 3, 3 * text[name]], why: "a level read off a logarithmic figure" },
                }),
              )),
          numbers({
            name: `again-${omega}`,
            item: `the same, computed again, omega = ${omega}`,
            published: [again.q, again.p],
            measured: [q, p],
            within: { relative: 0.1, why: "two digits" },
          }),
          numbers({
            name: `forces-${omega}`,
            item: `evaluations at the tightest tolerance, omega = ${omega} (of ode113, computed again)`,
            published: again.forces,
            measured: forces,
            within: { relative: 0.05, why: "another implementation of the same step rule" },
          }),
        ];
      }),
      figure: figure("ariel.6.2.figure-3", "Figure 3: from the constraint manifold", curves, levelsOf(printed.again)),
    };
  },
);

export const section63 = figureExperiment<typeof published.fromSlow>(
  "6.3",
  "Figure 4: the stiff equation from the slow manifold",
  adamsRange,
  (problem, digit) => byAdams(problem, digit, { from: { t: 0, y: problem.start } }),
  (curves, printed) => {
    const { numbers } = itemsOf("ariel.6.3", "Section 6.3, figure 4");
    return {
      items: curves.flatMap(({ omega, points }) => {
        const [loosest, tightest] = [points[0], last(points)];
        return [
          numbers({
            name: `unsaturated-${omega}`,
            item: `no saturation, omega = ${omega}: error in q at the loosest over that at the tightest tolerance, more than`,
            published: 1000,
            measured: loosest.q / tightest.q,
            within: { between: [1e3, Number.POSITIVE_INFINITY], why: "five digits of tolerance between them" },
          }),
          numbers({
            name: `p-larger-${omega}`,
            item: `"the errors in p are considerably larger than the errors in q", omega = ${omega}: error in p over that in q, at least`,
            published: 10,
            measured: tightest.p / tightest.q,
            within: { between: [10, Number.POSITIVE_INFINITY], why: "the paper says considerably" },
          }),
        ];
      }),
      figure: figure("ariel.6.3.figure-4", "Figure 4: from the slow manifold", curves, [
        { omega: 1000, q: 1e-9 * printed.costRatio },
      ]),
    };
  },
);

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
          published: [printed.saturation[1000].q, printed.saturation[1000].p],
          measured: [saturated.q, saturated.p],
          within: { relative: 0.5, why: "one digit read off a logarithmic figure" },
        }),
      );
    for (const omega of [100, 1000] as const) {
      const found = at(omega)!;
      items.push(
        numbers({
          name: `again-${omega}`,
          item: `the same, computed again, omega = ${omega}`,
          published: [printed.again[omega].q, printed.again[omega].p],
          measured: [found.q, found.p],
          within: { relative: 0.15, why: "one or two digits; projections add up differently in another integrator" },
        }),
      );
    }
    const tight = at(10000);
    if (tight !== undefined)
      items.push(
        numbers({
          name: "unsaturated-10000",
          item: "no saturation at omega = 10000: error in q at the tightest tolerance",
          published: 0,
          measured: tight.q,
          within: { absolute: 1e-8, why: "below the level of omega = 1000" },
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
  byProjectedRk4,
  (curves, printed) => {
    const { numbers } = itemsOf("ariel.6.5", "Section 6.5, figure 6");
    const items = curves.flatMap(({ omega, at, points }): Item[] => {
      if (omega === 100) return [];
      const again = printed.again[omega as 1000 | 10000];
      return [
        ...at.map((H, k) =>
          numbers({
            name: `error-${omega}-${1 / H}`,
            item: `error in q, omega = ${omega}, H = 1/${1 / H} (computed again, not printed)`,
            published: again.q[k],
            measured: points[k].q,
            within: { relative: 0.1, why: "two digits" },
          }),
        ),
        ...("least" in again
          ? [
              numbers({
                name: "order",
                item: "order in H at omega = 10000, H = 1/4 … 1/64",
                published: printed.order,
                measured: fittedOrder(
                  at.slice(1),
                  points.slice(1).map(({ q }) => q),
                ),
                within: { absolute: 0.2, why: "an O(H^4) pattern; the longest step is left out" },
              }),
              numbers({
                name: "forces",
                item: "evaluations at omega = 10000, H = 1/2 and 1/64 (computed again)",
                published: [again.least, again.most],
                measured: [points[0].forces, last(points).forces],
                within: { relative: 0.02, why: "an iteration more or less in some projections" },
              }),
            ]
          : []),
      ];
    });
    const published6 = Object.entries(printed.again).map(([omega, { q }]) =>
      publishedSeries(
        `q computed again, omega = ${omega}`,
        curves[0].points.map(({ forces }) => forces),
        q,
        omega,
      ),
    );
    const drawn = figure("ariel.6.5.figure-6", "Figure 6: RK4, projected before every evaluation", curves, []);
    return { items, figure: { ...drawn, series: [...drawn.series, ...published6] } };
  },
);
