import { defineConfig } from "vitest/config";
import { ClosingLineReporter } from "./scripts/closing-line-reporter.mjs";
import { patience } from "./scripts/patience.mjs";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts"],
    // a second try shows which tests depend on the machine; the end of the run names them
    retry: Number(process.env.TAUT_RETRY ?? 0),
    testTimeout: patience(60_000),
    hookTimeout: patience(60_000),
    expect: { poll: { timeout: patience(20_000) } },
    reporters: ["default", new ClosingLineReporter()],
  },
});
