/** `docs/papers.md` and `docs/theory` are the key to the citations in the code: what one names, the other has. */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { experiments, papers } from "../../src/papers/index.js";

const root = new URL("../../", import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), "utf8");
const filesOf = (folder: string, ending: RegExp): string[] =>
  readdirSync(new URL(`${folder}/`, root), { recursive: true, encoding: "utf8" })
    .filter((file) => ending.test(file))
    .map((file) => `${folder}/${file}`);

const key = read("docs/papers.md");
const pages = ["docs/papers.md", ...filesOf("docs/theory", /\.md$/)];
/** `page` and the heading that a citation names after a comma: "docs/theory/ascher.md, Beyond". */
const citations = ["src", "test", "bench", "lab/src"]
  .flatMap((folder) => filesOf(folder, /\.tsx?$/))
  .flatMap((file) =>
    [...read(file).matchAll(/(docs\/[a-z/-]+\.md)(?:, ([A-Z][a-z]+))?/g)].map(([, page, heading]) => ({
      file,
      page,
      heading,
    })),
  );

test("every page of docs that the code cites exists, with the heading that is cited", () => {
  expect(citations.length).toBeGreaterThan(10);
  const missing = citations.filter(
    ({ page, heading }) =>
      !existsSync(new URL(page, root)) || (heading !== undefined && !read(page).includes(`## ${heading}`)),
  );
  expect(missing).toEqual([]);
});

test("every equation that the code cites by its number is in docs/theory/equations.md, and numbers are given once", () => {
  const numbers = [...read("docs/theory/equations.md").matchAll(/\\tag\{([\d.]+)\}/g)].map(([, number]) => number);
  const cited = filesOf("src", /\.ts$/).flatMap((file) =>
    [...read(file).matchAll(/Derived as (.*) in docs\/theory\/equations\.md/g)].flatMap(([, text]) =>
      [...text.matchAll(/\(([\d.]+)\)/g)].map(([, number]) => ({ file, number })),
    ),
  );
  expect(cited.length).toBeGreaterThan(20);
  expect(cited.filter(({ number }) => !numbers.includes(number))).toEqual([]);
  expect(new Set(numbers).size).toBe(numbers.length);
});

describe("docs/papers.md", () => {
  test("lists every experiment once, and no other", () => {
    const listed = [...key.matchAll(/^Experiments: ([\s\S]*?)\.$/gm)].flatMap(([, ids]) =>
      [...ids.matchAll(/`([^`]+)`/g)].map(([, id]) => id),
    );
    expect(listed).toEqual(experiments.map(({ id }) => id));
  });

  test("has the title of every paper, and links the notes on it", () => {
    for (const { title } of papers) expect(key.replaceAll("\n", " ")).toContain(title);
    for (const paper of papers.filter((each) => each.key !== "beyond"))
      expect(key).toContain(`(theory/${paper.key}.md)`);
  });

  test.each(pages)("%s names only source files that exist", (page) => {
    const paths = [...read(page).matchAll(/`([a-z-]+\/[a-z/0-9-]+\.ts)`/g)].map(([, path]) => path);
    expect(paths.filter((path) => !existsSync(new URL(`src/${path}`, root)))).toEqual([]);
  });
});
