#!/usr/bin/env node
import { existsSync, statSync } from "node:fs";

// the bundle holds the same code in a few files; it is not used if the compiler has run since it was made
const [plain, bundle, compiled] = ["cli/launch.js", "command/launch.js", ".tsbuildinfo"].map(
  (name) => new URL(`../dist/${name}`, import.meta.url),
);
const isOld = existsSync(bundle) && existsSync(compiled) && statSync(bundle).mtimeMs < statSync(compiled).mtimeMs;
const chosen = existsSync(bundle) && !isOld ? bundle : plain;
if (existsSync(chosen)) {
  await import(chosen.href);
} else {
  process.stderr.write("taut has not been built: dist/cli/launch.js is missing. Run `npm run build` first.\n");
  process.exitCode = 1;
}
