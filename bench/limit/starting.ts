/** What a run costs before its first step: as a command, and in the library. */

import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { catalogue } from "../../src/elements/index.js";
import { parseModelText, validateModel } from "../../src/model/index.js";
import { prepareRun } from "../../src/run/index.js";
import { ask } from "../child.js";

export interface Starting {
  readonly name: string;
  /** Milliseconds of processor time. */
  readonly time: number;
}

const folder = (name: string): string => fileURLToPath(new URL(`../../../${name}`, import.meta.url));

/** The processor time of a command in milliseconds, the smallest of three. */
function command(args: readonly string[]): number {
  const timed = `TIMEFORMAT='%U %S'; time node "$@" > /dev/null 2>&1`;
  const once = (): number => {
    const out = ask(args.join(" "), "bash", ["-c", `{ ${timed}; } 2>&1 || true`, "bash", ...args]);
    const [user, system] = out.trim().split("\n").at(-1)!.split(" ").map(Number);
    return 1000 * (user + system);
  };
  return Math.min(once(), once(), once());
}

/** `taut run` of every model of the gallery to a time before its second step; `npm run build` comes first. */
export function starting(): Starting[] {
  const files = readdirSync(folder("gallery")).filter((file) => file.endsWith(".yaml"));
  const runs = files
    .map((file) => ({
      file,
      time: command([folder("bin/taut.js"), "run", folder(`gallery/${file}`), "--until", "1e-9"]),
    }))
    .sort((a, b) => a.time - b.time);
  const worst = runs.at(-1)!;
  return [
    { name: "node alone", time: command(["-e", "0"]) },
    { name: "taut run to the first step, median of the gallery", time: runs[runs.length >> 1].time },
    { name: `taut run to the first step, worst of the gallery (${worst.file})`, time: worst.time },
    { name: "library, warm: text of the double pendulum to its first step", time: warm() },
  ];
}

/** The median of a hundred, after a hundred that warm up. */
function warm(): number {
  const text = readFileSync(folder("gallery/double-pendulum.yaml"), "utf8");
  const times = Array.from({ length: 200 }, () => {
    const before = process.cpuUsage();
    prepareRun(validateModel(parseModelText(text), catalogue), {}).run.advance(1);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  return times.slice(100).sort((a, b) => a - b)[50];
}
