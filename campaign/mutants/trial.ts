/** Runs the tests on a copy of the project in which a bug has been planted: the nearest and shortest first, all of them last. */

import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { maximum } from "../../src/core/index.js";
import { type Mutant, planted } from "./plant.js";
import { TestProcess } from "./test-process.js";
import { Tests, TestTimes } from "./tests.js";
import type { Answer } from "./warm.js";

/**
 * Which tests noticed a bug. One that the tests of the folder and the nearest others did not notice is tried with more
 * related ones later, and then with the whole suite.
 */
export type Noticed =
  | "tests of the folder"
  | "related tests"
  | "the whole suite"
  | "not by the nearest tests"
  | "not by related tests"
  | "survived";

export interface Verdict {
  readonly noticed: Noticed;
  /** The test file that failed. */
  readonly by?: string;
  /** Wall time (s) of the trial. */
  readonly seconds: number;
}

/** How long (s of the processor, of known times) the tests may take together; the whole suite has no limit. */
const budget = { nearest: 12, related: 120 };
const buildSeconds = 1200;
const unnamed = "a process that does not end well";

/** A copy of the project that nothing else uses, so that a bug never stays behind in the project itself. */
export class Copy {
  private readonly folder: string;
  /** Tests that were seen to fail without any bug, so that they show nothing. */
  private readonly unsound = new Set<string>();
  private readonly times = new TestTimes("build/mutants/times.json");
  private readonly tests: Tests;
  private readonly together: TestProcess;
  private readonly apart: TestProcess;

  constructor(folder: string) {
    this.folder = folder;
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    const list = ["ls-files", "--cached", "--others", "--exclude-standard"];
    for (const path of execFileSync("git", list, { encoding: "utf8" }).trim().split("\n"))
      cpSync(path, join(folder, path));
    symlinkSync(join(process.cwd(), "node_modules"), join(folder, "node_modules"));
    cpSync("dist", join(folder, "dist"), { recursive: true });
    this.tests = new Tests(folder, this.times);
    this.together = new TestProcess(folder, false);
    this.apart = new TestProcess(folder, true);
  }

  /** Tries the tests of the folder, and the nearest of the others that import the file. */
  nearest(mutant: Mutant, say: (text: string) => void): Promise<Verdict> {
    return this.tried(mutant, this.relatedWithin(mutant, budget.nearest), "not by the nearest tests", say);
  }

  /** Tries the tests that import the file, and those of the command if it belongs to that. */
  related(mutant: Mutant, say: (text: string) => void): Promise<Verdict> {
    const tests = this.relatedWithin(mutant, budget.related);
    if (mutant.file.startsWith("src/cli/")) {
      const all = this.tests.all.filter((test) => test.startsWith("test/cli/") || test.startsWith("test/campaign/"));
      const others = this.tests.shortestFirst(all).filter((test) => !tests.includes(test));
      tests.push(...this.tests.within(others, budget.related));
    }
    return this.tried(mutant, tests, "not by related tests", say);
  }

  /** Tries every test. */
  wholly(mutant: Mutant, say: (text: string) => void): Promise<Verdict> {
    return this.tried(mutant, this.tests.shortestFirst(this.tests.all), "survived", say, "the whole suite");
  }

  /** Ends the processes that run tests. */
  close(): void {
    this.together.stop();
    this.apart.stop();
  }

  /** Tests that run what is built would need a build for each bug, and see nothing without it. */
  private relatedWithin({ file }: Mutant, seconds: number): string[] {
    const related = this.tests.relatedTo(file).filter((test) => !this.tests.usesBuilt(test));
    return this.tests.within(related, seconds);
  }

  /** Plants a bug, runs tests until one fails, and takes the bug out again. */
  private async tried(
    mutant: Mutant,
    tests: readonly string[],
    otherwise: Noticed,
    say: (text: string) => void,
    as?: Noticed,
  ): Promise<Verdict> {
    const began = performance.now();
    const path = join(this.folder, mutant.file);
    const right = readFileSync(path, "utf8");
    const wrong = planted(right, mutant);
    const built = tests.filter((test) => this.tests.usesBuilt(test));
    const own = tests.filter((test) => !built.includes(test) && this.tests.needsOwnProcess(test));
    const shared = tests.filter((test) => !built.includes(test) && !own.includes(test));
    const ended = (by?: string): Verdict => {
      const seconds = Math.round((performance.now() - began) / 1000);
      if (by === undefined) return { noticed: otherwise, seconds };
      return {
        noticed: as ?? (this.tests.isOfFolder(by, mutant.file) ? "tests of the folder" : "related tests"),
        by,
        seconds,
      };
    };
    for (const [stage, process] of [
      [shared, this.together],
      [own, this.apart],
      [built, this.apart],
    ] as const) {
      if (stage.length === 0) continue;
      say(`${stage.length} files${stage === built ? " on a build with the bug" : ""}`);
      const run = async (list: readonly string[]): Promise<Answer> =>
        stage === built && !this.builds() ? { failed: "", passed: {} } : this.run(process, mutant.file, list);
      const withBug = async (list: readonly string[]): Promise<Answer> => {
        writeFileSync(path, wrong);
        try {
          return await run(list);
        } finally {
          writeFileSync(path, right);
        }
      };
      const failed = await this.noticedBy(withBug, run, stage, say);
      if (stage === built) this.builds();
      if (failed !== undefined) return ended(failed);
    }
    return ended();
  }

  /** The test that fails with the bug and passes without it. */
  private async noticedBy(
    withBug: (tests: readonly string[]) => Promise<Answer>,
    without: (tests: readonly string[]) => Promise<Answer>,
    all: readonly string[],
    say: (text: string) => void,
  ): Promise<string | undefined> {
    for (let tests = all; ; ) {
      tests = tests.filter((test) => !this.unsound.has(test));
      if (tests.length === 0) return undefined;
      const { failed, passed, complaint } = await withBug(tests);
      if (failed === undefined) return undefined;
      // endless loops end so, and builds that fail
      if (failed === "" && (await without(tests)).failed === undefined) return unnamed;
      if (failed === "") return undefined;
      // behind others in the same process a test may fail because of them: it must fail by itself
      const first = Object.keys(passed).length === 0;
      const alone = first || (await withBug([failed])).failed !== undefined;
      if (alone && (await without([failed])).failed === undefined) return failed;
      say(`${failed} fails ${alone ? "without a bug as well" : "only behind others"} and is left out: ${complaint}`);
      this.unsound.add(failed);
    }
  }

  private async run(process: TestProcess, changed: string, tests: readonly string[]): Promise<Answer> {
    // a test file that takes many times its usual time is in an endless loop
    const seconds = 15 + 5 * maximum(tests.map((test) => this.times.of(test)));
    const answer = await process.run({ changed: [changed], tests, seconds });
    if (process === this.together)
      for (const [test, seconds] of Object.entries(answer.passed)) this.times.learn(test, seconds);
    this.times.save();
    return answer;
  }

  private builds(): boolean {
    const limited = ["-c", `ulimit -t ${buildSeconds}; exec npm run build`];
    return spawnSync("bash", limited, { cwd: this.folder, stdio: "ignore" }).status === 0;
  }
}
