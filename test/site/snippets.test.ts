/**
 * Every model, command and program on the pages of site/pages is run, page by page, in a folder of its own: files first, then
 * shell, TypeScript and Python in their order. TypeScript is also checked under `strict`.
 */

import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { afterAll, describe, expect, test } from "vitest";
import { findPython } from "../../scripts/find-python.mjs";
import { patience } from "../../scripts/patience.mjs";
import { parseModelText, prepareRun, validateModel } from "../../src/index.js";
import { root } from "../cli/taut.js";
import { type Block, blocksOf, markdownIn } from "./pages.js";

const pages = markdownIn("site/pages")
  .map((page) => ({ page, blocks: blocksOf(page) }))
  .filter(({ blocks }) => blocks.length > 0);
const python = findPython();

/** Languages whose programs the tests cannot run, because they are not installed here; `text` is not a program. */
const notRun = ["julia", "matlab", "text", "html", "js"];
const run = ["yaml", "sh", "ts", "python"];

// below the repository, so that programs find the package by its name
mkdirSync(join(root, "build"), { recursive: true });
const folder = mkdtempSync(join(root, "build/snippets-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const launcher = join(root, "bin/taut.js");
const environment = { ...process.env, TAUT_COMMAND: launcher, PYTHONPATH: join(root, "python") };

function execute(command: string, args: readonly string[], cwd: string): void {
  const { status, stderr } = spawnSync(command, args, { cwd, encoding: "utf8", env: environment });
  expect(status, stderr).toBe(0);
}

function runBlock({ language, file, text }: Block, cwd: string, isCommanded: boolean): void {
  if (language === "sh") execute("bash", ["-ec", `taut() { "${process.execPath}" "${launcher}" "$@"; }\n${text}`], cwd);
  if (language === "ts") {
    const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 };
    writeFileSync(join(cwd, "program.mjs"), ts.transpileModule(text, { compilerOptions }).outputText);
    execute(process.execPath, ["program.mjs"], cwd);
  }
  if (language === "python" && python !== undefined) execute(python, ["-c", text], cwd);
  // models that no command of the page runs
  if (language === "yaml" && !(file !== undefined && isCommanded)) {
    const { run } = prepareRun(validateModel(parseModelText(text)), { keepStates: false });
    while (run.advance(Number.POSITIVE_INFINITY) === "running");
    expect(run.failure?.message).toBeUndefined();
  }
}

describe("pages of the site", () => {
  test("are found, and use only languages that are known here", () => {
    expect(pages.length).toBeGreaterThan(10);
    const languages = new Set(pages.flatMap(({ blocks }) => blocks.map(({ language }) => language)));
    expect([...languages].filter((one) => !run.includes(one) && !notRun.includes(one))).toEqual([]);
  });

  test.each(pages)(
    "$page: its models, commands and programs run",
    ({ page, blocks }) => {
      const cwd = mkdtempSync(join(folder, "page-"));
      for (const { file, text } of blocks) if (file !== undefined) writeFileSync(join(cwd, file), text);
      const commands = blocks.filter(({ language }) => language === "sh").map(({ text }) => text);
      for (const block of blocks)
        runBlock(
          block,
          cwd,
          commands.some((text) => text.includes(block.file ?? page)),
        );
    },
    patience(120_000),
  );

  test("programs in TypeScript compile under strict", () => {
    const programs = pages.flatMap(({ page, blocks }) =>
      blocks
        .filter(({ language }) => language === "ts")
        .map(({ text }, k) => ({ file: join(folder, `${page.replace(/\W/g, "-")}-${k}.ts`), text })),
    );
    for (const { file, text } of programs) writeFileSync(file, text);
    const { config } = ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile);
    const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root);
    const program = ts.createProgram(
      programs.map(({ file }) => file),
      { ...options, incremental: false, noUnusedLocals: false },
    );
    const own = new Set(programs.map(({ file }) => file));
    const errors = ts
      .getPreEmitDiagnostics(program)
      .filter(({ file }) => file !== undefined && own.has(file.fileName))
      .map(({ file, messageText }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`);
    expect(programs.length).toBeGreaterThan(4);
    expect(errors).toEqual([]);
  });
});
