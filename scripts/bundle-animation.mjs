// The program of the report's animations, from src/report/player, as text in a module: a report is one file, so the script
// stands inside it. The page's policy names the script by its hash, and no other script may run there.

import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";

const root = fileURLToPath(new URL("..", import.meta.url));
export const animationFile = join(root, "src/report/player/script.generated.ts");

/** The module as it should be, made from the sources as they are. */
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
    throw new Error("The player must become one file: import no assets.");
  const script = chunk.code.trim();
  // what ends a script element, or makes the browser read past its end
  const [harm] = /<\/script|<script|<!--/i.exec(script) ?? [];
  if (harm !== undefined)
    throw new Error(`The player contains ${harm}, which no script in a page may: write it otherwise.`);
  const hash = createHash("sha256").update(script).digest("base64");
  return `// Written by scripts/bundle-animation.mjs from the files beside it: change those, and run \`npm run build\`.

export const animationScript = ${JSON.stringify(script)};

/** What a page's policy allows as \`script-src\`, so that it runs this script and no other. */
export const animationScriptSource = "'sha256-${hash}'";
`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(animationFile, await animationModule());
