#!/usr/bin/env node
import { existsSync } from "node:fs";

const main = new URL("../dist/cli/main.js", import.meta.url);
if (existsSync(main)) {
  await import(main.href);
} else {
  process.stderr.write("taut: dist/cli/main.js is missing; run `npm run build` first.\n");
  process.exitCode = 1;
}
