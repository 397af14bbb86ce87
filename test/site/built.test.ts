/** The site as `npm run site` has built it: its models run, its links lead somewhere, and nothing comes from other servers. */

import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { catalogue, parseModelText, prepareRun, registry, validateModel } from "../../src/index.js";
import { root } from "../cli/taut.js";
import { blocksOf, markdownIn } from "./pages.js";

const built = join(root, "build/site");
const isBuilt = existsSync(join(built, "index.html"));

const files = isBuilt
  ? readdirSync(built, { recursive: true, encoding: "utf8" }).filter((file) => !file.startsWith("lab"))
  : [];
const htmlOf = (file: string): string => readFileSync(join(built, file), "utf8");
const pages = files.filter((file) => file.endsWith(".html") && file !== "404.html");

/** Where an address on a page leads: a file of the site, and an id in it. */
function target(page: string, href: string): { readonly file: string; readonly id: string } {
  const [path, id = ""] = href.split("#");
  const file = path === "" ? page : path.startsWith("/") ? path.slice(1) : join(dirname(page), path);
  return { file: file === "" || file.endsWith("/") ? `${file}index.html` : file, id: decodeURIComponent(id) };
}

describe("the built site", () => {
  beforeAll(() => {
    expect(isBuilt, "build/site is missing: run `npm run site` first").toBe(true);
  });

  test("has a page for every formulation, method and projection, and a section for every element", () => {
    const wanted = Object.entries(registry).flatMap(([kind, all]) => all.map(({ name }) => `${kind}s/${name}.html`));
    expect(wanted.length).toBeGreaterThan(60);
    expect(wanted.filter((file) => !files.includes(file))).toEqual([]);
    const elements = htmlOf("models/elements.html");
    expect(Object.keys(catalogue).filter((name) => !elements.includes(`id="${name}"`))).toEqual([]);
  });

  test("has no link that leads nowhere, and none to an id that does not exist", () => {
    const ids = new Map(
      pages.map((page) => [page, new Set([...htmlOf(page).matchAll(/ id="([^"]*)"/g)].map(([, id]) => id))]),
    );
    const links = pages.flatMap((page) =>
      [...htmlOf(page).matchAll(/<a [^>]*href="([^"]*)"/g)]
        .map(([, href]) => href.replaceAll("&amp;", "&"))
        .filter((href) => !/^[a-z]+:/.test(href) && !href.startsWith("/lab/"))
        .map((href) => ({ page, href, ...target(page, href) })),
    );
    const isDead = ({ file, id }: (typeof links)[number]): boolean =>
      !(existsSync(join(built, file)) && statSync(join(built, file)).isFile()) ||
      (id !== "" && ids.get(file)?.has(id) === false);
    expect(links.length).toBeGreaterThan(1000);
    expect(links.filter(isDead).map(({ page, href }) => `${page}: ${href}`)).toEqual([]);
    expect(existsSync(join(built, "lab/index.html"))).toBe(true);
  });

  test("lists the entry points of the library in the order of its exports, each with what it is for", () => {
    const { exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { exports: object };
    const wanted = Object.entries(exports)
      .filter(([path, to]) => typeof to !== "string" && path !== "./browser")
      .map(([path]) => path.replace(".", "taut"));
    const list = readFileSync(join(root, "site/.generated/api/index.md"), "utf8");
    const rows = [...list.matchAll(/^\| \[(.*?)\]\(.*?\) \| (.*) \|$/gm)].map(([, name, about]) => ({ name, about }));
    expect(rows.map(({ name }) => name)).toEqual(wanted);
    expect(rows.filter(({ about }) => about.length < 20)).toEqual([]);
  });

  test("shows every result of the papers that the lab has", () => {
    const results = (name: string) => JSON.parse(readFileSync(join(root, `lab/data/papers/${name}.json`), "utf8"));
    const papers = results("index") as readonly { readonly key: string; readonly items: number }[];
    for (const { key, items } of papers) {
      const experiments = results(key) as readonly { readonly items: readonly { readonly id: string }[] }[];
      const ids = experiments.flatMap((each) => each.items.map(({ id }) => id));
      expect(ids.length).toBe(items);
      const shown = htmlOf(`papers/${key}.html`);
      expect(ids.filter((id) => !shown.includes(`<code>${id}</code>`))).toEqual([]);
    }
  });

  test("loads nothing from other servers", () => {
    const loaded = /<(?:script|img|link|iframe)[^>]* (?:src|href)="((?:https?:)?\/\/[^"]*)"/g;
    const outside = pages.flatMap((page) => [...htmlOf(page).matchAll(loaded)].map(([, to]) => `${page}: ${to}`));
    const styles = files
      .filter((file) => file.endsWith(".css"))
      .flatMap((file) => [...htmlOf(file).matchAll(/url\((https?:[^)]*)\)/g)].map(([, to]) => `${file}: ${to}`));
    expect([...outside, ...styles]).toEqual([]);
  });

  const cells = isBuilt
    ? ["formulations", "methods", "projections"].flatMap((folder) =>
        markdownIn(`site/.generated/${folder}`).flatMap((page) =>
          blocksOf(page)
            .filter(({ language }) => language === "yaml")
            .map(({ text }) => ({ page: page.replace(/\\/g, "/"), text })),
        ),
      )
    : [];

  test("has a model on the page of every formulation, method and projection", () => {
    expect(cells.length).toBeGreaterThan(60);
  });

  test("these pages run their models as written, since a lane would leave out the options of a formulation or a method", () => {
    const cellsWith = (attributes: RegExp): string[] =>
      ["formulations", "methods", "projections"]
        .flatMap((folder) => markdownIn(`site/.generated/${folder}`))
        .filter((page) => attributes.test(readFileSync(join(root, page), "utf8")));
    expect(cellsWith(/<LiveCell>/).length).toBe(cells.length);
    expect(cellsWith(/<LiveCell [^>]*lanes/)).toEqual([]);
  });

  test.each(cells)("the model of $page runs", ({ text }) => {
    const { run } = prepareRun(validateModel(parseModelText(text)), { keepStates: false });
    while (run.advance(Number.POSITIVE_INFINITY) === "running");
    expect(run.failure?.message).toBeUndefined();
  });
});
