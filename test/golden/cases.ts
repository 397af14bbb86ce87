/**
 * Short runs of the whole gallery by every method, formulation and projection, and a fingerprint of the bits of each:
 * states, multipliers, saved states, counts and ledger. Equal fingerprints mean equal bits.
 */

import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { offers } from "../../src/analysis/index.js";
import { TautError } from "../../src/core/index.js";
import { catalogue } from "../../src/elements/index.js";
import { type Model, parseModelText, runSection, validateModel } from "../../src/model/index.js";
import { prepareRun, type RunSettings } from "../../src/run/index.js";

const folder = new URL("../../gallery/", import.meta.url);

export const galleryNames: readonly string[] = readdirSync(folder).map((file) => file.replace(/\.yaml$/, ""));

/** Attempted steps of one run; fewer where a step is expensive. */
const attempts = (name: string): number => (/^(water-100|argon|rope|chain)$/.test(name) ? 6 : 24);

/** Factorisations of hundreds of coupled molecules take minutes: those models are run by what needs none. */
const isTooLong = (name: string, key: string): boolean =>
  /^(water-100|argon)$/.test(name) &&
  /radau|bdf|rosenbrock|gauss|implicit|trapezoidal|newmark|zs|algebraic|slow/.test(key);

/** Fingerprints of all runs of one model that are not refused, by `kind name`. */
export function fingerprints(name: string): Record<string, string> {
  const model = validateModel(parseModelText(readFileSync(new URL(`${name}.yaml`, folder), "utf8")), catalogue);
  const { until = 1 } = runSection(model, {});
  const offered = offers(model, { settings: { omega: 40 } });
  const all: Record<string, string> = {};
  const add = (key: string, settings: RunSettings): void => {
    if (isTooLong(name, key)) return;
    const found = fingerprint(model, { omega: 40, seed: 7, ...settings });
    if (found !== undefined) all[key] = found;
  };
  const [most, step] = [attempts(name), until / 2000];
  const fixed = { step, until: most * step };
  const adaptive = { until, maxSteps: most };
  for (const { name: method, pace } of offered.method) {
    if (pace !== "tolerance") add(`method ${method}, fixed`, { method, ...fixed });
    if (pace !== "step") add(`method ${method}, rtol`, { method, rtol: 1e-6, ...adaptive });
  }
  for (const { name: formulation } of offered.formulation) {
    add(`formulation ${formulation}, dopri5`, { formulation, method: "dopri5", rtol: 1e-5, ...adaptive });
    add(`formulation ${formulation}, radau5`, { formulation, method: "radau5", rtol: 1e-5, ...adaptive });
  }
  for (const { name: projection } of offered.projection)
    for (const formulation of ["ode", "underlying", "stiff", "regularised", "damped-spring"])
      add(`projection ${projection}, ${formulation}`, { projection, formulation, method: "rk4", ...fixed });
  return all;
}

function fingerprint(model: Model, settings: RunSettings): string | undefined {
  const hash = createHash("sha256");
  try {
    // the model's own step and tolerance would meet those of the case
    const { step: _, rtol: __, atol: ___, formulation: ____, projection: _____, ...run } = model.run ?? {};
    const { run: bound } = prepareRun({ ...model, run }, { settings, solve: { multipliers: true, momenta: true } });
    while (bound.advance(Number.POSITIVE_INFINITY) === "running");
    const solution = bound.solution();
    hash.update(solution.status);
    for (const numbers of [
      [solution.t],
      solution.y,
      solution.lambda ?? [],
      solution.trajectory.times(),
      solution.trajectory.states(),
      solution.trajectory.multipliers(),
      Object.values(solution.work),
      ...solution.series.columns.map((_, k) => solution.series.series(k)),
    ])
      hash.update(Buffer.from(Float64Array.from(numbers).map((x) => (Number.isNaN(x) ? Number.NaN : x)).buffer));
    return `${solution.status} ${hash.digest("hex").slice(0, 16)}`;
  } catch (error) {
    if (error instanceof TautError) return undefined;
    throw error;
  }
}
