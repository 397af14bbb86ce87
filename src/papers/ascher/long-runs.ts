/**
 * Ascher section 3 on the slider-crank, beyond the figures: the residuals that one correction (3.9) with F of (4.8) leaves, against the
 * step and the order p of the method, and over a million steps.
 */

import { maximum, type Observer, type Problem } from "../../core/index.js";
import { normInf } from "../../linalg/vector.js";
import type { Model, NamedChoice } from "../../model/index.js";
import { prepareRun } from "../../run/run.js";
import { type ExperimentContext, fittedOrder, type Outcome } from "../harness/index.js";
import { sliderCrank } from "../models/slider-crank.js";
import { type BlindExperiment, forEach, itemsOf } from "../tools/blind-experiment.js";
import { powerLawFigure } from "../tools/figures.js";
import type { longRuns } from "./published.js";

const id = "ascher.4.long-runs";
const levels: NamedChoice = { name: "relax", weight: "none" };

/** Methods of order p. Steps are short enough to show the power and long enough for a residual above rounding. */
const methods = [
  { method: "euler", p: 1, steps: [0.05, 0.025, 0.0125, 0.00625] },
  { method: "midpoint", p: 2, steps: [0.1, 0.05, 0.025] },
  { method: "rk4", p: 4, steps: [0.32, 0.25, 0.2, 0.16] },
] as const;
const until = 100;

const long = { method: "midpoint", step: 0.1 } as const;
/**
 * The crank of the paper comes almost to rest, and the drift vanishes with it (8.6e-9 by step 1000, 2e-12 from step 10000 on). So that
 * a million steps are a test, a constant torque drives it round, two turns in about 6 units of time.
 */
const driven: Model = { ...sliderCrank, name: "driven slider-crank", force: { theta: "-2 - theta'" } };
/** Ends of the stretches of the long run, in steps; the first stretch contains the start. */
const stretches = [1e3, 1e4, 1e5, 1e6];
const shortStretches = stretches.slice(0, 3);

interface Drift {
  readonly position: number;
  readonly velocity: number;
}

interface Measured {
  /** One for each method and step. */
  readonly drifts: readonly (readonly Drift[])[];
  /** One for each stretch. */
  readonly stabilised: readonly Drift[];
  /** Steps that the same run takes without stabilisation, and the largest residual of its positions in the first 1000. */
  readonly unstabilised: { readonly steps: number; readonly first: number };
}

/** Largest residuals of the constraints at the steps of each stretch. */
function watch(
  { workspace, arena }: Problem,
  ends: readonly number[],
  found: { position: number; velocity: number }[],
): Observer {
  const { constraints, m } = workspace.mechanics!;
  const residual = arena.f64(m);
  let steps = 0;
  return {
    observe() {},
    step(s) {
      if (steps === 0 || steps === ends[found.length - 1]) found.push({ position: 0, velocity: 0 });
      steps++;
      const now = found[found.length - 1];
      constraints.g(residual, s.t, s.q);
      now.position = Math.max(now.position, normInf(residual));
      constraints.gdot(residual, s.t, s.q, s.v);
      now.velocity = Math.max(now.velocity, normInf(residual));
    },
  };
}

interface Stretches {
  readonly drifts: readonly Drift[];
  /** Steps taken before the run ended or failed. */
  readonly steps: number;
}

function follow(
  model: Model,
  method: string,
  step: number,
  projection: NamedChoice,
  ends: readonly number[],
): Stretches {
  const found: { position: number; velocity: number }[] = [];
  const { run } = prepareRun(model, {
    settings: { formulation: "underlying", method, step, projection, until: step * ends[ends.length - 1] },
    keepStates: false,
    solve: { ledger: "saved" },
    observe: (problem) => watch(problem, ends, found),
  });
  while (run.advance(Number.POSITIVE_INFINITY) === "running");
  return { drifts: found, steps: run.solution().work.steps };
}

async function measure(context: ExperimentContext): Promise<Measured> {
  const drifts = await forEach(context, [0, 0.3], methods, ({ method, steps }) =>
    steps.map((step) => follow(sliderCrank, method, step, levels, [Math.round(until / step)]).drifts[0]),
  );
  const ends = context.quick ? shortStretches : stretches;
  const [stabilised, unstabilised] = await forEach(context, [0.3, 1], [levels, "none" as const], (projection) =>
    follow(driven, long.method, long.step, projection, ends),
  );
  const { steps, drifts: without } = unstabilised;
  return { drifts, stabilised: stabilised.drifts, unstabilised: { steps, first: without[0].position } };
}

function report({ drifts: all, stabilised, unstabilised }: Measured, published: typeof longRuns): Outcome {
  const { numbers } = itemsOf(id, "Section 3, slider-crank");
  const sizes = (k: number, level: keyof Drift): readonly number[] => all[k].map((drift) => drift[level]);
  const orders = (["velocity", "position"] as const).flatMap((level) =>
    methods.map(({ method, p, steps }, k) =>
      numbers({
        name: `${level}-${method}`,
        item: `power of h in the largest ${level} residual over T = ${until}, ${method} (p = ${p})`,
        printed: published[level](p),
        measured: fittedOrder(steps, sizes(k, level)),
        within: {
          absolute: 0.1,
          basis: "asymptotics",
          why: `slope in log-log over h = ${steps.join(", ")}, which higher terms bend by less`,
        },
        ...(level === "position" && { note: published.why }),
      }),
    ),
  );
  const last = stabilised.length - 1;
  const count = stretches[last];
  const bounded = (["position", "velocity"] as const).map((level) =>
    numbers({
      name: `bounded-${level}`,
      item: `largest ${level} residual of steps ${count / 10} to ${count} over that of steps 1000 to 10000, ${long.method}, h = ${long.step}, crank driven round`,
      printed: published.bounded,
      measured: stabilised[last][level] / stabilised[1][level],
      within: { between: [0.9, 1.1], basis: "words", why: "the residual neither grows nor vanishes" },
      note: `Largest residuals of the stretches that end at steps ${stretches.slice(0, last + 1).join(", ")}: ${stabilised.map((drift) => drift[level].toPrecision(3)).join(", ")}.`,
    }),
  );
  return {
    items: [
      ...orders,
      ...bounded,
      numbers({
        name: "grows",
        item: `steps of ${count} that the same run takes without stabilisation before it fails`,
        ours: published.grows,
        measured: unstabilised.steps,
        within: {
          between: [1, count - 1],
          basis: "words",
          why: "the run ends early: it leaves the constraints, and numbers overflow",
        },
        note: `Within 1000 steps its positions are off by ${unstabilised.first.toPrecision(2)}; those of the stabilised run are never off by more than ${maximum(stabilised.map(({ position }) => position)).toPrecision(2)}.`,
      }),
    ],
    figures: (["velocity", "position"] as const).flatMap((level) =>
      methods.map(({ method, p, steps }, k) =>
        powerLawFigure(
          {
            id: `${id}.${level}-${method}`,
            title: `Drift in the ${level} constraints against h, ${method}`,
            y: "largest residual",
            variable: "h",
          },
          steps,
          [{ name: level, item: level, label: method, exponent: published[level](p), sizes: sizes(k, level) }],
        ),
      ),
    ),
  };
}

export const longRunsExperiment: BlindExperiment<Measured, typeof longRuns> = {
  id,
  title: "Drift against the step, and over a million steps",
  measure,
  report,
};
