// `npm test`: runs every check in order, and the tests last, so that `N passed, N failed` is the last line printed.

import { spawnSync } from "node:child_process";
import { findChromium } from "./find-chromium.mjs";
import { findRedis } from "./find-redis.mjs";

/** @param {string} sentence @returns {never} */
function stop(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

/** @param {string} script @param {string} sentence */
function step(script, sentence) {
  process.stdout.write(`${script}\n`);
  const { status } = spawnSync("npm", ["run", "--silent", script], {
    stdio: "inherit",
    shell: process.platform === "win32",
  });
  if (status !== 0) stop(sentence);
}

step("lint", "Stopped: `npm run lint` found errors; `npm run fix` repairs most of them.");
step("types", "Stopped: `npm run types` found type errors.");
step(
  "imports",
  "Stopped: `npm run imports` found an import that points the wrong way; the rules are in .dependency-cruiser.mjs.",
);
step("unused", "Stopped: `npm run unused` found files, exports or dependencies that nothing uses.");
step("build", "Stopped: `npm run build` failed.");

try {
  const browser = findChromium({ install: true });
  process.stdout.write(browser ? "browser\n" : "No Chromium was found: the browser tests will be skipped.\n");
  const redis = findRedis({ install: true });
  process.stdout.write(redis ? "queue server\n" : "No Redis server was found: the tests of queues will be skipped.\n");
} catch (error) {
  stop(`Stopped: ${error instanceof Error ? error.message : error}`);
}

const tests = spawnSync(process.execPath, ["node_modules/vitest/vitest.mjs", "run", ...process.argv.slice(2)], {
  stdio: "inherit",
});
process.exit(tests.status ?? 1);
