/** What `explain` has found, in words: for the terminal and for the lab. */

import { formatNumber, plural } from "../../report/index.js";
import { nameAndOptions } from "../../run/named-choice.js";
import type { Explanation } from "./explanation.js";

/** A finding with its label. A label that begins with spaces belongs to the one before; an empty one continues it. */
export interface Fact {
  readonly label: string;
  readonly value: string;
}

/**
 * What was found about a model, in words, except for the advice.
 *
 * @example
 * explanationFacts(explain(pendulum))[0]; // { label: "size", value: "2 coordinates, 1 constraint" }
 */
export function explanationFacts(found: Explanation): readonly Fact[] {
  return [
    ...unitFacts(found),
    ...sizeFacts(found),
    ...structureFacts(found),
    ...equationFacts(found),
    ...startFacts(found),
    ...motionFacts(found),
    ...choiceFacts(found),
    ...trialFacts(found),
  ];
}

const mostModes = 8;
const short = (x: number): string => formatNumber(x, 4);

function unitFacts({ units }: Explanation): Fact[] {
  return units === undefined ? [] : [fact("units", `${units.name} (${units.length}, ${units.mass}, ${units.time})`)];
}

/** A number with its unit, if the model declares units. */
const inUnit = (value: number, unit: string | undefined): string => `${short(value)}${unit ? ` ${unit}` : ""}`;

const fact = (label: string, value: string): Fact => ({ label, value });

function sizeFacts(found: Explanation): Fact[] {
  const { kind, dimension, coordinates, states, constraints, rank, freedom, redundant, singular } = found;
  const beside = states === 0 ? "" : `, ${plural(states, "state")} beside them`;
  if (kind === "first-order") return [fact("size", `a first-order system of ${plural(dimension, "state")}`)];
  if (constraints === 0) return [fact("size", `${plural(coordinates, "coordinate")}, no constraints${beside}`)];
  const lines = [fact("size", `${plural(coordinates, "coordinate")}, ${plural(constraints, "constraint")}${beside}`)];
  const { mobility, singularJoints } = found;
  if (rank !== null) lines.push(fact("freedom", `${freedom} (rank ${rank})`));
  if (mobility !== null && mobility.freedom !== freedom)
    lines.push(fact("", `${mobility.freedom} without what is driven in time`));
  if (mobility !== null && mobility.locked.length > 0) lines.push(fact("locked", mobility.locked.join(", ")));
  if (mobility !== null && mobility.lockedBy.length > 0)
    lines.push(fact("", `moves without the axis of ${mobility.lockedBy.join(" or ")}`));
  const joints = found.redundancy?.joints ?? [];
  if (joints.length > 0)
    lines.push(fact("redundant", `${plural(redundant.length, "constraint")} of ${joints.join(", ")}`));
  else if (redundant.length > 0) lines.push(fact("redundant", redundant.join(", ")));
  const open = found.redundancy?.undetermined.joints ?? [];
  if (open.length > 0) lines.push(fact("not determined", `reactions of ${open.join(", ")}`));
  if (singular !== null)
    lines.push(fact("singular at", singularJoints.length > 0 ? singularJoints.join(", ") : singular));
  return lines;
}

function structureFacts({ structure }: Explanation): Fact[] {
  if (structure === null) return [];
  const { distances, triangles, bodies, methods } = structure;
  const found = [
    ...(triangles > 0 ? [plural(triangles, "rigid triangle")] : []),
    ...(bodies > 0 ? [plural(bodies, "rigid body", "rigid bodies")] : []),
    ...(distances > 0 ? [plural(distances, "distance")] : []),
  ];
  if (found.length === 0) return [];
  const possible = methods.length === 0 ? "" : ` (the method ${methods.join(" or ")} can be used, with a fixed step)`;
  return [fact("structure", `${found.join(", ")}${possible}`)];
}

/** The most equations that are listed. */
const mostEquations = 20;

