/** Examines a model before it is run, and gives advice. */

import { compileSystem, inPrecision, mixedNote } from "../../compile/index.js";
import { mobilityAt } from "../../consistency/mobility.js";
import { errorControlled } from "../../controllers/index.js";
import {
  checkNames,
  type Mobility,
  newState,
  ownersOf,
  type Problem,
  type State,
  type UnitLabels,
  type Units,
  type Workspace,
} from "../../core/index.js";
import { catalogue } from "../../elements/index.js";
import { ode, rigid, underlying } from "../../formulations/index.js";
import { borrow } from "../../memory/on-workspace.js";
import { dop853 } from "../../methods/index.js";
import { lower, type Model, runSection } from "../../model/index.js";
import { newton } from "../../projections/index.js";
import { choose } from "../../run/choose.js";
import { make, withSetting } from "../../run/registry.js";
import { checkSettings, mergeSettings, type RunSettings } from "../../run/settings.js";
import { fastModes, type Redundancy, Run, slowEnergy, spectrumOf } from "../../solve/index.js";
import { advise } from "./advice.js";
import type { Explanation, FastFindings, SlowFindings, StartFindings, StructureFindings } from "./explanation.js";
import { tryFirstSteps, untried } from "./trial.js";

/** A start with residuals up to this counts as consistent. */
const rounding = 1e-9;

/** What `explain` examines beside the model: other settings, and other parameters. */
export interface ExplainOptions {
  /** Settings that replace those in the `run:` section of the model. */
  readonly settings?: RunSettings;
  /** Values that replace those of the model's parameters. */
  readonly set?: Readonly<Record<string, number>>;
}

/**
 * Examines a model before it is run: degrees of freedom, stiffness, the start, and advice on how to run it. Throws a
 * `TautError` if the model is invalid. A start that fails is reported in `start.status`.
 *
 * @example
 * explain(pendulum).advice; // what to use, in sentences
 */
export function explain(model: Model, options: ExplainOptions = {}): Explanation {
  checkNames("explain", options, ["settings", "set"]);
  const { settings: given = {}, set } = options;
  const settings = mergeSettings(runSection(model, set), given);
  checkSettings(settings);
  const lowered = inPrecision(lower(model, catalogue, { set }), settings.precision);
  const omegaAssumed = settings.omega === undefined && !lowered.omegaGiven;
  const { advice, ...findings } = borrow(compileSystem(lowered), (workspace) =>
    examine(model, workspace, settings, omegaAssumed),
  );
  const hasStart = findings.start === null || findings.start.status === "ok";
  const size = { dimension: findings.dimension, time: lowered.t0 };
  const trial = hasStart ? tryFirstSteps(model, settings, set, size) : untried;
  return { ...findings, trial: trial.findings, advice: [...advice, ...trial.advice] };
}

function examine(
  model: Model,
  workspace: Workspace,
  settings: RunSettings,
  omegaAssumed: boolean,
): Omit<Explanation, "trial"> {
  const { mechanics, dimension } = workspace;
  const m = mechanics?.m ?? 0;
  if (settings.omega !== undefined && mechanics !== undefined) workspace.stiffen(settings.omega);
  const problem = (m > 0 || workspace.algebraic !== undefined ? underlying() : ode()).apply(workspace);
  const stated = newState(workspace.arena, dimension, problem.n);
  stated.t = workspace.initialTime;
  stated.y.set(workspace.initial);

  const { start, at, redundant, redundancy, singular, singularJoints, message } = consistentStart(problem);
  const ok = start.status === "ok" && singular === null;
  const rank = mechanics === undefined || !ok ? null : m - redundant.length;
  const mobility = ok && m > 0 ? mobilityOf(workspace, at) : null;
  const slow = ok ? slowMotion(problem, at) : null;
  const fast = ok && m > 0 ? fastMotion(workspace, stated, at, slow, omegaAssumed) : null;
  const findings = {
    model: model.name ?? null,
    kind:
      mechanics === undefined ? ("first-order" as const) : m > 0 ? ("constrained" as const) : ("mechanics" as const),
    dimension,
    coordinates: mechanics?.n ?? dimension,
    constraints: m,
    rank,
    freedom: rank === null ? null : mechanics!.n - rank,
    redundant,
    redundancy,
    mobility,
    structure: m > 0 ? structureOf(workspace) : null,
    singular,
    singularJoints,
    start: m > 0 ? start : null,
    fast,
    slow,
    stiffness: stiffness(fast, slow),
    equations: (workspace.algebraic ?? workspace.coupled?.algebraic)?.equations ?? [],
    states: workspace.coupled?.states ?? 0,
    switches: workspace.system.switches ?? [],
    ...chosen(workspace, settings),
    ...(workspace.units && { units: unitsIn(workspace.units, workspace.labels) }),
  };
  const advice = advise(findings, settings, workspace);
  return { ...findings, advice: [...(message === null ? [] : [message]), ...advice] };
}

/** The units in which the findings are given. */
function unitsIn({ name, length, mass, time, energy }: Units, labels: UnitLabels | undefined): Explanation["units"] {
  return { ...{ name, length, mass, time, energy }, ...(labels?.residual && { residual: labels.residual }) };
}

