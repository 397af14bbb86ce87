/**
 * Options as data: what an option means, which values it takes, and its default. The documentation and the lab list
 * this data, and `checkedOptions` checks given options against it, so that methods, formulations and projections need
 * no checks of their own. Rules are options without their meaning, for parts that are not listed.
 */

import { TautError } from "./errors.js";
import type { Method } from "./method.js";

interface Described {
  /** One sentence that says what the option means. */
  readonly about: string;
  readonly unit?: string;
}

/** Where the default is undefined, the code decides, and `about` says how. */
interface NumberRule {
  readonly type: "number" | "integer";
  readonly default: number | undefined;
  /** Bounds of the range: `from` and `to` are inclusive, `above` and `below` are exclusive. */
  readonly from?: number;
  readonly above?: number;
  readonly to?: number;
  readonly below?: number;
  /** The option has no default and must be given. */
  readonly required?: true;
}

/** One number or a list of numbers, each within the bounds. In text, numbers are separated by spaces. */
interface NumbersRule {
  readonly type: "numbers";
  readonly default: undefined;
  readonly from?: number;
  readonly above?: number;
}

interface BooleanRule {
  readonly type: "boolean";
  readonly default: boolean;
}

/** One value of a list. */
interface ChoiceRule {
  readonly type: "choice";
  readonly of: readonly (string | number)[];
  readonly default: string | number | undefined;
}

/**
 * A method, given as a value. Where options are text it is given by name, and the registry turns the name into the
 * method.
 */
interface MethodRule {
  readonly type: "method";
  readonly default: undefined;
}

type Rule = NumberRule | NumbersRule | BooleanRule | ChoiceRule | MethodRule;
type RuleTable = Readonly<Record<string, Rule>>;
export type NumberOption = NumberRule & Described;

/**
 * One option of a method, formulation or projection, as data: type, bounds, default and meaning. `registry` and `offers`
 * list them.
 */
export type Option = Rule & Described;

/** The options of a `factory`, by name. */
export type OptionTable = Readonly<Record<string, Option>>;

type Value<O extends Rule> = O extends ChoiceRule
  ? O["of"][number]
  : O extends BooleanRule
    ? boolean
    : O extends NumberRule
      ? number
      : O extends NumbersRule
        ? number | readonly number[]
        : Method;

/** The options that a caller may give. */
export type Given<S extends RuleTable> = {
  readonly [K in keyof S]?: (S[K] extends NumbersRule ? number | ArrayLike<number> | string : Value<S[K]>) | undefined;
};

type Optional<O extends Rule> = O extends { readonly required: true }
  ? false
  : undefined extends O["default"]
    ? true
    : false;

/** The options that a factory receives: all of them, with defaults for those that were left out. */
export type Checked<S extends RuleTable> = {
  readonly [K in keyof S]: Optional<S[K]> extends true ? Value<S[K]> | undefined : Value<S[K]>;
};

/**
 * The options of `owner` with defaults filled in. Throws a `TautError` that names the first option that is unknown or
 * has an invalid value.
 */
export function checkedOptions<S extends RuleTable>(owner: string, table: S, given: object): Checked<S> {
  const values: Record<string, unknown> = {};
  for (const [name, option] of Object.entries(table)) values[name] = option.default;
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(table, name)) throw unknownOption(owner, table, name);
    if (value !== undefined) values[name] = table[name].type === "numbers" ? numbersIn(value) : value;
  }
  check(owner, table, values);
  return values;
}

function check<S extends RuleTable>(
  owner: string,
  table: S,
  values: Record<string, unknown>,
): asserts values is Record<string, unknown> & Checked<S> {
  for (const [name, option] of Object.entries(table)) {
    const value = values[name];
    const isRequired = option.type !== "boolean" && "required" in option;
    if (value === undefined ? !isRequired : accepts(option, value)) continue;
    const found = value === undefined ? "it is missing" : `got ${inWords(value)}`;
    throw new TautError(`${owner}.${name}`, `must be ${wanted(option)}; ${found}. ${remedy(option)}`);
  }
}

