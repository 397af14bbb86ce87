/** Constraints in space that are linear combinations of points, sum alpha_s x_s + c = 0, with three components. */

import type { Law } from "../model/lowered.js";
import { type Expr, gradient, isConst, substitute } from "../symbolic/index.js";
import { evaluator, onlyParameters } from "./law-forms.js";

export interface Tie {
  /** Stencil nodes. */
  readonly nodes: readonly number[];
  /** For instance i: alpha of each node, then the three components of c. */
  values(i: number): Float64Array;
}

/** The components `first`, `first + 1`, `first + 2` of a law as the x, y and z of a tie, if they have that form. */
export function tieOf(law: Law, first: number): Tie | undefined {
  const outputs = law.outputs.slice(first, first + 3);
  const { stencil } = law;
  if (outputs.length < 3 || stencil.some(({ dim }) => dim !== 3)) return undefined;
  const alphas: Expr[] = [];
  const nodes: number[] = [];
  for (let node = 0; node < stencil.length; node++) {
    const slopes = outputs.map((output) => gradient(output, stencil[node].q));
    const alpha = slopes[0][0];
    if (slopes.some((row, i) => row.some((e, k) => (i === k ? e !== alpha : !isConst(e, 0))))) return undefined;
    if (isConst(alpha, 0)) continue;
    nodes.push(node);
    alphas.push(alpha);
  }
  const zero = outputs[0].graph.num(0);
  const rest = substitute(outputs, new Map(stencil.flatMap(({ q }) => q.map((x) => [x, zero] as const))));
  if (nodes.length < 2 || !onlyParameters(law, [...alphas, ...rest])) return undefined;
  const values = evaluator(law, [...alphas, ...rest], zero);
  return { nodes, values: (i) => values(i, 0) };
}
