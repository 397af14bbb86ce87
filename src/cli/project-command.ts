/** `taut project MODEL`: a point on the manifold, its multipliers, the iterations. */

import type { Command } from "commander";
import { type ProjectionResult, parseChoice, projectModel } from "../experiment/index.js";
import { formatNumber } from "../report/index.js";
import { exitCode } from "./exit.js";
import { readModel } from "./files.js";
import { addModelOptions, type RunFlags } from "./run-options.js";
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
        "Move the start of a model onto its constraints, positions and velocities, and print it with the multipliers.",
      )
      .option(
        "--by <name>",
        "newton (all the way), stabilise (one step), ipa (onto the slow manifold of stiff springs); options as name:key=value,…",
        "newton",
      ),
  )
    .option("--json", "print one JSON object instead of text")
    .addHelpText(
      "after",
      "\nExamples:\n  taut project four-bar.yaml --json\n  taut project double-pendulum.yaml --by ipa:filter=zeros --omega 1000",
    )
    .action(project);
}

function project(file: string, flags: ProjectFlags): void {
  const result = projectModel(readModel(file), {
    by: parseChoice("--by", flags.by),
    ...(flags.set && { set: flags.set }),
    ...(flags.omega !== undefined && { omega: flags.omega }),
  });
  if (result.status !== "ok") process.exitCode = exitCode.numerical;
  if (flags.json) printJson(result);
  else print(text(result));
  if (result.status !== "ok") say(failure(result));
}

function failure({ status, worst, position, velocity, reason }: ProjectionResult): string {
  const residual = formatNumber(Math.max(position.after, velocity.after));
  const where = worst === null ? "" : ` ("${worst}", residual ${residual})`;
  const why = reason === null ? "" : `: ${reason}`;
  return `${status}: the start could not be brought onto the manifold${where}${why}. Look for constraints that contradict each other, or give initial values nearer to the constraints.`;
}

function text(result: ProjectionResult): string {
  const width = Math.max(4, ...result.names.map((n) => n.length), ...result.constraints.map((n) => n.length));
  const point = result.names.map(
    (name, k) =>
      `  ${name.padEnd(width)} = ${formatNumber(result.q[k]).padEnd(14)}   ${name}' = ${formatNumber(result.v[k])}`,
  );
  const multipliers = result.constraints.map((name, k) =>
    `  ${name.padEnd(width)} = ${result.lambda ? formatNumber(result.lambda[k]).padEnd(14) : "not defined   "}${result.tension ? `   omega^2 g = ${formatNumber(result.tension[k])}` : ""}`.trimEnd(),
  );
  return `${[
    `${result.by}: ${result.iterations} iteration${result.iterations === 1 ? "" : "s"}${result.forces > 0 ? `, ${result.forces} force evaluations` : ""}`,
    `residual  position ${formatNumber(result.position.before)} → ${formatNumber(result.position.after)}, velocity ${formatNumber(result.velocity.before)} → ${formatNumber(result.velocity.after)}`,
    `moved     q by up to ${formatNumber(result.moved.q)}, v by up to ${formatNumber(result.moved.v)}`,
    ...(result.dropped.length > 0 ? [`redundant ${result.dropped.join(", ")}`] : []),
    "",
    ...point,
    "",
    "multipliers",
    ...multipliers,
  ].join("\n")}\n`;
}
