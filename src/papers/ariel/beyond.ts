/**
 * Beyond Ariel: zero filters, IPA against an exact slow radius, projections only when the drift calls for them (future work
 * according to section 6.4), and the cost of RK4 with IPA against omega. Results are compared with the bounds below.
 */

import { errorControlled, fixed } from "../../controllers/index.js";
import { slowField, stiff } from "../../formulations/index.js";
import { adams, dop853, rk4 } from "../../methods/index.js";
import { ipa, slowAlgebraic } from "../../projections/index.js";
import { type Closeness, type ExperimentContext, fittedOrder, type Outcome } from "../harness/index.js";
import { strongSpring } from "../models/strong-spring.js";
import { bothHard } from "../models/two-springs.js";
import { type BlindExperiment, forEach, itemsOf } from "../tools/blind-experiment.js";
import { measuredSeries, printedSeries } from "../tools/figures.js";
import { distances, project, runTo, setUp } from "../tools/setup.js";
import { slowPoint } from "../tools/slow-point.js";
import { paperTolerance, paperWindow } from "./section-5.js";
import { slowProblem, until } from "./section-6-runs.js";

const id = "ariel.beyond";
const far = { y1: 0.25 };

/** The bounds to meet, chosen before the first measurement. */
export const bounds = {
  zeroForcesPerIteration: 10,
  zeroForces: 60,
  zeroError: 1e-10,
  /** IPA on the strong spring, against the root of omega^2 r^3 (r - 1) = 4 M^2. */
  radiusExponent: -4,
  /** Forces at omega = 1e6 over those at 1e2, with tolerances proportional to omega^-2: the growth of log omega. */
  logGrowth: 3,
};

/** The result of one rule for when to project: forces, and errors at t = 10 with both ends projected. */
interface Repaired {
  readonly forces: number;
  readonly projections: number;
  readonly q: number;
  readonly p: number;
}

interface Measured {
  readonly zero: { readonly iterations: number; readonly forces: number; readonly error: number };
  readonly cubicForces: number;
  readonly radius: { readonly omegas: readonly number[]; readonly errors: readonly number[] };
  readonly drift: readonly {
    readonly omega: number;
    readonly digit: number;
    readonly fixed: Repaired;
    readonly watched: Repaired;
    readonly never: Repaired;
  }[];
  readonly cost: readonly { readonly omega: number; readonly paper: Cost; readonly scaled: Cost }[];
}

interface Cost {
  readonly forces: number;
  readonly error: number;
}

async function measure(context: ExperimentContext): Promise<Measured> {
  // 1. a zero filter from (29)-(30)
  const setup = setUp(bothHard, { omega1: 1000, omega2: 1000, ...far }, stiff());
  const zero = project(setup, ipa({ filter: "zeros", correct: true, tolerance: 1e-9 }));
  const error = distances(zero.y, slowPoint(setup, zero.y)).q;
  const cubicForces = project(setup, ipa({ ...paperWindow, tolerance: 1e-9 })).forces;

  // 2. the strong spring
  const omegas = [80, 160, 320, 640];
  const errors = omegas.map((omega) => {
    const spring = setUp(strongSpring, { omega, M: 0.5, r0: 1.002 }, stiff());
    const { y } = project(spring, ipa({ ...paperWindow, tolerance: 1e-15, maxIterations: 40 }));
    const M = (y[0] * y[3] - y[1] * y[2]) / 2;
    return Math.abs(Math.sqrt(y[0] * y[0] + y[1] * y[1]) - restRadius(omega, M));
  });
  context.progress(0.1);
  await context.pause();

  // 3. when to project
  const plan = context.quick
    ? [[1000, 6]]
    : [
        [100, 6],
        [1000, 6],
        [1000, 7],
        [10000, 6],
        [10000, 7],
      ];
  const drift = await forEach(context, [0.1, 0.7], plan, ([omega, digit]) => driftRow(omega, digit));

  // 4. cost against omega
  const stiffnesses = context.quick ? [1e2, 1e4, 1e6] : [1e2, 1e3, 1e4, 1e5, 1e6];
  const cost = await forEach(context, [0.7, 1], stiffnesses, (omega) => {
    const reference = slowEnd(omega);
    return {
      omega,
      paper: costOf(omega, paperTolerance(omega), reference),
      scaled: costOf(omega, 1e-9 * (1e3 / omega) * (1e3 / omega), reference),
    };
  });
  return {
    zero: { iterations: zero.iterations, forces: zero.forces, error },
    cubicForces,
    radius: { omegas, errors },
    drift,
    cost,
  };
}

