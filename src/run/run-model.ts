/** `run`: from a model and its settings to a solution, in one call. */

import { type Formulation, type Method, type Projection, type ProjectWhen, TautError } from "../core/index.js";
import { type Catalogue, type NamedChoice, validateModel } from "../model/index.js";
import type { SolveOptions } from "../solve/index.js";
import { nearest } from "../symbolic/index.js";
import { catalogueWith, type PrepareOptions, prepareWith, retried } from "./run.js";
import { namedSolution, type RunSolution } from "./run-solution.js";
import { type RunSettings, settingNames } from "./settings.js";

/** Options of `run`. All are optional, and they take precedence over the `run:` section of the model. */
export interface RunOptions
  extends Omit<RunSettings, "formulation" | "method" | "projection">,
    Pick<PrepareOptions, "set" | "keepStates" | "crew">,
    Partial<Pick<SolveOptions, "multipliers" | "ledger" | "account" | "momenta" | "observers">> {
  /** A name, a name with options, or a value: `"stiff"`, `{ name: "stiff", omega: 100 }`, `stiff({ omega: 100 })`. */
  readonly formulation?: NamedChoice | Formulation;
  readonly method?: NamedChoice | Method;
  readonly projection?: NamedChoice | Projection;
  /** When a projection that is given as a value acts. Default: `Projection.usually`. */
  readonly when?: ProjectWhen;
  /** Elements of your own, beside the built-in ones. */
  readonly elements?: Catalogue;
}

/**
 * Runs a model to its end: data as in a file, or a built model. Throws a `TautError` if the model cannot be run; a run
 * that fails on the way is a solution with a status and a failure.
 *
 * @example
 * const solution = run(pendulum, { until: 10, method: radau5(), rtol: 1e-8 });
 * solution.of("bob_y"); // the height at every saved time
 */
export function run(data: unknown, options: RunOptions = {}): RunSolution {
  if (typeof options !== "object" || options === null)
    throw new TautError(
      "run",
      `the options must be a map {name: value}; got ${JSON.stringify(options)}. Leave them out, or write {until: 1}.`,
    );
  const { set, keepStates, crew, multipliers, ledger, account, momenta, observers, when, elements, ...rest } = options;
  const { formulation, method, projection, ...settings } = rest;
  const unknown = Object.keys(settings).find((name) => !settingNames.includes(name));
  if (unknown !== undefined) throw unknownSetting(unknown);
  const kinds = { formulation, method, projection };
  const isValue = (part: unknown): boolean => typeof part === "object" && part !== null && "refuses" in part;
  const chosen = (wanted: boolean): object =>
    Object.fromEntries(Object.entries(kinds).filter(([, part]) => part !== undefined && isValue(part) === wanted));
  const solve = { multipliers, ledger, account, momenta, observers };
  const prepareOptions: PrepareOptions = {
    settings: { ...settings, ...chosen(false) },
    parts: { ...chosen(true), ...(when && { when }) },
    solve: Object.fromEntries(Object.entries(solve).filter(([, value]) => value !== undefined)),
    ...(set && { set }),
    ...(keepStates !== undefined && { keepStates }),
    ...(crew && { crew }),
    ...(elements && { elements }),
  };
  const all = catalogueWith(elements);
  let prepared = prepareWith(all, validateModel(data, all), prepareOptions);
  while (prepared.run.advance(Number.POSITIVE_INFINITY) === "running");
  for (let next = retried(prepared, prepareOptions); next !== undefined; next = retried(prepared, prepareOptions)) {
    prepared = next;
    while (prepared.run.advance(Number.POSITIVE_INFINITY) === "running");
  }
  const solution = prepared.run.solution();
  prepared.workspace.release();
  return namedSolution(solution, prepared, all);
}

function unknownSetting(name: string): TautError {
  const names = [...settingNames, "formulation", "method", "projection", "when", "set", "elements"];
  const meant = nearest(name, names);
  const hint = meant === undefined ? `The options are: ${names.join(", ")}.` : `Did you mean "${meant}"?`;
  return new TautError("run", `there is no option "${name}". ${hint}`);
}
