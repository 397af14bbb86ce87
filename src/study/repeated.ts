/**
 * Many runs of one model, one after the other, that differ in parameters and settings. Lowering and compiling take
 * longer than a short run, so as much as possible is shared: runs whose parameters differ only in the start, and whose
 * settings differ only in numbers, share one compiled system, and runs with equal settings also share what is bound on
 * it. The results are those of `prepareRun`, bit for bit.
 */

import { compileSystem, inPrecision, writeStart } from "../compile/index.js";
import { copyWork, ModelError, noWork, SettingError, type System, type Workspace } from "../core/index.js";
import { catalogue } from "../elements/index.js";
import { bindOn } from "../memory/on-workspace.js";
import {
  canonicalJson,
  type Lowered,
  lower,
  type Model,
  type Start,
  startParameters,
  startReader,
} from "../model/index.js";
import { choose, looksAtStart } from "../run/choose.js";
import {
  bindRun,
  type Compiled,
  compiledOn,
  type PreparedRun,
  type PrepareOptions,
  prepareRun,
  settingsFor,
} from "../run/run.js";
import type { RunSettings } from "../run/settings.js";

/** The number of systems that are kept, so that neighbouring runs of a sweep may alternate between a few. */
const mostKept = 4;

/** The options that all runs have in common. */
export type CommonOptions = Pick<PrepareOptions, "sampling" | "keepStates" | "frames" | "solve" | "crew">;
/** The options of a single run. */
export type OwnOptions = Pick<PrepareOptions, "set" | "settings" | "checkpoint">;

interface Kept {
  readonly lowered: Lowered;
  readonly system: System;
  readonly startFor: ReturnType<typeof startReader>;
  /** The workspace of the last run, with events and readings. */
  compiled?: Compiled | undefined;
  /** The room that the last run needed. */
  room?: number;
  /** The last run on this workspace. */
  last?: PreparedRun | undefined;
  /** The settings for which the last run was prepared. */
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

  /** The key of what a run can share with others: runs with equal keys are prepared quickly one after the other. */
  key({ set = {}, settings = {} }: OwnOptions): string {
    const laws = Object.entries(set).filter(([name]) => !this.harmless.has(name));
    const choices = Object.entries(settings).filter(([, value]) => typeof value !== "number");
    if (laws.length === 0 && choices.length === 0) return "";
    return canonicalJson([Object.fromEntries(laws), Object.fromEntries(choices)]);
  }

  /** A run that is ready to start. Runs that were prepared before share its memory and must not be used any more. */
  prepare(own: OwnOptions): PreparedRun {
    const { model, common } = this;
    const options: PrepareOptions = { ...common, ...own };
    const settings = settingsFor(model, options);
    const key = this.key(own);
    const kept = this.kept.get(key) ?? this.keep(key, own, settings);
    if (kept === "none") return prepareRun(model, options);
    const again = beginAgain(kept, settings, own);
    if (again !== undefined) return again;
    kept.last = undefined;
    const { lowered, system } = kept;
    kept.compiled?.workspace.release();
    kept.compiled = undefined;
    const prepared = bindOn(
      system,
      (workspace) => {
        const start = startOn(workspace, kept, own);
        kept.compiled = compiledOn(lowered, workspace);
        return bindRun(model, { ...kept.compiled, lowered: { ...lowered, ...start } }, settings, options);
      },
      kept.room,
    );
    kept.room = prepared.workspace.room;
    kept.last = own.checkpoint === undefined ? prepared : undefined;
    kept.asked = settings;
    return prepared;
  }

  /** A system for the laws of this run, with the model's own start; "none" if the laws refuse that start or the settings. */
  private keep(key: string, { set = {} }: OwnOptions, { precision }: RunSettings): Kept | "none" {
    const laws = Object.fromEntries(Object.entries(set).filter(([name]) => !this.harmless.has(name)));
    let made: Kept | "none" = "none";
    try {
      const lowered = inPrecision(lower(this.model, catalogue, { set: laws }), precision);
      const system = compileSystem(lowered, { crew: this.common.crew });
      made = { lowered, system, startFor: startReader(this.model, { set: laws }) };
    } catch (error) {
      if (!(error instanceof ModelError || error instanceof SettingError)) throw error;
    }
    const [oldest] = this.kept.keys();
    if (this.kept.size >= mostKept) this.kept.delete(oldest);
    this.kept.set(key, made);
    return made;
  }
}

/** Gives the workspace the start of this run, and sets every count of work to 0. */
function startOn({ initial, algebraic, coupled, work }: Workspace, { startFor }: Kept, { set }: OwnOptions): Start {
  const start = startFor(set);
  const guesses = writeStart(initial, start);
  (algebraic ?? coupled?.algebraic)?.guess.set(guesses);
  copyWork(work, noWork());
  return start;
}

/**
 * The last run, to be repeated from another start, if nothing else differs; otherwise undefined. A run that failed is not
 * repeated, and neither is one whose formulation carries guesses of variables over from the last run.
 */
function beginAgain(kept: Kept, settings: RunSettings, own: OwnOptions): PreparedRun | undefined {
  const { last, asked, lowered } = kept;
  if (last === undefined || own.checkpoint !== undefined || !isSame(settings, asked)) return undefined;
  const { run, workspace } = last;
  if (
    !run.forgets ||
    run.failure !== undefined ||
    workspace.algebraic !== undefined ||
    workspace.coupled !== undefined ||
    looksAtStart(workspace, settings)
  )
    return undefined;
  const start = startOn(workspace, kept, own);
  // the method that suits the new start may be another
  const choice = workspace.aside(() => choose(workspace, settings));
  if (!isSame(choice.method, last.choice.method)) return undefined;
  const { set: _, ...rest } = { ...last, choice };
  run.restart();
  kept.last = { ...rest, lowered: { ...lowered, ...start }, ...(own.set && { set: own.set }) };
  return kept.last;
}

/** Whether two values are equal data: numbers, texts, and lists and maps of them. */
function isSame(a: unknown, b: unknown): boolean {
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return Object.is(a, b);
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => isSame(a[key as keyof typeof a], b[key as keyof typeof b]))
  );
}

/** The parameters that enter only the start; none if the model cannot be lowered with its own parameters. */
function harmlessIn(model: Model): ReadonlySet<string> {
  try {
    return startParameters(model, lower(model, catalogue));
  } catch (error) {
    if (error instanceof ModelError) return new Set();
    throw error;
  }
}
