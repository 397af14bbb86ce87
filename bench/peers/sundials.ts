/** SUNDIALS through double-pendulum.c, compiled with gcc -O3 if gcc and the library are installed. */

import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { hasGcc } from "../c-kernel.js";
import { ask } from "../child.js";
import { type Contender, firstSteps, named, tolerances } from "./contender.js";

const source = fileURLToPath(new URL("../../../bench/peers/double-pendulum.c", import.meta.url));
const header = "/usr/include/arkode/arkode_erkstep.h";
const libraries = [
  "sundials_arkode",
  "sundials_cvode",
  "sundials_nvecserial",
  "sundials_sunnonlinsolfixedpoint",
  "sundials_sunlinsoldense",
  "sundials_sunmatrixdense",
  "m",
];

const solvers = [
  { solver: "erk5", projected: true, name: "ARKODE Dormand-Prince 5" },
  { solver: "erk6", projected: true, name: "ARKODE Verner 6" },
  { solver: "erk8", projected: true, name: "ARKODE Fehlberg 8" },
  { solver: "bdf", projected: true, name: "CVODE BDF, functional iteration" },
  { solver: "bdf-newton", projected: true, name: "CVODE BDF, Newton" },
  { solver: "erk5", projected: false, name: "ARKODE Dormand-Prince 5" },
  { solver: "erk6", projected: false, name: "ARKODE Verner 6" },
  { solver: "erk8", projected: false, name: "ARKODE Fehlberg 8" },
  { solver: "adams", projected: false, name: "CVODE Adams, functional iteration" },
  { solver: "adams-newton", projected: false, name: "CVODE Adams, Newton" },
];

/** The contenders, or the reason why there are none. `release` removes the compiled program. */
export function sundialsContenders(): { readonly contenders: Contender[]; release(): void } | string {
  const missing = [...(hasGcc() ? [] : ["gcc"]), ...(existsSync(header) ? [] : ["libsundials-dev"])];
  if (missing.length > 0)
    return `SUNDIALS is skipped: ${missing.join(" and ")} must be installed; on Debian, with: apt-get install ${missing.join(" ")}`;
  const folder = mkdtempSync(join(tmpdir(), "taut-sundials-"));
  const program = join(folder, "double-pendulum");
  ask("gcc", "gcc", ["-O3", "-march=native", source, "-o", program, ...libraries.map((name) => `-l${name}`)]);
  if (!existsSync(program)) return "SUNDIALS is skipped: its program cannot be compiled.";

  /** Returns an answer for each line, or fewer if the program takes too long. */
  const run = (name: string, lines: readonly string[]): number[][] =>
    ask(name, program, [], { input: `${lines.join("\n")}\n` })
      .split("\n")
      .slice(0, -1)
      .map((line) => line.split(" ").map(Number));

  const contender = ({ solver, projected, name }: (typeof solvers)[number], first: number | undefined): Contender => {
    const line = (tolerance: number, runs: number) =>
      `${solver} ${Number(projected)} ${tolerance} ${first ?? 0} ${runs}`;
    const title = named(`${name}${projected ? ", projected" : ""}`, first);
    return {
      name: title,
      projected,
      settings: tolerances,
      scan: (settings: readonly number[]) =>
        run(
          title,
          settings.map((tolerance) => line(tolerance, 1)),
        ).map(([, , evaluations, steps, ...q]) => (q.length === 4 ? { q, evaluations, steps } : undefined)),
      time(tolerance: number, milliseconds: number) {
        const [once] = run(title, [line(tolerance, 1)]);
        if (once === undefined) return undefined;
        const runs = Math.max(20, Math.round((1000 * milliseconds) / once[0]));
        const [timing] = run(title, [line(tolerance, runs)]);
        return timing && { best: timing[0], median: timing[1] };
      },
    };
  };
  const contenders = solvers.flatMap((solver) => firstSteps.map((first) => contender(solver, first)));
  return { contenders, release: () => rmSync(folder, { recursive: true, force: true }) };
}
