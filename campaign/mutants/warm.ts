/**
 * A process that keeps Vitest loaded and runs lists of test files for `trial.ts`, so that a planted bug costs the tests
 * and not the start of the test runner. Each list runs in one new thread, so its files share what they import: a file that
 * fails behind others is tried once more by itself (see `trial.ts`). With `apart` every file has a process of its own.
 *
 * Times are of the processor, because those of the clock say little on a busy machine.
 */

import { relative } from "node:path";
import type { Reporter, TestCase, TestModule, TestSpecification, Vitest } from "vitest/node";
import { createVitest } from "vitest/node";

/** What is asked: files of the copy that have changed, test files in their order, and the most that one may take (s). */
export interface Question {
  readonly changed: readonly string[];
  readonly tests: readonly string[];
  readonly seconds: number;
}

/** The first test file that failed, with its complaint, and how long those before it took (s). */
export interface Answer {
  readonly failed?: string;
  readonly complaint?: string;
  readonly passed: Readonly<Record<string, number>>;
}

const [root, apart] = process.argv.slice(2);

/** The time of this process and its threads (s); where files have processes of their own, a tenth of the clock's. */
const processorSeconds = (): number => {
  if (apart === "apart") return performance.now() / 10_000;
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

/** Notes which files pass, and ends the run at the first that does not. */
class UntilFailure implements Reporter {
  private vitest!: Vitest;
  /** When the file that is running began. */
  since = 0;
  private failed: string | undefined;
  private complaint = "";
  private passed: Record<string, number> = {};

  onInit(vitest: Vitest): void {
    this.vitest = vitest;
  }

  begin(): void {
    this.since = processorSeconds();
    this.failed = undefined;
    this.complaint = "";
    this.passed = {};
  }

  answer(errors: readonly unknown[]): Answer {
    const { failed, complaint, passed } = this;
    if (failed !== undefined) return { failed, complaint, passed };
    return errors.length > 0 ? { failed: "", complaint: String(errors[0]), passed } : { passed };
  }

  onTestCaseResult(test: TestCase): void {
    const { state, errors } = test.result();
    if (state === "failed") this.fail(test.module, `${test.fullName}: ${errors?.[0]?.message}`);
  }

  onTestModuleEnd(module: TestModule): void {
    const now = processorSeconds();
    // a file that cannot be loaded fails without a test
    if (module.state() === "failed") this.fail(module, module.errors()[0]?.message ?? "");
    else if (module.state() === "passed" && this.failed === undefined)
      this.passed[relative(root, module.moduleId)] = now - this.since;
    this.since = now;
  }

  private fail({ moduleId }: TestModule, complaint: string): void {
    if (this.failed !== undefined) return;
    this.failed = relative(root, moduleId);
    this.complaint = complaint;
    void this.vitest.cancelCurrentRun("test-failure");
  }
}

/** Runs files in the order in which they are named. */
class AsListed {
  async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files;
  }

  async shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files;
  }
}

const reporter = new UntilFailure();
const vitest = await createVitest(
  "test",
  {
    ...{ root, config: "vitest.config.ts", watch: false, reporters: [reporter], maxWorkers: 1 },
    ...(apart === "apart" ? { pool: "forks", isolate: true } : { pool: "threads", isolate: false }),
    sequence: { sequencer: AsListed },
    experimental: { fsModuleCache: true, fsModuleCachePath: "build/read" },
  },
  { server: { watch: null } },
);
await vitest.standalone();

/** Files that were changed for the last question, and have been changed back since. */
let before: readonly string[] = [];

process.on("message", async ({ changed, tests, seconds }: Question) => {
  for (const file of [...before, ...changed]) vitest.invalidateFile(file);
  before = changed;
  const found = await vitest.globTestSpecifications([...tests]);
  const place = ({ moduleId }: TestSpecification): number => tests.indexOf(relative(root, moduleId));
  const listed = found.filter((test) => place(test) >= 0).sort((a, b) => place(a) - place(b));
  if (listed.length !== tests.length) throw new Error(`${tests.length - listed.length} test files were not found.`);
  reporter.begin();
  // an endless loop ends with the process
  const watch = setInterval(() => processorSeconds() > reporter.since + seconds && process.exit(1), 500);
  const { unhandledErrors } = await vitest.runTestSpecifications(listed);
  clearInterval(watch);
  process.send!(reporter.answer(unhandledErrors));
});
process.on("disconnect", () => process.exit(0));
process.send!("ready");
