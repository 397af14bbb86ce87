/**
 * A fingerprint of the bits of one short run: states, multipliers, saved states, counts and ledger. Equal fingerprints
 * mean equal bits. It uses nothing of Node, because browsers compute it too.
 */

import { TautError } from "../../src/core/index.js";
import { catalogue } from "../../src/elements/index.js";
import { type Model, parseModelText, runSection, sha256Hex, validateModel } from "../../src/model/index.js";
import { prepareRun, type RunSettings } from "../../src/run/index.js";

/** What a run of a model is called in the file of fingerprints: `method rk4, fixed`. */
export interface Case {
  readonly kind: "method" | "formulation" | "projection";
  readonly name: string;
  /** How a method is paced, by which method a formulation is run, or in which formulation a projection is. */
  readonly how: string;
}

export const keyOf = ({ kind, name, how }: Case): string => `${kind} ${name}, ${how}`;

export function caseOf(key: string): Case {
  const [, kind, name, how] = /^(\w+) (.+), (.+)$/.exec(key)!;
  return { kind: kind as Case["kind"], name, how };
}

/** Attempted steps of one run; fewer where a step is expensive. */
const attempts = (model: string): number => (/^(water-100|argon|rope|chain)$/.test(model) ? 6 : 24);

/** The model in the text of a gallery file. */
export const modelOf = (text: string): Model => validateModel(parseModelText(text), catalogue);

/** The settings of a case; `file` is the name of the model's file. */
function settingsOf(file: string, model: Model, { kind, name, how }: Case): RunSettings {
  const { until = 1 } = runSection(model, {});
  const [most, step] = [attempts(file), until / 2000];
  const fixed = { step, until: most * step };
  const adaptive = { until, maxSteps: most };
  const all = { omega: 40, seed: 7 };
  if (kind === "method") return { ...all, method: name, ...(how === "fixed" ? fixed : { rtol: 1e-6, ...adaptive }) };
  if (kind === "formulation") return { ...all, formulation: name, method: how, rtol: 1e-5, ...adaptive };
  return { ...all, projection: name, formulation: how, method: "rk4", ...fixed };
}

/** The fingerprint of a case, or undefined if it is refused. */
export function fingerprint(file: string, model: Model, which: Case): string | undefined {
  try {
    // the model's own step and tolerance would meet those of the case
    const { step: _, rtol: __, atol: ___, formulation: ____, projection: _____, ...run } = model.run ?? {};
    const settings = settingsOf(file, model, which);
    const { run: bound } = prepareRun({ ...model, run }, { settings, solve: { multipliers: true, momenta: true } });
    while (bound.advance(Number.POSITIVE_INFINITY) === "running");
    const solution = bound.solution();
    const numbers = [
      [solution.t],
      solution.y,
      solution.lambda ?? [],
      solution.trajectory.times(),
      solution.trajectory.states(),
      solution.trajectory.multipliers(),
      Object.values(solution.work),
      ...solution.series.columns.map((_, k) => solution.series.series(k)),
    ].map((list) => Float64Array.from(list).map((x) => (Number.isNaN(x) ? Number.NaN : x)));
    return `${solution.status} ${sha256Hex(joined([new TextEncoder().encode(solution.status), ...numbers])).slice(0, 16)}`;
  } catch (error) {
    if (error instanceof TautError) return undefined;
    throw error;
  }
}

function joined(parts: readonly (Uint8Array | Float64Array)[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let at = 0;
  for (const { buffer, byteOffset, byteLength } of parts) {
    bytes.set(new Uint8Array(buffer, byteOffset, byteLength), at);
    at += byteLength;
  }
  return bytes;
}
