/** What a text calls, for both readings: functions of a problem, and the generated code behind them. */

import type {
  Arena,
  CompiledRoutine,
  CompiledRoutines,
  ConstraintSolver,
  Constraints,
  F64,
  Program,
  Rate,
  Status,
  Step,
} from "../core/index.js";
import { type HostEvaluation, type OnHostOptions, onHost } from "./host.js";

export interface Calls {
  readonly host: Readonly<Record<string, HostEvaluation>>;
  /** Absent unless all of them are generated. */
  readonly compiled?: Readonly<Record<string, CompiledRoutine>> | undefined;
}

/** Binds a program to its arrays and evaluations: on the host, or as WebAssembly where they are generated; the generated
 * code then brings the linker along. */
export function bindStep(
  program: Program,
  arena: Arena,
  arrays: Readonly<Record<string, F64>>,
  { host, compiled }: Calls,
  options: OnHostOptions = {},
): Step {
  const [generated] = Object.values(compiled ?? {});
  if (compiled === undefined || generated === undefined) return onHost(program, arrays, host, options);
  return generated.link(program, arena, arrays, compiled, options.patterns);
}

/** An evaluation that cannot fail. */
export function infallible(act: (...given: Parameters<HostEvaluation>) => void): HostEvaluation {
  return (out, number, x, y, z) => {
    act(out, number, x, y, z);
    return "ok";
  };
}

/** A right-hand side, called "rate". */
export function rateCalls(rate: Rate): Calls {
  return { host: { rate }, compiled: rate.compiled && { rate: rate.compiled } };
}

/** Both sets of calls; generated only if both are. */
export function together(a: Calls, b: Calls): Calls {
  const compiled = a.compiled && b.compiled && { ...a.compiled, ...b.compiled };
  return { host: { ...a.host, ...b.host }, compiled };
}

/** The functions of constraints; "factor", "solve" and "factorSolve", which is both, of one factorisation; and
 * "factorSolveGeneral" of another. */
export function constraintCalls(
  constraints: Constraints,
  solvers: { readonly solver?: ConstraintSolver | undefined; readonly general?: ConstraintSolver },
): Calls {
  const { solver, general } = solvers;
  const functions: Calls = {
    host: {
      g: infallible((out, t, q) => constraints.g(out, t, q)),
      gdot: infallible((out, t, q, v) => constraints.gdot(out, t, q, v)),
      jacobian: infallible((G, t, q) => constraints.jacobian(G, t, q)),
      addWeighted: infallible((out, scale, G, y) => constraints.addWeighted(out, G, y, scale)),
    },
    compiled: constraints.compiled,
  };
  const symmetric: Calls = solver
    ? {
        host: {
          factor: (_, __, G, q) => solver.factor(G, q),
          solve: infallible((x) => solver.solve(x)),
          factorSolve: (x, _, G, q) => solved(solver, x, solver.factor(G, q)),
        },
        compiled: solver.compiled,
      }
    : none;
  const unsymmetric: Calls = general
    ? {
        host: {
          factorSolveGeneral: (x, _, G1, G0) => solved(general, x, general.factorGeneral(G1, G0)),
        },
        compiled: general.compiled && pick(general.compiled, "factorSolveGeneral"),
      }
    : none;
  return together(together(functions, symmetric), unsymmetric);
}

/** Solves with a factorisation, if it did not fail. */
function solved(solver: ConstraintSolver, x: F64, factorised: Status): Status {
  if (factorised === "ok") solver.solve(x);
  return factorised;
}

const none: Calls = { host: {}, compiled: {} };

function pick<K extends string>(
  routines: CompiledRoutines<K>,
  ...names: readonly K[]
): Record<string, CompiledRoutine> {
  return Object.fromEntries(names.map((name) => [name, routines[name]]));
}
