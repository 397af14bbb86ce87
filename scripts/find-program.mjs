import { execFileSync } from "node:child_process";
import { accessSync, constants, existsSync, statSync } from "node:fs";
import { delimiter, join } from "node:path";

/**
 * The path of a program that some tests need. An environment variable may give it; otherwise its names are looked up on
 * the PATH and in further folders. With `install`, a missing program is installed, on Debian and as root only. Returns
 * undefined if it is not found, so that tests can be skipped; with CI=true a missing program throws instead.
 *
 * @param {{
 *   variable: string,
 *   names: readonly string[],
 *   folders?: readonly string[],
 *   package: string,
 *   what: string,
 *   tests: string,
 *   works?: (path: string) => boolean,
 *   install?: boolean,
 * }} program `what` is its name in messages, `tests` names the tests that need it; one that does not work is passed over
 * @returns {string | undefined}
 */
export function findProgram(program) {
  const { variable, names, folders = [], package: name, what, tests, works = () => true, install = false } = program;
  const chosen = process.env[variable];
  if (chosen) {
    if (isExecutable(chosen)) return chosen;
    throw new Error(
      `${variable} must be the path of an executable file; got "${chosen}". Set it to the path of a ${what}, or unset it.`,
    );
  }
  const found =
    search(names, folders, works) ??
    (install && installOnDebian(name, what, tests) ? search(names, folders, works) : undefined);
  if (!found && process.env.CI === "true") {
    throw new Error(
      `No ${what} was found, and with CI=true ${tests} must not be skipped. Install one, or set ${variable}.`,
    );
  }
  return found;
}

/** @param {readonly string[]} names @param {readonly string[]} more @param {(path: string) => boolean} works */
function search(names, more, works) {
  const onPath = (process.env.PATH ?? "").split(delimiter).filter(Boolean);
  for (const name of names) {
    for (const folder of [...onPath, "/usr/bin", ...more]) {
      const path = join(folder, name);
      if (isExecutable(path) && works(path)) return path;
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

/** @param {string} name one package, or several separated by spaces @param {string} what @param {string} tests */
function installOnDebian(name, what, tests) {
  if (process.getuid?.() !== 0 || !existsSync("/etc/debian_version") || !existsSync("/usr/bin/apt-get")) return false;
  process.stderr.write(`No ${what} was found. Installing from Debian: ${name}, for ${tests}.\n`);
  /** @param {string[]} args */
  const aptGet = (args) =>
    execFileSync("apt-get", args, {
      stdio: ["ignore", "ignore", "pipe"],
      timeout: 300_000,
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    });
  try {
    aptGet(["update"]);
    aptGet(["install", "-y", "--no-install-recommends", ...name.split(" ")]);
    return true;
  } catch {
    process.stderr.write(`The installation failed, so ${tests} will be skipped.\n`);
    return false;
  }
}
