/** `taut explain MODEL`: describes a model before it is run, and gives advice. */

import type { Command } from "commander";
import { type Explanation, explain } from "../analysis/index.js";
import { formatNumber, plural } from "../report/index.js";
import { nameAndOptions } from "../run/index.js";
import { exitCode } from "./exit.js";
import { readModel } from "./files.js";
import { addChoiceOptions, inUnitsOf, type RunFlags, settingsOf, type Typed } from "./run-options.js";
import { print, printJson } from "./terminal.js";

export function addExplainCommand(program: Command): void {
  addChoiceOptions(
    program
      .command("explain")
      .argument("<model>", "model file (YAML or JSON)")
      .summary("describe a model before it is run")
      .description(
        "Examine a model and report its degrees of freedom, redundant constraints, how consistent its start is, fast and slow " +
          "frequencies, the energy of the fast motion, the method a run would choose, and advice. With --step, the first " +
          "steps (at most 400) are tried as well.",
      ),
  )
    .optionsGroup("What to print:")
    .option("--json", "print one JSON object instead of text")
    .addHelpText(
      "after",
      `
Examples:
  taut explain four-bar.yaml
  taut explain double-pendulum.yaml --omega 1e4
  taut explain pendulum.yaml --formulation stiff --method verlet --step 0.01   is that step stable?`,
    )
    .action(run);
}

function run(file: string, typed: Typed<RunFlags>): void {
  const model = readModel(file);
  const flags = inUnitsOf<RunFlags>(model, typed);
  const found = explain(model, { settings: settingsOf(flags), ...(flags.set && { set: flags.set }) });
  if (found.start !== null && found.start.status !== "ok") process.exitCode = exitCode.numerical;
  if (flags.json) printJson(found);
  else print(text(found));
}

const mostModes = 8;
const short = (x: number): string => formatNumber(x, 4);

function text(found: Explanation): string {
  return `${[
    found.model ?? "Model",
    ...unitLines(found),
    ...sizeLines(found),
    ...structureLines(found),
    ...equationLines(found),
    ...startLines(found),
    ...motionLines(found),
    ...choiceLines(found),
    ...trialLines(found),
    "",
    found.advice.length === 0 ? "Nothing to correct." : "advice",
    ...found.advice.map((line) => `  - ${line}`),
  ].join("\n")}\n`;
}

function unitLines({ units }: Explanation): string[] {
  return units === undefined ? [] : [line("units", `${units.name} (${units.length}, ${units.mass}, ${units.time})`)];
}

/** A number with its unit, if the model declares units. */
const inUnit = (value: number, unit: string | undefined): string => `${short(value)}${unit ? ` ${unit}` : ""}`;

const line = (label: string, value: string): string => `  ${label.padEnd(18)} ${value}`;

function sizeLines(found: Explanation) {
  const { kind, dimension, coordinates, states, constraints, rank, freedom, redundant, singular } = found;
  const beside = states === 0 ? "" : `, ${plural(states, "state")} beside them`;
  if (kind === "first-order") return [line("size", `a first-order system of ${plural(dimension, "state")}`)];
  if (constraints === 0) return [line("size", `${plural(coordinates, "coordinate")}, no constraints${beside}`)];
  const lines = [line("size", `${plural(coordinates, "coordinate")}, ${plural(constraints, "constraint")}${beside}`)];
  if (rank !== null) lines.push(line("freedom", `${freedom} (rank ${rank})`));
  const joints = found.redundancy?.joints ?? [];
  if (joints.length > 0)
    lines.push(line("redundant", `${plural(redundant.length, "constraint")} of ${joints.join(", ")}`));
  else if (redundant.length > 0) lines.push(line("redundant", redundant.join(", ")));
  const open = found.redundancy?.undetermined.joints ?? [];
  if (open.length > 0) lines.push(line("not determined", `reactions of ${open.join(", ")}`));
  const { mobility, singularJoints } = found;
  if (mobility !== null && mobility.freedom !== freedom)
    lines.push(line("", `${mobility.freedom} without what is driven in time`));
  if (mobility !== null && mobility.locked.length > 0) lines.push(line("locked", mobility.locked.join(", ")));
  if (mobility !== null && mobility.lockedBy.length > 0)
    lines.push(line("", `moves without the axis of ${mobility.lockedBy.join(" or ")}`));
  if (singular !== null)
    lines.push(line("singular at", singularJoints.length > 0 ? singularJoints.join(", ") : singular));
  return lines;
}

