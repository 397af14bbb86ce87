/** Runs the runs of a study, one after the other, and makes a row of numbers from each. */

import { ModelError, own, TautError, type Workspace } from "../core/index.js";
import { encodeTable } from "../io/export/index.js";
import { trajectoryColumns } from "../io/result.js";
import { canonicalJson, type Model, sha256Hex } from "../model/index.js";
import { path } from "../model/model-errors.js";
import type { PreparedRun } from "../run/run.js";
import type { Run } from "../solve/index.js";
import {
  histogramColumns,
  measuredColumns,
  type Observable,
  observableColumns,
  observablesOf,
  withObservables,
} from "./observables.js";
import { firstTime, nameOfDeviation, nameOfFinal, type OutcomeReader, outcomesOf, workNames } from "./outcomes.js";
import { RepeatedRuns } from "./repeated.js";
import type { RunSpec, Study } from "./study.js";

/** The results of one run that are kept. */
export interface Row {
  /** The number of the run in its study. */
  readonly index: number;
  readonly hash: string;
  /** "ok", the status with which the run ended early, or "invalid" if it could not begin. */
  readonly status: string;
  /** The component that stopped the run, or the path of what is invalid; empty where neither is known. */
  readonly where: string;
  /** The error message; empty if the status is "ok". */
  readonly message: string;
  /** Values in the order of the runner's columns; NaN where a value is missing. */
  readonly numbers: Float64Array;
  /** The SHA-256 digest of the trajectory's file; empty if the study keeps none. */
  readonly trajectory: string;
}

/** A run that has begun. */
export interface RunInHand {
  readonly run: Run;
  /** The results; call it only when the run is done. */
  finish(): { readonly row: Row; readonly trajectory?: Uint8Array };
}

/** The default number of intervals between saved states. */
const frames = 400;
/** The final state is kept by default if it has at most this many numbers. */
const mostFinal = 100;
/** This many runs are tried to find the columns, because the parameters of some may be impossible. */
const mostTried = 20;

/** The columns of the table that say which run a row is. */
const runColumns: readonly string[] = ["run", "hash", "status", "message", "seed"];

/** Columns are found by name, in the table and in files, so two of one name would hide each other. */
function refuseEqualColumns(names: readonly string[]): void {
  const seen = new Set<string>();
  for (const name of names) {
    if (seen.has(name))
      throw new ModelError(
        "study",
        `the columns of its table must have different names; two are called "${name}". Rename the parameter, event, invariant or observable of that name.`,
      );
    seen.add(name);
  }
}

export class StudyRunner {
  readonly study: Study;
  /** The names of the numbers in a row: outcomes, then the bins of histograms. */
  readonly columns: readonly string[];
  /** The number of columns that are outcomes. */
  readonly outcomes: number;
  readonly observables: readonly Observable[];
  private readonly model: Model;
  private readonly runs: RepeatedRuns;
  /** The names of the columns of events. */
  private readonly events: ReadonlySet<string>;
  private readonly readers = new WeakMap<Workspace, readonly (OutcomeReader | undefined)[]>();

  /** Throws a `TautError` if no run can be prepared, or if an observable cannot be read. */
  constructor(study: Study) {
    this.study = study;
    const model = withObservables(study.model, study.data);
    this.model = model;
    this.observables = this.inStudy(() => observablesOf(model));
    const keepsTrajectory = study.data.keep?.trajectory !== undefined;
    this.runs = new RepeatedRuns(model, {
      sampling: "saved",
      keepStates: keepsTrajectory || this.observables.length > 0,
      frames,
      solve: { multipliers: keepsTrajectory },
    });
    const { final, ledger, work, events } = this.columnsOf(this.template());
    const outcomes = ["t", ...final, ...ledger, ...work, ...events, ...this.observables.flatMap(observableColumns)];
    this.events = new Set(events);
    this.outcomes = outcomes.length;
    this.columns = [...outcomes, ...this.observables.flatMap(histogramColumns)];
    refuseEqualColumns([...runColumns, ...study.names, ...this.columns]);
  }

  /** Runs with equal keys share a compiled system, so they are faster one after the other. */
  key(spec: RunSpec): string {
    return this.runs.key(spec);
  }

  /** Begins a run, or resumes it from its checkpoint. Returns the row at once if the run cannot begin. */
  begin(spec: RunSpec, checkpoint?: Uint8Array): RunInHand | Row {
    const hash = this.study.hash(spec);
    try {
      const prepared = this.prepare(spec, checkpoint);
      return { run: prepared.run, finish: () => this.finish(spec.index, hash, prepared) };
    } catch (error) {
      if (!(error instanceof TautError)) throw error;
      const numbers = new Float64Array(this.columns.length).fill(Number.NaN);
      const { where, message } = error;
      return { index: spec.index, hash, status: "invalid", where, message, numbers, trajectory: "" };
    }
  }

