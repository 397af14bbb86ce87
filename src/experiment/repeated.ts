/**
 * Many runs of one model, one after the other, that differ in parameters and settings. Lowering and compiling take
 * milliseconds, a short run less; so runs whose parameters differ only in the start, and whose settings differ only in
 * numbers, share one compiled system. The results are those of `prepareRun`, bit for bit.
 */

import { ModelError, noWork } from "../core/index.js";
import { catalogue } from "../elements/index.js";
import { canonicalJson, lower, lowerStart, type Model, startParameters } from "../model/index.js";
import { LinearMemory } from "../wasm/index.js";
import { withMoreRoom } from "./room.js";
import {
  bindRun,
  type Compiled,
  compileRun,
  type PreparedRun,
  type PrepareOptions,
  prepareRun,
  settingsFor,
} from "./run.js";

/** Systems that are kept: enough for neighbours in a sweep to alternate. */
const mostKept = 4;

interface Kept extends Compiled {
  readonly omega2: Float64Array;
}

export class RepeatedRuns {
  private readonly model: Model;
  private readonly harmless: ReadonlySet<string>;
  private readonly kept = new Map<string, Kept | "none">();

  constructor(model: Model) {
    this.model = model;
    this.harmless = harmlessIn(model);
  }

  /** What a run shares with others: runs with the same key are quick to make one after the other. */
  key({ set = {}, settings = {} }: Pick<PrepareOptions, "set" | "settings">): string {
    const laws = Object.entries(set).filter(([name]) => !this.harmless.has(name));
    const choices = Object.entries(settings).filter(([, value]) => typeof value !== "number");
    if (laws.length === 0 && choices.length === 0) return "";
    return canonicalJson([Object.fromEntries(laws), Object.fromEntries(choices)]);
  }

  /** A run that is ready to go. It ends the life of the runs prepared before: they share its memory. */
  prepare(options: PrepareOptions): PreparedRun {
    const { model } = this;
    const settings = settingsFor(model, options);
    const key = this.key(options);
    let room: number | undefined;
    return withMoreRoom((workBytes) => {
      if (workBytes !== room) this.kept.delete(key);
      room = workBytes;
      const kept = this.kept.get(key) ?? this.keep(key, options, workBytes);
      if (kept === "none") return prepareRun(model, options);
      return bindRun(model, this.begin(kept, options), settings, options);
    });
  }

  /** A system for the laws of this run; its start is the model's own. "none" where the laws refuse that start. */
  private keep(key: string, { set = {}, crew }: PrepareOptions, workBytes: number | undefined): Kept | "none" {
    const laws = Object.fromEntries(Object.entries(set).filter(([name]) => !this.harmless.has(name)));
    let made: Kept | "none" = "none";
    try {
      const compiled = compileRun(lower(this.model, catalogue, { set: laws }), { workBytes, crew });
      made = { ...compiled, omega2: Float64Array.from(compiled.system.mechanics?.omega2 ?? []) };
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
    }
    const [oldest] = this.kept.keys();
    if (this.kept.size >= mostKept) this.kept.delete(oldest);
    this.kept.set(key, made);
    return made;
  }

  /** The system as if it had just been compiled for this run. */
  private begin({ lowered, system, events, readings, omega2 }: Kept, { set }: PrepareOptions): Compiled {
    const { q0, v0 } = lowerStart(this.model, { set });
    const { arena, mechanics, initial, work } = system;
    if (arena instanceof LinearMemory) arena.clearUpper();
    Object.assign(work, noWork());
    mechanics?.omega2.set(omega2);
    initial.set(q0, 0);
    initial.set(v0, q0.length);
    return { lowered: { ...lowered, q0, v0 }, system, events, ...(readings && { readings }) };
  }
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
