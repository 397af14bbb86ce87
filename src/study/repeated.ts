/**
 * Many runs of one model, one after the other, that differ in parameters and settings. Lowering and compiling take
 * milliseconds, a short run less; so runs whose parameters differ only in the start, and whose settings differ only in
 * numbers, share one compiled system, and those whose settings are equal what is bound on it. The results are those of
 * `prepareRun`, bit for bit.
 */

import { ModelError, noWork } from "../core/index.js";
import { catalogue } from "../elements/index.js";
import { LinearMemory } from "../memory/linear-memory.js";
import { canonicalJson, lower, type Model, type Start, startParameters, startReader } from "../model/index.js";
import { looksAtStart } from "../run/choose.js";
import { withMoreRoom } from "../run/room.js";
import {
  bindRun,
  type Compiled,
  compileRun,
  type PreparedRun,
  type PrepareOptions,
  prepareRun,
  settingsFor,
} from "../run/run.js";
import type { RunSettings } from "../run/settings.js";

/** Systems that are kept: enough for neighbours in a sweep to alternate. */
const mostKept = 4;

/** What all runs have in common. */
export type CommonOptions = Pick<PrepareOptions, "sampling" | "keepStates" | "frames" | "solve" | "crew">;
/** What one of them has of its own. */
export type OwnOptions = Pick<PrepareOptions, "set" | "settings" | "checkpoint">;

interface Kept extends Compiled {
  readonly omega2: Float64Array;
  readonly startFor: ReturnType<typeof startReader>;
  /** The last run on it. */
  last?: PreparedRun;
  /** The settings it was asked for with. */
  asked?: RunSettings;
}

export class RepeatedRuns {
  private readonly model: Model;
  private readonly common: CommonOptions;
  private readonly harmless: ReadonlySet<string>;
  private readonly kept = new Map<string, Kept | "none">();

  constructor(model: Model, common: CommonOptions = {}) {
    this.model = model;
    this.common = common;
    this.harmless = harmlessIn(model);
  }

  /** What a run shares with others: runs with the same key are quick to make one after the other. */
  key({ set = {}, settings = {} }: OwnOptions): string {
    const laws = Object.entries(set).filter(([name]) => !this.harmless.has(name));
    const choices = Object.entries(settings).filter(([, value]) => typeof value !== "number");
    if (laws.length === 0 && choices.length === 0) return "";
    return canonicalJson([Object.fromEntries(laws), Object.fromEntries(choices)]);
  }

  /** A run that is ready to go. It ends the life of the runs prepared before: they share its memory. */
  prepare(own: OwnOptions): PreparedRun {
    const { model, common } = this;
    const options: PrepareOptions = { ...common, ...own };
    const settings = settingsFor(model, options);
    const key = this.key(own);
    let room: number | undefined;
    return withMoreRoom((workBytes) => {
      if (workBytes !== room) this.kept.delete(key);
      room = workBytes;
      const kept = this.kept.get(key) ?? this.keep(key, own, workBytes);
      if (kept === "none") return prepareRun(model, options);
      const start = startOf(kept, own);
      const again = beginAgain(kept, start, settings, own);
      if (again !== undefined) return again;
      kept.last = undefined;
      const prepared = bindRun(model, asCompiled(kept, start), settings, options);
      kept.last = own.checkpoint === undefined ? prepared : undefined;
      kept.asked = settings;
      return prepared;
    });
  }

  /** A system for the laws of this run; its start is the model's own. "none" where the laws refuse that start. */
  private keep(key: string, { set = {} }: OwnOptions, workBytes: number | undefined): Kept | "none" {
    const laws = Object.fromEntries(Object.entries(set).filter(([name]) => !this.harmless.has(name)));
    let made: Kept | "none" = "none";
    try {
      const compiled = compileRun(lower(this.model, catalogue, { set: laws }), { workBytes, crew: this.common.crew });
      const omega2 = Float64Array.from(compiled.workspace.mechanics?.omega2 ?? []);
      made = { ...compiled, omega2, startFor: startReader(this.model, { set: laws }) };
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
    }
    const [oldest] = this.kept.keys();
    if (this.kept.size >= mostKept) this.kept.delete(oldest);
    this.kept.set(key, made);
    return made;
  }
}

/** The start of this run, which becomes that of the system; every count of work is 0 again. */
function startOf({ workspace, startFor }: Kept, { set }: OwnOptions): Start {
  const start = startFor(set);
  const { initial, algebraic, work } = workspace;
  const states = start.q0.length - (algebraic?.count ?? 0);
  initial.set(start.q0.subarray(0, states), 0);
  initial.set(start.v0, states);
  algebraic?.guess.set(start.q0.subarray(states));
  Object.assign(work, noWork());
  return start;
}

/** The system as if it had just been compiled for this run. */
function asCompiled({ lowered, workspace, events, readings, omega2 }: Kept, start: Start): Compiled {
  const { arena, mechanics } = workspace;
  if (arena instanceof LinearMemory) arena.clearUpper();
  mechanics?.omega2.set(omega2);
  return { lowered: { ...lowered, ...start }, workspace, events, ...(readings && { readings }) };
}

/**
 * The last run from another start, where nothing else is different; undefined when something is, or may be: what a run leaves
 * behind when it fails is no beginning for another, nor are guesses of variables that its formulation has taken over.
 */
function beginAgain(
  kept: Kept,
  start: Start,
  settings: RunSettings,
  { set, checkpoint }: OwnOptions,
): PreparedRun | undefined {
  const { last, asked, workspace, lowered } = kept;
  if (last === undefined || checkpoint !== undefined || !isSame(settings, asked)) return undefined;
  const { run } = last;
  if (
    !run.forgets ||
    run.failure !== undefined ||
    workspace.algebraic !== undefined ||
    looksAtStart(workspace, settings)
  )
    return undefined;
  const { set: _, ...rest } = last;
  run.restart();
  kept.last = { ...rest, lowered: { ...lowered, ...start }, ...(set && { set }) };
  return kept.last;
}

/** Equal data: numbers, texts, lists and maps of them. */
function isSame(a: unknown, b: unknown): boolean {
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return Object.is(a, b);
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => isSame(a[key as keyof typeof a], b[key as keyof typeof b]))
  );
}

/** Parameters that reach the start only; none when the model cannot be lowered with its own. */
function harmlessIn(model: Model): ReadonlySet<string> {
  try {
    return startParameters(model, lower(model, catalogue));
  } catch (error) {
    if (error instanceof ModelError) return new Set();
    throw error;
  }
}
