/** The summary that is printed after a run: the final state, the residuals and the work, in aligned lines. */

import { append, type EnergySummary, maximum, multiplierNames, timeInWords } from "../core/index.js";
import { finalOutputs, finalReactions, largestResiduals, verificationLine } from "../io/index.js";
import { formatCount, formatNumber } from "../report/index.js";
import type { PreparedRun } from "../run/index.js";
import { nameAndOptions } from "../run/index.js";
import type { Solution } from "../solve/index.js";

const mostRows = 12;

export function runSummary(prepared: PreparedRun, solution: Solution, out: string | undefined): string {
  const { model, lowered, workspace, options, choice } = prepared;
  const { mechanics, coupled } = workspace;
  const { ledger, work } = solution;
  const projection = nameAndOptions(choice.projection).name;
  const lines: string[] = [];
  lines.push(model.name ?? "Model");
  if (model.about) lines.push(`  ${model.about}`);
  lines.push(
    `  ${choice.reason} Method ${options.method.name}${projection === "none" ? "" : `, projection ${projection}`}.`,
  );
  for (const note of lowered.notes ?? []) lines.push(`  ${note}`);
  // where positions were off, a note says by name what was moved
  if (solution.start?.assembly === undefined && solution.start && solution.start.moved.q + solution.start.moved.v > 0) {
    const { moved, worst } = solution.start;
    lines.push(
      `  The start was moved onto the constraints: q by up to ${formatNumber(moved.q)}, v by up to ${formatNumber(moved.v)}${worst ? ` (worst: ${worst})` : ""}.`,
    );
  }
  // where joints are redundant, a note names them
  if (solution.dropped.length > 0 && (solution.redundancy?.joints ?? []).length === 0)
    lines.push(`  Redundant constraints left out: ${listed(solution.dropped)}.`);
  for (const note of solution.notes) lines.push(`  ${note}`);
  for (const warning of solution.warnings) lines.push(`  Warning: ${warning}`);
  const { units, labels } = workspace;
  if (units)
    lines.push(
      units.time === "s"
        ? `  Units: ${units.name} (${units.length}, ${units.mass}, ${units.time}).`
        : `  Units: ${units.energy}, ${units.length}, ${units.mass}; the unit of time is ${timeInWords(1, units)}.`,
    );
  const inUnit = (value: number, unit: string | undefined): string => `${formatNumber(value)}${unit ? ` ${unit}` : ""}`;
  const time = (t: number): string =>
    units?.time === "s" ? inUnit(t, "s") : `${formatNumber(t)}${units ? ` (${timeInWords(t, units)})` : ""}`;
  lines.push("", `t = ${time(solution.t)}`);
  const names = mechanics?.names ?? workspace.names;
  const q = mechanics ? solution.q : solution.y;
  const constraints = multiplierNames(workspace);
  const width = maximum(
    [...names.slice(0, mostRows), ...constraints.slice(0, mostRows)].map((n) => n.length),
    4,
  );

  names.slice(0, mostRows).forEach((name, k) => {
    const velocity = mechanics ? `   ${name}' = ${inUnit(solution.v[k], labels?.entry(names.length + k))}` : "";
    lines.push(`  ${name.padEnd(width)} = ${inUnit(q[k], labels?.entry(k)).padEnd(14)}${velocity}`);
  });
  if (names.length > mostRows) lines.push(`  … and ${names.length - mostRows} more (--json prints all)`);
  coupled?.names.slice(0, mostRows).forEach((name, k) => {
    const entry = 2 * solution.q.length + k;
    lines.push(`  ${name.padEnd(width)} = ${inUnit(solution.y[entry], labels?.entry(entry))}`);
  });
  if (constraints.length > 0 && solution.lambda === undefined)
    lines.push("", "multipliers: not defined, because this position is singular");
  else if (constraints.length > 0) {
    const isMixed = mechanics !== undefined && coupled?.algebraic !== undefined;
    const what = isMixed && mechanics.m > 0 ? "multipliers and algebraic variables" : "algebraic variables";
    lines.push("", mechanics === undefined || isMixed ? what : "multipliers");
    constraints.slice(0, mostRows).forEach((name, k) => {
      lines.push(`  ${name.padEnd(width)} = ${inUnit(solution.lambda![k], labels?.multiplier(k))}`);
    });
    if (constraints.length > mostRows) lines.push(`  … and ${constraints.length - mostRows} more`);
  }
  const reactions = finalReactions(prepared, solution);
  if (reactions.length > 0) {
    lines.push("", "joints (force; torque; in world axes)");
    const listed = reactions.slice(0, mostRows).map((each) => ({ ...each, name: `${each.of} on ${each.on}` }));
    const long = maximum(listed.map(({ name }) => name.length));
    for (const { name, force, torque, determined } of listed)
      lines.push(
        `  ${name.padEnd(long)}   ${inWords(force)}; ${inWords(torque)}${determined ? "   not all determined" : ""}`,
      );
    if (reactions.length > mostRows) lines.push(`  … and ${reactions.length - mostRows} more (--json prints all)`);
  }
  lines.push("");
  if (constraints.length > 0) {
    const { position, velocity } = largestResiduals(solution);
    const { residual } = labels ?? {};
    lines.push(
      `largest residual   position ${inUnit(position, residual?.position)}, velocity ${inUnit(velocity, residual?.velocity)}`,
    );
  }
  // a run that failed before its first step has measured nothing
  const kept: Pick<typeof ledger, "energy" | "invariants"> =
    solution.failure && work.steps === 0 ? { invariants: {} } : ledger;
  const watched = solution.conscience.find(({ quantity }) => quantity === "energy");
  const threshold = watched === undefined ? "" : ` (threshold ${formatNumber(watched.threshold, 2)})`;
  const { account } = ledger;
  if (kept.energy && account !== undefined && account.sources.length > 0)
    append(lines, accountLines(account, units?.energy));
  else if (kept.energy)
    lines.push(
      `energy             ${formatNumber(kept.energy.initial)} → ${formatNumber(kept.energy.final)}, largest deviation ${formatNumber(kept.energy.maxDeviation)}${units ? ` ${units.energy}` : ""}${threshold}`,
    );
  for (const [name, { initial, maxDeviation }] of Object.entries(kept.invariants))
    lines.push(
      `invariant ${name.padEnd(8)} ${formatNumber(initial)}, largest deviation ${inUnit(maxDeviation, labels?.invariant(name))}`,
    );
  for (const { t, from, to, reason } of solution.handovers.slice(0, mostRows))
    lines.push(`hand-over          ${from} → ${to} at t = ${formatNumber(t)}: ${reason}`);
  if (solution.handovers.length > mostRows)
    lines.push(`                   … and ${solution.handovers.length - mostRows} more (--json prints all)`);
  for (const event of solution.events.slice(0, mostRows))
    lines.push(`event              ${event.name} at t = ${inUnit(event.t, units?.time === "s" ? "s" : undefined)}`);
  if (solution.events.length > mostRows)
    lines.push(`                   … and ${solution.events.length - mostRows} more (--json prints all)`);
  const outputs = prepared.outputs === undefined ? [] : Object.entries(finalOutputs(prepared.outputs, solution));
  const unitOf = new Map(prepared.outputs?.columns.map(({ name, unit }) => [name, unit]));
  for (const [name, value] of outputs.slice(0, mostRows))
    lines.push(`output             ${name} = ${value === null ? "not defined here" : inUnit(value, unitOf.get(name))}`);
  if (outputs.length > mostRows)
    lines.push(`                   … and ${outputs.length - mostRows} more (--json prints all)`);
  for (const { name, mean, error, effective } of prepared.observables?.results() ?? [])
    lines.push(
      `observable         ${name} = ${formatNumber(mean)} ± ${formatNumber(error, 2)} (${formatCount(Math.round(effective))} independent values)`,
    );
  lines.push(
    `work               ${formatCount(work.steps)} step${work.steps === 1 ? "" : "s"}, ${formatCount(work.rejected)} rejected, ${formatCount(work.forces)} force evaluations, ${formatCount(work.factorisations)} factorisations`,
  );
  if (solution.verification) lines.push(`verified           ${verificationLine(solution.verification)}`);
  lines.push(
    out
      ? `written to         ${out} (open report.html)`
      : "Add --out results to keep the trajectory and a report with plots.",
  );
  return `${lines.join("\n")}\n`;
}

