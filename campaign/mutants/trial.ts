/** Runs the tests on a copy of the project in which a bug has been planted: the nearest and shortest first, all of them last. */

import { execFileSync, spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { type Mutant, planted } from "./plant.js";
import { Tests, TestTimes } from "./tests.js";

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

interface Stage {
  readonly noticed: Noticed;
  readonly tests: readonly string[];
  /** The tests of the command run what is built. */
  readonly build?: boolean;
}

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly startTime: number;
    readonly endTime: number;
  }[];
}

/** How long (s, of known times) the tests of a stage may take together; the whole suite has no limit. */
const budget = { folder: 60, nearest: 24, related: 240 };
const buildSeconds = 1200;

/** A copy of the project that nothing else uses, so that a bug never stays behind in the project itself. */
export class Copy {
  private readonly folder: string;
  /** Tests that were seen to pass without any bug. */
  private readonly sound = new Set<string>();
  /** Tests that were seen to fail without any bug, so that they show nothing. */
  private readonly unsound = new Set<string>();
  private readonly times = new TestTimes("build/mutants/times.json");
  private readonly tests: Tests;

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
  }

  /** Tries the tests of the folder, and the nearest of the others that import the file. */
  nearest(mutant: Mutant, say: (text: string) => void): Promise<Verdict> {
    const folder = this.tests.within(this.tests.ofFolder(mutant.file), budget.folder);
    const others = this.tests.relatedTo(mutant.file).filter((test) => !folder.includes(test));
    const stages: Stage[] = [
      { noticed: "tests of the folder", tests: folder },
      { noticed: "related tests", tests: this.tests.within(others, budget.nearest) },
    ];
    return this.tried(mutant, stages, "not by the nearest tests", say);
  }

  /** Tries the tests that import the file, and those of the command if it belongs to that. */
  related(mutant: Mutant, say: (text: string) => void): Promise<Verdict> {
    const tests = this.tests.within(this.tests.relatedTo(mutant.file), budget.related);
    const stages: Stage[] = [{ noticed: "related tests", tests }];
    if (mutant.file.startsWith("src/cli/")) {
      const all = this.tests.all.filter((test) => test.startsWith("test/cli/") || test.startsWith("test/campaign/"));
      const ofCommand = this.tests.within(this.tests.shortestFirst(all), budget.related);
      stages.push({ noticed: "related tests", tests: ofCommand, build: true });
    }
    return this.tried(mutant, stages, "not by related tests", say);
  }

  /** Tries every test. */
  wholly(mutant: Mutant, say: (text: string) => void): Promise<Verdict> {
    const tests = this.tests.shortestFirst(this.tests.all);
    return this.tried(mutant, [{ noticed: "the whole suite", tests, build: true }], "survived", say);
  }

  /** Plants a bug, runs the stages until a test fails, and takes the bug out again. */
  private async tried(
    mutant: Mutant,
    stages: readonly Stage[],
    otherwise: Noticed,
    say: (text: string) => void,
  ): Promise<Verdict> {
    const began = performance.now();
    const path = join(this.folder, mutant.file);
    const text = readFileSync(path, "utf8");
    const ended = (verdict: Omit<Verdict, "seconds">): Verdict => ({
      ...verdict,
      seconds: Math.round((performance.now() - began) / 1000),
    });
    for (const stage of stages) {
      const failed = await this.noticedBy(path, planted(text, mutant), text, stage, say);
      if (failed !== undefined) return ended({ noticed: stage.noticed, by: failed });
    }
    return ended({ noticed: otherwise });
  }

  /** The test that fails with the bug and passes without it. */
  private async noticedBy(
    path: string,
    wrong: string,
    right: string,
    stage: Stage,
    say: (text: string) => void,
  ): Promise<string | undefined> {
    for (;;) {
      const tests = stage.tests.filter((test) => !this.unsound.has(test));
      if (tests.length === 0) return undefined;
      say(`${stage.noticed}: ${tests.length} files`);
      writeFileSync(path, wrong);
      const failed = await this.failureOf({ ...stage, tests });
      writeFileSync(path, right);
      if (failed === undefined) return undefined;
      if (failed === "") return "a process that does not end well";
      if (this.sound.has(failed)) return failed;
      if ((await this.failureOf({ ...stage, tests: [failed] })) === undefined) {
        this.sound.add(failed);
        return failed;
      }
      say(`${failed} fails without a bug as well and is left out: ${this.complaint}`);
      this.unsound.add(failed);
    }
  }

  /** The file of a test that fails, "" if the tests end without one (endless loops, builds that fail), or undefined. */
  private async failureOf({ tests, build = false }: Stage): Promise<string | undefined> {
    if (build && !(await this.passes(["npm", "run", "build"], buildSeconds))) return "";
    const report = join(this.folder, "build/report.json");
    rmSync(report, { force: true });
    const vitest = ["node", "node_modules/vitest/vitest.mjs", "run", "--bail=1", "--maxWorkers=1", "--root=."];
    vitest.push("--config=campaign/mutants/vitest.config.ts", "--outputFile=build/report.json");
    // every test file has a process of its own, and one that takes many times its usual time is in an endless loop
    const most = 60 + 8 * Math.max(...tests.map((test) => this.times.of(test)));
    const passed = await this.passes(vitest, most, { TAUT_TESTS: tests.join("\n") });
    if (!existsSync(report)) return passed ? undefined : "";
    const { testResults } = JSON.parse(readFileSync(report, "utf8")) as Report;
    const root = realpathSync(this.folder);
    // files that a failure before them kept from running are called passed as well
    for (const { name, status, startTime, endTime } of testResults)
      if (status === "passed" && endTime > startTime)
        this.times.learn(relative(root, name), (endTime - startTime) / 1000);
    this.times.save();
    if (passed) return undefined;
    const name = testResults.find(({ status }) => status === "failed")?.name;
    return name === undefined ? "" : relative(root, name);
  }

  /** What the last command printed, as far as it matters. */
  private complaint = "";

  private passes(command: readonly string[], seconds: number, env: NodeJS.ProcessEnv = {}): Promise<boolean> {
    // a limit of processor time holds on a busy machine too
    const limited = ["-c", `ulimit -t ${Math.ceil(seconds)}; exec "$@"`, "bash", ...command];
    const child = spawn("bash", limited, {
      ...{ cwd: this.folder, stdio: ["ignore", "pipe", "pipe"], detached: true },
      env: { ...process.env, ...env },
    });
    this.complaint = "";
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding("utf8").on("data", (text: string) => {
        this.complaint = (this.complaint + text).slice(-4000);
      });
    return new Promise((resolve, reject) => {
      child.on("error", reject);
      child.on("exit", (code) => {
        try {
          // workers that an endless loop keeps alive
          process.kill(-child.pid!, "SIGKILL");
        } catch {
          // all have ended
        }
        resolve(code === 0);
      });
    });
  }
}
