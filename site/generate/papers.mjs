// The reproduction of the papers, from the results that the lab shows: `lab/data/papers`, which `scripts/paper-results.mjs` writes.

import { page, plain, table } from "./markdown.mjs";
import { read, write } from "./paths.mjs";

/** @typedef {{ id: string, paper: string, place: string, item: string, kind: string, reference: unknown, measured: unknown, verdict: string, note: string }} Item */

const titles = /** @type {Record<string, string>} */ ({
  ariel: "Ariel",
  "sanz-serna": "Sanz-Serna",
  gear: "Gear",
  "tao-owhadi": "Tao–Owhadi",
  ascher: "Ascher",
  beyond: "Beyond the papers",
});

/** @param {unknown} value @returns {string} */
function shown(value) {
  if (typeof value === "number") return Number(value.toPrecision(5)).toString();
  if (Array.isArray(value)) return value.length > 4 ? `${value.length} numbers` : value.map(shown).join(", ");
  return plain(String(value ?? ""));
}

/** @param {readonly Item[]} items */
function counts(items) {
  const kinds = [...new Set(items.map(({ kind }) => kind))];
  const verdicts = [...new Set(items.map(({ verdict }) => verdict))];
  return table(
    ["reference", ...verdicts],
    kinds.map((kind) => [
      kind,
      ...verdicts.map((verdict) =>
        String(items.filter((each) => each.kind === kind && each.verdict === verdict).length),
      ),
    ]),
  );
}

/** @param {string} name */
const results = (name) => JSON.parse(read(`lab/data/papers/${name}.json`));

export function paperPages() {
  /** @type {string[]} */
  const papers = results("index").map((/** @type {{ key: string }} */ { key }) => key);
  /** @type {{ version: string, items: Item[] }[]} */
  const experiments = papers.flatMap((paper) => results(paper));
  const items = experiments.flatMap((each) => each.items);
  const short = experiments.filter(({ version }) => version !== "full").length;
  const how = `The numbers are those of \`taut reproduce\`${short > 0 ? `, in ${short} of ${experiments.length} experiments of its short version (\`--quick\`)` : ""}. The page Papers of the lab shows them with their figures and computes them again. [Completeness](/guide/completeness) lists what of the papers is covered, and [the papers](/guide/papers) says what the kinds of references are.`;
  write(
    "papers/index.md",
    page("Reproduction of the papers", [
      `${items.length} items of five papers and of what goes beyond them, published and measured. ${how}`,
      counts(items),
      ...papers.map(
        (paper) =>
          `## ${titles[paper] ?? paper}\n\n[All items](/papers/${paper})\n\n${counts(items.filter((each) => each.paper === paper))}`,
      ),
    ]),
  );
  for (const paper of papers) {
    const own = items.filter((each) => each.paper === paper);
    const differing = own.filter(({ verdict }) => verdict === "differs");
    write(
      `papers/${paper}.md`,
      page(`Reproduction: ${titles[paper] ?? paper}`, [
        how,
        counts(own),
        ...(differing.length === 0
          ? []
          : [
              `## What differs\n\n${table(
                ["item", "why"],
                differing.map(({ id, item, note }) => [`\`${id}\``, `${plain(item)}. ${plain(note)}`]),
              )}`,
            ]),
        "## All items",
        table(
          ["item", "what", "reference", "measured", "verdict"],
          own.map(({ id, item, kind, reference, measured, verdict }) => [
            `\`${id}\``,
            plain(item),
            `${shown(reference)} (${kind})`,
            shown(measured),
            verdict,
          ]),
        ),
      ]),
    );
  }
}
