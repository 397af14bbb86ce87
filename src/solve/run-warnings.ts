/** The warnings about a run, one sentence each. */

import { short, type Verdict } from "../core/index.js";
import type { Stepping } from "./stepping.js";

export function switchWarnings({ targets, switches }: Stepping): string[] {
  const passed = switches?.warning === undefined ? [] : [switches.warning];
  if (targets.unresolved === undefined) return passed;
  const { name, t } = targets.unresolved;
  return [
    `Steps must end where a law switches; from t = ${short(t)} on the switches of ${name} follow each other too closely to be told apart, and steps pass over them. Write the law without them.`,
    ...passed,
  ];
}

export const doubts = (verdicts: readonly Verdict[]): string[] =>
  verdicts.flatMap(({ verdict, message }) => (verdict === "doubtful" && message !== undefined ? [message] : []));
