// `npm test`: runs every check in order, and the tests last, so that `N passed, N failed` is the last line printed.
// `npm run test:quick` (with --quick): the same checks and the tests that take less than two minutes together.

import { spawnSync } from "node:child_process";
import { findChromium } from "./find-chromium.mjs";
import { findJupyter } from "./find-jupyter.mjs";
import { findPython } from "./find-python.mjs";
import { findRedis } from "./find-redis.mjs";

/** @param {string} sentence @returns {never} */
function stop(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

const quick = process.argv.includes("--quick");
/** Tests of small parts, which need neither a browser nor a queue nor long runs. */
const quickTests = [
  ...[
    "src/core",
    "src/kernels",
    "src/linalg",
    "src/math",
    "src/memory",
    "src/model",
    "src/random",
    "src/symbolic",
    "src/step",
  ],
  ...["src/run", "src/controllers", "src/io", "test/fuzz", "test/gallery"],
];
const steps = quick ? 4 : 8;
let number = 0;

/** Says what comes next. @param {string} what */
const announce = (what) => process.stdout.write(`[${++number}/${steps}] ${what}\n`);

process.stdout.write(
  quick
    ? "Lint, types and the quick tests: about two minutes on two idle cores. `npm test` runs everything.\n"
    : "Every check, the build and every test: about 20 minutes on two idle cores. `npm run test:quick` takes two.\n",
);

/** @param {string} script @param {string} sentence */
function step(script, sentence) {
  announce(script);
  const { status } = spawnSync("npm", ["run", "--silent", script], {
    stdio: "inherit",
    shell: process.platform === "win32",
  });
  if (status !== 0) stop(sentence);
}

step("lint", "Stopped: `npm run lint` found errors; `npm run fix` repairs most of them.");
step("types", "Stopped: `npm run types` found type errors.");
if (!quick) {
  step(
    "imports",
    "Stopped: `npm run imports` found an import that points the wrong way; the rules are in .dependency-cruiser.mjs.",
  );
  step("unused", "Stopped: `npm run unused` found files, exports or dependencies that nothing uses.");
}
step("build", "Stopped: `npm run build` failed.");
if (!quick) step("site", "Stopped: `npm run site` failed.");

if (!quick) {
  try {
    const browser = findChromium({ install: true });
    const redis = findRedis({ install: true });
    const python = findPython({ install: true });
    const jupyter = findJupyter({ install: true });
    announce("browser, queue server, Python and Jupyter");
    if (!browser) process.stdout.write("No Chromium was found: the browser tests will be skipped.\n");
    if (!redis) process.stdout.write("No Redis server was found: the tests of queues will be skipped.\n");
    if (!python)
      process.stdout.write("No Python with NumPy was found: the tests of the Python package will be skipped.\n");
    if (!jupyter)
      process.stdout.write("No Python with a Jupyter kernel was found: the tests of notebooks will be skipped.\n");
  } catch (error) {
    stop(`Stopped: ${error instanceof Error ? error.message : error}`);
  }
}

announce("tests");
const given = process.argv.slice(2).filter((argument) => argument !== "--quick");
const asked = quick ? [...quickTests, ...given] : given;
const tests = spawnSync(process.execPath, ["node_modules/vitest/vitest.mjs", "run", ...asked], {
  stdio: "inherit",
});
process.exit(tests.status ?? 1);