  private prepare({ set, settings }: RunSpec, checkpoint?: Uint8Array): PreparedRun {
    this.refuseOtherBins(set);
    return this.runs.prepare({ set, settings, ...(checkpoint && { checkpoint }) });
  }

  /** Histograms of all runs are merged bin by bin, so parameters that vary must not move the bins. */
  private refuseOtherBins(set: RunSpec["set"]): void {
    if (this.observables.every(({ histogram }) => histogram === undefined)) return;
    for (const { name, histogram } of observablesOf(this.model, set)) {
      const own = this.observables.find((observable) => observable.name === name)?.histogram;
      if (canonicalJson(histogram ?? {}) !== canonicalJson(own ?? {}))
        throw new ModelError(
          path("run", "observables", name, "histogram"),
          "all runs of a study must have the same bins, because they are merged; a parameter that varies moves them. Give numbers.",
        );
    }
  }

  private finish(index: number, hash: string, prepared: PreparedRun): { row: Row; trajectory?: Uint8Array } {
    const { trajectory: format } = this.study.data.keep ?? {};
    const solution = prepared.run.solution();
    const { failure } = solution;
    const measured: Record<string, number> = failure
      ? {}
      : measuredColumns(this.observables, prepared.observables?.results() ?? []);
    const readers = this.readersFor(prepared.workspace);
    for (const [k, value] of (failure ? [] : (prepared.outputs?.final(solution) ?? [])).entries())
      measured[nameOfFinal(prepared.outputs!.columns[k].name)] = value;
    const numbers = Float64Array.from(this.columns, (name, k) => {
      const reader = readers[k];
      if (reader === undefined) return own(measured, name) ?? Number.NaN;
      return failure && !reader.evenIfFailed ? Number.NaN : reader.read(solution);
    });
    const { component: where = "", message = "" } = failure ?? {};
    const row = { index, hash, status: solution.status, where, message, numbers, trajectory: "" };
    if (format === undefined) return { row };
    const trajectory = encodeTable(trajectoryColumns(prepared, solution), format);
    return { row: { ...row, trajectory: sha256Hex(trajectory) }, trajectory };
  }

  /** The reader of each column; undefined for observables and outputs. */
  private readersFor(workspace: Workspace): readonly (OutcomeReader | undefined)[] {
    let readers = this.readers.get(workspace);
    if (readers === undefined) {
      const all = outcomesOf(workspace);
      readers = this.columns.map((name) => all.get(name) ?? (this.events.has(name) ? firstTime(name) : undefined));
      this.readers.set(workspace, readers);
    }
    return readers;
  }

  /** A prepared run that gives the names of the columns. */
  private template(): PreparedRun {
    const { study } = this;
    const tries = Math.min(study.count, mostTried);
    let first: unknown;
    for (let k = 0; k < tries; k++) {
      try {
        return this.prepare(study.run(Math.floor((k * study.count) / tries)));
      } catch (error) {
        if (!(error instanceof TautError)) throw error;
        const inStudy = this.blameObservable(error);
        if (inStudy !== undefined) throw inStudy;
        first ??= error;
      }
    }
    throw first;
  }

  /** The error with its place in the study, if it is about an observable of the study; otherwise undefined. */
  private blameObservable(error: TautError): ModelError | undefined {
    const own = Object.keys(this.study.data.keep?.observables ?? {});
    const name = own.find((one) => error.where.startsWith(path("run", "observables", one)));
    return name === undefined ? undefined : new ModelError(path("keep", "observables", name), error.what);
  }

  /** Calls `work`, and throws errors about observables of the study with their place in it. */
  private inStudy<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw (error instanceof TautError && this.blameObservable(error)) || error;
    }
  }

  private columnsOf({
    workspace,
    options,
    lowered,
  }: PreparedRun): Record<"final" | "ledger" | "work" | "events", string[]> {
    const { keep = {} } = this.study.data;
    const { names, mechanics, invariants, dimension } = workspace;
    const final = keep.final ?? dimension + (mechanics?.m ?? 0) <= mostFinal;
    const energy = mechanics === undefined ? [] : ["energy start", "energy end", "energy deviation"];
    const kept = invariants?.names.map((name) => nameOfDeviation(name, mechanics !== undefined)) ?? [];
    const events = (options.events ?? []).map(({ name }) => name);
    const outputs = lowered.outputs?.columns.map(({ name }) => name) ?? [];
    const states = final ? [...names, ...(mechanics?.constraintNames ?? []).map((name) => `lambda ${name}`)] : [];
    return {
      final: [...states, ...outputs].map(nameOfFinal),
      ledger:
        keep.ledger === false ? [] : [...["position", "velocity", ...energy].map((name) => `ledger ${name}`), ...kept],
      work: keep.work === false ? [] : workNames.map((name) => `work ${name}`),
      events: lowered.events === undefined ? [] : events.map((name) => `event ${name}`),
    };
  }
}
