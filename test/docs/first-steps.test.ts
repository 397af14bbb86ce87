import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { patience } from "../../scripts/patience.mjs";
import { bash, root, temporaryFolder } from "../cli/taut.js";

const { path } = temporaryFolder();

test(
  "the first steps in README.md run in an empty folder and leave what they name",
  async () => {
    const [, block] = /## First steps\n\n```sh\n([^`]*)```/.exec(readFileSync(join(root, "README.md"), "utf8"))!;
    const lines = block.trim().split("\n");
    // the lab would wait for a reader; here it writes itself into a folder, for which the model is left out
    const commands = lines.map((line) =>
      line.replace(/^npx /, "").replace(/^taut lab swing.yaml/, "taut lab --export lab"),
    );
    expect(commands.every((line) => line.startsWith("taut "))).toBe(true);
    const { code, stderr } = await bash(`set -e; cd "$1"\n${commands.join("\n")}`, path("."));
    expect(code, stderr).toBe(0);
    for (const file of ["swing.yaml", "lab/index.html", "results/report.html", "angle.png", "portrait.png"])
      expect(existsSync(path(file)), file).toBe(true);
  },
  patience(60_000),
);