/** Throws unless `given` is a map whose entries are all among the options of `owner`. */
export function checkNames(owner: string, given: unknown, names: readonly string[]): void {
  if (typeof given !== "object" || given === null || Array.isArray(given))
    throw new TautError(owner, `the options must be a map {name: value}; got ${inWords(given)}. ${hintOf(names)}`);
  for (const name of Object.keys(given)) if (!names.includes(name)) throw unknownName(owner, names, name);
}

function unknownOption(owner: string, table: RuleTable, name: string): TautError {
  return unknownName(owner, Object.keys(table), name);
}

const unknownName = (owner: string, names: readonly string[], name: string): TautError =>
  new TautError(`${owner}.${name}`, `"${owner}" has no option "${name}". ${hintOf(names)}`);

const hintOf = (names: readonly string[]): string =>
  names.length === 0 ? "It has no options." : `Its options are: ${names.join(", ")}.`;

function accepts(option: Rule, value: unknown): boolean {
  switch (option.type) {
    case "boolean":
      return typeof value === "boolean";
    case "choice":
      return option.of.some((one) => one === value);
    case "number":
      return typeof value === "number" && isWithin(option, value);
    case "integer":
      return typeof value === "number" && Number.isSafeInteger(value) && isWithin(option, value);
    case "numbers": {
      const list = Array.isArray(value) ? value : [value];
      return list.length > 0 && list.every((one) => typeof one === "number" && isWithin(option, one));
    }
    case "method":
      return isMethod(value);
  }
}

type Bounds = Pick<NumberRule, "from" | "above" | "to" | "below">;

function isWithin({ from = Number.NEGATIVE_INFINITY, above, to, below }: Bounds, value: number): boolean {
  return (
    Number.isFinite(value) &&
    value >= from &&
    (above === undefined || value > above) &&
    (to === undefined || value <= to) &&
    (below === undefined || value < below)
  );
}

const isMethod = (value: unknown): boolean =>
  typeof value === "object" && value !== null && "bind" in value && "refuses" in value;

/** Turns text and array-like values into lists of numbers; other values are returned unchanged. */
function numbersIn(value: unknown): unknown {
  if (typeof value === "string") return value.trim().split(/\s+/).map(Number);
  return isArrayLike(value) ? Array.from(value) : value;
}

const isArrayLike = (value: unknown): value is ArrayLike<unknown> =>
  typeof value === "object" && value !== null && "length" in value;

function wanted(option: Rule): string {
  switch (option.type) {
    case "boolean":
      return "true or false";
    case "choice":
      return oneOf(option.of);
    case "number":
      return `a number${bounds(option)}`;
    case "integer":
      return `a whole number${bounds(option)}`;
    case "numbers":
      return `a number${bounds(option)}, or a list of them`;
    case "method":
      return "a method";
  }
}

function bounds({ from, above, to, below }: Bounds): string {
  if (from !== undefined && to !== undefined) return ` from ${from} to ${to}`;
  const limits = [
    ...(from === undefined ? [] : [`of at least ${from}`]),
    ...(above === undefined ? [] : [`above ${above}`]),
    ...(to === undefined ? [] : [`at most ${to}`]),
    ...(below === undefined ? [] : [`below ${below}`]),
  ];
  return limits.length === 0 ? "" : ` ${limits.join(" and ")}`;
}

function remedy(option: Rule): string {
  if ("required" in option) return "It has no default.";
  return option.default === undefined ? "It may be left out." : `The default is ${inWords(option.default)}.`;
}

/** `1, 2 or 3`, with quotes around text. */
export function oneOf(values: readonly (string | number)[]): string {
  const words = values.map(inWords);
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
}

const inWords = (value: unknown): string =>
  typeof value === "string"
    ? `"${value}"`
    : Array.isArray(value)
      ? `[${value.map(inWords).join(", ")}]`
      : String(value);
