/**
 * From a lowered model to a system, and from a system to workspaces. Everything that follows from the model alone is
 * found once and kept in the blueprint; a workspace is a memory that holds the same tables and code.
 */

import { consistencyOf } from "../consistency/consistency.js";
import { namedParts } from "../consistency/named-parts.js";
import type { Crew } from "../core/crew.js";
import { TautError } from "../core/errors.js";
import { append, copyWork } from "../core/index.js";
import { type CompiledRate, rateOf, withJacobian } from "../core/rate.js";
import { noWork, type Work } from "../core/work.js";
import type { System, Workspace } from "../core/workspace.js";
import { eliminate } from "../elimination/eliminate.js";
import { callKernel, emitKernel } from "../kernels/index.js";
import { longVectors } from "../linalg/long-vectors.js";
import { ArenaFull } from "../memory/arena-full.js";
import { LinearMemory } from "../memory/linear-memory.js";
import { estimatedTables, usualRoom } from "../model/lower/size.js";
import type { Lowered } from "../model/lowered.js";
import { newtonOnto } from "../projections/newton.js";
import { symbolsOf } from "../symbolic/index.js";
import { get, i32 } from "../wasm/index.js";
import { conscienceOf } from "../watch/conscience.js";
import { meterOf } from "../watch/meter.js";
import { keptByElimination, makeAlgebraic } from "./algebraic-code.js";
import { type Continued, continueAngles, makeBranches } from "./continued-angles.js";
import { makeCoupled } from "./coupled-code.js";
import { scatterProgram } from "./derive.js";
import { zero } from "./emit-vectors.js";
import { countedRate, rateParams } from "./force-code.js";
import { takeIdle, toIdle } from "./idle-workspaces.js";
import { writeStart } from "./initial-state.js";
import { makeInvariants } from "./invariant-code.js";
import { rateJacobian } from "./jacobian-code.js";
import { lazily } from "./lazily.js";
import { makeMechanics } from "./mechanics.js";
import { constraintParts, lazyMultiplierNames, lazyStateNames, makeupOf, stateLength } from "./names.js";
import { type PlacedModel, placeLaws } from "./place-laws.js";
import { Blueprint, Site, setSite } from "./site.js";
import { makeStateSwitches } from "./state-switches.js";
import { findLimits, findSwitches } from "./switches.js";
import { timeSwitches } from "./time-switches.js";

/** Options of `compileSystem`. */
export interface CompileOptions {
  /** Threads that share the forces between pairs of large systems. By default the calling thread does all the work. */
  readonly crew?: Crew | undefined;
}

/**
 * Compiles a lowered model to tables and WebAssembly. The system never changes, holds no memory, and can be used for
 * any number of runs.
 *
 * @example
 * const system = compileSystem(lower(pendulum));
 * solve(system, { formulation: stiff({ omega: 100 }), method: dop853(), rtol: 1e-8, until: 1 });
 */
