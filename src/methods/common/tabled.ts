/** Factories for methods that consist of a table of coefficients and have no options. */

import { type Factory, factory, type Method, type Problem, type Stepper } from "../../core/index.js";
import { refuseEvaluator, refusesImplicit } from "./refusals.js";

interface Named {
  readonly name: string;
  readonly about: string;
}

export function tabledFactories<T extends Named>(
  tables: readonly T[],
  method: (table: T) => Method,
): readonly Factory<Method>[] {
  return tables.map((table) => {
    const { name, about } = table;
    return factory({ name, about, options: {}, make: () => method(table) });
  });
}

/** An implicit method; all of them refuse the same problems. */
export function implicitMethod(
  { name, order, damps }: { readonly name: string; readonly order: number; readonly damps?: boolean },
  estimatesError: boolean,
  bind: (problem: Problem) => Stepper,
): Method {
  return {
    name,
    order,
    estimatesError,
    wants: "rates",
    ...(damps && { damps }),
    refuses: (problem) => refusesImplicit(name, problem),
    bind(problem, evaluator) {
      refuseEvaluator(name, evaluator);
      return bind(problem);
    },
  };
}
