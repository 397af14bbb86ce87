/**
 * The algebra as WebAssembly, for either machine. Every result is stored in a local of its own, so a value may be used
 * any number of times; engines turn locals into registers.
 */

import {
  type Code,
  choose,
  type F64,
  type Func,
  type FunctionBuilder,
  f64,
  get,
  type Local,
  type Module,
  set,
  type Type,
  when,
} from "../wasm/index.js";
import type { Algebra, Values } from "./algebra.js";
import type { Machine, One, Two } from "./machines.js";

/** The body of a function that returns what `define` computes; `builder` hands out its locals. */
export function emit<V extends Type, M extends Type>(
  module: Module,
  builder: FunctionBuilder,
  machine: Machine<V, M>,
  define: (op: Algebra<Local<V>, Local<M>>) => Local<V>,
): readonly Code[] {
  type Value = Local<V> | number;
  let statements: Code<"void">[] = [];

  const keep = <T extends Type>(value: Code<T>): Local<T> => {
    const local = builder.local(value.type);
    statements.push(set(local, value));
    return local;
  };
  const code = (v: Value): Code<V> => (typeof v === "number" ? machine.const(v) : get(v));
  const one = (name: One) => (a: Value) => keep(machine.one[name](code(a)));
  const two = (name: Two) => (a: Value, b: Value) => keep(machine.two[name](code(a), code(b)));

  const rare = <K extends string>(c: Local<M>, usual: Values<K, Value>, slow: () => Values<K, Value>) => {
    const results = {} as Record<K, Local<V>>;
    const names = Object.keys(usual) as K[];
    for (const name of names) results[name] = keep(code(usual[name]));
    const outside = statements;
    statements = [];
    const values = slow();
    for (const name of names)
      statements.push(set(results[name], machine.select(get(c), code(values[name]), get(results[name]))));
    outside.push(when(machine.any(get(c)), statements));
    statements = outside;
    return results;
  };

  const result = define({
    add: two("add"),
    sub: two("sub"),
    mul: two("mul"),
    div: two("div"),
    min: two("min"),
    max: two("max"),
    neg: one("neg"),
    abs: one("abs"),
    sqrt: one("sqrt"),
    floor: one("floor"),
    copysign: two("copysign"),
    pow2: one("pow2"),
    exponent: one("exponent"),
    mantissa: one("mantissa"),
    head: one("head"),
    lt: (a, b) => keep(machine.lt(code(a), code(b))),
    eq: (a, b) => keep(machine.eq(code(a), code(b))),
    and: (a, b) => keep(machine.and(get(a), get(b))),
    or: (a, b) => keep(machine.or(get(a), get(b))),
    not: (a) => keep(machine.not(get(a))),
    select: (c, yes, no) => keep(machine.select(get(c), code(yes), code(no))),
    rare,
    lookup: (name, table, index) => keep(machine.lookup(tableFunction(module, name, table), get(index))),
  });
  return [...statements, get(result)];
}

/** A function index -> table[index] made of nested choices, so that it needs no memory. */
function tableFunction(module: Module, name: string, table: readonly number[]): Func<"f64"> {
  return module.once(`math/table/${name}`, () =>
    module.func(`_table_${name}`, { index: "f64" }, "f64", (_, { index }) => {
      const among = (from: number, to: number): F64 => {
        if (to - from === 1) return f64.const(table[from] as number);
        const middle = (from + to) >> 1;
        return choose(f64.lt(get(index), f64.const(middle)), among(from, middle), among(middle, to));
      };
      return [among(0, table.length)];
    }),
  );
}
