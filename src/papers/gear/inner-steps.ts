/** Gear sections 3 and 4: what the inner steps do to deviations from the constraints, and why they fail on springs. */

import { maximum, newState } from "../../core/index.js";
import { denseEigenvalues } from "../../linalg/dense-eigenvalues.js";
import { normInf } from "../../linalg/vector.js";
import type { Model, NamedChoice } from "../../model/index.js";
import { prepareRun } from "../../run/run.js";
import type { ExperimentContext, Outcome } from "../harness/index.js";
import { pendulum } from "../models/pendulum.js";
import { ring } from "../models/ring.js";
import { type BlindExperiment, itemsOf } from "../tools/blind-experiment.js";
import type { claims } from "./published.js";

const id = "gear.3.inner-steps";
/** The pendulum is too long by as much as the steps of problem 1 make it. */
const stretched = { stretch: 0.058 };
const springBeta = 100;

/** (3.7): one coordinate with a constraint, from a unit deviation. */
const scalar: Model = {
  taut: 1,
  name: "(3.7) of Gear",
  coordinates: ["x"],
  mass: { x: 1 },
  constraints: { g: "x" },
  initial: { x: 1, "x'": 0 },
};

interface After {
  readonly y: Float64Array;
  /** max |g|. */
  readonly g: number;
}

/** The start of a model after one application of a projection. */
function after(model: Model, formulation: NamedChoice, projection: NamedChoice, set = {}): After {
  const settings = { formulation, projection, method: "euler", step: 1, until: 1 };
  const { problem, options, workspace } = prepareRun(model, { settings, set });
  const { constraints, m } = workspace.mechanics!;
  const s = newState(problem.arena, problem.dimension, problem.n);
  s.y.set(workspace.initial);
  options.projection!.bind(problem).apply(s);
  const g = problem.arena.f64(m);
  constraints.g(g, s.t, s.q);
  return { y: Float64Array.from(s.y), g: normInf(g) };
}

const euler = (steps: number): NamedChoice => ({ name: "inner-euler", steps, keepTime: false });
const spring: NamedChoice = { name: "damped-spring", beta: springBeta };
const decay: NamedChoice = { name: "regularised", beta: 1e8 };
const rotation = (beta: number): NamedChoice => ({ name: "regularised", form: "rotation", beta });

/** With beta = 1 the eigenvalues of (3.11) on (3.7) are +- i sqrt(2). */
const lambda2 = -2;
const lengths = [0.25, 0.5, 1];

interface Measured {
  readonly oneSpring: Float64Array;
  readonly twoSprings: Float64Array;
  readonly polynomial: readonly number[];
  readonly pendulum: number;
  /** After two and four steps. */
  readonly ring: readonly number[];
  /** Growth of |g| by 16 steps of length 1/beta on the springs: one pendulum, seven. */
  readonly springs: readonly number[];
  /** The distance of the two fast eigenvalues of the pendulum from -beta with (3.10) and from +-i beta with (3.11), over beta. */
  readonly eigenvalues: readonly number[];
  /** Factor in |g| of seven pendula for one application of (4.2), from two applications to four. */
  readonly rotating: number;
}

async function measure(context: ExperimentContext): Promise<Measured> {
  const grown = (model: Model, set = {}): number => after(model, spring, euler(16), set).g / startOf(model, set);
  const startOf = (model: Model, set = {}): number => {
    const { workspace } = prepareRun(model, { settings: { until: 1 }, set });
    const { constraints, m, n } = workspace.mechanics!;
    const g = workspace.arena.f64(m);
    const q = workspace.arena.f64(n);
    q.set(workspace.initial.subarray(0, n));
    constraints.g(g, 0, q);
    return normInf(g);
  };
  const rotated = [2, 4].map((steps) => after(ring, rotation(1e7), { name: "inner-two-stage", steps }).g);
  context.progress(1);
  await context.pause();
  return {
    oneSpring: after(scalar, spring, euler(1)).y,
    twoSprings: after(scalar, spring, euler(2)).y,
    polynomial: lengths.map((h) => after(scalar, rotation(1), { name: "inner-two-stage", rate: 1 / h, steps: 1 }).y[0]),
    pendulum: after(pendulum, decay, euler(2), stretched).g,
    ring: [2, 4].map((steps) => after(ring, decay, euler(steps)).g),
    springs: [grown(pendulum, stretched), grown(ring)],
    eigenvalues: [fastest("decay"), fastest("rotation")],
    rotating: Math.sqrt(rotated[1] / rotated[0]),
  };
}

