/** What a person reads after a run: the end state, the residuals, the work, in a few aligned lines. */

import type { PreparedRun } from "../experiment/index.js";
import { apart } from "../experiment/index.js";
import { formatCount, formatNumber } from "../report/index.js";
import type { Solution } from "../solve/index.js";

const mostRows = 12;

export function runSummary(prepared: PreparedRun, solution: Solution, out: string | undefined): string {
  const { model, system, options, choice } = prepared;
  const { mechanics } = system;
  const { ledger, work } = solution;
  const projection = apart(choice.projection).name;
  const lines: string[] = [];
  lines.push(model.name ?? "Model");
  if (model.about) lines.push(`  ${model.about}`);
  lines.push(
    `  ${choice.reason} Method ${options.method.name}${projection === "none" ? "" : `, projection ${projection}`}.`,
  );
  if (solution.start && solution.start.moved.q + solution.start.moved.v > 0) {
    const { moved, worst } = solution.start;
    lines.push(
      `  Start made consistent: moved q by up to ${formatNumber(moved.q)}, v by up to ${formatNumber(moved.v)}${worst ? ` (worst: ${worst})` : ""}.`,
    );
  }
  if (solution.dropped.length > 0) lines.push(`  Redundant constraints left out: ${listed(solution.dropped)}.`);
  lines.push("", `t = ${formatNumber(solution.t)}`);
  const names = mechanics?.names ?? system.names;
  const q = mechanics ? solution.q : solution.y;
  const width = Math.max(...names.slice(0, mostRows).map((n) => n.length), 4);
  names.slice(0, mostRows).forEach((name, k) => {
    const velocity = mechanics ? `   ${name}' = ${formatNumber(solution.v[k])}` : "";
    lines.push(`  ${name.padEnd(width)} = ${formatNumber(q[k]).padEnd(14)}${velocity}`);
  });
  if (names.length > mostRows) lines.push(`  … and ${names.length - mostRows} more (--json prints all)`);
  if (mechanics && mechanics.m > 0) {
    const { lambda } = solution;
    lines.push("", lambda ? "multipliers" : "multipliers: not defined here (singular position)");
    mechanics.constraintNames.slice(0, mostRows).forEach((name, k) => {
      if (lambda) lines.push(`  ${name.padEnd(width)} = ${formatNumber(lambda[k])}`);
    });
    if (mechanics.m > mostRows) lines.push(`  … and ${mechanics.m - mostRows} more`);
  }
  lines.push("");
  if (mechanics && mechanics.m > 0)
    lines.push(
      `largest residual   position ${formatNumber(ledger.position)}, velocity ${formatNumber(ledger.velocity)}`,
    );
  if (ledger.energy)
    lines.push(
      `energy             ${formatNumber(ledger.energy.initial)} → ${formatNumber(ledger.energy.final)}, largest deviation ${formatNumber(ledger.energy.maxDeviation)}`,
    );
  for (const [name, kept] of Object.entries(ledger.invariants))
    lines.push(
      `invariant ${name.padEnd(9)}${formatNumber(kept.initial)}, largest deviation ${formatNumber(kept.maxDeviation)}`,
    );
  for (const event of solution.events.slice(0, mostRows))
    lines.push(`event              ${event.name} at t = ${formatNumber(event.t)}`);
  lines.push(
    `work               ${formatCount(work.steps)} steps, ${formatCount(work.rejected)} rejected, ${formatCount(work.forces)} force evaluations, ${formatCount(work.factorisations)} factorisations`,
  );
  lines.push(
    out
      ? `written to         ${out} (open report.html)`
      : "Add --out results to keep the trajectory and a report with plots.",
  );
  return `${lines.join("\n")}\n`;
}

const listed = (names: readonly string[]): string =>
  names.length <= 6 ? names.join(", ") : `${names.slice(0, 6).join(", ")} and ${names.length - 6} more`;
