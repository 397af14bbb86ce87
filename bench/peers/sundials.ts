/** SUNDIALS by double-pendulum.c, compiled with gcc -O3 when bench and library are there. */

import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { hasGcc } from "../c-kernel.js";
import { type Contender, tolerances } from "./contender.js";

const source = fileURLToPath(new URL("../../../bench/peers/double-pendulum.c", import.meta.url));
const header = "/usr/include/arkode/arkode_erkstep.h";
const libraries = ["sundials_arkode", "sundials_cvode", "sundials_nvecserial", "sundials_sunnonlinsolfixedpoint", "m"];

const solvers = [
  { solver: "erk5", projected: true, name: "ARKODE Dormand-Prince 5" },
  { solver: "erk6", projected: true, name: "ARKODE Verner 6" },
  { solver: "erk8", projected: true, name: "ARKODE Fehlberg 8" },
  { solver: "bdf", projected: true, name: "CVODE BDF" },
  { solver: "erk5", projected: false, name: "ARKODE Dormand-Prince 5" },
  { solver: "erk6", projected: false, name: "ARKODE Verner 6" },
  { solver: "erk8", projected: false, name: "ARKODE Fehlberg 8" },
  { solver: "adams", projected: false, name: "CVODE Adams" },
];

/** The contenders, or a sentence why there are none. `release` removes the program. */
export function sundialsContenders(): { readonly contenders: Contender[]; release(): void } | string {
  if (!hasGcc()) return "SUNDIALS is skipped: there is no gcc.";
  if (!existsSync(header) && !install()) return "SUNDIALS is skipped: Debian's libsundials-dev is not installed.";
  const folder = mkdtempSync(join(tmpdir(), "taut-sundials-"));
  const program = join(folder, "double-pendulum");
  execFileSync("gcc", ["-O3", "-march=native", source, "-o", program, ...libraries.map((name) => `-l${name}`)]);

  const ask = (lines: readonly string[]): number[][] =>
    execFileSync(program, { input: `${lines.join("\n")}\n`, encoding: "utf8", stdio: ["pipe", "pipe", "ignore"] })
      .trim()
      .split("\n")
      .map((line) => line.split(" ").map(Number));

  const contenders = solvers.map(({ solver, projected, name }) => {
    const line = (tolerance: number, runs: number) => `${solver} ${Number(projected)} ${tolerance} ${runs}`;
    return {
      name: `${name}${projected ? ", projected" : ""}`,
      projected,
      settings: tolerances,
      scan: (settings: readonly number[]) =>
        ask(settings.map((tolerance) => line(tolerance, 1))).map(([, , evaluations, steps, ...q]) =>
          q.length === 4 ? { q, evaluations, steps } : undefined,
        ),
      time(tolerance: number, milliseconds: number) {
        const [[once]] = ask([line(tolerance, 1)]);
        const runs = Math.max(20, Math.round((1000 * milliseconds) / once));
        const [[best, median]] = ask([line(tolerance, runs)]);
        return { best, median };
      },
    };
  });
  return { contenders, release: () => rmSync(folder, { recursive: true, force: true }) };
}

function install(): boolean {
  if (process.getuid?.() !== 0) return false;
  console.log("Installing Debian's libsundials-dev, for the comparison with SUNDIALS.");
  const packages = ["install", "-y", "--no-install-recommends", "libsundials-dev"];
  return spawnSync("apt-get", packages, { stdio: "ignore" }).status === 0;
}
