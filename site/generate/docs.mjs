// Copies the pages that people write into the site: those of docs/ as they are, and the site's own.

import { cpSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { generated, read, root, write } from "./paths.mjs";

/** Links of a page in docs/ that leave docs/ lead to the copies of these files. */
const outside = /** @type {Record<string, string>} */ ({
  "../SECURITY.md": "/security.md",
  "../CHANGELOG.md": "/changelog.md",
  "../CONTRIBUTING.md": "/contributing.md",
});

/** @param {string} text */
const relinked = (text) =>
  text.replace(/\]\((\.\.\/[A-Z]+\.md)/g, (whole, path) => `](${outside[path] ?? whole.slice(2)}`);

export function copyDocs() {
  for (const file of readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" }))
    if (file.endsWith(".md")) write(`guide/${file.replaceAll("\\", "/")}`, relinked(read(`docs/${file}`)));
  cpSync(join(root, "docs/pictures"), join(generated, "public/pictures"), { recursive: true });
  write("changelog.md", read("CHANGELOG.md"));
  write("security.md", read("SECURITY.md"));
  write("contributing.md", read("CONTRIBUTING.md").replaceAll("](docs/", "](/guide/"));
  cpSync(join(root, "site/pages"), generated, { recursive: true });
  write(
    "peers.md",
    read("site/pages/peers.md")
      .replace("<!-- @peers -->", rowsOf("if you need"))
      .replace("<!-- @claims -->", rowsOf("claim")),
  );
}

/** The table of README.md that begins with this heading, so that its numbers are written down once. @param {string} heading */
function rowsOf(heading) {
  const found = new RegExp(`^\\| ${heading} \\|.*\\n(?:\\|.*\\n)+`, "m").exec(read("README.md"));
  if (found === null) throw new Error(`site/generate/docs.mjs: README.md has no table that begins with "${heading}".`);
  return found[0].trimEnd();
}
