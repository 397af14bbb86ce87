/** Which tests can notice a bug in a file, and which of them to run first. */

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const isTest = (file: string): boolean => file.endsWith(".test.ts");

/** Every TypeScript file below the folders that tests import from. */
const sources = (root: string): string[] =>
  ["src", "test", "campaign"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts"))
      .map((file) => join(folder, file)),
  );

/** The files that import each file, also for types only: an unnecessary test costs time only. */
function importersIn(root: string): Map<string, string[]> {
  const importers = new Map<string, string[]>();
  for (const file of sources(root))
    for (const [, path] of readFileSync(join(root, file), "utf8").matchAll(/\b(?:from|import\()\s*"(\.[^"]+)"/g)) {
      const target = join(dirname(file), path.replace(/\.js$/, ".ts"));
      const known = importers.get(target);
      if (known === undefined) importers.set(target, [file]);
      else known.push(file);
    }
  return importers;
}

/** The time (s) in which a test file is loaded, besides that of its tests. */
const loading = 6;

export class Tests {
  private readonly times: TestTimes;
  private readonly importers: ReadonlyMap<string, readonly string[]>;
  readonly all: readonly string[];

  constructor(root: string, times: TestTimes) {
    this.times = times;
    this.importers = importersIn(root);
    this.all = sources(root).filter((file) => isTest(file));
  }

  /** The tests of the nearest folder at or above a file that holds some below `src`, the shortest first. */
  ofFolder(file: string): string[] {
    for (let folder = dirname(file); folder !== "src" && folder !== "."; folder = dirname(folder)) {
      const found = this.all.filter((test) => test.startsWith(`${folder}/`));
      if (found.length > 0) return this.shortestFirst(found);
    }
    return [];
  }

  /** The tests that import a file, directly or through others: short ones that are near to it first. */
  relatedTo(file: string): string[] {
    const distance = new Map([[file, 0]]);
    for (const [next, steps] of distance)
      for (const importer of this.importers.get(next) ?? [])
        if (!distance.has(importer)) distance.set(importer, steps + 1);
    const cost = (test: string): number => distance.get(test)! * (1 + this.times.of(test));
    return [...distance.keys()].filter((found) => isTest(found)).sort((a, b) => cost(a) - cost(b) || (a < b ? -1 : 1));
  }

  shortestFirst(tests: readonly string[]): string[] {
    return [...tests].sort((a, b) => this.times.of(a) - this.times.of(b) || (a < b ? -1 : 1));
  }

  /** The first tests that take no longer than `seconds` together, and at least one. */
  within(tests: readonly string[], seconds: number): string[] {
    let sum = 0;
    return tests.filter((test, k) => {
      sum += loading + this.times.of(test);
      return k === 0 || sum <= seconds;
    });
  }
}

/** How long test files took when they last passed (s), kept from campaign to campaign. */
export class TestTimes {
  private readonly path: string;
  private readonly known: Record<string, number>;

  constructor(path: string) {
    this.path = path;
    this.known = existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as Record<string, number>) : {};
  }

  /** A guess for tests that were never run: those beside the code are short, the others often run whole models. */
  of(test: string): number {
    return this.known[test] ?? (test.startsWith("src/") ? 8 : 40);
  }

  learn(test: string, seconds: number): void {
    this.known[test] = seconds;
  }

  save(): void {
    mkdirSync(dirname(this.path), { recursive: true });
    writeFileSync(this.path, `${JSON.stringify(this.known, null, 1)}\n`);
  }
}
