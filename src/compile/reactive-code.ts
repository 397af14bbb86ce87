/** Forces that read multipliers: where they read them, and their derivatives f_lambda, in generated code. */

import { addressOf, type F64 } from "../core/arena.js";
import { jacobian } from "../symbolic/index.js";
import { isLinearIn } from "./linear-in.js";
import type { PlacedModel } from "./place-laws.js";
import type { Unit } from "./site.js";
import { contribution, sparseCode } from "./sparse-entries.js";

export interface ReactiveSlopes {
  /** The rows of the constraints whose multipliers are read, in ascending order. */
  readonly read: readonly number[];
  /** The pattern of f_lambda: coordinates and constraints. */
  readonly rows: Int32Array;
  readonly cols: Int32Array;
  /** Every force is linear in the multipliers. */
  readonly linear: boolean;
  set(lambda: F64): void;
  slopes(values: F64, t: number, q: F64, v: F64): void;
}

/** Undefined when no force reads multipliers. */
export function reactiveSlopes(placed: PlacedModel, unit: Unit): ReactiveSlopes | undefined {
  const laws = placed.forces.filter(({ law }) => law.penalised !== undefined);
  if (laws.length === 0) return undefined;
  const { m, read } = placed;
  const parts = laws.map((p) => {
    const params = p.law.params.filter(({ multiplier }) => multiplier !== undefined);
    const symbols = params.map(({ symbol }) => symbol);
    const entries = jacobian(p.law.outputs, symbols);
    return {
      p,
      entries,
      isLinear: isLinearIn(p.law.outputs, symbols),
      row: params.map(({ multiplier }) => multiplier!),
    };
  });
  const { code, found: pattern } = sparseCode(unit, m, ["q", "v"], () =>
    parts.map(({ p, entries, row }) => contribution(p, entries, (e, coordinate) => [coordinate(e.row), row[e.col]])),
  );
  return {
    ...pattern,
    read: [...new Set(parts.flatMap(({ row }) => row))].sort((a, b) => a - b),
    linear: parts.every(({ isLinear }) => isLinear),
    set(lambda) {
      for (let k = 0; k < m; k++) read[k] = lambda[k];
    },
    slopes(values, t, q, v) {
      code.evaluate(t, addressOf(q), addressOf(v), addressOf(values));
      for (let k = 0; k < values.length; k++) if (values[k] - values[k] !== 0) values[k] = 0;
    },
  };
}
