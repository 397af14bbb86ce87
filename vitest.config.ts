import { defineConfig } from "vitest/config";
import { ClosingLineReporter } from "./scripts/closing-line-reporter.mjs";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: ["default", new ClosingLineReporter()],
  },
});
