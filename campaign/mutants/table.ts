/** The table of the planted bugs that were tried, for CONTRIBUTING.md. */

import type { Explained, Tried } from "./index.js";

const targets = ["numerical", "statistical", "queue"] as const;
const ways = ["tests of the folder", "related tests", "the whole suite"] as const;

/** Markdown: how many bugs of each kind of code were tried and noticed, and by which tests; then the others with reasons. */
export function mutantsTable(all: readonly Tried[], explained: readonly Explained[]): string {
  const reasons = new Map(explained.map(({ mutant, why }) => [mutant, why]));
  const isLeft = ({ verdict }: Tried): boolean => !(ways as readonly string[]).includes(verdict.noticed);
  const rows = [...targets, "all"].map((target) => {
    const of = target === "all" ? all : all.filter((tried) => tried.target === target);
    const by = ways.map((way) => of.filter(({ verdict }) => verdict.noticed === way).length);
    const left = of.filter(isLeft);
    const known = left.filter(({ mutant }) => reasons.has(mutant)).length;
    return `| ${[target, of.length, ...by, known, left.length - known].join(" | ")} |`;
  });
  const lines = all.filter(isLeft).map(({ mutant, verdict }) => {
    const [file, kind, was, becomes] = mutant.split(" | ");
    const why = reasons.get(mutant) ?? `open (${verdict.noticed})`;
    return `| \`${file}\` | ${kind} | \`${was}\` | \`${becomes}\` | ${why} |`;
  });
  const escaped = lines.map((line) => line.replaceAll("||", "\\|\\|"));
  return [
    "| code | tried | noticed by tests of the folder | by related tests | by the whole suite | cannot be noticed | open |",
    "|---|---|---|---|---|---|---|",
    ...rows,
    "",
    ...(lines.length > 0 ? ["| file | bug | line | becomes | why it is not noticed |", "|---|---|---|---|---|"] : []),
    ...escaped,
  ].join("\n");
}
