/**
 * Expressions as a hash-consed, immutable, directed acyclic graph.
 *
 * Within one `Graph`, building the same operation on the same arguments gives the same object, so that common
 * subexpressions are found by construction and equality is `===`. A graph owns its interning table: when the graph is
 * released, every node is released with it. Nodes of different graphs must not be mixed.
 *
 * Constants are finite, and there is one zero: `-0` becomes `0`. An operation that would fold to NaN or infinity stays an
 * operation, which the kernel evaluates in IEEE arithmetic.
 *
 * The node constructors that a user calls (`add`, `mul`, `sin`, …) are in `simplify.ts`.
 */

import type { Piecewise } from "./piecewise.js";
import type { Unit } from "./units/vocabulary.js";

/** Operations with one argument that IEEE 754 rounds correctly, so that every engine gives the same bits. */
export type ExactUnary = "neg" | "sqrt" | "abs" | "floor";

/** Operations with two arguments that IEEE 754 rounds correctly. */
export type ExactBinary = "add" | "sub" | "mul" | "div" | "min" | "max";

/** Functions of one argument that need an implementation. */
export type UnaryFunction = "sin" | "cos" | "tan" | "asin" | "acos" | "atan" | "sinh" | "cosh" | "tanh" | "exp" | "log";

/** Functions of two arguments that need an implementation; `atan2(y, x)`, `pow(base, exponent)`. */
export type BinaryFunction = "atan2" | "pow";

/**
 * Every operation of a graph, and therefore of a kernel. `select(c, a, b)` is `c > 0 ? a : b`, and `table` is a function
 * given by a table, or one of its derivatives.
 */
export type Op = "const" | "symbol" | ExactUnary | ExactBinary | UnaryFunction | BinaryFunction | "select" | "table";

/**
 * One node of a `Graph`. Ids increase with every node, so arguments always have smaller ids than the node that uses
 * them.
 */
export interface Expr {
  readonly id: number;
  readonly graph: Graph;
  readonly op: Op;
  readonly args: readonly Expr[];
  /** The number, for `op: "const"`; the order of the derivative (`orderAlong`), for `op: "table"`; otherwise 0. */
  readonly value: number;
  /** The name, for `op: "symbol"` and `op: "table"`; otherwise empty. */
  readonly name: string;
}

/** Implementations of elementary functions, an option of `Graph`. */
export type Functions = { readonly [op in UnaryFunction]?: (x: number) => number } & {
  readonly [op in BinaryFunction]?: (x: number, y: number) => number;
};

/** Options of `Graph`. */
export interface GraphOptions {
  /**
   * Implementations used to fold functions of constants, such as `sin(2)`. Default: none, so these stay operations.
   * `Math.sin` and its kin must not be used here: their last bit differs between engines, so equal models would differ.
   */
  readonly functions?: Functions;
  /** What a number with a unit is in the units of the expressions. Default: a number with a unit is refused. */
  readonly quantity?: (value: number, unit: Unit) => number;
}

/**
 * Owns expressions. Within one graph, building the same operation on the same arguments gives the same object, so
 * equality is `===`.
 *
 * @example
 * const graph = new Graph();
 * graph.symbol("x") === graph.symbol("x"); // true
 */
export class Graph {
  readonly functions: Functions;
  readonly quantity: GraphOptions["quantity"];
  /** Functions given by tables, by name; `table` in `elementary.ts` adds them. */
  readonly tables = new Map<string, Piecewise>();
  /** How many operations the terms of sums have taken, all together; `value.ts` limits them. */
  summed = 0;
  /** How many operations it has taken to evaluate expressions for all members of families; lowering limits them. */
  evaluated = 0;
  readonly #nodes = new Map<string, Expr>();

  constructor(options: GraphOptions = {}) {
    this.functions = options.functions ?? {};
    this.quantity = options.quantity;
  }

  /** How many distinct nodes have been built. */
  get size(): number {
    return this.#nodes.size;
  }

  /** The constant `value`, which must be finite. */
  num(value: number): Expr {
    if (!Number.isFinite(value)) throw new RangeError(`a constant of an expression must be finite; got ${value}`);
    return this.#unique(`const ${value}`, "const", [], value + 0, ""); // String(-0) is "0", and -0 + 0 is 0
  }

  /** The symbol called `name`; equal names give the same symbol. */
  symbol(name: string): Expr {
    return this.#unique(`symbol ${name}`, "symbol", [], 0, name);
  }

  /** Derivative `order` of a function of `tables`. Only `table` in `elementary.ts` calls this. */
  internTable(name: string, order: number, args: readonly Expr[]): Expr {
    const key = `table ${name} ${order} ${args.map(({ id }) => id).join(" ")}`;
    return this.#unique(key, "table", [...args], order, name);
  }

  /** The node `op(...args)` exactly as given. Only the rules of `simplify.ts` call this; other code uses its constructors. */
  intern(op: Exclude<Op, "const" | "symbol" | "table">, ...args: readonly Expr[]): Expr {
    let key: string = op;
    for (const arg of args) {
      if (arg.graph !== this)
        throw new Error(`${op}: all arguments must belong to one graph; one belongs to another graph`);
      key += ` ${arg.id}`;
    }
    return this.#unique(key, op, args, 0, "");
  }

  #unique(key: string, op: Op, args: readonly Expr[], value: number, name: string): Expr {
    let node = this.#nodes.get(key);
    if (node === undefined) {
      node = Object.freeze({ id: this.#nodes.size, graph: this, op, args: Object.freeze(args), value, name });
      this.#nodes.set(key, node);
    }
    return node;
  }
}

/** Whether `e` is a constant; with `value`, whether it is that constant. */
export function isConst(e: Expr, value?: number): boolean {
  return e.op === "const" && (value === undefined || e.value === value);
}
