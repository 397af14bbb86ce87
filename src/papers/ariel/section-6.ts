/**
 * Ariel sections 6.1 to 6.3: the slow solution without projections on the way, figures 2 to 4. Every figure is an experiment of its own. With
 * `quick` only omega = 100 and 1000 are run, and long curves have fewer points.
 */

import { maximum, minimum } from "../../core/index.js";
import { type ExperimentContext, type Figure, fittedOrder, type Item, type Outcome } from "../harness/index.js";
import { type BlindExperiment, forEach, itemsOf } from "../tools/blind-experiment.js";
import { measuredSeries, recomputedSeries } from "../tools/figures.js";
import type * as published from "./published-section-6.js";
import { byAdams, byRattle, digits, type Point, type SlowProblem, slowProblem } from "./section-6-runs.js";

/** One curve of a figure. */
export interface Curve {
  readonly omega: number;
  /** Steps, or negative exponents of the tolerance. */
  readonly at: readonly number[];
  readonly points: readonly Point[];
}

export type Curves = readonly Curve[];
type PaperOmega = 100 | 1000 | 10000;

/** An experiment that measures `point` over a range for every omega. */
export function figureExperiment<P>(
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

const sum = (points: readonly Point[], of: (point: Point) => number): number =>
  points.reduce((total, point) => total + of(point), 0);

export const last = <T>(list: readonly T[]): T => list[list.length - 1];

/** Errors against work, as in the paper's figures; `levels` are drawn as lines. */
export function figure(
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
        recomputedSeries(`level of q, omega = ${omega}`, [least, most], [q, q], `${omega}`),
      ),
    ],
  };
}

export const levelsOf = (again: Readonly<Record<number, number | { readonly q: number }>>) =>
  Object.entries(again).map(([omega, value]) => ({
    omega: Number(omega),
    q: typeof value === "number" ? value : value.q,
  }));

export const powersOfTwo = (from: number, to: number): number[] =>
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
            item: `error in q where it saturates, omega = ${omega}`,
            recomputed: printed.again[omega as PaperOmega],
            measured: last(points).q,
            within: {
              relative: 0.1,
              basis: "accuracy",
              why: "two digits of an independent computation, and RATTLE's own error at the smallest step",
            },
          }),
        ),
        ...(curves.length < 3
          ? []
          : [
              numbers({
                name: "floor-exponent",
                item: "power of omega in the error that saturates, omega = 1000, 10000",
                printed: printed.floorExponent,
                measured: fittedOrder([1000, 10000], floors.slice(1)),
                within: {
                  absolute: 0.05,
                  basis: "asymptotics",
                  why: "slope in log-log; RATTLE's own error bends it by less",
                },
              }),
            ]),
        numbers({
          name: "order",
          item: `order of RATTLE before its error saturates, omega = ${early.omega}, H = 1/8 … 1/32`,
          printed: printed.order,
          measured: fittedOrder(
            early.at.slice(0, 3),
            early.points.slice(0, 3).map(({ q }) => q),
          ),
          within: { absolute: 0.15, basis: "asymptotics", why: "three steps, the first of them long" },
        }),
      ],
      figure: figure("ariel.6.1.figure-2", "Figure 2: the DAE by RATTLE", curves, levelsOf(printed.again)),
    };
  },
);

export const adamsRange = (omega: number, quick: boolean): readonly number[] =>
  quick && omega > 100 ? [3, 8] : digits;

