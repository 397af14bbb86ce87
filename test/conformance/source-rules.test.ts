/** Rules for the sources that need their types, and so cannot be rules of the linter. */

import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { patience } from "../../scripts/patience.mjs";

const root = join(import.meta.dirname, "../..");

/** What is wrong with a node; undefined if nothing is. */
type Rule = (node: ts.Node, checker: ts.TypeChecker) => string | undefined;

/** What bounds the spreads of other types than tuples, by the function that is called. */
const bounded: Readonly<Record<string, string>> = {
  path: "the keys of a path, as many as a file may be deep",
  below: "the keys of a path, as many as a file may be deep",
  call: "the arguments of one generated function, whose number is part of its text",
  code: "the arguments of one generated function, whose number is part of its text",
  make: "the sizes that the generated code of one step depends on",
  "step.evaluate": "the vectors that the text of a step names",
};

/**
 * A spread into a call (`list.push(...more)`, `Math.max(...values)`) puts every entry on the stack, and some hundred
 * thousand of them overflow it. So a spread must have a tuple type, or be one of the bounded ones.
 */
const spreads: Rule = (node, checker) => {
  if (!ts.isCallExpression(node) && !ts.isNewExpression(node)) return undefined;
  const callee = node.expression.getText();
  const isTuple = (type: ts.Type): boolean =>
    type.isUnion()
      ? type.types.every(isTuple)
      : checker.isTupleType(type) && !((type as ts.TypeReference).target as ts.TupleType).hasRestElement;
  const bad = node.arguments
    ?.filter(ts.isSpreadElement)
    .some(({ expression }) => !isTuple(checker.getTypeAtLocation(expression)) && !Object.hasOwn(bounded, callee));
  const applies = /\b(Math\.\w+|fromCharCode|push|unshift|concat)\.apply$|^Reflect\.apply$/.test(callee);
  return bad || applies ? node.getText() : undefined;
};

/**
 * A map that is asked for a name which it may not have must be asked with `own`: every object also has members such as
 * `constructor`, which it inherits. Such a question is an entry whose absence is handled. The names of the papers are their own.
 */
const inherited: Rule = (node, checker) => {
  if (!ts.isElementAccessExpression(node)) return undefined;
  const key = checker.getTypeAtLocation(node.argumentExpression);
  const map = checker.getNonNullableType(checker.getTypeAtLocation(node.expression));
  if ((key.flags & ts.TypeFlags.String) === 0 || checker.getIndexInfosOfType(map).length === 0) return undefined;
  if (checker.isArrayType(map) || node.getSourceFile().fileName.includes("/papers/")) return undefined;
  const { parent } = node;
  const operator = ts.isBinaryExpression(parent) ? parent.operatorToken.kind : undefined;
  const mayMiss =
    node.questionDotToken !== undefined ||
    operator === ts.SyntaxKind.QuestionQuestionToken ||
    operator === ts.SyntaxKind.EqualsEqualsEqualsToken ||
    operator === ts.SyntaxKind.ExclamationEqualsEqualsToken ||
    (ts.isPropertyAccessExpression(parent) && parent.questionDotToken !== undefined);
  return mayMiss ? node.getText() : undefined;
};

function breaches(config: string, rules: Readonly<Record<string, Rule>>): Record<string, string[]> {
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => {} };
  const { fileNames, options } = ts.getParsedCommandLineOfConfigFile(join(root, config), {}, host)!;
  const program = ts.createProgram(fileNames, options);
  const checker = program.getTypeChecker();
  const found: Record<string, string[]> = Object.fromEntries(Object.keys(rules).map((title) => [title, []]));
  for (const source of program.getSourceFiles()) {
    const name = relative(root, source.fileName);
    if (config.startsWith("lab") !== name.startsWith("lab")) continue;
    if (!/^(lab\/)?src\//.test(name) || /\.(test|fixture)\.ts$/.test(name)) continue;
    const visit = (node: ts.Node): void => {
      for (const [title, rule] of Object.entries(rules)) {
        const what = rule(node, checker);
        if (what !== undefined) found[title].push(`${name}: ${what}`);
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return found;
}

describe("the sources", { timeout: patience(120_000) }, () => {
  test("of the library spread only short lists into calls, and ask maps for names from outside with own", () => {
    expect(breaches("tsconfig.json", { spreads, inherited })).toEqual({ spreads: [], inherited: [] });
  });

  test("of the lab spread only short lists into calls", () => {
    expect(breaches("lab/tsconfig.json", { spreads })).toEqual({ spreads: [] });
  });

  test("of the tests give no limit of time that is the same on a busy machine", () => {
    const fixed = /(timeout: |^\s*\}, |[lL]imit = |setDefaultTimeout\()\d[\d_]*000\b/m;
    const files = ["src", "test"].flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: "utf8" })
        .filter((file) => file.endsWith(".ts") && (folder === "test" || file.endsWith(".test.ts")))
        .map((file) => join(folder, file)),
    );
    expect(files.length).toBeGreaterThan(100);
    expect(files.filter((file) => fixed.test(readFileSync(file, "utf8")))).toEqual([]);
  });
});
