import { execFileSync } from "node:child_process";
import { accessSync, constants, existsSync, readdirSync, statSync } from "node:fs";
import { delimiter, join } from "node:path";

const names = [
  "chromium-headless-shell",
  "chrome-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome-stable",
  "google-chrome",
];

/**
 * The path of a Chromium to run browser tests with: `TAUT_CHROMIUM`, else the usual names on the PATH, in /usr/bin and in
 * /usr/lib/chromium*. With `install`, a missing one is installed where that is one harmless command (root on Debian).
 * Undefined when there is none, so that a test can skip by name; with CI=true a missing browser throws instead.
 *
 * @param {{ install?: boolean }} [options]
 * @returns {string | undefined}
 */
export function findChromium({ install = false } = {}) {
  const chosen = process.env.TAUT_CHROMIUM;
  if (chosen) {
    if (isExecutable(chosen)) return chosen;
    throw new Error(
      `TAUT_CHROMIUM "${chosen}": not an executable file. Set it to the path of a Chromium, or unset it.`,
    );
  }
  const found = search() ?? (install && installOnDebian() ? search() : undefined);
  if (!found && process.env.CI === "true") {
    throw new Error(
      "No Chromium was found and CI=true: browser tests may not be skipped. Install one, or set TAUT_CHROMIUM.",
    );
  }
  return found;
}

function search() {
  const onPath = (process.env.PATH ?? "").split(delimiter).filter(Boolean);
  const besideUsrLib = existsSync("/usr/lib")
    ? readdirSync("/usr/lib")
        .filter((folder) => folder.startsWith("chromium"))
        .map((folder) => join("/usr/lib", folder))
    : [];
  const folders = [...onPath, "/usr/bin", ...besideUsrLib];
  for (const name of names) {
    for (const folder of folders) {
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

function installOnDebian() {
  if (process.getuid?.() !== 0 || !existsSync("/etc/debian_version") || !existsSync("/usr/bin/apt-get")) return false;
  process.stderr.write("No Chromium was found: installing Debian's chromium-headless-shell for the browser tests.\n");
  /** @param {string[]} args */
  const aptGet = (args) =>
    execFileSync("apt-get", args, {
      stdio: ["ignore", "ignore", "pipe"],
      timeout: 300_000,
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    });
  try {
    aptGet(["update"]);
    aptGet(["install", "-y", "--no-install-recommends", "chromium-headless-shell"]);
    return true;
  } catch {
    process.stderr.write("That did not work; the browser tests will be skipped.\n");
    return false;
  }
}
