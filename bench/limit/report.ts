/** `npm run bench -- report` measures the table of the bench "limit" and what starting costs, and writes one HTML page. */

import { readFileSync, writeFileSync } from "node:fs";
import { cpus, loadavg, platform, release } from "node:os";
import { fileURLToPath } from "node:url";
import { hasGcc } from "../c-kernel.js";
import { ask } from "../child.js";
import { gromacs, lammps, openmm } from "../water/peers.js";
import type { Measured } from "./contest.js";
import { measureLimit, rules } from "./index.js";
import { type Starting, starting } from "./starting.js";

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
const cells = (tag: "td" | "th", all: readonly string[]): string =>
  `<tr>${all.map((text) => `<${tag}>${escaped(text)}</${tag}>`).join("")}</tr>`;
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  `<table>${cells("th", head)}${rows.map((row) => cells("td", row)).join("")}</table>`;
const list = (lines: readonly string[]): string =>
  `<ul>${lines.map((line) => `<li>${escaped(line)}</li>`).join("")}</ul>`;
const short = (x: number): string => x.toPrecision(3);

/** The processor, the system, and the versions of everything that takes part. */
function machine(): string[] {
  const { version } = JSON.parse(readFileSync(new URL("../../../package.json", import.meta.url), "utf8"));
  const gcc = ask("gcc", "gcc", ["--version"]).split("\n")[0];
  const peers = [lammps, gromacs, openmm].map((peer) => `${peer.name} ${peer.present() ? "is" : "is not"} installed`);
  return [
    `${cpus()[0].model}, ${cpus().length} threads; ${platform()} ${release()}; load ${loadavg()[0].toFixed(1)}`,
    `taut ${version}, node ${process.version}, V8 ${process.versions.v8}, ${gcc}`,
    `${peers.join(", ")}; "npm run bench water" and "npm run bench rigid-double-pendulum" compare with other programs`,
    `measured on ${new Date().toISOString().slice(0, 10)}`,
  ];
}

function page(measured: readonly Measured[], starts: readonly Starting[]): string {
  const ratios = measured.map(({ work, unit, c, taut, tautName, ratio, wanted }) => [
    work,
    unit,
    short(c),
    short(taut),
    tautName,
    ratio.toFixed(2),
    `≤ ${wanted}`,
    ratio <= wanted ? "yes" : "no",
  ]);
  const all = measured.flatMap(({ work, unit, times }) =>
    times.map(({ name, time }) => [work, unit, name, short(time)]),
  );
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>taut: ratios to C</title>
<style>body{font:16px/1.5 system-ui;max-width:70em;margin:2em auto;padding:0 1em}table{border-collapse:collapse}
td,th{border:1px solid #8886;padding:.2em .6em;text-align:left}</style>
<h1>What taut costs compared with the same arithmetic in C</h1>
${list(machine())}
<h2>Ratios</h2>
${table(["work", "unit", "C", "taut", "by", "ratio", "wanted", "reached"], ratios)}
<h2>Rules</h2>
${list(rules)}
<h2>Every contender</h2>
${table(["work", "unit", "contender", "time"], all)}
<h2>Starting</h2>
${table(
  ["what", "ms of processor time"],
  starts.map(({ name, time }) => [name, time.toFixed(1)]),
)}
</html>
`;
}

export function reportBench(): void {
  if (!hasGcc()) {
    console.log("skipped: gcc is not installed.");
    return;
  }
  const measured = measureLimit(({ work, ratio }) => console.log(`${work}: ${ratio.toFixed(2)}`));
  const file = fileURLToPath(new URL("../../limit.html", import.meta.url));
  writeFileSync(file, page(measured, starting()));
  console.log(`written: ${file}`);
}
