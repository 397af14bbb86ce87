// Small models, and what every formulation, method and projection says to them.

import { compileSystem, lower, registry, sentence, validateModel } from "taut";
import { parse } from "yaml";
import { read } from "./paths.mjs";

/** @typedef {{ code: string, kind: string, name: string, text: string, model: string }} Refused */

/** @type {Record<string, import("taut").Model>} */
export const probes = Object.fromEntries(
  Object.entries(parse(read("site/data/probes.yaml"))).map(([name, data]) => [name, validateModel(data)]),
);

/** Settings without which a part cannot be made: a heat bath needs a temperature. */
const needed = /** @type {Record<string, object>} */ ({ langevin: { kT: 1 } });

/** @param {{ name: string, make(options?: Readonly<Record<string, unknown>>): any }} factory */
export const made = (factory) => factory.make({ ...needed[factory.name] });

/** Every refusal that the probes meet. @returns {Refused[]} */
export function allRefusals() {
  /** @type {Refused[]} */
  const found = [];
  for (const model of Object.values(probes)) {
    const system = compileSystem(lower(model));
    /** @param {import("taut").Refusal | undefined} refusal */
    const note = (refusal) => {
      if (refusal === undefined) return;
      const { code, who } = refusal;
      found.push({ code, kind: who.kind, name: who.name, text: sentence(refusal), model: model.name ?? "" });
    };
    for (const formulation of registry.formulation) {
      const refusal = made(formulation).refuses(system);
      note(refusal);
      if (refusal !== undefined) continue;
      const problem = made(formulation).apply(system);
      for (const method of registry.method) note(made(method).refuses(problem));
      for (const projection of registry.projection) note(made(projection).refuses(problem));
      problem.workspace.release();
    }
  }
  return found;
}

/** The text of a probe as a file of its own, with a `run:` section. @param {string} name @param {string} section */
export function probeText(name, section) {
  const [, body] = /** @type {RegExpExecArray} */ (
    new RegExp(`^${name}:\n((?:  .*\n)+)`, "m").exec(read("site/data/probes.yaml"))
  );
  return `${body.replace(/^ {2}/gm, "")}run: ${section}\n`;
}
