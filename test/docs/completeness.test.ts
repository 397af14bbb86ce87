import { expect, test } from "vitest";
import { experiments, papers } from "../../src/papers/index.js";
import { contents, contentsTable } from "./contents.js";
import { listedItems } from "./listed-items.js";

const entries = contents.flatMap((paper) => paper.entries);
const covers = (item: string, id: string): boolean =>
  id === item || id.startsWith(`${item}.`) || id.startsWith(`${item}-`);

test("every entry names items that a reproduction has, or says why there are none", () => {
  for (const { place, items = [], why } of entries) {
    expect(items.length > 0 || (why ?? "").length > 10, place).toBe(true);
    for (const item of items)
      expect(
        listedItems.some((id) => covers(item, id)),
        `${place}: ${item}`,
      ).toBe(true);
  }
});

test("every item on a paper is named by an entry, but for those that go beyond the paper", () => {
  const named = entries.flatMap(({ items = [] }) => items);
  const missing = listedItems.filter((id) => !id.includes("beyond") && !named.some((item) => covers(item, id)));
  expect(missing).toEqual([]);
});

test("every experiment has items in the list, and every item of the list belongs to an experiment", () => {
  expect(experiments.filter(({ id }) => !listedItems.some((item) => item.startsWith(`${id}.`)))).toEqual([]);
  expect(listedItems.filter((item) => !experiments.some(({ id }) => item.startsWith(`${id}.`)))).toEqual([]);
});

test("docs/completeness.md is the table of these contents", async () => {
  const tables = contents.map((each) => {
    const { title, reference } = papers.find(({ key }) => key === each.paper)!;
    return `## ${title}\n\n${reference}\n\n${contentsTable(each)}\n`;
  });
  const page = `# What of the papers is reproduced\n\nEvery table, figure, numbered example, algorithm and quantitative claim of the five papers, and the items of \`taut reproduce\`\nthat measure it. \`test/docs/contents.ts\` has the data of this page.\n\nThe papers are read as text: curves of printed figures cannot be read off, so no figure here has printed points but those that the text, a table or\na formula gives. Items about such curves compare what captions and text say.\n\n${tables.join("\n")}`;
  await expect(page).toMatchFileSnapshot("../../docs/completeness.md");
});
