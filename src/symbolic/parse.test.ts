import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ExpressionError } from "./errors.js";
import { namesIn, parseSyntax, type Syntax } from "./parse.js";

/** The expression with all brackets written out. */
function structure(syntax: Syntax): string {
  switch (syntax.kind) {
    case "number":
      return String(syntax.value);
    case "name":
      return syntax.name;
    case "unary":
      return `(-${structure(syntax.argument)})`;
    case "binary":
      return `(${structure(syntax.left)}${syntax.operator}${structure(syntax.right)})`;
    case "call":
      return `${syntax.name}(${syntax.arguments.map(structure)})`;
    case "vector":
      return `[${syntax.components.map(structure)}]`;
  }
}

describe("structure", () => {
  test.each([
    ["-x^2", "(-(x^2))"],
    ["(-x)^2", "((-x)^2)"],
    ["2^-x", "(2^(-x))"],
    ["2^3^2", "(2^(3^2))"],
    ["2^-3^-x", "(2^(-(3^(-x))))"],
    ["a^b*c", "((a^b)*c)"],
    ["a*b^c", "(a*(b^c))"],
    ["(a)^2", "(a^2)"],
    ["f(x)^2", "(f(x)^2)"],
    ["-a^-b", "(-(a^(-b)))"],
    ["-a*b", "((-a)*b)"],
    ["a - b - c", "((a-b)-c)"],
    ["a / b / c * d", "(((a/b)/c)*d)"],
    ["a + b*c - d", "((a+(b*c))-d)"],
    ["a - -b", "(a-(-b))"],
    ["+a + +b", "(a+b)"],
    ["--a", "(-(-a))"],
    [" x ^ 2 ^ y ", "(x^(2^y))"],
    ["2 ^\n2", "(2^2)"],
    ["[a, -b^2]", "[a,(-(b^2))]"],
    ["f()", "f()"],
    ["f(a, [b], (c))", "f(a,[b],c)"],
    ["x' + x''/x_1'", "(x'+(x''/x_1'))"],
    ["1.5e-3 + .5 + 2. + 1E2", "(((0.0015+0.5)+2)+100)"],
    ["[1, 2]^3", "([1,2]^3)"],
  ])("%j", (text, expected) => expect(structure(parseSyntax(text))).toBe(expected));
});

test.each(["true", "null", "this", "undefined", "constructor", "__proto__", "toString", "typeof", "e"])(
  "%s is a name like any other",
  (name) => expect(parseSyntax(`${name}`)).toEqual({ kind: "name", at: 1, name }),
);

test("the column of an operation is that of its operator; any other node has the column where it begins", () => {
  const text = "aa + f( (bb) ) * -[c]  ^ 2";
  const columns: [string, number][] = [];
  const visit = (s: Syntax): void => {
    if (s.kind === "binary") {
      columns.push([s.operator, s.at]);
      visit(s.left);
      visit(s.right);
    } else if (s.kind === "unary") {
      columns.push(["-", s.at]);
      visit(s.argument);
    } else if (s.kind === "name") columns.push([s.name, s.at]);
    else if (s.kind === "call") {
      columns.push([s.name, s.at]);
      s.arguments.forEach(visit);
    } else if (s.kind === "vector") columns.push(["[", s.at]);
  };
  visit(parseSyntax(text));
  expect(columns.length).toBe(8);
  for (const [token, at] of columns) expect(text.slice(at - 1).startsWith(token), `${token} at ${at}`).toBe(true);
});

test("a number that is not finite is refused", () => {
  expect(() => parseSyntax("x + 1e999")).toThrow(/column 5: the number "1e999" is too large/);
  expect(parseSyntax("1e-999")).toMatchObject({ value: 0 });
});

test("the number of components of a vector is limited", () => {
  expect(() => parseSyntax(`[${"1,".repeat(16)}1]`)).toThrow(/at most 16 components; this one has 17/);
  expect(() => parseSyntax("[1, 2]", { components: 1 })).toThrow(/at most 1/);
});

test("a sum of 5,000 terms does not count as nested", () => {
  expect(namesIn(parseSyntax("x+".repeat(4999).concat("y")))).toEqual(new Set(["x", "y"]));
});

test("namesIn lists names in order, without those of functions", () => {
  expect([...namesIn(parseSyntax("b*sin(a - b')^k + [c, pi]"))]).toEqual(["b", "a", "b'", "k", "c", "pi"]);
});

describe("for any text", () => {
  const fragments = fc.constantFrom(
    ..."abx'019.e+-*/^()[], \t=<>!&|?:%;{}\"`$#@\\~\0θ😀",
    "sin(",
    "1e9",
    "__proto__",
    "**",
    "=>",
  );
  const texts = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.array(fragments, { maxLength: 40 }).map((parts) => parts.join("")),
  );

  test("the result is a tree, or an ExpressionError with a column of the text", () => {
    fc.assert(
      fc.property(texts, (text) => {
        try {
          parseSyntax(text);
        } catch (error) {
          if (!(error instanceof ExpressionError)) throw error;
          expect(error.position).toBeGreaterThanOrEqual(1);
          expect(error.position).toBeLessThanOrEqual(text.length + 1);
        }
      }),
      { numRuns: 5000, seed: 1 },
    );
  });

  test("an accepted text keeps its structure when all brackets are written out", () => {
    const tokens = fc.constantFrom(..."abx12+-*/^(),", "x'", "f(", " ");
    let accepted = 0;
    fc.assert(
      fc.property(fc.array(tokens, { maxLength: 12 }), (parts) => {
        const text = parts.join("");
        let once: string;
        try {
          once = structure(parseSyntax(text));
        } catch {
          return;
        }
        accepted++;
        expect(structure(parseSyntax(once))).toBe(once);
      }),
      { numRuns: 20_000, seed: 1 },
    );
    expect(accepted).toBeGreaterThan(500);
  });
});
