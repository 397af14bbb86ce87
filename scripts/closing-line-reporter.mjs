import { writeSync } from "node:fs";

/**
 * Prints `N passed, N failed` (and `, N skipped` if there are any) as the last line of a run. A file that does not
 * load, a suite whose hook throws and an error outside all tests count as failures, so the line never says 0 failed if
 * the run failed.
 */
export class ClosingLineReporter {
  /** @type {string | undefined} */
  #line;

  /** @param {import("vitest/node").Vitest} vitest */
  onInit(vitest) {
    // other reporters may still be writing when onTestRunEnd returns, so the line is written when the process ends
    if (!vitest.config.watch) process.once("exit", () => this.#line !== undefined && writeSync(1, `${this.#line}\n`));
  }

  /**
   * @param {ReadonlyArray<import("vitest/node").TestModule>} modules
   * @param {ReadonlyArray<unknown>} unhandledErrors
   * @param {import("vitest/node").TestRunEndReason} reason
   */
  onTestRunEnd(modules, unhandledErrors, reason) {
    const count = { passed: 0, failed: unhandledErrors.length, skipped: 0, pending: 0 };
    for (const module of modules) {
      if (module.errors().length > 0) count.failed++;
      for (const suite of module.children.allSuites()) if (suite.errors().length > 0) count.failed++;
      for (const test of module.children.allTests()) {
        count[test.result().state]++;
        if (test.diagnostic()?.flaky) console.log(`Passed at the second try only: ${test.fullName}`);
      }
    }
    // an interrupted run, no test files, and tests that never reported count as failures
    if (reason === "interrupted" || modules.length === 0) count.failed ||= 1;
    count.failed += count.pending;
    const skipped = count.skipped > 0 ? `, ${count.skipped} skipped` : "";
    this.#line = `${count.passed} passed, ${count.failed} failed${skipped}`;
  }
}
