/**
 * Emits the expressions of a pair for one lane width. Shared nodes are kept in locals, constants are set before the
 * loop.
 */

import type { Lanes } from "../../kernels/index.js";
import { type Expr, topologicalOrder, useCounts } from "../../symbolic/index.js";
import {
  type Code,
  type FunctionBuilder,
  get,
  type Local,
  type Module,
  type Statement,
  set,
} from "../../wasm/index.js";

export type Lane = "f64" | "v128";

/** Constants as locals of one function, set before its loops. */
export class Constants<T extends Lane> {
  readonly code: Statement[] = [];
  private readonly locals = new Map<string, Local<T>>();
  private readonly f: FunctionBuilder;
  private readonly lanes: Lanes<T>;

  constructor(f: FunctionBuilder, lanes: Lanes<T>) {
    this.f = f;
    this.lanes = lanes;
  }

  of(value: number): Code<T> {
    const key = Object.is(value, -0) ? "-0" : String(value);
    let local = this.locals.get(key);
    if (local === undefined) {
      local = this.f.local(this.lanes.type);
      this.code.push(set(local, this.lanes.const(value)));
      this.locals.set(key, local);
    }
    return get(local);
  }
}

/**
 * The values of `exprs`, with the statements that compute their shared nodes; `inputs` are the values of the symbols.
 */
export function emitExpressions<T extends Lane>(
  module: Module,
  f: FunctionBuilder,
  lanes: Lanes<T>,
  constants: Constants<T>,
  exprs: readonly Expr[],
  inputs: ReadonlyMap<Expr, Code<T>>,
): { readonly code: readonly Statement[]; readonly values: readonly Code<T>[] } {
  const code: Statement[] = [];
  const values = new Map<Expr, Code<T>>();
  const uses = useCounts(exprs);
  for (const e of topologicalOrder(exprs)) {
    if (e.op === "const") values.set(e, constants.of(e.value));
    else if (e.op === "symbol") {
      const input = inputs.get(e);
      if (input === undefined) throw new Error(`pairs: no value for ${e.name}`);
      values.set(e, input);
    } else {
      const value = lanes.apply(
        module,
        e.op,
        e.args.map((arg) => values.get(arg)!),
      );
      if ((uses.get(e) ?? 0) < 2) values.set(e, value);
      else {
        const local = f.local(lanes.type);
        code.push(set(local, value));
        values.set(e, get(local));
      }
    }
  }
  return { code, values: exprs.map((e) => values.get(e)!) };
}