/** Methods for constraints of one special kind. */
const special = ["settle", "lie-cayley", "lincs"];

function structureOf(workspace: Workspace): StructureFindings | null {
  const { structure } = workspace.mechanics!;
  if (structure === undefined) return null;
  const problem = rigid().apply(workspace);
  return {
    distances: structure.distances.count,
    triangles: structure.triangles.count,
    bodies: structure.bodies.count,
    methods: special.filter((name) => make("method", name).refuses(problem) === undefined),
  };
}

/** What a run would choose, and the note of its method. */
function chosen(workspace: Workspace, settings: RunSettings): Pick<Explanation, "choice" | "note"> {
  const choice = choose(workspace, settings);
  const { note } = make("method", withSetting("method", choice.method, "seed", settings.seed));
  const notes = [...(note === undefined ? [] : [note]), ...(settings.precision === "mixed" ? [mixedNote] : [])];
  return { choice, note: notes.length === 0 ? null : notes.join(" ") };
}

/** Which joints can move; null in models without joints, and in large ones. */
function mobilityOf(workspace: Workspace, at: State): Mobility | null {
  const { mechanics, system } = workspace;
  return workspace.aside(() => {
    const G = mechanics!.constraints.newJacobian();
    mechanics!.constraints.jacobian(G, at.t, at.q);
    return mobilityAt(system, mechanics!, G, at) ?? null;
  });
}

/** Makes the start consistent by beginning a run. */
function consistentStart(problem: Problem): {
  readonly start: StartFindings;
  readonly at: State;
  readonly redundant: readonly string[];
  readonly redundancy: Redundancy | null;
  readonly singular: string | null;
  readonly singularJoints: readonly string[];
  readonly message: string | null;
} {
  const { workspace } = problem;
  const t0 = workspace.initialTime;
  const run = new Run(problem, {
    method: dop853(),
    controller: errorControlled({ rtol: 1e-6 }),
    ...(problem.manifold !== undefined && { projection: newton() }),
    until: t0 + 1,
    saveAt: [],
  });
  run.advance(0);
  const { start, dropped, redundancy = null, passages, notes, failure } = run.solution();
  // a start in a singular position, from which the motion goes on
  const [passage] = passages;
  const none = { before: 0, after: 0 };
  const { position = none, velocity = none, moved = { q: 0, v: 0 }, worst = null } = start ?? {};
  return {
    start: {
      status: failure?.status ?? "ok",
      consistent: Math.max(position.before, velocity.before) <= rounding,
      position,
      velocity,
      moved,
      worst,
    },
    at: run.state,
    redundant: dropped,
    redundancy,
    singular: passage?.constraints.join(", ") ?? (failure?.status === "singular" ? (failure.component ?? null) : null),
    singularJoints:
      passage?.joints ??
      (failure?.status === "singular" && failure.component !== undefined
        ? ownersOf(
            [workspace.system.constraintNames.indexOf(failure.component)],
            workspace.system.constraintNames,
            workspace.system.constraintParts,
          ).joints
        : []),
    message: failure?.message ?? (passage === undefined ? null : notes.find((note) => note.includes("branches"))!),
  };
}

/**
 * Rates of the motion with rigid constraints. The Jacobian of free fall has no rates, so its acceleration is used too.
 */
function slowMotion(problem: Problem, at: State): SlowFindings | null {
  const spectrum = spectrumOf(problem)(at);
  if (spectrum === undefined) return null;
  const rate = Math.max(spectrum.radius, bending(problem, at));
  return { ...spectrum, timeScale: rate > 0 ? 1 / rate : Number.POSITIVE_INFINITY };
}

/** sqrt(|q''| / |q|), the rate at which accelerations change positions. */
function bending(problem: Problem, at: State): number {
  const { n, arena, dimension } = problem;
  const dy = arena.f64(dimension);
  if (n === 0 || problem.rate!(dy, at.t, at.y) !== "ok") return 0;
  const size = largest(at.q);
  return size > 0 ? Math.sqrt(largest(dy.subarray(n, 2 * n)) / size) : 0;
}

function fastMotion(
  workspace: Workspace,
  stated: State,
  at: State,
  slow: SlowFindings | null,
  omegaAssumed: boolean,
): FastFindings | null {
  const found = fastModes(workspace, stated) ?? fastModes(workspace, at);
  if (found === undefined) return null;
  const { largest, smallest, energy, modes = null } = found;
  const time = slow !== null && Number.isFinite(slow.timeScale) ? slow.timeScale : 1;
  const energyRatio = energy === 0 ? 0 : energy / slowEnergy(workspace, at, time);
  return { largest, smallest, omegaAssumed, energy, energyRatio, modes };
}

function stiffness(fast: FastFindings | null, slow: SlowFindings | null): number | null {
  if (slow === null) return null;
  if (fast !== null)
    return fast.omegaAssumed || !Number.isFinite(slow.timeScale) ? null : fast.largest * slow.timeScale;
  const others = Math.max(slow.growth, slow.frequency);
  return slow.decay > 10 * others && others > 0 ? slow.decay / others : null;
}

const largest = (x: Float64Array): number => x.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
