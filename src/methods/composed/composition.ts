/**
 * Symmetric compositions: a step of h is s steps of a symmetric method Phi of order 2, forwards and backwards,
 *
 *     Psi_h = Phi_{gamma_1 h} o Phi_{gamma_2 h} o … o Phi_{gamma_s h},        gamma_{s+1-i} = gamma_i
 *
 * with gammas (`composition-schemes.ts`) that make it of order 4, 6 or 8. It is symmetric, and symplectic where Phi is:
 * Verlet, zs, and RATTLE on the constraint manifold. Where Phi has a physical point beside its own variable, the
 * variable has the higher order and is the output. Steps are fixed, and each costs s steps of Phi. Hairer, Lubich,
 * Wanner, Geometric Numerical Integration, II.4, V.3. The longest substep limits stability.
 *
 * States between the substeps do not approximate the solution, so dense output is another composed step, of theta h
 * from the same start: as accurate, on the same constraint manifold, at the cost of a step for every state.
 */

import {
  type Checkpoint,
  checkedOptions,
  copyState,
  type DenseOutput,
  type Diagnosis,
  type F64,
  type Factory,
  factory,
  type Method,
  newState,
  oneOf,
  type Problem,
  type State,
  type Status,
  type Stepper,
} from "../../core/index.js";
import { copy } from "../../linalg/vector.js";
import { refuseEvaluator } from "../common/refusals.js";
import { rattleFrom } from "../constrained/rattle.js";
import { verlet } from "../leapfrog/verlet.js";
import { zs, zss, zssStiff } from "../leapfrog/zhang-skeel.js";
import { ComposedMultipliers } from "./parts/composed-multipliers.js";
import { gammas, schemes } from "./parts/composition-schemes.js";

/** Options of `composition`. */
export interface CompositionOptions {
  /** By name: "suzuki" or "yoshida" for order 4, "kahan-li" or "yoshida" for 6, "kahan-li" or "suzuki-umeno" for 8. The
   * default is the first. */
  readonly scheme?: string;
}

/**
 * Composes `base`, which must be symmetric and of order 2, to order 4, 6 or 8; `base` may depend on the gammas. For
 * long runs at high accuracy with a symplectic method.
 *
 * @example
 * run(springs, { method: composition(verlet(), 6), step: 0.02, until: 10 });
 */
export function composition(
  base: Method | ((gamma: Float64Array) => Method),
  order: 4 | 6 | 8,
  options: CompositionOptions = {},
): Method {
  return compose(base, order, checkedOptions("composition", { scheme: schemeOption(order) }, options).scheme);
}

function compose(base: Parameters<typeof composition>[0], order: 4 | 6 | 8, scheme: string): Method {
  const gamma = gammas(schemes.find((candidate) => candidate.order === order && candidate.name === scheme)!);
  const phi = typeof base === "function" ? base(gamma) : base;
  const name = `${phi.name}-${order}`;
  return {
    name,
    order,
    estimatesError: false,
    wants: phi.wants,
    ...(phi.keeps && { keeps: phi.keeps }),
    refuses(problem) {
      const refusal = phi.refuses(problem);
      return refusal && { ...refusal, who: { ...refusal.who, name } };
    },
    bind(problem, evaluator) {
      refuseEvaluator(name, evaluator);
      return new CompositionStepper(problem, phi, gamma);
    },
  };
}

/** The schemes of an order; the first is the default. */
function schemeOption(order: 4 | 6 | 8) {
  const of = schemes.filter((scheme) => scheme.order === order).map(({ name }) => name);
  return { type: "choice", of, about: `Coefficients, ${oneOf(of)}.`, default: of[0] } as const;
}

/** RATTLE whose Newton iteration starts from the previous substeps. */
const composedRattle = (gamma: Float64Array): Method =>
  rattleFrom((arena, m) => new ComposedMultipliers(arena, m, gamma));

