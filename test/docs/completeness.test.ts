import { expect, test } from "vitest";
import { experiments, papers } from "../../src/papers/index.js";
import { contents, contentsTable } from "./contents.js";

const named = (id: string): boolean =>
  experiments.some((each) => id === each.id || id.startsWith(`${each.id}.`) || each.id.startsWith(`${id}.`));
const entries = contents.flatMap((paper) => paper.entries);

test("every entry names an experiment that exists, or says why there is none", () => {
  for (const { place, items = [], why } of entries) {
    expect(items.length > 0 || (why ?? "").length > 10, place).toBe(true);
    for (const id of items) expect(named(id), `${place}: ${id}`).toBe(true);
  }
});

test("every experiment on a paper appears in its table, but for those that go beyond the paper", () => {
  const ids = entries.flatMap(({ items = [] }) => items);
  const listed = (id: string): boolean =>
    ids.some((item) => item === id || item.startsWith(`${id}.`) || id.startsWith(`${item}.`));
  const missing = experiments.map(({ id }) => id).filter((id) => !id.includes("beyond") && !listed(id));
  expect(missing).toEqual([]);
});

test("docs/completeness.md is the table of these contents", async () => {
  const tables = contents.map((each) => {
    const { title, reference } = papers.find(({ key }) => key === each.paper)!;
    return `## ${title}\n\n${reference}\n\n${contentsTable(each)}\n`;
  });
  const page = `# What of the papers is reproduced\n\nEvery table, figure, numbered example, algorithm and quantitative claim of the five papers, and the items of \`taut reproduce\`\nthat measure it. \`test/docs/contents.ts\` has the data of this page.\n\n${tables.join("\n")}`;
  await expect(page).toMatchFileSnapshot("../../docs/completeness.md");
});
