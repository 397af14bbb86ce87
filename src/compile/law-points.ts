/** Values of expressions of a law at points drawn around the start. */

import { buildProgram, evaluate, type Input, type Program } from "../kernels/index.js";
import type { Law } from "../model/lowered.js";
import type { Expr } from "../symbolic/index.js";

/** Numbers between -1 and 1, the same in every run. */
export class Dice {
  private state = 20_011;

  number(): number {
    this.state = (Math.imul(this.state, 1_664_525) + 1_013_904_223) >>> 0;
    return this.state / 2 ** 31 - 1;
  }

  around(x: number, distance: number): number {
    return x + distance * this.number();
  }
}

/** The largest of the numbers, or 1 if all are zero. */
export const sizeOf = (values: Iterable<number>): number => {
  let largest = 0;
  for (const x of values) largest = Math.max(largest, Math.abs(x));
  return largest || 1;
};

export class LawPoints {
  private readonly law: Law;
  private readonly q0: Float64Array;
  private readonly program: Program;
  private readonly values: Float64Array;
  private readonly dice = new Dice();
  /** The first place of each node among the coordinates of the stencil. */
  private readonly first: readonly number[];
  private readonly length: number;

  constructor(law: Law, exprs: readonly Expr[], q0: Float64Array) {
    this.law = law;
    this.q0 = q0;
    const inputs = new Map<Expr, Input>();
    law.stencil.forEach((s, node) => {
      s.q.forEach((x, comp) => {
        inputs.set(x, { from: "q", node, comp });
      });
      s.v.forEach((x, comp) => {
        inputs.set(x, { from: "v", node, comp });
      });
    });
    law.params.forEach(({ symbol }, column) => {
      inputs.set(symbol, { from: "param", column });
    });
    const target = { to: "sum", array: 0 } as const;
    this.program = buildProgram(
      exprs.map((expr) => ({ expr, target })),
      inputs,
    );
    this.values = new Float64Array(this.program.instructions.length);
    let end = 0;
    this.first = law.stencil.map(({ dim }) => {
      end += dim;
      return end - dim;
    });
    this.length = end;
  }

  /** At a point around the start of instance i, with parameters around its own; undefined where a value is not finite. */
  draw(i: number, spread = 1): number[] | undefined {
    const { law, dice, q0 } = this;
    const start = law.stencil.flatMap(({ dim, index }) => Array.from(q0.subarray(index[i], index[i] + dim)));
    const size = sizeOf(start);
    const q = start.map((x) => dice.around(x, spread * size));
    const v = Array.from({ length: this.length }, () => dice.number());
    const parameters = law.params.map(({ values }) => {
      const value = entryOf(values, i);
      return value === 0 ? dice.number() : dice.around(value, value / 2);
    });
    return this.evaluate(
      (place) => q[place],
      (place) => v[place],
      (column) => parameters[column],
    );
  }

  /** For instance i with its own parameters, at rest at the coordinates `q(place)` of its stencil. */
  at(i: number, q: (place: number) => number): number[] | undefined {
    return this.evaluate(
      q,
      () => 0,
      (column) => entryOf(this.law.params[column].values, i),
    );
  }

  private evaluate(
    q: (place: number) => number,
    v: (place: number) => number,
    parameter: (column: number) => number,
  ): number[] | undefined {
    evaluate(this.values, this.program, (input) => {
      if (input.from === "q") return q(this.first[input.node] + input.comp);
      if (input.from === "v") return v(this.first[input.node] + input.comp);
      return input.from === "param" ? parameter(input.column) : Number.NaN;
    });
    const found = this.program.outputs.map(({ value }) => this.values[value]);
    return found.every(Number.isFinite) ? found : undefined;
  }
}

const entryOf = (values: Float64Array, i: number): number => (values.length === 1 ? values[0] : values[i]);