export function compileSystem(given: Lowered, { crew }: CompileOptions = {}): System {
  const continued = continueAngles(given);
  const { lowered } = continued;
  const { n, order, name, units, labels, time } = lowered;
  const dimension = stateLength(lowered);
  const blueprint = new Blueprint();
  const initial = new Float64Array(dimension);
  writeStart(initial, lowered);
  const names = lazyStateNames(lowered);
  const constraintNames = lazyMultiplierNames(lowered);
  const parts = lazily(() => constraintParts(lowered));
  const makeup = lazily(() => makeupOf(lowered));
  const switches = lazily(() => findSwitches(lowered));
  const timed = lazily(() => timeSwitches(lowered));
  const limits = lazily(() => findLimits(lowered));
  const system: System = {
    name,
    dimension,
    get names() {
      return names();
    },
    autonomous:
      lowered.functions.length === 0 &&
      ![...lowered.laws, ...(lowered.coupled?.laws ?? [])].some((law) => symbolsOf(law.outputs).includes(time)),
    n: order === "second" ? n : 0,
    get constraintNames() {
      return constraintNames();
    },
    get constraintParts() {
      return parts();
    },
    get makeup() {
      return makeup();
    },
    ...(lowered.held && { held: lowered.held }),
    initialTime: lowered.t0,
    initial,
    opaque: lowered.functions.length > 0,
    get switches() {
      return switches();
    },
    get isAnalytic() {
      return lowered.functions.length === 0 && time.graph.tables.size === 0 && switches().length === 0;
    },
    get timeSwitches() {
      return timed();
    },
    get limits() {
      return limits();
    },
    ...(units && { units }),
    ...(labels && { labels }),
    workspace({ room = usualRoom(dimension) } = {}) {
      const idle = takeIdle(system, room);
      if (idle !== undefined) return idle;
      const reserved = Math.max(room, 65536);
      const shared = tableArrays(lowered).reduce((sum, { byteLength }) => sum + byteLength, 0);
      let tables = Math.max(blueprint.end, estimatedTables(lowered.laws, dimension) + shared);
      for (;;) {
        const memory = new LinearMemory(tables + reserved);
        try {
          return makeWorkspace(system, continued, new Site(memory, blueprint), crew);
        } catch (error) {
          memory.release();
          if (!(error instanceof ArenaFull)) throw error;
          tables = Math.max(2 * tables, error.needed);
        }
      }
    },
  };
  // this refuses a model that cannot be compiled now, not when a run begins
  system.workspace().release();
  return system;
}

/** The numbers of all tables that expressions of the model call. */
const tableArrays = ({ time }: Lowered): Float64Array[] =>
  [...time.graph.tables.values()].flatMap(({ axes, coefficients }) => [
    ...axes.flatMap(({ breaks, origins }) => [breaks, origins]),
    coefficients,
  ]);

