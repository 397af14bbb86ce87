import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { mayImport } from "../../.dependency-cruiser.mjs";

const root = fileURLToPath(new URL("../../src", import.meta.url));

/** The folders of src/ that each folder imports, tests left out. */
function imported(): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const file of readdirSync(root, { recursive: true, encoding: "utf8" })) {
    if (!file.endsWith(".ts") || file.endsWith(".test.ts") || !file.includes("/")) continue;
    const [folder] = file.split("/");
    const to = found.get(folder) ?? new Set();
    found.set(folder, to);
    for (const [, path] of readFileSync(join(root, file), "utf8").matchAll(/from "(\.[^"]+)"/g))
      to.add(relative(root, join(root, dirname(file), path)).split("/")[0]);
  }
  return found;
}

test("every direction that .dependency-cruiser.mjs allows is used", () => {
  const used = imported();
  const unused = Object.entries(mayImport).flatMap(([folder, allowed]) =>
    allowed.filter((to) => !used.get(folder)?.has(to)).map((to) => `${folder} -> ${to}`),
  );
  expect(unused).toEqual([]);
});
