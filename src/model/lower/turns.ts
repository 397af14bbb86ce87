/**
 * What becomes of an expression when the angle of a joint makes a turn. Constraints, potentials and forces follow the turns of
 * angles, and outputs count them. Everything else knows an angle within one turn only, so it must not tell turns apart.
 */

import {
  type Expr,
  type Graph,
  gradient,
  isConst,
  substitute,
  symbolsOf,
  topologicalOrder,
} from "../../symbolic/index.js";
import { fail } from "../model-errors.js";
import { evaluate, uniform } from "./columns.js";

/** Two sets of numbers in place of symbols; they have no meaning. */
const trials = [0.618, 0.414];

/** By how much an expression grows when a joint makes a turn: 0 if it has that period, undefined if that varies. */
export function growthInTurn(expr: Expr, angles: ReadonlySet<Expr>): number | undefined {
  const found = topologicalOrder([expr]).filter((node) => angles.has(node));
  let growth = 0;
  for (const angle of found) {
    const own = growthWith(expr, angle);
    if (own === undefined || (own !== 0 && growth !== 0 && own !== growth)) return undefined;
    if (own !== 0) growth = own;
  }
  return growth;
}

function growthWith(expr: Expr, angle: Expr): number | undefined {
  const { graph } = expr;
  const theta = graph.symbol("#theta");
  const [plain] = substitute([expr], new Map([[angle, theta]]));
  const [slope] = gradient(plain, [theta]);
  if (isConst(slope)) return 2 * Math.PI * Math.abs(slope.value);
  return trials.every((trial) => Math.abs(change(graph, plain, theta, trial)) < 1e-9) ? 0 : undefined;
}

/** The change of an expression from theta to theta + 2 pi, at numbers that are not special. */
function change(graph: Graph, expr: Expr, theta: Expr, trial: number): number {
  const inputs = new Map(
    symbolsOf([expr]).map((symbol, k) => [symbol, uniform(0.5 + (((k + 1) * trial) % 1))] as const),
  );
  const turned = substitute([expr], new Map([[theta, graph.symbol("#turned")]]))[0];
  inputs.set(theta, uniform(trial)).set(graph.symbol("#turned"), uniform(trial + 2 * Math.PI));
  const [[here], [there]] = evaluate([expr, turned], inputs, 1);
  return (there - here) / (1 + Math.abs(here));
}

/** Refuses expressions that tell the turns of a joint apart. */
export function refuseTurns(where: string, what: string, exprs: readonly Expr[], angles: ReadonlySet<Expr>): void {
  if (angles.size === 0) return;
  for (const expr of exprs)
    if (growthInTurn(expr, angles) !== 0)
      fail(
        where,
        `${what} may read the angle of a joint only in a way that is the same after a turn, because turns are not counted there. Write it in sin and cos, or as an output.`,
      );
}
