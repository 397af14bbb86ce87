/** The notices of other packages are those of the code that the bundles contain. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { thirdPartyText } from "../../scripts/third-party.mjs";

const root = join(import.meta.dirname, "../..");
const notices = readFileSync(join(root, "THIRD-PARTY.md"), "utf8");

test("THIRD-PARTY.md is what the last build put into the bundles; `npm run notices` writes it", () => {
  expect(notices).toBe(thirdPartyText());
});

test("it is in the package, and has a text of a licence for every package that it lists", () => {
  const { files } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { files: string[] };
  expect(files).toContain("THIRD-PARTY.md");
  const listed = Array.from(notices.matchAll(/^\| (\S+) \| (\d\S*) \| \S+ \| .* \|$/gm), ([, name, version]) => [
    name,
    version,
  ]);
  expect(listed.length).toBeGreaterThan(10);
  for (const [name, version] of listed) {
    const text = notices.split(`## ${name} ${version}\n`)[1]?.split("\n## ")[0] ?? "";
    expect([name, /copyright|permission|licen[cs]e/i.test(text)]).toEqual([name, true]);
  }
});

test("names that stand in the bundles' own texts are among the notices", () => {
  const assets = readdirSync(join(root, "dist/lab/assets")).filter((name) => name.endsWith(".js"));
  const text = assets.map((name) => readFileSync(join(root, "dist/lab/assets", name), "utf8")).join("\n");
  for (const [mark, name] of [
    ["Three.js", "three"],
    ["cm-editor", "@codemirror/view"],
    ["GIF89a", "gifenc"],
  ])
    expect([name, text.includes(mark) === notices.includes(`| ${name} |`)]).toEqual([name, true]);
});
