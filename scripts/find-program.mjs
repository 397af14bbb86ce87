import { execFileSync } from "node:child_process";
import { accessSync, constants, existsSync, statSync } from "node:fs";
import { delimiter, join } from "node:path";

/**
 * The path of a program that some tests need. It is looked for in an environment variable, then under its names on the
 * PATH and in further folders; with `install`, a missing one is installed where that is one harmless command (root on
 * Debian). Undefined when there is none, so that a test can skip by name; with CI=true a missing program throws instead.
 *
 * @param {{
 *   variable: string,
 *   names: readonly string[],
 *   folders?: readonly string[],
 *   package: string,
 *   what: string,
 *   tests: string,
 *   install?: boolean,
 * }} program `what` is what people call it, `tests` the tests that need it
 * @returns {string | undefined}
 */
export function findProgram({ variable, names, folders = [], package: name, what, tests, install = false }) {
  const chosen = process.env[variable];
  if (chosen) {
    if (isExecutable(chosen)) return chosen;
    throw new Error(`${variable} "${chosen}": not an executable file. Set it to the path of a ${what}, or unset it.`);
  }
  const found =
    search(names, folders) ?? (install && installOnDebian(name, what, tests) ? search(names, folders) : undefined);
  if (!found && process.env.CI === "true") {
    throw new Error(`No ${what} was found and CI=true: ${tests} may not be skipped. Install one, or set ${variable}.`);
  }
  return found;
}

/** @param {readonly string[]} names @param {readonly string[]} more */
function search(names, more) {
  const onPath = (process.env.PATH ?? "").split(delimiter).filter(Boolean);
  for (const name of names) {
    for (const folder of [...onPath, "/usr/bin", ...more]) {
      const path = join(folder, name);
      if (isExecutable(path)) return path;
    }
  }
  return undefined;
}

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** @param {string} name @param {string} what @param {string} tests */
function installOnDebian(name, what, tests) {
  if (process.getuid?.() !== 0 || !existsSync("/etc/debian_version") || !existsSync("/usr/bin/apt-get")) return false;
  process.stderr.write(`No ${what} was found: installing Debian's ${name} for ${tests}.\n`);
  /** @param {string[]} args */
  const aptGet = (args) =>
    execFileSync("apt-get", args, {
      stdio: ["ignore", "ignore", "pipe"],
      timeout: 300_000,
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    });
  try {
    aptGet(["update"]);
    aptGet(["install", "-y", "--no-install-recommends", name]);
    return true;
  } catch {
    process.stderr.write(`That did not work; ${tests} will be skipped.\n`);
    return false;
  }
}
