import { type Refusal, sentence } from "./refusal.js";

/**
 * An error made while configuring, for people: where (path in the file or option), what (value and why), and what to
 * do. Inside a run nothing is thrown; see `Status` and `Failure`.
 */
export class TautError extends Error {
  /** Path in the model or the option's name, for example `elements[2].rod.length`. */
  readonly where: string;
  /** One sentence or two: value, why, what to do. */
  readonly what: string;

  constructor(where: string, what: string) {
    super(where === "" ? what : `${where}: ${what}`);
    this.name = "TautError";
    this.where = where;
    this.what = what;
  }
}

/** A setting of the run cannot be used; `where` when it is a path inside the setting. */
export class SettingError extends TautError {
  readonly setting: string;

  constructor(setting: string, what: string, where = `run.${setting}`) {
    super(where, what);
    this.setting = setting;
  }
}

/** The model itself is wrong: exit code 3. */
export class ModelError extends TautError {
  constructor(where: string, what: string) {
    super(where, what);
    this.name = "ModelError";
  }
}

/** Throws the refusal, if there is one, as an error of the setting that names what refuses. */
export function throwRefusal(refusal: Refusal | undefined): void {
  if (refusal !== undefined) throw new SettingError(refusal.who.kind, sentence(refusal));
}