/** The root of omega^2 r^3 (r - 1) = 4 M^2, by Newton's method. */
function restRadius(omega: number, M: number): number {
  const right = (4 * M * M) / (omega * omega);
  let r = 1 + right;
  for (let k = 0; k < 20; k++) r -= (r * r * r * (r - 1) - right) / (r * r * (4 * r - 3));
  return r;
}

/**
 * Adams as in section 6.4: projected at every unit of time, when |gdot| exceeds ten times the tolerance, or never. The bound on
 * |gdot| is at least 10/omega^2, because slow motions have a |gdot| of that size themselves.
 */
function driftRow(omega: number, digit: number) {
  const problem = slowProblem(omega);
  const [rtol, atol] = [Number(`1e-${digit}`), Number(`1e-${digit + 3}`)];
  const { setup, start, projection } = problem;
  const end = project(setup, projection, problem.end).y;
  const runWith = (options: object): Repaired => {
    const controller = errorControlled({ rtol, atol, norm: "max" });
    const run = runTo(setup, { method: adams({ part: 1 }), controller, until, from: { t: 0, y: start }, ...options });
    const last = project(setup, projection, run.y);
    return { forces: run.forces + last.forces, projections: run.projections, ...distances(last.y, end) };
  };
  return {
    omega,
    digit,
    fixed: runWith({ projection, when: { when: "interval", every: 1 } }),
    watched: runWith({ projection, when: { when: "drift", above: Math.max(10 * rtol, 10 / (omega * omega)) } }),
    never: runWith({}),
  };
}

const H = 1 / 16;

/**
 * The slow solution at t = 10 from the projection of (29)-(30), by the slow field of order 8, because direct integration is out of reach
 * at omega = 1e6. The field starts at the algebraic projection of the IPA point.
 */
function slowEnd(omega: number): { readonly start: Float64Array; readonly end: Float64Array } {
  const set = { omega1: omega, omega2: omega, ...far };
  const setup = setUp(bothHard, set, stiff());
  const start = project(setup, ipa({ ...paperWindow, tolerance: paperTolerance(omega) })).y;
  const field = setUp(bothHard, set, slowField({ order: 8 }));
  const from = project(setup, slowAlgebraic({ order: 8 }), start).y;
  const controller = errorControlled({ rtol: 1e-12, atol: 1e-13 });
  return { start, end: runTo(field, { method: dop853(), controller, until, from: { t: 0, y: from } }).y };
}

function costOf(omega: number, tolerance: number, { start, end }: ReturnType<typeof slowEnd>): Cost {
  const setup = setUp(bothHard, { omega1: omega, omega2: omega, ...far }, stiff());
  const projection = ipa({ ...paperWindow, tolerance });
  const when = { when: "evaluation" } as const;
  const from = { t: 0, y: start };
  const { y, forces } = runTo(setup, { method: rk4(), controller: fixed({ step: H }), until, from, projection, when });
  return { forces, error: distances(y, end).q };
}

