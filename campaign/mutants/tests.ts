/** Which tests can notice a bug in a file, and which of them to run first. */

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

const isTest = (file: string): boolean => file.endsWith(".test.ts");

/** Every TypeScript file below the folders that tests import from. */
const sources = (root: string): string[] =>
  ["src", "test", "campaign"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts"))
      .map((file) => join(folder, file)),
  );

/** The files that a file imports, also for types only: an unnecessary test costs time only. */
const importsOf = (file: string, text: string): string[] =>
  [...text.matchAll(/\b(?:from|import\()\s*"(\.[^"]+)"/g)].map(([, path]) =>
    join(dirname(file), path.replace(/\.js$/, ".ts")),
  );

/** What tests that run the command or its threads read: these see a bug only in what has been built. */
const runsBuilt = /\bdist\/|bin\/taut|chromium/i;
/** What a test does to its process, which others in the same process would notice. */
const needsOwnProcess =
  /\bvi\.(mock|stub|spyOn|useFakeTimers)|process\.(chdir|env\b)|node:child_process|node:worker_threads/;

export class Tests {
  private readonly times: TestTimes;
  private readonly importers = new Map<string, string[]>();
  private readonly built = new Set<string>();
  private readonly own = new Set<string>();
  readonly all: readonly string[];

  constructor(root: string, times: TestTimes) {
    this.times = times;
    const files = sources(root);
    this.all = files.filter((file) => isTest(file));
    const texts = new Map(files.map((file) => [file, readFileSync(join(root, file), "utf8")]));
    for (const [file, text] of texts) {
      const imports = importsOf(file, text);
      for (const target of imports) this.importers.set(target, [...(this.importers.get(target) ?? []), file]);
      if (!isTest(file)) continue;
      const helpers = imports.filter((path) => !path.startsWith("src/")).map((path) => texts.get(path) ?? "");
      if ([text, ...helpers].some((part) => runsBuilt.test(part))) this.built.add(file);
      if ([text, ...helpers].some((part) => needsOwnProcess.test(part))) this.own.add(file);
    }
  }

  /** Whether a test runs what has been built, and not the sources. */
  usesBuilt(test: string): boolean {
    return this.built.has(test);
  }

  /** Whether a test changes its process, so that no other file may share it. */
  needsOwnProcess(test: string): boolean {
    return this.built.has(test) || this.own.has(test);
  }

  /** Whether a test stands in the nearest folder at or above a file that holds tests below `src`. */
  isOfFolder(test: string, file: string): boolean {
    for (let folder = dirname(file); folder !== "src" && folder !== "."; folder = dirname(folder))
      if (this.all.some((other) => other.startsWith(`${folder}/`))) return test.startsWith(`${folder}/`);
    return false;
  }

  /**
   * The tests that import a file, directly or through others: the one with its name first, then those of its folder, then
   * the others; among these the short ones that are near to it first.
   */
  relatedTo(file: string): string[] {
    const distance = new Map([[file, 0]]);
    for (const [next, steps] of distance)
      for (const importer of this.importers.get(next) ?? [])
        if (!distance.has(importer)) distance.set(importer, steps + 1);
    const same = `${basename(file, ".ts")}.test.ts`;
    const group = (test: string): number => (basename(test) === same ? 0 : this.isOfFolder(test, file) ? 1 : 2);
    const cost = (test: string): number => distance.get(test)! * (1 + this.times.of(test));
    return [...distance.keys()]
      .filter((found) => isTest(found))
      .sort((a, b) => group(a) - group(b) || cost(a) - cost(b) || (a < b ? -1 : 1));
  }

  shortestFirst(tests: readonly string[]): string[] {
    return [...tests].sort((a, b) => this.times.of(a) - this.times.of(b) || (a < b ? -1 : 1));
  }

  /** The first tests that take no longer than `seconds` together, and at least one; a long one makes room for shorter ones. */
  within(tests: readonly string[], seconds: number): string[] {
    let sum = 0;
    return tests.filter((test, k) => {
      const takes = this.times.of(test);
      if (k > 0 && sum + takes > seconds) return false;
      sum += takes;
      return true;
    });
  }
}

/** How long test files took when they last passed (s of the processor), kept from campaign to campaign. */
export class TestTimes {
  private readonly path: string;
  private readonly known: Record<string, number>;

  constructor(path: string) {
    this.path = path;
    this.known = existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as Record<string, number>) : {};
  }

  /** A guess for tests that were never run: those beside the code are short, the others often run whole models. */
  of(test: string): number {
    return this.known[test] ?? (test.startsWith("src/") ? 3 : 12);
  }

  learn(test: string, seconds: number): void {
    this.known[test] = seconds;
  }

  save(): void {
    mkdirSync(dirname(this.path), { recursive: true });
    writeFileSync(this.path, `${JSON.stringify(this.known, null, 1)}\n`);
  }
}
