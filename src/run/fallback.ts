/**
 * What is used instead when an automatic choice fails. A part that the user has named is never replaced. The table is short,
 * because most failures are those of the model and would be the same with every choice.
 */

import { own, type Workspace } from "../core/index.js";
import type { NamedChoice } from "../model/index.js";
import type { Choice, Parts } from "./choice.js";
import { choose } from "./choose.js";
import { nameAndOptions } from "./registry.js";
import type { RunSettings } from "./settings.js";

type Kind = "formulation" | "method" | "projection";

/** By kind and name, what to try next. "stiff" follows the vibration whose mean "adiabatic" takes. */
const next: { readonly [K in Kind]: Readonly<Record<string, readonly NamedChoice[]>> } = {
  formulation: { adiabatic: ["stiff"] },
  method: {},
  projection: { algebraic: ["ipa"] },
};

/** Settings that name another part instead of one that was chosen automatically, in order of preference. */
export function alternatives(choice: Choice, settings: RunSettings, parts: Parts): RunSettings[] {
  const kinds: readonly Kind[] = ["formulation", "method", "projection"];
  return kinds.flatMap((kind) => {
    const isNamed = parts[kind] !== undefined || (settings[kind] ?? "auto") !== "auto";
    const others = isNamed ? [] : (own(next[kind], nameAndOptions(choice[kind]).name) ?? []);
    return others.map((other) => ({ [kind]: other }));
  });
}

/** The sentence that says what failed and what is used instead. */
export function replaced(failed: Choice, failure: string, used: RunSettings): string {
  const [[kind, other]] = Object.entries(used) as [Kind, NamedChoice][];
  const [before, after] = [failed[kind], other].map((part) => nameAndOptions(part).name);
  return `The automatic choice "${before}" failed (${failure.replace(/\.?\s*$/, "")}), so "${after}" is used instead.`;
}

/**
 * The first choice with which a run starts, and what it replaced. `failureAtStart` tries one; it is asked only where there
 * is another choice. If none starts, the choice is the first, so that its failure is the one that is reported.
 */
export function settle(
  workspace: Workspace,
  settings: RunSettings,
  parts: Parts,
  failureAtStart: (choice: Choice) => string | undefined,
): Choice {
  const first = workspace.aside(() => choose(workspace, settings, parts));
  let [tried, failure] = [first, undefined as string | undefined];
  const instead: string[] = [];
  for (const other of alternatives(first, settings, parts)) {
    failure = failureAtStart(tried);
    if (failure === undefined) break;
    instead.push(replaced(tried, failure, other));
    tried = workspace.aside(() => choose(workspace, { ...settings, ...other }, parts));
  }
  if (instead.length === 0) return first;
  // the last one has not been tried
  if (failure !== undefined && failureAtStart(tried) !== undefined) return first;
  return withReplaced(tried, instead);
}

/** A choice that says what it stands in for. */
export function withReplaced(choice: Choice, instead: readonly string[]): Choice {
  return instead.length === 0 ? choice : { ...choice, reason: `${choice.reason} ${instead.join(" ")}`, instead };
}
