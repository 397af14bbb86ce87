/**
 * The Zhang-Skeel family for M q'' = F(t, q), M constant: pushforward Newmark linearised, so that a step is one sparse solve with
 * M + b H, b = beta h^2, and no iteration (Tao–Owhadi). All are leapfrogs (`leapfrog.ts`) in fields of their own, of order 2, reversible, and
 * linearly stable for every h when beta >= 1/4. Output is at the physical point q = x + b a.
 *
 *     zs         f = a - b^2/2 M^-1 V'''[a, a],   (M + b H) a = F      (1.3)   symplectic, keeps momentum maps
 *     zss        f = a                                                 (2.7)   neither in general; no third derivatives
 *     zss-stiff  f = a, with the Hessian of the penalties alone        (2.8)   likewise
 *     gn-zs      the constraint functions linearised, not the penalty          symplectic; in the rigid view omega = infinity
 *
 * Stability is that of linear forces. With a penalty zs is Verlet in a modified potential whose cubic terms bound omega h^2
 * (docs/theory/tao-owhadi.md), so h = O(omega^-1/2); gn-zs has no such bound. G. Zhang, R. D. Skeel, Appl. Numer. Math. 25 (1997) 297.
 *
 * Derived as (5.3) to (5.6) in docs/theory/equations.md.
 */

import { type Factory, factory, type Method, methodRefuses, type Problem, type Refusal } from "../../core/index.js";
import { refuseEvaluator, refusesSecondOrder, refusesUnconstrained } from "../common/refusals.js";
import { type BetaOptions, betaOption, stabilityOf } from "./parts/beta.js";
import { GaussNewtonField } from "./parts/gauss-newton-field.js";
import { LinearisedField, ZhangSkeelField } from "./parts/implicit-field.js";
import { type Field, LeapfrogStepper } from "./parts/leapfrog.js";

/** Options of `zs`, `zss`, `zssStiff` and `gaussNewtonZs`. */
export type ZhangSkeelOptions = BetaOptions;

interface Member {
  readonly name: string;
  readonly about: string;
  readonly wants: Method["wants"];
  refuses(problem: Problem): Refusal | undefined;
  field(problem: Problem, beta: number): Field;
}

/** "stiff" and "rigid" have constraints to linearise; "ode" has none. */
function refusesWithoutPenalties(name: string, problem: Problem, instead: string): Refusal | undefined {
  if (problem.secondOrder === undefined || problem.secondOrder.mechanics.m > 0) return undefined;
  return methodRefuses(name, {
    code: "needs-constraints",
    needs: "constraints whose penalties it can treat implicitly",
    found: `"${problem.workspace.name}" has none`,
    instead: `Use "${instead}"`,
  });
}

const members: Readonly<Record<"zs" | "zss" | "zss-stiff" | "gn-zs", Member>> = {
  zs: {
    name: "zs",
    wants: "forces",
    about:
      "Zhang and Skeel's method, order 2, symplectic, one sparse solve per step: for stiff forces, with steps longer than their periods.",
    refuses: (problem) => refusesUnconstrained("zs", problem),
    field: (problem, beta) => new ZhangSkeelField(problem, beta),
  },
  zss: {
    name: "zss",
    wants: "forces",
    about:
      "Zhang and Skeel's method without third derivatives, order 2, reversible, not symplectic: for large stiff systems.",
    refuses: (problem) => refusesUnconstrained("zss", problem),
    field: (problem, beta) => new LinearisedField(problem, beta),
  },
  "zss-stiff": {
    name: "zss-stiff",
    wants: "forces",
    about:
      "The method zss with only the penalties implicit, order 2, reversible: for stiff rods and soft forces with costly Hessians.",
    refuses: (problem) =>
      refusesUnconstrained("zss-stiff", problem) ?? refusesWithoutPenalties("zss-stiff", problem, "zss"),
    field: (problem, beta) => new LinearisedField(problem, beta, "stiff"),
  },
  "gn-zs": {
    name: "gn-zs",
    wants: "constraints",
    about:
      "Gauss-Newton Zhang-Skeel, order 2, symplectic, one sparse solve per step: for rods of any stiffness, including rigid ones.",
    refuses: (problem) => refusesSecondOrder("gn-zs", problem) ?? refusesWithoutPenalties("gn-zs", problem, "zs"),
    field: (problem, beta) => new GaussNewtonField(problem, beta),
  },
};

const factoryOf = ({ name, about, wants, refuses, field }: Member): Factory<Method, ZhangSkeelOptions> =>
  factory({
    name,
    about,
    options: { beta: betaOption },
    make: ({ beta }): Method => ({
      name,
      order: 2,
      estimatesError: false,
      wants,
      stability: stabilityOf(beta),
      refuses,
      bind(problem, evaluator) {
        refuseEvaluator(name, evaluator);
        return new LeapfrogStepper(problem, (p) => field(p, beta));
      },
    }),
  });

const made = {
  zs: factoryOf(members.zs),
  zss: factoryOf(members.zss),
  zssStiff: factoryOf(members["zss-stiff"]),
  gaussNewtonZs: factoryOf(members["gn-zs"]),
};

/**
 * Zhang and Skeel's method, order 2, symplectic, one sparse solve per step: for stiff forces, with steps longer than
 * their periods.
 *
 * @example
 * run(springs, { method: zs(), step: 0.1, until: 10 });
 */
export const zs = (options?: ZhangSkeelOptions): Method => made.zs.make(options);

/**
 * Zhang and Skeel's method without third derivatives, order 2, reversible, not symplectic: for large stiff systems.
 *
 * @example
 * run(springs, { method: zss(), step: 0.1, until: 10 });
 */
export const zss = (options?: ZhangSkeelOptions): Method => made.zss.make(options);

/**
 * The method `zss` with only the penalties implicit, order 2, reversible: for stiff rods and soft forces with costly
 * Hessians.
 *
 * @example
 * run(pendulum, { formulation: stiff({ omega: 100 }), method: zssStiff(), step: 0.01, until: 10 });
 */
export const zssStiff = (options?: ZhangSkeelOptions): Method => made.zssStiff.make(options);

/**
 * Gauss-Newton Zhang-Skeel, order 2, symplectic, one sparse solve per step: for rods of any stiffness, including rigid
 * ones.
 *
 * @example
 * run(pendulum, { formulation: stiff({ omega: 1e4 }), method: gaussNewtonZs(), step: 0.01, until: 10 });
 */
export const gaussNewtonZs = (options?: ZhangSkeelOptions): Method => made.gaussNewtonZs.make(options);

export const zhangSkeelFactories: readonly Factory<Method>[] = Object.values(made);
