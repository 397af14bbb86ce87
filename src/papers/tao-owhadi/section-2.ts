/**
 * Tao–Owhadi sections 1.2 and 2: what the theorems say of Z&S and Z&Ss (linear stability, symplecticity, momentum maps, order,
 * symmetry), on the double pendulum of springs, and how the longest stable step depends on omega.
 */

import { fixed } from "../../controllers/index.js";
import { type Method, maximum } from "../../core/index.js";
import { stiff } from "../../formulations/index.js";
import { composition, zs, zss } from "../../methods/index.js";
import { run as runModel } from "../../run/run-model.js";
import type { ExperimentContext, Outcome } from "../harness/index.js";
import { bothHard } from "../models/two-springs.js";
import { type BlindExperiment, forEach, itemsOf, type PowerLaw } from "../tools/blind-experiment.js";
import { powerLawFigure } from "../tools/figures.js";
import { run } from "../tools/motion.js";
import { distances, runTo, type Setup, setUp } from "../tools/setup.js";
import { doublePendulum } from "./models.js";
import type { theorems } from "./published.js";

const id = "tao-owhadi.2";
const beta = 0.4;
/** Springs that are soft enough for asymptotic orders at moderate steps. */
const soft = { omega: 4 };
const steps = [0.02, 0.01, 0.005];
const omegas = [20, 200, 2000];
const methods: Readonly<Record<"zs" | "zss" | "fourth", Method>> = {
  zs: zs({ beta }),
  zss: zss({ beta }),
  fourth: composition(zs({ beta }), 4),
};
type Name = keyof typeof methods;

interface Measured {
  /** Errors at t = 2, one for each step. */
  readonly errors: Readonly<Record<Name, readonly number[]>>;
  /** Largest entry of J^T W J - W for five steps, W the symplectic form. */
  readonly symplectic: Readonly<Record<"zs" | "zss", number>>;
  /** Largest change of the angular momentum over 200 steps. */
  readonly momentum: Readonly<Record<"zs" | "zss", number>>;
  /** Distance from the start after 100 steps forward and 100 back. */
  readonly returned: Readonly<Record<"zs" | "zss", number>>;
  /** Growth of a linear oscillator over 400 steps with omega h = 1000, for beta below and at 1/4. */
  readonly growth: readonly number[];
  /** Largest step of a grid that is stable to t = 50, for each omega. */
  readonly limits: readonly number[];
}

const after = (setup: Setup, method: Method, step: number, count: number, y: ArrayLike<number>): Float64Array =>
  runTo(setup, { method, controller: fixed({ step }), until: count * step, from: { t: 0, y }, accept: ["energy"] }).y;

/** J^T W J - W of `count` steps by central differences, for unit masses. */
function symplecticDefect(setup: Setup, method: Method, step: number, count: number): number {
  const { initial } = setup.workspace;
  const size = initial.length;
  const d = 1e-5;
  const columns = Array.from({ length: size }, (_, k) => {
    const moved = (by: number) => {
      const y = Float64Array.from(initial);
      y[k] += by;
      return after(setup, method, step, count, y);
    };
    const [plus, minus] = [moved(d), moved(-d)];
    return plus.map((value, i) => (value - minus[i]) / (2 * d));
  });
  const n = size / 2;
  const product = (a: Float64Array, b: Float64Array): number => {
    let sum = 0;
    for (let i = 0; i < n; i++) sum += a[i] * b[n + i] - a[n + i] * b[i];
    return sum;
  };
  let most = 0;
  for (let i = 0; i < size; i++)
    for (let j = 0; j < size; j++) {
      const form = j === i + n ? 1 : i === j + n ? -1 : 0;
      most = Math.max(most, Math.abs(product(columns[i], columns[j]) - form));
    }
  return most;
}

/** The angular momentum of two unit masses in the plane at (x1, y1, x2, y2, and their velocities). */
const angular = (y: ArrayLike<number>): number => y[0] * y[5] - y[1] * y[4] + y[2] * y[7] - y[3] * y[6];

const oscillator = {
  taut: 1,
  name: "an oscillator",
  coordinates: { x: { at: 1 } },
  mass: 1,
  potential: "500000*x^2",
} as const;