/** The methods that are composed: the method, its name in sentences, its use, and the orders. */
const bases: readonly {
  readonly name: string;
  readonly title: string;
  readonly base: Parameters<typeof composition>[0];
  readonly orders: readonly (4 | 6 | 8)[];
  readonly use: string;
}[] = [
  {
    name: "verlet",
    title: "Verlet",
    base: verlet(),
    orders: [4, 6, 8],
    use: "symplectic, fixed steps: for forces that depend on positions only, without constraints, over long times at high accuracy",
  },
  {
    name: "rattle",
    title: "RATTLE",
    base: composedRattle,
    orders: [4, 6, 8],
    use: "symplectic, fixed steps: for rigid constraints, over long times at high accuracy",
  },
  {
    name: "zs",
    title: "Zhang and Skeel's method",
    base: zs(),
    orders: [4, 6],
    use: "symplectic, fixed steps that resolve the fast motion: for stiff forces, over long times at high accuracy",
  },
  {
    name: "zss",
    title: "Zhang and Skeel's simplified method (zss)",
    base: zss(),
    orders: [4, 6],
    use: "reversible, fixed steps that resolve the fast motion: for stiff forces without third derivatives",
  },
  {
    name: "zss-stiff",
    title: "The method zss-stiff, with only the penalties implicit,",
    base: zssStiff(),
    orders: [4, 6],
    use: "reversible, fixed steps that resolve the fast motion: for stiff rods and soft forces",
  },
];

/** verlet-4, …, zss-stiff-6. */
export const compositionFactories: readonly Factory<Method>[] = bases.flatMap((entry) =>
  entry.orders.map((order) => factoryOf(entry, order)),
);

function factoryOf({ name, title, base, use }: (typeof bases)[number], order: 4 | 6 | 8): Factory<Method> {
  return factory({
    name: `${name}-${order}`,
    about: `${title} composed to order ${order}, ${use}.`,
    options: { scheme: schemeOption(order) },
    make: ({ scheme }) => compose(base, order, scheme),
  });
}

class CompositionStepper implements Stepper {
  readonly dense: DenseOutput = { at: (out, theta) => this.interpolate(out, theta) };
  readonly checkpoint: Checkpoint | undefined;
  readonly diagnosis: Diagnosis | undefined;
  private readonly base: Stepper;
  /** A second stepper of the same method, for states inside a step. */
  private readonly probe: Stepper;
  private readonly gamma: Float64Array;
  /** States between substeps. */
  private readonly a: State;
  private readonly b: State;
  private readonly from: State;
  private readonly inside: State;
  private h = 0;
  /** An attempt was made and not accepted, so `base` holds an intermediate state. */
  private astray = false;

  constructor(problem: Problem, base: Method, gamma: Float64Array) {
    const { arena, dimension, n } = problem;
    this.base = base.bind(problem);
    this.checkpoint = this.base.checkpoint;
    this.diagnosis = this.base.diagnosis;
    this.probe = base.bind(problem);
    this.gamma = gamma;
    this.a = newState(arena, dimension, n);
    this.b = newState(arena, dimension, n);
    this.from = newState(arena, dimension, n);
    this.inside = newState(arena, dimension, n);
  }

  start(s: State): Status {
    this.astray = false;
    return this.base.start(s);
  }

  attempt(next: State, s: State, h: number): Status {
    const { base } = this;
    let status: Status = this.astray ? base.start(s) : "ok";
    this.astray = true;
    this.h = h;
    copyState(this.from, s);
    if (status === "ok") status = this.compose(base, next, s, h);
    return status;
  }

  accept(): void {
    this.base.accept();
    this.astray = false;
  }

  moved(s: State, only?: "velocities"): void {
    this.base.moved(s, only);
  }

  private interpolate(out: F64, theta: number): Status {
    const { probe, from, inside, h } = this;
    if (theta === 0) {
      copy(out, from.y);
      return "ok";
    }
    let status = probe.start(from);
    if (status === "ok") status = this.compose(probe, inside, from, theta * h);
    copy(out, inside.y);
    return status;
  }

  /** Takes all substeps; the last one is not accepted yet. */
  private compose(phi: Stepper, next: State, s: State, h: number): Status {
    const { gamma, a, b } = this;
    let from = s;
    for (let i = 0; i < gamma.length; i++) {
      const last = i === gamma.length - 1;
      const to = last ? next : from === a ? b : a;
      const status = phi.attempt(to, from, gamma[i] * h);
      if (status !== "ok") return status;
      if (!last) phi.accept();
      from = to;
    }
    next.t = s.t + h;
    return "ok";
  }
}