export const section62 = figureExperiment<typeof published.fromConstraints>(
  "6.2",
  "Figure 3: the stiff equation from the constraint manifold",
  adamsRange,
  (problem, digit) => byAdams(problem, digit, {}),
  (curves, printed) => {
    const { numbers } = itemsOf("ariel.6.2", "Section 6.2, figure 3");
    /** Growth of the work from one omega to the next, summed over the tolerances that all curves have. */
    const ends = curves.map(({ points }) => points[0].forces + last(points).forces);
    const growth = ends.slice(1).map((work, k) => work / ends[k]);
    const ratioOf = (point: (points: readonly Point[]) => Point): string =>
      (point(curves[1].points).forces / point(curves[0].points).forces).toPrecision(3);
    const effort = [
      numbers({
        name: "effort",
        item: "evaluations at omega = 1000 over those at omega = 100, loosest and tightest tolerance together",
        printed: printed.growth,
        measured: growth[0],
        within: { relative: 0.25, basis: "words", why: "the paper says that the effort is multiplied by 10" },
        likely: "the ratio depends on the tolerance, and the paper does not say for which one it holds",
        note: `At the loosest tolerance ${ratioOf((points) => points[0])}, at the tightest ${ratioOf(last)}.`,
      }),
      ...(growth.length < 2
        ? []
        : [
            numbers({
              name: "effort-later",
              item: "the growth from omega = 1000 to 10000 over that from 100 to 1000",
              printed: "the increase is even larger when going from 1000 to 10000",
              measured: growth[1] / growth[0],
              within: { between: [1, Number.POSITIVE_INFINITY], basis: "words", why: "a larger increase" },
              likely:
                "our Adams code follows the step rule of ode113, but not its every decision at the limit of stability",
              note: `The work grows by factors of ${growth.map((x) => x.toPrecision(3)).join(" and ")}.`,
            }),
          ]),
    ];
    return {
      items: curves.flatMap(({ omega, points }, curve) => {
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
                  printed: text[name],
                  measured: { q, p }[name],
                  within: { factor: 3, basis: "words", why: "the paper says around, and gives a power of ten" },
                }),
              )),
          numbers({
            name: `again-${omega}`,
            item: `errors in q and p at the tightest tolerance, omega = ${omega}`,
            recomputed: [again.q, again.p],
            measured: [q, p],
            within: {
              relative: 0.1,
              basis: "digits",
              why: "two digits of an independent computation: a unit of the second is at most a tenth",
            },
          }),
          numbers({
            name: `forces-${omega}`,
            item: `evaluations at the tightest tolerance, omega = ${omega} (of ode113)`,
            recomputed: again.forces,
            measured: forces,
            within: { relative: 0.05, basis: "statistics", why: "another implementation of the same step rule" },
          }),
          ...(curve === curves.length - 1 ? effort : []),
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
  (problem, digit) => ({
    ...byAdams(problem, digit, { from: { t: 0, y: problem.start } }),
    fromConstraints: byAdams(problem, digit, {}).forces,
  }),
  (curves, printed) => {
    const { numbers } = itemsOf("ariel.6.3", "Section 6.3, figure 4");
    return {
      items: curves.flatMap(({ omega, points }) => {
        const [loosest, tightest] = [points[0], last(points)];
        return [
          numbers({
            name: `unsaturated-${omega}`,
            item: `error in q at the loosest over that at the tightest tolerance, omega = ${omega}`,
            printed: "the iterative projection destroys the saturation of errors",
            measured: loosest.q / tightest.q,
            within: {
              between: [1e3, Number.POSITIVE_INFINITY],
              basis: "words",
              why: "five digits of tolerance between them",
            },
          }),
          numbers({
            name: `p-larger-${omega}`,
            item: `error in p over that in q, omega = ${omega}`,
            printed: "the errors in p are considerably larger than the errors in q",
            measured: tightest.p / tightest.q,
            within: { between: [10, Number.POSITIVE_INFINITY], basis: "words", why: "the paper says considerably" },
          }),
          numbers({
            name: `cost-${omega}`,
            item: `evaluations from the constraint manifold over those from the slow one, all tolerances, omega = ${omega}`,
            printed: printed.costRatio,
            measured: sum(points, (point) => point.fromConstraints!) / sum(points, (point) => point.forces),
            within: { relative: 0.1, basis: "words", why: "the costs approximately coincide" },
            likely:
              "at stringent tolerances the code follows the ripples of a start on the constraint manifold, as section 6.2 says; the paper gives no number for how closely costs coincide",
          }),
        ];
      }),
      figure: figure("ariel.6.3.figure-4", "Figure 4: from the slow manifold", curves, []),
    };
  },
);
