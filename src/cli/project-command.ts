/** `taut project MODEL`: moves the start onto the constraints; prints it, the multipliers and the iterations. */

import type { Command } from "commander";
import { type ProjectionResult, projectModel } from "../analysis/index.js";
import { type Assembly, displacementInWords, gapInWords, maximum, unitsOf } from "../core/index.js";
import { formatNumber } from "../report/index.js";
import { parseChoice } from "../run/index.js";
import { exitCode } from "./exit.js";
import { readModel } from "./files.js";
import { addModelOptions, inUnitsOf, type RunFlags, type Typed } from "./run-options.js";
import { print, printJson, say } from "./terminal.js";

interface ProjectFlags extends RunFlags {
  readonly by: string;
}

export function addProjectCommand(program: Command): void {
  addModelOptions(
    program
      .command("project")
      .argument("<model>", "model file (YAML or JSON)")
      .summary("move the start of a model onto its constraints")
      .description(
        "Move the positions and velocities of a model's start onto its constraints, and print them with the multipliers.",
      )
      .option(
        "--by <name>",
        "projection: newton (iterates until it converges), stabilise (one step), or algebraic or ipa (onto the slow manifold of stiff constraints); options as name:key=value,…",
        "newton",
      ),
  )
    .option("--json", "print one JSON object instead of text")
    .addHelpText(
      "after",
      "\nExamples:\n  taut project four-bar.yaml --json\n  taut project double-pendulum.yaml --by algebraic:order=8 --omega 1000\n  taut project double-pendulum.yaml --by ipa:filter=zeros --omega 1000",
    )
    .action(project);
}

function project(file: string, typed: Typed<ProjectFlags>): void {
  const model = readModel(file);
  const flags = inUnitsOf<ProjectFlags>(model, typed);
  const result = projectModel(model, {
    by: parseChoice("--by", flags.by),
    ...(flags.set && { set: flags.set }),
    ...(flags.omega !== undefined && { omega: flags.omega }),
  });
  if (result.status !== "ok") process.exitCode = exitCode.numerical;
  if (flags.json) printJson(result);
  else print(text(result, model.units === undefined ? undefined : unitsOf(model.units).length));
  if (result.status !== "ok") say(failure(result));
}

function failure({ status, reason, worst, position, velocity }: ProjectionResult): string {
  if (reason !== null) return `${status}: ${reason.replace(/\.$/, "")}.`;
  const residual = formatNumber(Math.max(position.after, velocity.after));
  const where = worst === null ? "" : ` ("${worst}", residual ${residual})`;
  return `${status}: the start could not be moved onto the constraints${where}. Look for constraints that contradict each other, or give initial values closer to the constraints.`;
}

/** What was open and what was moved, a line each. */
function assemblyLines({ open, moved, more, held = [] }: Assembly, unit: string | undefined): string[] {
  const list = (label: string, lines: readonly string[], rest: number): string[] =>
    [...lines, ...(rest > 0 ? [`and ${rest} more`] : [])].map(
      (line, k) => `${(k === 0 ? label : "").padEnd(9)} ${line}`,
    );
  return [
    ...list(
      "open",
      open.map((gap) => `${gap.name} by ${gapInWords(gap, unit)}`),
      more.open,
    ),
    ...list(
      "put",
      moved.map((part) => `${part.name} ${displacementInWords(part, unit)}`),
      more.moved,
    ),
    ...list("held", held.slice(0, 12), Math.max(0, held.length - 12)),
  ];
}

function text(result: ProjectionResult, unit: string | undefined): string {
  // the slow manifold is omega^-2 away from the constraints, which six digits would not show
  const digits = result.slow === null ? 6 : 15;
  const width = maximum(
    [...result.names, ...result.constraints].map((n) => n.length),
    4,
  );
  const point = result.names.map(
    (name, k) =>
      `  ${name.padEnd(width)} = ${formatNumber(result.q[k], digits).padEnd(digits + 8)}   ${name}' = ${formatNumber(result.v[k], digits)}`,
  );
  const { slow, lambda } = result;
  const column = (values: readonly number[] | null, k: number) => (values ? formatNumber(values[k]) : "not defined");
  const multipliers = result.constraints.map((name, k) =>
    slow === null
      ? `  ${name.padEnd(width)} = ${column(lambda, k)}`
      : `  ${name.padEnd(width)}   ${[slow.tension, lambda, slow.extrapolated].map((values) => column(values, k).padEnd(14)).join(" ")}`.trimEnd(),
  );
  return `${[
    `${result.by}: ${result.iterations} iteration${result.iterations === 1 ? "" : "s"}, ${result.forces} force${result.forces === 1 ? "" : "s"}`,
    `residual  position ${formatNumber(result.position.before)} → ${formatNumber(result.position.after)}, velocity ${formatNumber(result.velocity.before)} → ${formatNumber(result.velocity.after)}`,
    ...(slow?.residual
      ? [
          `slow      off the slow manifold by ${formatNumber(slow.residual.before)} → ${formatNumber(slow.residual.after)}`,
        ]
      : []),
    `moved     q by up to ${formatNumber(result.moved.q)}, v by up to ${formatNumber(result.moved.v)}`,
    ...(result.status === "ok" && result.assembly !== null ? assemblyLines(result.assembly, unit) : []),
    ...(result.dropped.length > 0 ? [`redundant ${result.dropped.join(", ")}`] : []),
    "",
    ...point,
    "",
    slow === null
      ? "multipliers"
      : `${"multipliers".padEnd(width + 4)} ${["omega^2 g", "KKT", "extrapolated"].map((name) => name.padEnd(14)).join(" ")}`.trimEnd(),
    ...multipliers,
  ].join("\n")}\n`;
}
