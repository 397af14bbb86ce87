/**
 * Properties of random expressions: simplification keeps values, derivatives agree with each other and with finite
 * differences, and printing is undone by parsing.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { gradient, hessian, jacobian, tangent } from "./differentiate.js";
import { rebuild } from "./elementary.js";
import { applyWithMath, evaluateWithMath } from "./evaluate.fixture.js";
import { type Expr, Graph, isConst, type Op } from "./expr.js";
import { topologicalOrder } from "./order.js";
import { toText } from "./print.js";
import { toTeX } from "./tex.js";
import { parseScalar } from "./value.js";

type Operation = Exclude<Op, "const" | "symbol" | "table">;

/** An expression before any simplification. */
type Tree = number | string | { readonly op: Operation; readonly args: readonly Tree[] };

const names = ["x", "y", "z"];

const simple = fc.constantFrom(...names, 0, 1, -1, 2, 0.5, -3, 0.1);
const wild = fc.oneof(
  fc.constantFrom(...names, "x'", "a_1"),
  fc.constantFrom(0, 1, -1, 1e200, -1e200, 1e308, 1e-200, 5e-324),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

function trees(leaf: fc.Arbitrary<Tree>, operations: Partial<Record<Operation, number>>): fc.Arbitrary<Tree> {
  return fc.letrec<{ tree: Tree }>((tie) => ({
    tree: fc.oneof(
      { depthSize: "medium", withCrossShrink: true },
      leaf,
      ...Object.entries(operations).map(([op, arity]) =>
        fc
          .array(tie("tree"), { minLength: arity, maxLength: arity })
          .map((args): Tree => ({ op: op as Operation, args })),
      ),
    ),
  })).tree;
}

const arithmetic = { add: 2, sub: 2, mul: 2, div: 2, neg: 1 };
const choices = { select: 3, min: 2, max: 2 };
const functions = { sqrt: 1, abs: 1, floor: 1, sin: 1, exp: 1, log: 1, tanh: 1, atan2: 2, pow: 2 };
const all = { ...arithmetic, ...choices, ...functions };
/** Entire functions that stay of moderate size, so that finite differences are accurate. */
const smooth = { add: 2, sub: 2, mul: 2, neg: 1, sin: 1, cos: 1, tanh: 1, atan: 1 };

function build(graph: Graph, tree: Tree): Expr {
  if (typeof tree === "number") return graph.num(tree);
  if (typeof tree === "string") return graph.symbol(tree);
  const args = tree.args.map((arg) => build(graph, arg));
  return rebuild(graph.intern(tree.op, ...args), args);
}

/** The value of the tree as written, and the largest magnitude among its intermediate results. */
function plainly(tree: Tree, values: ReadonlyMap<string, number>): { value: number; largest: number } {
  if (typeof tree === "number") return { value: tree, largest: Math.abs(tree) };
  if (typeof tree === "string")
    return { value: values.get(tree) as number, largest: Math.abs(values.get(tree) as number) };
  const args = tree.args.map((arg) => plainly(arg, values));
  const value = applyWithMath(
    tree.op,
    args.map((arg) => arg.value),
  );
  return { value, largest: Math.max(Math.abs(value), ...args.map((arg) => arg.largest)) };
}

const values = fc
  .tuple(...names.map(() => fc.double({ min: -1.5, max: 1.5, noNaN: true })))
  .map((vs) => new Map(vs.map((v, i) => [names[i], v])));

/** The seed makes runs repeatable; another seed gives other expressions. */
const runs = { numRuns: 500, seed: 1 };

describe("simplification", () => {
  const exact = { add: 2, sub: 2, mul: 2, neg: 1, ...choices, abs: 1 } as const;
  test("keeps the value, up to the rounding of a few constants", () => {
    fc.assert(
      fc.property(trees(simple, { ...arithmetic, sin: 1, tanh: 1, abs: 1 }), values, (tree, at) => {
        const { value, largest } = plainly(tree, at);
        fc.pre(Number.isFinite(value) && largest < 1e4);
        const simplified = evaluateWithMath(build(new Graph(), tree), at);
        expect(Math.abs(simplified - value)).toBeLessThan(1e-6); // 1e-16, at most 1e4 times 1e4 larger in a quotient
      }),
      runs,
    );
  });

  test("keeps the value exactly where all constants are halves and whole numbers", () => {
    const whole = fc.constantFrom(...names, 0, 1, -1, 2, 0.5, -3);
    const points = fc.tuple(...names.map(() => fc.integer({ min: -4, max: 4 })));
    fc.assert(
      fc.property(trees(whole, exact), points, (tree, vs) => {
        const at = new Map(vs.map((v, i) => [names[i], v]));
        const { value, largest } = plainly(tree, at);
        fc.pre(largest < 1e6);
        expect(evaluateWithMath(build(new Graph(), tree), at) + 0).toBe(value + 0); // + 0: the sign of a zero may change
      }),
      runs,
    );
  });

  test("is idempotent: rebuilding a node from its arguments gives the same node", () => {
    fc.assert(
      fc.property(trees(wild, all), (tree) => {
        for (const e of topologicalOrder([build(new Graph(), tree)])) expect(rebuild(e, e.args)).toBe(e);
      }),
      runs,
    );
  });

  test("gives the same graph every time", () => {
    fc.assert(
      fc.property(trees(wild, all), (tree) => {
        const shape = (graph: Graph) =>
          topologicalOrder([build(graph, tree)]).map((e) => `${e.id} ${e.op} ${e.args.map((arg) => arg.id)}`);
        expect(shape(new Graph())).toEqual(shape(new Graph()));
      }),
      runs,
    );
  });
});

describe("derivatives", () => {
  const functionsOfThree = trees(fc.constantFrom(...names, 2, 0.5, -1), smooth);

  test("gradient, row of the Jacobian and tangents agree", () => {
    fc.assert(
      fc.property(functionsOfThree, values, (tree, at) => {
        const graph = new Graph();
        const f = build(graph, tree);
        const xs = names.map((name) => graph.symbol(name));
        const slopes = gradient(f, xs);
        const rates = xs.map((x) => tangent([f], new Map([[x, graph.num(1)]]))[0]);
        const row = new Map(jacobian([f], xs).map(({ col, expr }) => [col, expr]));
        xs.forEach((_, i) => {
          const slope = evaluateWithMath(slopes[i], at);
          fc.pre(Math.abs(slope) < 1e6);
          expect(Math.abs(evaluateWithMath(rates[i], at) - slope)).toBeLessThan(1e-9 * (1 + Math.abs(slope)));
          expect(row.get(i) ?? graph.num(0)).toBe(slopes[i]);
        });
      }),
      runs,
    );
  });

  test("first and second derivatives agree with finite differences", () => {
    fc.assert(
      fc.property(functionsOfThree, values, (tree, at) => {
        const graph = new Graph();
        const f = build(graph, tree);
        const xs = names.map((name) => graph.symbol(name));
        const slopes = gradient(f, xs);
        const second = new Map(hessian(f, xs).map(({ row, col, expr }) => [`${row} ${col}`, expr]));
        xs.forEach((_, i) => {
          matchesDifference(f, names[i], slopes[i], at);
          xs.slice(0, i + 1).forEach((__, j) => {
            const entry = second.get(`${i} ${j}`) ?? graph.num(0);
            // symmetric: the entry is the derivative of either slope
            matchesDifference(slopes[i], names[j], entry, at);
            matchesDifference(slopes[j], names[i], entry, at);
          });
        });
      }),
      { ...runs, numRuns: 200 },
    );
  });

  /** Compares with fourth-order central differences of two step sizes, whose difference estimates their error. */
  function matchesDifference(f: Expr, name: string, derivative: Expr, at: ReadonlyMap<string, number>): void {
    const value = (h: number) => evaluateWithMath(f, new Map(at).set(name, (at.get(name) as number) + h));
    const difference = (h: number) => (8 * (value(h) - value(-h)) - (value(2 * h) - value(-2 * h))) / (12 * h);
    const [coarse, fine] = [difference(2e-3), difference(1e-3)];
    const exact = evaluateWithMath(derivative, at);
    fc.pre(Math.abs(coarse - fine) < 1e-6 * (1 + Math.abs(fine)));
    expect(Math.abs(exact - fine)).toBeLessThan(1e-5 * (1 + Math.abs(exact)));
  }
});

describe("printing", () => {
  /** Whether an operation on constants could not be folded, such as 0/0 or 1e200*1e200. */
  const dividesOrOverflows = (e: Expr) =>
    topologicalOrder([e]).some(({ op, args }) => ["mul", "div"].includes(op) && args.every((arg) => isConst(arg)));

  test("is undone by parsing", () => {
    fc.assert(
      fc.property(trees(wild, all), (tree) => {
        const graph = new Graph();
        const e = build(graph, tree);
        const text = toText(e);
        fc.pre(!dividesOrOverflows(e));
        const again = parseScalar(text, { graph, lookup: (name) => graph.symbol(name) }, { length: 1e6 });
        expect(again === e, `${text} became ${toText(again)}`).toBe(true);
      }),
      { ...runs, numRuns: 2000 },
    );
  });

  test("of derivatives is undone by parsing", () => {
    fc.assert(
      fc.property(trees(simple, all), (tree) => {
        const graph = new Graph();
        const [slope] = gradient(build(graph, tree), [graph.symbol("x")]);
        fc.pre(!dividesOrOverflows(slope));
        const text = toText(slope, { length: 1e7 });
        const again = parseScalar(text, { graph, lookup: (name) => graph.symbol(name) }, { length: 1e7 });
        expect(again === slope, `${text} became ${toText(again)}`).toBe(true);
      }),
      runs,
    );
  });

  test("in TeX has balanced brackets", () => {
    fc.assert(
      fc.property(trees(wild, all), (tree) => {
        const tex = toTeX(build(new Graph(), tree));
        const count = (part: string) => tex.split(part).length;
        expect(count("{")).toBe(count("}"));
        expect(count("\\left")).toBe(count("\\right"));
      }),
      runs,
    );
  });
});
