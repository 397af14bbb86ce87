/**
 * Every export of the package has a doc comment, every exported value has an example, and the examples compile and run.
 * An example may use the constants of `example-prelude.ts` and every export of the package without importing them.
 */

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { runInThisContext } from "node:vm";
import ts from "typescript";
import { describe, expect, test, vi } from "vitest";
import { prelude } from "./example-prelude.js";

const root = fileURLToPath(new URL("../../", import.meta.url));

/**
 * The source of every entry point; "taut/browser" is "taut". Where two entry points export the same name, an example of
 * the second means that of the second, and any other example means that of the first.
 */
const manifest: { readonly exports: Readonly<Record<string, string | { readonly types: string }>> } = JSON.parse(
  readFileSync(`${root}package.json`, "utf8"),
);
const entries: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(manifest.exports)
    .filter(([path]) => path !== "./browser")
    .flatMap(([path, to]) =>
      typeof to === "string"
        ? []
        : [[path.replace(".", "taut"), to.types.replace("./dist/", "src/").replace(".d.ts", ".ts")]],
    ),
);
const preludeModule = `${root}test/docs/example-prelude.js`;

const { config } = ts.readConfigFile(`${root}tsconfig.json`, ts.sys.readFile);
const { options: projectOptions } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root);
const options: ts.CompilerOptions = {
  ...projectOptions,
  noUnusedLocals: false,
  paths: Object.fromEntries(Object.entries(entries).map(([entry, file]) => [entry, [root + file]])),
};
const plain = ts.createProgram(
  Object.values(entries).map((file) => root + file),
  options,
);

interface Export {
  readonly entry: string;
  readonly name: string;
  readonly isValue: boolean;
  readonly comment: string;
  readonly examples: readonly string[];
}

function exportsOf(entry: string): Export[] {
  const checker = plain.getTypeChecker();
  const source = plain.getSourceFile(root + entries[entry])!;
  return checker.getExportsOfModule(checker.getSymbolAtLocation(source)!).map((symbol) => {
    const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
    const isTypeOnly = symbol.declarations?.some(ts.isTypeOnlyImportOrExportDeclaration);
    return {
      entry,
      name: symbol.name,
      isValue: (target.flags & ts.SymbolFlags.Value) !== 0 && !isTypeOnly,
      comment: ts.displayPartsToString(target.getDocumentationComment(checker)),
      examples: target
        .getJsDocTags(checker)
        .filter((tag) => tag.name === "example")
        .map((tag) => ts.displayPartsToString(tag.text)),
    };
  });
}

const all = Object.keys(entries).flatMap(exportsOf);
const title = ({ entry, name }: Export): string => `${name} of ${entry}`;

/** The example in the comment at the top of an entry point. */
const topExamples = Object.entries(entries).flatMap(([entry, file]) => {
  const [comment = ""] = /^\/\*\*[\s\S]*?\*\//.exec(ts.sys.readFile(root + file)!) ?? [];
  const [, example] = /@example\n([\s\S]*?) \*\/$/.exec(comment) ?? [];
  return example === undefined ? [] : [{ title: entry, entry, text: example.replace(/^ \* ?/gm, "") }];
});

const examples = [
  ...topExamples,
  ...all.flatMap((one) =>
    one.examples.map((text, k) => ({ title: `${title(one)}, example ${k + 1}`, entry: one.entry, text })),
  ),
];

/** The names that a program uses but does not declare, with the module that exports each. */
function missingImports(entry: string, text: string): Map<string, string> {
  const used = new Set<string>();
  const declared = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) {
      const { parent } = node;
      const isDeclared =
        (ts.isVariableDeclaration(parent) || ts.isImportSpecifier(parent) || ts.isBindingElement(parent)) &&
        parent.name === node;
      const isMember =
        (ts.isPropertyAccessExpression(parent) || ts.isPropertyAssignment(parent)) && parent.name === node;
      if (isDeclared) declared.add(node.text);
      else if (!isMember) used.add(node.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile("example.ts", text, ts.ScriptTarget.ES2022, true));
  const found = new Map<string, string>();
  for (const name of used) {
    const exporters = all.filter((one) => one.name === name);
    const exporter = exporters.find((one) => one.entry === entry) ?? exporters[0];
    const from = name in prelude ? preludeModule : exporter?.entry;
    if (from !== undefined && !declared.has(name)) found.set(name, from);
  }
  return found;
}

/** The example as a whole module. */
function program({ entry, text }: (typeof examples)[number]): string {
  const imports = [...missingImports(entry, text)].map(([name, from]) =>
    from === preludeModule ? `const { ${name} } = prelude;\n` : `import { ${name} } from "${from}";\n`,
  );
  return `import { prelude } from "${preludeModule}";\n${imports.join("")}${text}`;
}