/** How far the two fastest eigenvalues of the pendulum's rates at its start are from where the paper puts them, over beta. */
function fastest(form: "decay" | "rotation"): number {
  const beta = 1e4;
  const settings = { formulation: { name: "regularised", form, beta }, method: "euler", step: 1, until: 1 };
  const { problem, workspace } = prepareRun(pendulum, { settings });
  const { arena, dimension: n } = problem;
  const [y, dy] = [arena.f64(n), arena.f64(n)];
  // central differences: the rates are smooth, and their size is that of beta times a deviation
  const eps = 1e-6;
  const rates = (j: number, by: number): Float64Array => {
    y.set(workspace.initial);
    y[j] += by;
    problem.rate!(dy, 0, y);
    return Float64Array.from(dy);
  };
  const A = new Float64Array(n * n);
  for (let j = 0; j < n; j++) {
    const [above, below] = [rates(j, eps), rates(j, -eps)];
    for (let i = 0; i < n; i++) A[i * n + j] = (above[i] - below[i]) / (2 * eps);
  }
  const { re, im } = denseEigenvalues(A, n)!;
  const bySize = Array.from(re.keys()).sort((a, b) => re[b] ** 2 + im[b] ** 2 - re[a] ** 2 - im[a] ** 2);
  const [target, turn] = form === "decay" ? [-beta, 0] : [0, beta];
  const far = bySize.slice(0, 2).map((k) => Math.sqrt((re[k] - target) ** 2 + (Math.abs(im[k]) - turn) ** 2) / beta);
  return maximum(far);
}

function report(measured: Measured, published: typeof claims): Outcome {
  const { numbers } = itemsOf(id, "Sections 3 and 4");
  return {
    items: [
      numbers({
        name: "nilpotent",
        item: "(x, v) of (3.7) after two forward Euler steps of length 1/beta from (1, 0)",
        printed: published.nilpotent,
        measured: normInf(measured.twoSprings),
        within: { between: [0, 1e-12], basis: "accuracy", why: "rounding of numbers of size beta = 100" },
      }),
      numbers({
        name: "amplification",
        item: "v after the first of them",
        printed: published.amplification,
        measured: Math.abs(measured.oneSpring[1]),
        within: {
          between: [springBeta * (1 - 1e-12), springBeta * (1 + 1e-12)],
          basis: "accuracy",
          why: "beta = 100, up to rounding",
        },
      }),
      numbers({
        name: "polynomial",
        item: `amplification by (4.2) of a rotation with lambda^2 = ${lambda2}, h = ${lengths.join(", ")}`,
        printed: lengths.map((h) => published.polynomial(h * h * lambda2)),
        measured: measured.polynomial,
        within: { absolute: 1e-14, basis: "accuracy", why: "rounding" },
      }),
      ...(["decay", "rotation"] as const).map((form, k) =>
        numbers({
          name: `eigenvalues-${form}`,
          item: `pendulum, beta = 1e4: distance of the two fast eigenvalues from ${k === 0 ? "-beta (3.10)" : "+-i beta (3.11)"}, over beta`,
          printed: k === 0 ? published.decaying : published.turning,
          measured: measured.eigenvalues[k],
          within: { between: [0, 1e-3], basis: "asymptotics", why: "close to -beta or +-i beta: 10/beta" },
        }),
      ),
      numbers({
        name: "pendulum",
        item: `|g| of a pendulum that is too long by ${stretched.stretch}, after two steps with (3.10)`,
        printed: published.consistent,
        measured: measured.pendulum,
        within: { between: [0, 1e-13], basis: "accuracy", why: "rounding: along the rod the problem is linear" },
      }),
      numbers({
        name: "ring-2",
        item: "|g| of seven pendula, .17 at the start, after two steps with (3.10)",
        printed: published.consistent,
        measured: measured.ring[0],
        within: {
          between: [0, 1e-3],
          basis: "asymptotics",
          why: "each step is a Newton step, which squares .17 and squares it again",
        },
      }),
      numbers({
        name: "ring-4",
        item: "the same after four steps",
        printed: published.consistent,
        measured: measured.ring[1],
        within: { between: [0, 1e-10], basis: "asymptotics", why: "each step is a Newton step" },
      }),
      numbers({
        name: "ring-rotation",
        item: "the same by (4.2) with (3.11): factor per application",
        ours: "(4.2) converges only linearly, which may be why the paper finds the fourth method less promising",
        measured: measured.rotating,
        within: {
          between: [0.05, 0.5],
          basis: "claim",
          why: "linear convergence, where (3.10) gains a factor of 1e-4 per step by then",
        },
        note: "(4.2) takes its second rate after the first has moved the state, so it converges only linearly where g is not linear.",
      }),
      numbers({
        name: "springs-one",
        item: "|g| after 16 Euler steps of length 1/beta on the damped spring over that before, one pendulum",
        printed: published.fails,
        measured: measured.springs[0],
        within: {
          between: [1, Number.POSITIVE_INFINITY],
          basis: "words",
          why: "a failure means that |g| does not fall",
        },
        likely:
          "here the pendulum is only brought back from a stretched position at rest, where it is linear along its rod; the paper runs the projective method",
        note: "See the next items for the method itself on one pendulum and for several pendula.",
      }),
      numbers({
        name: "springs-seven",
        item: "the same for seven pendula",
        printed: published.fails,
        measured: measured.springs[1],
        within: { between: [10, Number.POSITIVE_INFINITY], basis: "words", why: "a failure means that |g| blows up" },
        note: "The paper's reason is not the only one: where rods meet, G G^T differs from 1, so the eigenvalues of the springs are not -beta.",
      }),
    ],
    figures: [],
  };
}

export const innerStepsExperiment: BlindExperiment<Measured, typeof claims> = {
  id,
  title: "What inner steps do to deviations from the constraints",
  measure,
  report,
};
