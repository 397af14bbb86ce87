import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { patience } from "../../scripts/patience.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
/** The widths of columns depend on the other lines, so runs of spaces are not compared. */
const words = (line: string): string => line.trim().replace(/ +/g, " ");

test(
  "the sample output in README.md is what the command prints",
  () => {
    const [, sample] = /```\n(Double pendulum\n[^`]*)```/.exec(readFileSync(`${root}README.md`, "utf8"))!;
    const shown = sample.split("\n").map(words);
    const { stdout } = spawnSync(process.execPath, ["bin/taut.js", "run", "gallery/double-pendulum.yaml"], {
      cwd: root,
      encoding: "utf8",
    });
    const printed = new Set(stdout.split("\n").map(words));
    expect(shown.filter((line) => line !== "" && line !== "…" && !printed.has(line))).toEqual([]);
    expect(shown.length).toBeGreaterThan(8);
  },
  patience(30_000),
);
