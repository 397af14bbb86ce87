import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const taut = (launcher: string, ...args: string[]) =>
  spawnSync(process.execPath, [launcher, ...args], { encoding: "utf8" });

test("taut --version prints the version of the package", () => {
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const { status, stdout } = taut(join(root, "bin/taut.js"), "--version");
  expect({ status, stdout }).toEqual({ status: 0, stdout: `${version}\n` });
});

test("without dist the launcher says which command to run first", () => {
  const folder = mkdtempSync(join(tmpdir(), "taut-launcher-"));
  try {
    mkdirSync(join(folder, "bin"));
    writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
    copyFileSync(join(root, "bin/taut.js"), join(folder, "bin/taut.js"));
    const { status, stdout, stderr } = taut(join(folder, "bin/taut.js"), "--version");
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toBe("taut has not been built: dist/cli/launch.js is missing. Run `npm run build` first.\n");
  } finally {
    rmSync(folder, { recursive: true });
  }
});
