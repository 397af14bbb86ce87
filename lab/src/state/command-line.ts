/** The command that runs a lane without the lab, with the same bits. */

import type { RunSettings } from "../worker/protocol.js";
import { type NamedChoice, written } from "./choice.js";

const flags: readonly [keyof RunSettings, string][] = [
  ["formulation", "--formulation"],
  ["method", "--method"],
  ["projection", "--project"],
  ["omega", "--omega"],
  ["rtol", "--rtol"],
  ["atol", "--atol"],
  ["norm", "--norm"],
  ["precision", "--precision"],
  ["step", "--step"],
  ["until", "--until"],
  ["start", "--start"],
  ["maxSteps", "--max-steps"],
  ["accept", "--accept"],
];

export function commandLine(file: string, settings: RunSettings, set: Readonly<Record<string, number>>): string {
  const said = flags.flatMap(([key, flag]) => {
    const value = settings[key];
    if (value === undefined) return [];
    const isChoice = key === "formulation" || key === "method" || key === "projection";
    return [flag, quoted(isChoice ? written(value as NamedChoice) : String(value))];
  });
  const parameters = Object.entries(set).flatMap(([name, value]) => ["--set", quoted(`${name}=${value}`)]);
  return ["taut run", quoted(file), ...said, ...parameters].join(" ");
}

/** Quotes a word for the shell, if necessary. */
function quoted(word: string): string {
  return /^[\w.,:=+/-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