async function measure(context: ExperimentContext): Promise<Measured> {
  // 1. orders on the penalised double pendulum
  const hanging = setUp(doublePendulum, soft, stiff());
  const exact = run(doublePendulum, { formulation: "stiff", until: 2, saveAt: [2] }, soft).solution.y;
  const errorOf = (method: Method, step: number): number => {
    const y = runTo(hanging, { method, controller: fixed({ step }), until: 2, saveAt: [2], accept: ["energy"] })
      .states[0];
    return distances(y, exact).q;
  };
  const found = await forEach(context, [0, 0.3], [methods.zs, methods.zss, methods.fourth], (method) =>
    steps.map((step) => errorOf(method, step)),
  );
  const errors = { zs: found[0], zss: found[1], fourth: found[2] };

  // 2. geometry: on two springs without gravity, which keep their angular momentum
  const free = setUp(bothHard, { omega1: 10, omega2: 10, y1: 0.3 }, stiff());
  const both = <T>(value: (method: Method) => T) => ({ zs: value(methods.zs), zss: value(methods.zss) });
  const start = free.workspace.initial;
  const turned = (y: Float64Array): Float64Array => y.map((value, k) => (k < y.length / 2 ? value : -value));
  const symplectic = both((method) => symplecticDefect(free, method, 0.1, 5));
  const momentum = both((method) => {
    let [y, most]: [Float64Array, number] = [Float64Array.from(start), 0];
    for (let k = 0; k < 40; k++) {
      y = after(free, method, 0.1, 5, y);
      most = Math.max(most, Math.abs(angular(y) - angular(start)));
    }
    return most;
  });
  const returned = both((method) => {
    const back = turned(after(free, method, 0.1, 100, turned(after(free, method, 0.1, 100, start))));
    return maximum(back.map((value, k) => Math.abs(value - start[k])));
  });
  context.progress(0.5);
  await context.pause();

  // 3. linear stability with omega h = 1000
  const growth = [0.24, 0.25, 0.4].map((value) => {
    const settings = { formulation: "ode", method: { name: "zs", beta: value }, step: 1, until: 400 };
    const { trajectory } = runModel(oscillator, { ...settings, accept: ["energy"] });
    return maximum(trajectory.component(0).map(Math.abs));
  });

  // 4. the longest stable step on the double pendulum, on a grid of 12 per decade
  const limits = await forEach(context, [0.5, 1], omegas, (omega) => {
    let longest = 0;
    for (let k = 0; k < 36; k++) {
      const step = 0.5 * 10 ** (-(35 - k) / 12);
      if (!isStable(omega, step)) break;
      longest = step;
    }
    return longest;
  });
  return { errors, symplectic, momentum, returned, growth, limits };
}

function isStable(omega: number, step: number): boolean {
  const settings = { formulation: "stiff", projection: "none", method: { name: "zs", beta }, step, until: 50 };
  const found = runModel(doublePendulum, { ...settings, set: { omega }, keepStates: false, accept: ["energy"] });
  return found.status === "ok" && Math.abs(Math.sqrt(found.q[0] ** 2 + found.q[1] ** 2) - 1) < 0.1;
}

function report(measured: Measured, published: typeof theorems): Outcome {
  const { numbers, exponents } = itemsOf(id, "Section 2");
  const { errors, symplectic, momentum, returned, growth, limits } = measured;
  const power = (name: Name, item: string): PowerLaw => ({
    name: `order-${name}`,
    item,
    label: name,
    exponent: published.orders[name],
    sizes: errors[name],
  });
  const orders = [
    power("zs", "the error of Z&S at t = 2 (corollary 2.8)"),
    power("zss", "the error of Z&Ss at t = 2 (corollary 2.8)"),
    power("fourth", "the error of a composition of Z&S at t = 2 (remark 2.11)"),
  ];
  const differences = { basis: "accuracy", why: "central differences leave about 1e-9" } as const;
  return {
    items: [
      ...exponents(steps, orders, "h"),
      numbers({
        name: "symplectic",
        item: "largest entry of J^T W J - W of five steps of Z&S (theorem 2.12)",
        printed: 0,
        measured: symplectic.zs,
        within: { absolute: 1e-7, ...differences },
      }),
      numbers({
        name: "simplified",
        item: "the same for Z&Ss",
        printed: "not always symplectic",
        measured: symplectic.zss,
        within: { between: [1e-5, 1], ...differences },
      }),
      numbers({
        name: "momentum",
        item: "largest change of the angular momentum of Z&S over 200 steps (theorem 1.2)",
        printed: 0,
        measured: momentum.zs,
        within: { absolute: 1e-11, basis: "accuracy", why: "rounding of 200 steps" },
        note: `Z&Ss changes it by ${momentum.zss.toPrecision(1)}.`,
      }),
      numbers({
        name: "symmetric",
        item: "distance from the start after 100 steps forward and 100 back, Z&S and Z&Ss (corollary 2.10, theorem 2.4)",
        printed: [0, 0],
        measured: [returned.zs, returned.zss],
        within: { absolute: 1e-9, basis: "accuracy", why: "rounding, which 200 steps of a double pendulum amplify" },
      }),
      numbers({
        name: "stable",
        item: "largest |x| of an oscillator over 400 steps with omega h = 1000, beta = 1/4 and 0.4 (theorem 2.5)",
        printed: "unconditionally stable if and only if beta >= 1/4",
        measured: growth.slice(1),
        within: { between: [0, 1000], basis: "words", why: "at beta = 1/4 a double eigenvalue grows linearly" },
      }),
      numbers({
        name: "unstable",
        item: "the same with beta = 0.24",
        printed: "unconditionally stable if and only if beta >= 1/4",
        measured: Math.min(growth[0], 1e300),
        within: { between: [1e6, Number.POSITIVE_INFINITY], basis: "words", why: "exponential growth" },
      }),
      ...exponents(omegas, [
        {
          name: "step-limit",
          item: "the longest step of Z&S that is stable on the double pendulum to t = 50 (section 1.2)",
          label: "longest step",
          exponent: published.stepExponent,
          sizes: limits,
          proof: `runs of the paper's double pendulum with beta = 0.4: the longest stable steps are ${limits.map((x) => x.toPrecision(2)).join(", ")}`,
          note: '"Large integration steps (o(1), independent of omega)" is a statement about linear stability; the cubic terms of the penalty limit the step to O(omega^-1/2).',
        },
      ]),
    ],
    figures: [
      powerLawFigure(
        { id: `${id}.orders`, title: "Orders of Z&S and Z&Ss", y: "error at t = 2", variable: "h" },
        steps,
        orders,
      ),
    ],
  };
}

export const section2: BlindExperiment<Measured, typeof theorems> = {
  id,
  title: "What the theorems say of Z&S",
  measure,
  report,
};
