// THIRD-PARTY.md: the packages whose code is in the bundles of the command, of the lab, of <taut-lab> and of the widget of
// notebooks, with their licences. The bundlers say which modules they have put in, so nothing is listed by hand.
// `node scripts/third-party.mjs` writes the file anew from the last build, and a test compares it.

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
/** Where a build notes the packages of each bundle. */
const notes = join(root, "dist/bundled");

/** The packages that these modules come from, by name and version. @param {Iterable<string>} modules */
function packagesOf(modules) {
  /** @type {Map<string, { version: string; licence: string; text: string }>} */
  const found = new Map();
  for (const id of modules) {
    const path = /.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(id.replace(/^\0/, ""))?.[0];
    if (path === undefined || !existsSync(join(path, "package.json"))) continue;
    const { name, version, license } = JSON.parse(readFileSync(join(path, "package.json"), "utf8"));
    if (found.has(name) || name === "taut") continue;
    const file = readdirSync(path).find((one) => /^licen[cs]e(\.(md|txt))?$/i.test(one));
    if (file === undefined) throw new Error(`${name} has no licence file to include. Leave it out of the bundle.`);
    found.set(name, { version, licence: license, text: readFileSync(join(path, file), "utf8").trim() });
  }
  return found;
}

/** Whether the packages of a bundle have been noted. @param {string} bundle */
export const isNoted = (bundle) => existsSync(join(notes, `${bundle}.json`));

/**
 * Notes which packages are in a bundle. @param {string} bundle @param {Iterable<string>} modules
 */
export function noteBundled(bundle, modules) {
  mkdirSync(notes, { recursive: true });
  const entries = [...packagesOf(modules)].sort(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(join(notes, `${bundle}.json`), `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`);
}

/** A plugin of vite that finds the modules of a bundle, and what notes their packages when it is made. @param {string} bundle */
export function noting(bundle) {
  /** @type {Set<string>} */
  const modules = new Set();
  const plugin = {
    name: "note-modules",
    /** @param {unknown} _ @param {Record<string, { type: string; moduleIds?: readonly string[] }>} made */
    generateBundle(_, made) {
      for (const chunk of Object.values(made)) for (const id of chunk.moduleIds ?? []) modules.add(id);
    },
  };
  return { plugin, done: () => noteBundled(bundle, modules) };
}

/** The text of THIRD-PARTY.md for the last build. */
export function thirdPartyText() {
  /** @type {Map<string, { version: string; licence: string; text: string; bundles: string[] }>} */
  const all = new Map();
  for (const file of readdirSync(notes).sort()) {
    const bundle = file.replace(".json", "");
    for (const [name, entry] of Object.entries(JSON.parse(readFileSync(join(notes, file), "utf8"))))
      all.set(name, { ...entry, bundles: [...(all.get(name)?.bundles ?? []), bundle] });
  }
  const packages = [...all].sort(([a], [b]) => (a < b ? -1 : 1));
  const rows = packages.map(
    ([name, { version, licence, bundles }]) => `| ${name} | ${version} | ${licence} | ${bundles.join(", ")} |`,
  );
  const texts = packages.map(([name, { version, text }]) => `## ${name} ${version}\n\n\`\`\`text\n${text}\n\`\`\`\n`);
  return [
    "# Third-party notices\n",
    "The command (`dist/command`), the lab (`dist/lab`), `<taut-lab>` (`dist/embed`) and the widget of notebooks (`python/taut/widget.js`) contain code of these packages. This file is made from what the bundlers put in:",
    "`npm run notices` writes it.\n",
    "| package | version | licence | in |\n|---|---|---|---|",
    `${rows.join("\n")}\n`,
    texts.join("\n"),
  ].join("\n");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(join(root, "THIRD-PARTY.md"), thirdPartyText());