const programs = new Map(examples.map((example, k) => [`${root}test/docs/example-${k + 1}.ts`, program(example)]));

function compilerErrors(): string[] {
  const loose = { ...options, verbatimModuleSyntax: false, isolatedModules: false };
  const host = ts.createCompilerHost(loose);
  const { fileExists, readFile, getSourceFile } = host;
  host.fileExists = (file) => programs.has(file) || fileExists.call(host, file);
  host.readFile = (file) => programs.get(file) ?? readFile.call(host, file);
  host.getSourceFile = (file, version, ...rest) => {
    const text = programs.get(file);
    // parsed and checked files of the first program are used again
    if (text === undefined) return plain.getSourceFile(file) ?? getSourceFile.call(host, file, version, ...rest);
    return ts.createSourceFile(file, text, version, true);
  };
  const whole = ts.createProgram([...programs.keys()], loose, host);
  return [...programs.keys()].flatMap((file, k) => {
    const source = whole.getSourceFile(file);
    return [...whole.getSyntacticDiagnostics(source), ...whole.getSemanticDiagnostics(source)].map(
      ({ messageText }) => `${examples[k].title}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`,
    );
  });
}

/** Threads execute a built file, so their entry point is the built one. */
const built = new URL("../../dist/cli/crew/index.js", import.meta.url).href;

/** The same function, but a run that it completes must not fail. */
const succeeding =
  <A extends unknown[]>(solver: (...args: A) => { readonly failure?: { readonly message: string } }) =>
  (...args: A) => {
    const solution = solver(...args);
    expect(solution.failure?.message).toBeUndefined();
    return solution;
  };

async function moduleOf(entry: string): Promise<unknown> {
  const module = await import(/* @vite-ignore */ entry === "taut/threads" ? built : root + entries[entry]);
  return entry === "taut" ? { ...module, run: succeeding(module.run), solve: succeeding(module.solve) } : module;
}

/** Compares a value with the comment after it: JSON, or the first digits of a number. Other comments are prose. */
function expectClaim(value: unknown, comment: string): void {
  const digits = /^(-?[\d.]+)…$/.exec(comment)?.[1];
  if (digits !== undefined) expect(String(value)).toMatch(new RegExp(`^${digits.replace(".", "\\.")}`));
  else if (/^(true|false|-?[\d.]+|".*"|\[[^…]*\])$/.test(comment)) expect(value).toEqual(JSON.parse(comment));
}

async function execute(source: string): Promise<void> {
  const modules: Record<string, unknown> = { [preludeModule]: { prelude } };
  for (const entry of Object.keys(entries))
    if (source.includes(`from "${entry}"`)) modules[entry] = await moduleOf(entry);
  const claims = source.replace(/^(?!const |import |\s|})(.+); \/\/ (.+)$/gm, (_, value, comment) =>
    value.startsWith("let ") || / = |^await /.test(value) ? value : `claim(${value}, ${JSON.stringify(comment)});`,
  );
  const compilerOptions = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 };
  const { outputText } = ts.transpileModule(claims, { compilerOptions });
  const body: (exports: object, require: (name: string) => unknown, claim: typeof expectClaim) => Promise<void> =
    runInThisContext(`(async (exports, require, claim) => {${outputText}\n})`);
  await body({}, (name) => modules[name], expectClaim);
}

describe("exports of the package", () => {
  test("are found in every entry point", () => {
    expect(Object.keys(entries).length).toBeGreaterThanOrEqual(7);
    for (const entry of Object.keys(entries)) expect(all.some((one) => one.entry === entry)).toBe(true);
  });

  test("have a doc comment", () => {
    expect(all.filter(({ comment }) => comment === "").map(title)).toEqual([]);
  });

  test("have an example, if they are values", () => {
    expect(all.filter((one) => one.isValue && one.examples.length === 0).map(title)).toEqual([]);
  });
});

describe("examples of the exports", () => {
  test("are at most seven lines long", () => {
    const long = examples.filter(({ text }) => text.trim().split("\n").length > 7);
    expect(long.map(({ title }) => title)).toEqual([]);
  });

  test("compile under strict", () => {
    expect(compilerErrors()).toEqual([]);
  });

  test.each(examples)("$title runs and gives what it says", async (example) => {
    for (const print of ["log", "error"] as const) vi.spyOn(console, print).mockImplementation(() => {});
    await execute(program(example));
    vi.restoreAllMocks();
  });
});
