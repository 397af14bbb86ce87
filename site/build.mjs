// `npm run site`: generates pages, builds them with VitePress into build/site, and puts the lab beside them. No network is needed.

import { spawnSync } from "node:child_process";
import { cpSync, existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { build } from "vitepress";
import { generatePages } from "./generate/index.mjs";
import { generated, root } from "./generate/paths.mjs";

if (!existsSync(join(root, "dist/index.js"))) {
  process.stderr.write("The library is not built: run `npm run build` first.\n");
  process.exit(1);
}

const began = performance.now();
/** @param {string} what */
const say = (what) => process.stdout.write(`${((performance.now() - began) / 1000).toFixed(1)} s  ${what}\n`);

await generatePages(say);
const embed = join(root, "dist/embed");
if (existsSync(embed)) cpSync(embed, join(generated, "public/embed"), { recursive: true });
process.env.TAUT_SITE_EMBED = existsSync(join(embed, "taut-lab.js")) ? "yes" : "";
say("pages are generated");

const out = join(root, "build/site");
rmSync(out, { recursive: true, force: true });
await build(join(root, "site"));
say("pages are built");

const { status, stderr } = spawnSync(
  process.execPath,
  [join(root, "bin/taut.js"), "lab", "--export", join(out, "lab")],
  {
    encoding: "utf8",
  },
);
if (status !== 0) {
  process.stderr.write(`The lab could not be written beside the pages: ${stderr}`);
  process.exit(1);
}
say(`the site is in ${join("build", "site")}`);
