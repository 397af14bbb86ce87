import { type Refusal, sentence } from "./refusal.js";

/**
 * A configuration error, written for the user: where (the path in the file, or the option), what (the value, and why it
 * is wrong), and what to do. Nothing is thrown inside a run; see `Status` and `Failure`.
 *
 * @example
 * try {
 *   run(pendulum, { rtol: -1 });
 * } catch (error) {
 *   if (error instanceof TautError) console.error(error.where, error.what);
 * }
 */
export class TautError extends Error {
  /** Path in the model or the option's name, for example `elements[2].rod.length`. */
  readonly where: string;
  /** One or two sentences: the value, why it is wrong, and what to do. */
  readonly what: string;

  constructor(where: string, what: string, place?: string) {
    super(where === "" ? what : `${where}${place === undefined ? "" : ` (${place})`}: ${what}`);
    this.name = "TautError";
    this.where = where;
    this.what = what;
  }
}

/**
 * A setting of the run is invalid; `where` is the path inside the setting, if there is one.
 *
 * @example
 * try {
 *   run(pendulum, { method: "radua5" });
 * } catch (error) {
 *   if (error instanceof SettingError) console.error(error.setting, error.message); // Did you mean "radau5"?
 * }
 */
export class SettingError extends TautError {
  readonly setting: string;

  constructor(setting: string, what: string, where = `run.${setting}`) {
    super(where, what);
    this.setting = setting;
  }
}

/**
 * The model itself is invalid; the command line exits with code 3.
 *
 * @example
 * try {
 *   validateModel({ taut: 1, points: { a: { mass: -1, at: [0, 0] } } });
 * } catch (error) {
 *   if (error instanceof ModelError) console.error(error.where); // points.a.mass
 * }
 */
export class ModelError extends TautError {
  /** File, line and column, `chain.yaml:12:5`, where the model was read from a file. */
  readonly place?: string;

  constructor(where: string, what: string, place?: string) {
    super(where, what, place);
    this.name = "ModelError";
    if (place !== undefined) this.place = place;
  }
}

/** Throws the refusal, if there is one, as an error in the setting that names the refusing part. */
export function throwRefusal(refusal: Refusal | undefined): void {
  if (refusal !== undefined) throw new SettingError(refusal.who.kind, sentence(refusal));
}
