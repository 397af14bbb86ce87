// The API reference of the public entry points, by TypeDoc, one page for each of them.

import { join } from "node:path";
import { Application } from "typedoc";
import { generated, read, root } from "./paths.mjs";

export async function apiPages() {
  const { exports } = JSON.parse(read("package.json"));
  const entries = Object.entries(exports).flatMap(([path, target]) =>
    typeof target === "string" || path === "./browser"
      ? []
      : [join(root, target.types.replace("./dist/", "src/").replace(".d.ts", ".ts"))],
  );
  const app = await Application.bootstrapWithPlugins({
    entryPoints: entries,
    tsconfig: join(root, "tsconfig.build.json"),
    plugin: ["typedoc-plugin-markdown"],
    skipErrorChecking: true,
    readme: "none",
    disableSources: true,
    excludeInternal: true,
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
    },
  });
  const project = await app.convert();
  if (project === undefined) throw new Error("site/generate/api.mjs: TypeDoc could not read the sources.");
  for (const module of project.children ?? []) module.name = nameOf(module.name);
  await app.generateOutputs(project);
  return (project.children ?? []).map(({ name }) => name);
}

/** The name by which an application imports an entry point. @param {string} module */
function nameOf(module) {
  const short = module.replace(/\/index$/, "").replace(/^entry\//, "");
  return short === "index" || short === "" ? "taut" : `taut/${short === "cli/crew" ? "threads" : short}`;
}