function makeWorkspace(system: System, continued: Continued, site: Site, crew: Crew | undefined): Workspace {
  const { lowered } = continued;
  const { n, order, q0 } = lowered;
  const { name, dimension, autonomous, initialTime, opaque, units, labels } = system;
  const { memory } = site;
  const work = noWork();
  const { initial, placed, mechanics, rate } = site.unit("base", (unit) => {
    const initial = unit.f64(dimension);
    // code is also generated during a run, when the memory cannot grow: tables are in place before
    for (const values of site.fact("tables", () => tableArrays(lowered))) unit.share(values);
    const placed = placeLaws(lowered, unit, crew);
    return {
      initial,
      placed,
      mechanics: order === "second" ? makeMechanics(lowered, placed, site, unit, work) : undefined,
      rate: order === "first" && lowered.algebraic === 0 ? makeRate(n, placed, site, work) : undefined,
    };
  });
  const algebraic = lowered.algebraic > 0 ? makeAlgebraic(lowered, placed, site, work) : undefined;
  const slopes = site.lazily("rate jacobian", (unit) => rateJacobian(lowered, placed, unit));
  // equations of states alone, which the eliminated system keeps, and the invariants of the model
  const kept = [...(algebraic === undefined ? [] : keptByElimination(placed, n)), ...placed.invariants];
  const made = lowered.coupled === undefined ? undefined : makeCoupled(lowered, placed, dimension, site);
  const invariants = made === undefined ? makeInvariants(lowered, kept, dimension, site) : made.invariants;
  const coupled = made?.coupled;

  const branches = makeBranches(continued, placed, site);
  const stateSwitches = lazily(() => makeStateSwitches(lowered, placed, site, made));

  const begin = (): void => {
    initial.set(system.initial);
    branches?.clear();
    (algebraic ?? coupled?.algebraic)?.guess.set(q0.subarray(dimension - lowered.v0.length));
  };
  begin();
  const omega2 = Float64Array.from(placed.omega2);
  /** The stiffness that problems on this workspace read: `omega` or "own"; undefined until a problem reads one. */
  let stiffness: number | "own" | undefined;

  const workspace: Workspace = {
    system,
    name,
    arena: memory,
    work,
    dimension,
    get names() {
      return system.names;
    },
    autonomous,
    initialTime,
    initial,
    ...(mechanics ? { mechanics } : {}),
    ...(rate && { rate: withJacobian(rateOf(rate), slopes) }),
    ...(algebraic && { algebraic }),
    ...(coupled && { coupled }),
    ...(invariants ? { invariants } : {}),
    ...(branches && { branches }),
    get stateSwitches() {
      return stateSwitches();
    },
    ...((invariants || (algebraic ?? coupled?.algebraic)?.hidden || (mechanics && mechanics.m > 0)) && {
      exact: newtonOnto,
    }),
    ...(mechanics && { meter: meterOf, allFinite: longVectors(memory, dimension).allFinite }),
    ...(mechanics &&
      mechanics.m > 0 && {
        consistency: (problem, projectors) => consistencyOf(problem, projectors, namedParts),
      }),
    ...((mechanics ?? invariants ?? algebraic?.hidden) && { conscience: conscienceOf }),
    ...(algebraic && { eliminate: (gamma) => eliminate({ arena: memory, work, dimension, algebraic }, gamma) }),
    opaque,
    ...(units && { units }),
    ...(labels && { labels }),

    stiffen(omega) {
      const wanted = omega ?? "own";
      if (stiffness !== undefined && stiffness !== wanted) {
        const said = (one: number | "own"): string => (one === "own" ? "the model's own stiffness" : `omega = ${one}`);
        throw new TautError(
          "omega",
          `a workspace has one stiffness; a problem on this workspace already reads ${said(stiffness)}, not ${said(wanted)}. Make another workspace.`,
        );
      }
      stiffness = wanted;
      if (omega === undefined) placed.omega2.set(omega2);
      else placed.omega2.fill(omega * omega);
    },
    aside(look) {
      const [before, end] = [{ stiffness, omega2: placed.omega2.slice(), work: { ...work } }, memory.lease()];
      const dropped = mechanics?.constraints.dropped ?? [];
      const references = branches?.references();
      const passed = mechanics?.constraints.singular?.passed.splice(0) ?? [];
      stiffness = undefined;
      try {
        return look();
      } finally {
        stiffness = before.stiffness;
        placed.omega2.set(before.omega2);
        mechanics?.constraints.drop(dropped);
        const list = mechanics?.constraints.singular?.passed;
        list?.splice(0);
        if (list !== undefined) append(list, passed);
        if (references !== undefined) branches?.restore(references);
        copyWork(work, before.work);
        end();
      }
    },
    reset() {
      memory.clearUpper();
      site.forget();
      stiffness = undefined;
      placed.omega2.set(omega2);
      mechanics?.constraints.drop([]);
      mechanics?.constraints.singular?.passed.splice(0);
      copyWork(work, noWork());
      begin();
    },
    lease: () => memory.lease(),
    get room() {
      return memory.room;
    },
    release: () => toIdle(workspace, memory),
  };
  setSite(workspace, site);
  return workspace;
}

function makeRate(n: number, placed: PlacedModel, site: Site, work: Work): CompiledRate {
  const { rate } = site.unit("rate", (unit) =>
    unit.code((module) => {
      const kernels = placed.rates.map((p, k) => emitKernel(module, `_rate${k}`, scatterProgram(p.calculus), p.tables));
      module.func("rate", rateParams, "i32", (_, p) => [
        ...zero(get(p.dy), n),
        ...kernels.map((kernel) => callKernel(kernel, { t: get(p.t), q: get(p.y), out: [get(p.dy)] })),
        i32.const(-1),
      ]);
    }),
  );
  return countedRate(rate, site.memory.memory, work);
}
