/** Runs the tests on a copy of the project in which a bug has been planted: the nearest first, all of them last. */

import { execFileSync, spawn } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import { type Mutant, planted } from "./plant.js";

/** Which tests noticed a bug. */
export type Verdict = "tests of the folder" | "related tests" | "the whole suite" | "survived";

interface Stage {
  readonly verdict: Verdict;
  readonly tests: readonly string[];
  readonly seconds: number;
  readonly build: boolean;
}

interface Report {
  readonly testResults: readonly { readonly name: string; readonly status: string }[];
}

/** Processor time (s) that one process may take: a bug that makes a loop endless is noticed by this limit. */
const most = { folder: 150, related: 400, whole: 1200 };

/** A copy of the project that nothing else uses, so that a bug never stays behind in the project itself. */
export class Copy {
  readonly folder: string;
  /** Tests that were seen to pass without any bug, by their command. */
  private readonly sound = new Set<string>();

  constructor(folder: string) {
    this.folder = folder;
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    const list = ["ls-files", "--cached", "--others", "--exclude-standard"];
    for (const path of execFileSync("git", list, { encoding: "utf8" }).trim().split("\n"))
      cpSync(path, join(folder, path));
    symlinkSync(join(process.cwd(), "node_modules"), join(folder, "node_modules"));
    cpSync("dist", join(folder, "dist"), { recursive: true });
  }

  /** Plants a bug, runs the tests in turn until one fails, and takes the bug out again. */
  async try(mutant: Mutant, say: (stage: string) => void): Promise<Verdict> {
    const path = join(this.folder, mutant.file);
    const text = readFileSync(path, "utf8");
    // the tests of the command run what is built
    const isOfTheCommand = mutant.file.startsWith("src/cli/");
    const near = this.nearestTests(mutant.file);
    const stages: Stage[] = [
      { verdict: "related tests", tests: ["related", "--run", mutant.file], seconds: most.related, build: false },
      { verdict: "the whole suite", tests: ["run"], seconds: most.whole, build: true },
    ];
    if (isOfTheCommand) stages[0] = { ...stages[0], tests: ["run", "test/cli", "test/campaign"], build: true };
    if (near !== undefined)
      stages.unshift({ verdict: "tests of the folder", tests: ["run", near], seconds: most.folder, build: false });
    for (const stage of stages) {
      say(stage.tests.join(" "));
      writeFileSync(path, planted(text, mutant));
      const failed = await this.failureOf(stage);
      writeFileSync(path, text);
      if (failed === undefined) continue;
      // a test that fails without the bug as well shows nothing
      const again = failed === "" ? stage : { ...stage, tests: ["run", failed] };
      if (!this.sound.has(again.tests.join(" "))) {
        const other = await this.failureOf(again);
        if (other !== undefined) throw new Error(`${failed} ${other} fails without a bug: ${this.complaint}`);
        this.sound.add(again.tests.join(" "));
      }
      say(failed);
      return stage.verdict;
    }
    return "survived";
  }

  /** The nearest folder at or above a file that holds tests, if there is one below `src`. */
  private nearestTests(file: string): string | undefined {
    for (let folder = dirname(file); folder !== "src"; folder = dirname(folder))
      if (readdirSync(join(this.folder, folder)).some((name) => name.endsWith(".test.ts"))) return `${folder}/`;
    return undefined;
  }

  /** The file of a test that fails, "" if the tests end without one (endless loops, builds that fail), or undefined. */
  private async failureOf({ tests, seconds, build }: Stage): Promise<string | undefined> {
    if (build && !(await this.passes(["npm", "run", "build"], most.whole))) return "";
    const report = join(this.folder, "build/report.json");
    rmSync(report, { force: true });
    const vitest = ["node", "node_modules/vitest/vitest.mjs", ...tests, "--bail=1", "--maxWorkers=1", "--root=."];
    vitest.push("--config=campaign/mutants/vitest.config.ts", "--passWithNoTests", "--outputFile=build/report.json");
    if (await this.passes(vitest, seconds)) return undefined;
    if (!existsSync(report)) return "";
    const { testResults } = JSON.parse(readFileSync(report, "utf8")) as Report;
    const name = testResults.find(({ status }) => status === "failed")?.name;
    return name === undefined ? "" : relative(realpathSync(this.folder), name);
  }

  /** What the last command printed, as far as it matters. */
  private complaint = "";

  private passes(command: readonly string[], seconds: number): Promise<boolean> {
    // a limit of processor time holds on a busy machine too
    const limited = ["-c", `ulimit -t ${seconds}; exec "$@"`, "bash", ...command];
    const child = spawn("bash", limited, { cwd: this.folder, stdio: ["ignore", "pipe", "pipe"], detached: true });
    this.complaint = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => {
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