function structureLines({ structure }: Explanation): string[] {
  if (structure === null) return [];
  const { distances, triangles, bodies, methods } = structure;
  const found = [
    ...(triangles > 0 ? [plural(triangles, "rigid triangle")] : []),
    ...(bodies > 0 ? [plural(bodies, "rigid body", "rigid bodies")] : []),
    ...(distances > 0 ? [plural(distances, "distance")] : []),
  ];
  if (found.length === 0) return [];
  const possible = methods.length === 0 ? "" : ` (--method ${methods.join(" or ")} can be used, with --step)`;
  return [line("structure", `${found.join(", ")}${possible}`)];
}

/** The most equations that are listed. */
const mostEquations = 20;

function equationLines({ equations }: Explanation): string[] {
  const shown = equations.slice(0, mostEquations).map(({ name, index, determines }) => {
    const times = index === 1 ? "as it is" : `differentiated ${index === 2 ? "once" : `${index - 1} times`}`;
    return `${name}: index ${index}, ${times}${determines === undefined ? "" : `, determines ${determines}`}`;
  });
  if (equations.length > shown.length) shown.push(`and ${equations.length - shown.length} more`);
  return shown.map((each, k) => line(k === 0 ? "equations" : "", each));
}

function startLines({ start, units }: Explanation): string[] {
  if (start === null) return [];
  const { residual } = units ?? {};
  const { position, velocity, moved, worst } = start;
  return [
    line(
      "start",
      start.status === "ok" ? (start.consistent ? "on the constraints" : "moved onto the constraints") : start.status,
    ),
    line(
      "  positions",
      `residual ${short(position.before)} → ${inUnit(position.after, residual?.position)}, q moves by ${short(moved.q)}`,
    ),
    line(
      "  velocities",
      `residual ${short(velocity.before)} → ${inUnit(velocity.after, residual?.velocity)}, v moves by ${short(moved.v)}`,
    ),
    ...(worst === null || start.consistent ? [] : [line("  worst", worst)]),
  ];
}

function motionLines({ kind, fast, slow, stiffness, units }: Explanation): string[] {
  const lines: string[] = [];
  const rateUnit = units && (units.time.includes(" ") ? `1/(${units.time})` : `1/${units.time}`);
  if (slow !== null) {
    const { decay, growth, frequency, timeScale, complete } = slow;
    const rates = { oscillates: frequency, decays: decay, grows: growth };
    const found = Object.entries(rates).filter(([, rate]) => rate > 0);
    const words =
      found.map(([verb, rate]) => `${verb} at rates up to ${inUnit(rate, rateUnit)}`).join(", ") || "uniform";
    lines.push(line(kind === "constrained" ? "slow motion" : "motion", words));
    if (!complete) lines.push(line("", "(only the outer eigenvalues were computed, because the system is large)"));
    lines.push(
      line("  time scale", Number.isFinite(timeScale) ? inUnit(timeScale, units?.time) : "none: the motion is uniform"),
    );
  }
  if (fast !== null) {
    const { largest, smallest, omegaAssumed, energy, energyRatio, modes } = fast;
    const assumed = omegaAssumed ? " (with the default omega, because the model sets none)" : "";
    lines.push(line("stiff springs", `frequencies ${short(smallest)} to ${inUnit(largest, rateUnit)}${assumed}`));
    lines.push(
      line(
        "  fast energy",
        `${inUnit(energy, units?.energy)} at the start, ${short(energyRatio)} times the slow motion's`,
      ),
    );
    for (const mode of modes !== null && modes.length <= mostModes && energy > 0 ? modes : [])
      lines.push(line("", `frequency ${short(mode.frequency).padEnd(10)} energy ${short(mode.energy)}`));
  }
  if (stiffness !== null) lines.push(line("stiffness", `${short(stiffness)} (fast over slow)`));
  return lines;
}

function choiceLines({ choice, note }: Explanation): string[] {
  const names = [choice.formulation, choice.method, choice.projection].map((part) => nameAndOptions(part).name);
  const [formulation, method, projection] = names;
  const repair = projection === "none" ? "" : `, projection ${projection}`;
  return [
    line("a run uses", `formulation ${formulation}, method ${method}${repair}`),
    line("", choice.reason),
    ...(note === null ? [] : [line("", note)]),
  ];
}

function trialLines({ trial }: Explanation): string[] {
  if (trial === null) return [];
  const { steps, t, status, complete } = trial;
  const which = complete && status === "ok" ? "all" : "the first";
  return [line("trial run", `${which} ${plural(steps, "step")}, to t = ${short(t)}: ${status}`)];
}