function report(measured: Measured, wanted: typeof bounds): Outcome {
  const { numbers } = itemsOf(id, "Beyond the paper");
  const { zero, cubicForces, radius, drift, cost } = measured;
  const atMost = (bound: number, why: string): Closeness => ({ between: [0, bound], basis: "claim", why });
  const at = (omega: number) => cost.find((row) => row.omega === omega)!;
  const line = ({ forces, projections, q, p }: Repaired): string =>
    `${forces} forces, ${projections} projections, errors ${q.toExponential(1)} and ${p.toExponential(1)}`;
  return {
    items: [
      numbers({
        name: "zero-filter-forces",
        item: "zero filter from (29)-(30), omega = 1000: forces per iteration, at most",
        ours: wanted.zeroForcesPerIteration,
        measured: (zero.forces - 1) / zero.iterations,
        within: atMost(wanted.zeroForcesPerIteration, "three Verlet steps to each side"),
        note: `${zero.forces} forces in all (${zero.iterations} iterations); the cubic takes ${cubicForces}.`,
      }),
      numbers({
        name: "zero-filter-total",
        item: "the same: forces in all, at most",
        ours: wanted.zeroForces,
        measured: zero.forces,
        within: atMost(wanted.zeroForces, "a bound chosen before the measurement"),
      }),
      numbers({
        name: "zero-filter-error",
        item: "the same: distance of q from the slow manifold, at most",
        ours: wanted.zeroError,
        measured: zero.error,
        within: atMost(wanted.zeroError, "against the slow point with the same tangential data"),
      }),
      numbers({
        name: "strong-spring",
        item: "IPA on the strong spring: power of omega in the distance from the root of omega^2 r^3 (r - 1) = 4 M^2",
        ours: wanted.radiusExponent,
        measured: fittedOrder(radius.omegas, radius.errors),
        within: { absolute: 0.1, basis: "asymptotics", why: "slope in log-log over omega = 80 … 640" },
      }),
      ...drift.map(({ omega, digit, fixed: interval, watched, never }) => {
        const note = `Every unit of time: ${line(interval)}. When |gdot| > max(10 rtol, 10/omega^2): ${line(watched)}. Never: ${line(never)}. Ends projected.`;
        return omega === 100
          ? numbers({
              name: `drift-100-${digit}`,
              item: `when to project, omega = 100, rtol = 1e-${digit}: error in q without projections over that with projections at intervals of 1, below 1 because fewer projections are better`,
              ours: 1,
              measured: never.q / interval.q,
              within: atMost(1, "every projection moves q by O(omega^-4) times a large constant"),
              note,
            })
          : numbers({
              name: `drift-${omega}-${digit}`,
              item: `when to project, omega = ${omega}, rtol = 1e-${digit}: forces with projections by drift over forces with projections at intervals of 1, below 1 at an error that is not larger`,
              ours: 1,
              measured:
                Math.max(watched.q / interval.q, watched.p / interval.p) <= 1.5
                  ? watched.forces / interval.forces
                  : Number.NaN,
              within: atMost(1, "fewer forces; errors within a factor 1.5 count as equal"),
              note,
            });
      }),
      numbers({
        name: "cost-growth",
        item: "RK4 with IPA from (29)-(30), H = 1/16, tolerance proportional to omega^-2: forces at omega = 1e6 over those at 1e2, at most like log omega",
        ours: wanted.logGrowth,
        measured: at(1e6).scaled.forces / at(1e2).scaled.forces,
        within: atMost(wanted.logGrowth, "log 1e6 / log 1e2"),
        note: cost
          .map(
            ({ omega, paper, scaled }) =>
              `omega = ${omega.toExponential(0)}: ${paper.forces} forces, error ${paper.error.toExponential(1)} (tolerance of the paper); ${scaled.forces}, ${scaled.error.toExponential(1)} (tolerance scaled); rounding leaves omega^2 g an error of ${(1e-16 * omega * omega).toExponential(0)}`,
          )
          .join(". "),
      }),
      numbers({
        name: "cost-error",
        item: "the same: error in q at omega = 1e6 over that at 1e4, at most",
        ours: 1,
        measured: at(1e6).scaled.error / at(1e4).scaled.error,
        within: atMost(1.1, "the error of RK4, and rounding of omega^2 g"),
      }),
    ],
    figures: [
      {
        id: `${id}.cost`,
        title: "RK4 with IPA, H = 1/16: forces against omega",
        x: { label: "omega", scale: "log" },
        y: { label: "evaluations of the force", scale: "log" },
        series: [
          measuredSeries(
            "tolerance of the paper",
            cost.map(({ omega }) => omega),
            cost.map(({ paper }) => paper.forces),
          ),
          measuredSeries(
            "tolerance ~ omega^-2",
            cost.map(({ omega }) => omega),
            cost.map(({ scaled }) => scaled.forces),
          ),
          printedSeries(
            "independent of omega (6.5)",
            [1e2, 1e6],
            [at(1e4).paper.forces, at(1e4).paper.forces],
            "tolerance of the paper",
          ),
        ],
      },
    ],
  };
}

export const beyond: BlindExperiment<Measured, typeof bounds> = {
  id,
  title: "Beyond the paper: zero filters, drift control, cost against omega",
  measure,
  report,
};
