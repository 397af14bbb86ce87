import { describe, expect, test } from "vitest";
import { ExpressionError } from "./errors.js";
import { type Limits, scan } from "./scan.js";

function refusal(text: string, limits?: Limits): ExpressionError {
  try {
    scan(text, limits);
  } catch (error) {
    if (error instanceof ExpressionError) return error;
    throw error;
  }
  return expect.fail(`"${text.slice(0, 40)}" was not refused`);
}

describe("accepted", () => {
  test.each([
    "x",
    " 1.5e-3 ",
    ".5 + 2.",
    "x' + x''*a_1",
    "f(a, -b)^2",
    "[a, b] - [1, 2]",
    "f()",
    "a - -b",
    "2^-x",
    "\tx\r\n+ y",
  ])("%j", (text) => expect(() => scan(text)).not.toThrow());
});

describe("errors name the column and what to write instead", () => {
  test.each([
    ["", 1, "empty"],
    [" \n", 1, "empty"],
    ["a b", 3, 'missing between "a" and "b"'],
    ["2x", 2, "write 2*x"],
    ["2 x", 3, "write 2*x"],
    ["2(x)", 2, "write 2*("],
    ["sin^2(x)", 6, "sin(…)^2"],
    ["1..2", 3, "missing between"],
    ["(a)(b)", 4, 'missing between ")" and "("'],
    ["f(x)(y)", 5, 'missing between ")" and "("'],
    ["a.b", 2, "no members"],
    ["f(x).b", 5, "no members"],
    ["a[0]", 2, "no indices"],
    ["a = b", 3, "a - b"],
    ["a < b", 3, "where(a - b, x, y)"],
    ["a && b", 3, "logical"],
    ["!a", 1, "logical"],
    ["a ? b : c", 3, "where(c, a, b)"],
    ["a ** b", 4, '"^"'],
    ["a % b", 3, "mod(a, b)"],
    ["a; b", 2, "one expression"],
    ["{a}", 1, "group with ( )"],
    ['"a"', 1, "no text in quotes"],
    ["'a'", 1, "no text in quotes"],
    ["x 'a", 3, "no text in quotes"],
    ["(x)'", 4, "follows its name"],
    ["`a`", 1, "no text in quotes"],
    ["(a", 1, 'add ")"'],
    ["f(a + [b)", 9, 'closed by "]"'],
    ["a)", 2, "no open bracket"],
    ["(a, b)", 3, "[a, b]"],
    ["a, b", 2, "[a, b]"],
    [",a", 1, "begin"],
    ["f(a,)", 5, "missing between"],
    ["[a,,b]", 4, "missing between"],
    ["[]", 2, "missing between"],
    ["()", 2, "missing between"],
    ["a +", 4, 'missing after "+"'],
    ["a + * b", 5, 'between "+" and "*"'],
    ["θ", 1, "theta"],
    ["x²", 2, "x^2"],
    ["a − b", 3, '"-"'],
    ["a\u00a0+ b", 2, "U+00A0"],
    ["😀", 1, "U+1F600"],
    ["$x", 1, "letters"],
    ["x\u02b9", 2, "plain prime"],
    ["a\0", 2, "U+0000"],
  ])("%j", (text, position, part) => {
    const error = refusal(text);
    expect(error.sentence).toContain(part);
    expect(error.position).toBe(position);
  });
});

describe("limits", () => {
  test("on length", () => {
    expect(refusal("x".repeat(10_001)).sentence).toMatch(/at most 10000 characters; it has 10001/);
    expect(refusal("x + y", { length: 4 }).position).toBe(5);
  });

  test.each([
    ["brackets", "(".repeat(500)],
    ["vectors", "[".repeat(500)],
    ["calls", "f(".repeat(500)],
    ["signs", `${"-".repeat(500)}x`],
    ["powers", `x${"^x".repeat(500)}`],
    ["powers of bracketed bases", `(x)${"^(x)".repeat(500)}`],
    ["signs inside brackets", "-(".repeat(150)],
  ])("on %s inside each other", (_, text) => expect(refusal(text).sentence).toMatch(/inside each other; split/));

  test("brackets, signs and powers beside each other are not nested", () => {
    for (const part of ["+(x)", "*-x", "-x^2", "+f(x)"]) expect(() => scan(`x${part.repeat(1000)}`)).not.toThrow();
    expect(() => scan(`f(${"-x^2, ".repeat(1000)}x)`)).not.toThrow();
  });

  test("the depth can be set", () => {
    expect(() => scan("((x))", { depth: 2 })).not.toThrow();
    expect(refusal("((x))", { depth: 1 }).position).toBe(2);
  });

  test("ten million brackets are refused without reading them", () => {
    expect(refusal("(".repeat(1e7)).sentence).toMatch(/characters/);
    expect(refusal("(".repeat(1e7), { length: 1e8 }).position).toBe(201);
  });
});