/** The account of the energy: what it was and is, what was put in and dissipated, and what is left over. */
function accountLines(account: EnergySummary, unit: string | undefined): string[] {
  const { kinetic, potential, putIn, dissipated, remainder, largestRemainder, sources } = account;
  const number = (value: number): string => `${formatNumber(value)}${unit ? ` ${unit}` : ""}`;
  const from = (kind: "put in" | "dissipated"): string => {
    const own = sources.filter((source) => source.kind === kind);
    const listed = own.slice(0, 4).map(({ name, energy }) => `${name} ${formatNumber(energy, 4)}`);
    return own.length === 0
      ? ""
      : ` (${[...listed, ...(own.length > 4 ? [`${own.length - 4} more`] : [])].join(", ")})`;
  };
  return [
    `energy             kinetic ${number(kinetic.initial)} → ${number(kinetic.final)}, potential ${number(potential.initial)} → ${number(potential.final)}`,
    `  put in           ${number(putIn)}${from("put in")}`,
    `  dissipated       ${number(dissipated)}${from("dissipated")}`,
    `  remainder        ${number(remainder)}, at most ${number(largestRemainder)} on the way`,
  ];
}

const inWords = (components: readonly (number | null)[]): string =>
  components.map((value) => (value === null ? "not defined" : formatNumber(value, 4))).join(", ");

const listed = (names: readonly string[]): string =>
  names.length <= 6 ? names.join(", ") : `${names.slice(0, 6).join(", ")} and ${names.length - 6} more`;