function equationFacts({ equations }: Explanation): Fact[] {
  const shown = equations.slice(0, mostEquations).map(({ name, index, determines }) => {
    const times = index === 1 ? "as it is" : `differentiated ${index === 2 ? "once" : `${index - 1} times`}`;
    return `${name}: index ${index}, ${times}${determines === undefined ? "" : `, determines ${determines}`}`;
  });
  if (equations.length > shown.length) shown.push(`and ${equations.length - shown.length} more`);
  return shown.map((each, k) => fact(k === 0 ? "equations" : "", each));
}

function startFacts({ start, units }: Explanation): Fact[] {
  if (start === null) return [];
  const { residual } = units ?? {};
  const { position, velocity, moved, worst } = start;
  return [
    fact(
      "start",
      start.status === "ok" ? (start.consistent ? "on the constraints" : "moved onto the constraints") : start.status,
    ),
    fact(
      "  positions",
      `residual ${short(position.before)} → ${inUnit(position.after, residual?.position)}, q moves by ${short(moved.q)}`,
    ),
    fact(
      "  velocities",
      `residual ${short(velocity.before)} → ${inUnit(velocity.after, residual?.velocity)}, v moves by ${short(moved.v)}`,
    ),
    ...(worst === null || start.consistent ? [] : [fact("  worst", worst)]),
  ];
}

function motionFacts({ kind, fast, slow, stiffness, units }: Explanation): Fact[] {
  const lines: Fact[] = [];
  const rateUnit = units && (units.time.includes(" ") ? `1/(${units.time})` : `1/${units.time}`);
  if (slow !== null) {
    const { decay, growth, frequency, timeScale, complete } = slow;
    const rates = { oscillates: frequency, decays: decay, grows: growth };
    const found = Object.entries(rates).filter(([, rate]) => rate > 0);
    const words =
      found.map(([verb, rate]) => `${verb} at rates up to ${inUnit(rate, rateUnit)}`).join(", ") || "uniform";
    lines.push(fact(kind === "constrained" ? "slow motion" : "motion", words));
    if (!complete) lines.push(fact("", "(only the outer eigenvalues were computed, because the system is large)"));
    lines.push(
      fact("  time scale", Number.isFinite(timeScale) ? inUnit(timeScale, units?.time) : "none: the motion is uniform"),
    );
  }
  if (fast !== null) {
    const { largest, smallest, omegaAssumed, energy, energyRatio, modes } = fast;
    const assumed = omegaAssumed ? " (with the default omega, because the model sets none)" : "";
    lines.push(fact("stiff springs", `frequencies ${short(smallest)} to ${inUnit(largest, rateUnit)}${assumed}`));
    lines.push(
      fact(
        "  fast energy",
        `${inUnit(energy, units?.energy)} at the start, ${short(energyRatio)} times the slow motion's`,
      ),
    );
    for (const mode of modes !== null && modes.length <= mostModes && energy > 0 ? modes : [])
      lines.push(fact("", `frequency ${short(mode.frequency).padEnd(10)} energy ${short(mode.energy)}`));
  }
  if (stiffness !== null) lines.push(fact("stiffness", `${short(stiffness)} (fast over slow)`));
  return lines;
}

function choiceFacts({ choice, note }: Explanation): Fact[] {
  const names = [choice.formulation, choice.method, choice.projection].map((part) => nameAndOptions(part).name);
  const [formulation, method, projection] = names;
  const repair = projection === "none" ? "" : `, projection ${projection}`;
  return [
    fact("a run uses", `formulation ${formulation}, method ${method}${repair}`),
    fact("", choice.reason),
    ...(note === null ? [] : [fact("", note)]),
  ];
}

function trialFacts({ trial }: Explanation): Fact[] {
  if (trial === null) return [];
  const { steps, t, status, complete } = trial;
  const which = complete && status === "ok" ? "all" : "the first";
  return [fact("trial run", `${which} ${plural(steps, "step")}, to t = ${short(t)}: ${status}`)];
}
