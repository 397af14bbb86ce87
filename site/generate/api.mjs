// The API reference of the public entry points, by TypeDoc, one page for each of them.

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Application } from "typedoc";
import { generated, read, root } from "./paths.mjs";

export async function apiPages() {
  const names = entryNames();
  const app = await Application.bootstrapWithPlugins({
    entryPoints: [...names.keys()].map((file) => join(root, "src", file)),
    tsconfig: join(root, "tsconfig.build.json"),
    plugin: ["typedoc-plugin-markdown"],
    skipErrorChecking: true,
    readme: "none",
    disableSources: true,
    excludeInternal: true,
    // in the order in which package.json exports them, the library itself first
    sortEntryPoints: false,
    logLevel: "Error",
    outputs: [{ name: "markdown", path: join(generated, "api") }],
    ...{
      outputFileStrategy: "modules",
      entryFileName: "index",
      hidePageHeader: true,
      hideBreadcrumbs: true,
      useCodeBlocks: true,
      parametersFormat: "table",
      propertyMembersFormat: "table",
      indexFormat: "table",
    },
  });
  const project = await app.convert();
  if (project === undefined) throw new Error("site/generate/api.mjs: TypeDoc could not read the sources.");
  for (const module of project.children ?? []) module.name = names.get(fileOf(module.name, names)) ?? module.name;
  await app.generateOutputs(project);
  mendAnchors();
  return (project.children ?? []).map(({ name }) => name);
}

/** TypeDoc numbers some anchors although their heading is the only one of that name. */
function mendAnchors() {
  const folder = join(generated, "api");
  for (const file of readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((each) =>
    each.endsWith(".md"),
  )) {
    const text = readFileSync(join(folder, file), "utf8");
    const names = [...text.matchAll(/^#+ ([A-Za-z]+)/gm)].map(([, name]) => name.toLowerCase());
    const isOnly = (/** @type {string} */ name) => names.filter((each) => each === name).length === 1;
    const mended = text.replace(/\]\(#([a-z]+)-1\)/g, (whole, name) => (isOnly(name) ? `](#${name})` : whole));
    writeFileSync(join(folder, file), mended);
  }
}

/** Entry points by their source files, with the names by which applications import them. @returns {Map<string, string>} */
function entryNames() {
  const { exports } = JSON.parse(read("package.json"));
  return new Map(
    Object.entries(exports).flatMap(([path, target]) =>
      typeof target === "string" || path === "./browser"
        ? []
        : [[target.types.replace("./dist/", "").replace(".d.ts", ".ts"), path.replace(".", "taut")]],
    ),
  );
}

/** The source file of a module as TypeDoc calls it. @param {string} module @param {Map<string, string>} names */
const fileOf = (module, names) => [`${module}.ts`, `${module}/index.ts`].find((file) => names.has(file)) ?? "";
