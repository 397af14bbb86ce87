// Bundles the script of the report's animations, src/report/player, into a module that holds it as text: a report is one
// file, so the script is part of it. The page's policy names the script by its hash, and no other script may run there.

import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";

const root = fileURLToPath(new URL("..", import.meta.url));
export const animationFile = join(root, "src/report/player/script.generated.ts");

/** The text of the module that belongs to the present sources. */
export async function animationModule() {
  const made = await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: "warn",
    build: {
      write: false,
      target: "es2020",
      modulePreload: false,
      rolldownOptions: { input: join(root, "src/report/player/main.ts"), output: { format: "iife" } },
    },
  });
  const [chunk, ...others] = "output" in made ? made.output : [];
  if (chunk?.type !== "chunk" || others.length > 0)
    throw new Error(
      "The player must be bundled into one file, and it became several. Do not import assets in src/report/player.",
    );
  const script = chunk.code.trim();
  // texts that end a script element, or make the browser read past its end
  const [harm] = /<\/script|<script|<!--/i.exec(script) ?? [];
  if (harm !== undefined)
    throw new Error(`A script inside a page must not contain ${harm}, and the player does. Write it in another way.`);
  const hash = createHash("sha256").update(script).digest("base64");
  return `// Written by scripts/bundle-animation.mjs from the files beside it: change those, and run \`npm run build\`.

export const animationScript = ${JSON.stringify(script)};

/** What a page's policy allows as \`script-src\`, so that it runs this script and no other. */
export const animationScriptSource = "'sha256-${hash}'";
`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(animationFile, await animationModule());
