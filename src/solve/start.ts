import {
  copyState,
  type F64,
  measuredTrouble,
  newState,
  type Problem,
  type Starter,
  type StartProjectors,
  type State,
  type Status,
  type Trouble,
} from "../core/index.js";

const zero = { before: 0, after: 0 };

/**
 * The starter of a problem without constraints. Problems without a manifold (slow motions) use the run's own projection,
 * and equations of states are fulfilled exactly; invariants keep the values that the start gives them.
 */
export function plainStarter(problem: Problem, { own, exact }: StartProjectors): Starter {
  const { arena, dimension, n, manifold, results } = problem;
  const given = newState(arena, dimension, n);
  const projector = manifold === undefined ? own : results?.variables && exact;
  return {
    ready() {},
    begin(s, mode) {
      const acts = mode === "project" && projector !== undefined;
      copyState(given, s);
      const status = acts ? projector.apply(s) : "ok";
      const moved =
        n === 0 ? { q: distance(s.y, given.y), v: 0 } : { q: distance(s.q, given.q), v: distance(s.v, given.v) };
      const iterations = acts ? projector.iterations : 0;
      const report = { mode, moved, position: zero, velocity: zero, iterations };
      if (status === "ok") return { report };
      return { report, trouble: unprojectable(status, s, projector?.diagnosis?.reason) };
    },
    freeze: () => undefined,
  };
}

function unprojectable(status: Exclude<Status, "ok">, { t }: State, reason: string | undefined): Trouble {
  if (reason !== undefined) return measuredTrouble(status, t, reason);
  const cause = "no consistent start was found near the given one";
  return { status, t, cause, advice: "Give initial values nearer to a consistent start." };
}

/** The largest difference of two vectors. */
function distance(a: F64, b: F64): number {
  let largest = 0;
  for (let i = 0; i < a.length; i++) largest = Math.max(largest, Math.abs(a[i] - b[i]));
  return largest;
}
