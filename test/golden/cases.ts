/** Short runs of the whole gallery by every method, formulation and projection, with a fingerprint of each. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { offers } from "../../src/analysis/index.js";
import { type Case, fingerprint, keyOf, modelOf } from "./fingerprint.js";

const folder = join(process.cwd(), "gallery");

export const galleryNames: readonly string[] = readdirSync(folder).map((file) => file.replace(/\.yaml$/, ""));
export const galleryText = (name: string): string => readFileSync(join(folder, `${name}.yaml`), "utf8");

/** The fingerprints in the file, by model and case. */
export const recorded = (): Readonly<Record<string, Readonly<Record<string, string>>>> =>
  JSON.parse(readFileSync(join(process.cwd(), "test/golden/fingerprints.json"), "utf8"));

/** Factorisations of hundreds of coupled molecules take minutes: those models are run by what needs none. */
const isTooLong = (name: string, key: string): boolean =>
  /^(water-100|argon)$/.test(name) &&
  /radau|bdf|rosenbrock|gauss|implicit|trapezoidal|newmark|zs|algebraic|slow/.test(key);

/** Machines share the laws of bodies and joints, which heavy-top covers by everything: three methods are enough for each. */
const machines: ReadonlySet<string> = new Set([
  ...[
    "engine",
    "quick-return",
    "watt",
    "jansen",
    "stewart",
    "delta-robot",
    "wishbone",
    "gyroscope",
    "differential",
    "cam",
  ],
  ...["crane", "scissor-lift"],
]);
const ofMachines: ReadonlySet<string> = new Set(["dop853", "radau5", "rattle"]);

/** Fingerprints of all runs of one model that are not refused, by `kind name, how`. */
export function fingerprints(name: string): Record<string, string> {
  const model = modelOf(galleryText(name));
  const offered = offers(model, { settings: { omega: 40 } });
  const all: Record<string, string> = {};
  const add = (each: Case): void => {
    const key = keyOf(each);
    const found = isTooLong(name, key) ? undefined : fingerprint(name, model, each);
    if (found !== undefined) all[key] = found;
  };
  const isMachine = machines.has(name);
  for (const { name: method, pace } of offered.method) {
    if (isMachine && !ofMachines.has(method)) continue;
    if (pace !== "tolerance") add({ kind: "method", name: method, how: "fixed" });
    if (pace !== "step") add({ kind: "method", name: method, how: "rtol" });
  }
  if (isMachine) return all;
  for (const { name: formulation } of offered.formulation)
    for (const how of ["dopri5", "radau5"]) add({ kind: "formulation", name: formulation, how });
  for (const { name: projection } of offered.projection)
    for (const how of ["ode", "underlying", "stiff", "regularised", "damped-spring"])
      add({ kind: "projection", name: projection, how });
  return all;
}
