/** What is questionable about a run, a sentence each. */

import { short, type Verdict } from "../core/index.js";
import type { Targets } from "./targets.js";

export function switchWarnings({ unresolved }: Targets): string[] {
  if (unresolved === undefined) return [];
  const { name, t } = unresolved;
  return [
    `Steps must end where a law switches; from t = ${short(t)} on the switches of ${name} follow each other too closely to be told apart, and steps pass over them. Write the law without them.`,
  ];
}

export const doubts = (verdicts: readonly Verdict[]): string[] =>
  verdicts.flatMap(({ verdict, message }) => (verdict === "doubtful" && message !== undefined ? [message] : []));
