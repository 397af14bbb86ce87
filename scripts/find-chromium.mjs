import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { findProgram } from "./find-program.mjs";

const names = [
  "chromium-headless-shell",
  "chrome-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome-stable",
  "google-chrome",
];

/**
 * The path of a Chromium for the browser tests: `TAUT_CHROMIUM`, or one of the usual names, also in /usr/lib/chromium*.
 *
 * @param {{ install?: boolean }} [options]
 */
export function findChromium({ install = false } = {}) {
  const besideUsrLib = existsSync("/usr/lib")
    ? readdirSync("/usr/lib")
        .filter((folder) => folder.startsWith("chromium"))
        .map((folder) => join("/usr/lib", folder))
    : [];
  return findProgram({
    variable: "TAUT_CHROMIUM",
    names,
    folders: besideUsrLib,
    package: "chromium-headless-shell",
    what: "Chromium",
    tests: "the browser tests",
    install,
  });
}
