/** `taut project MODEL`: a point on the manifold, its multipliers, the iterations. */

import type { Command } from "commander";
import { type ProjectionResult, parseChoice, projectModel } from "../experiment/index.js";
import { formatNumber } from "../report/index.js";
import { exitCode } from "./exit.js";
import { readModel } from "./files.js";
import { addModelOptions, type RunFlags } from "./run-options.js";

interface ProjectFlags extends RunFlags {
  readonly by: string;
}

export function addProjectCommand(program: Command): void {
  addModelOptions(
    program
      .command("project")
      .argument("<model>", "model file (YAML or JSON)")
      .description("move the start of a model onto its constraints")
      .option("--by <name>", "newton or stabilise; options as name:key=value,…", "newton"),
  ).action((file: string, flags: ProjectFlags) => {
    const result = projectModel(readModel(file), {
      by: parseChoice("--by", flags.by),
      ...(flags.set && { set: flags.set }),
      ...(flags.omega !== undefined && { omega: flags.omega }),
    });
    process.stdout.write(flags.json ? `${JSON.stringify(result)}\n` : text(result));
    if (result.status !== "ok") {
      process.stderr.write(`${result.status}: the start could not be brought onto the constraints.\n`);
      process.exitCode = exitCode.numerical;
    }
  });
}

function text(result: ProjectionResult): string {
  const width = Math.max(4, ...result.names.map((n) => n.length), ...result.constraints.map((n) => n.length));
  const point = result.names.map(
    (name, k) =>
      `  ${name.padEnd(width)} = ${formatNumber(result.q[k]).padEnd(14)}   ${name}' = ${formatNumber(result.v[k])}`,
  );
  const multipliers = result.constraints.map(
    (name, k) => `  ${name.padEnd(width)} = ${result.lambda ? formatNumber(result.lambda[k]) : "not defined"}`,
  );
  return `${[
    `${result.by}: ${result.iterations} iteration${result.iterations === 1 ? "" : "s"}`,
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
