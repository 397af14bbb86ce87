/** Options that several commands share, and the parsing of their values. */

import type { Command } from "commander";
import { ModelError, type WatchedKind, watchedKinds } from "../core/index.js";
import { type Model, quantityFor, readQuantity } from "../model/index.js";
import { parseChoice, type RunSettings, registry } from "../run/index.js";
import { checkThreads } from "./crew/check-threads.js";
import { UsageError } from "./exit.js";
import { checkedInterval, usualInterval } from "./periodic.js";

export interface RunFlags {
  readonly formulation?: string;
  readonly method?: string;
  readonly project?: string;
  readonly omega?: number;
  readonly until?: number;
  readonly rtol?: number;
  readonly atol?: number;
  readonly norm?: "rms" | "max";
  readonly precision?: "double" | "mixed";
  readonly step?: number;
  readonly every?: number;
  readonly start?: "project" | "check" | "assume";
  readonly maxSteps?: number;
  readonly seed?: number;
  readonly accept?: readonly WatchedKind[];
  readonly set?: Readonly<Record<string, number>>;
  readonly out?: string;
  readonly format?: (typeof formats)[number];
  readonly reactions?: boolean;
  readonly account?: boolean;
  readonly verify?: boolean;
  readonly force?: boolean;
  readonly json?: boolean;
  readonly resume?: string;
  readonly checkpointEvery?: number;
  readonly from?: string;
  readonly at?: number;
  readonly threads?: number;
}

/** Reads a finite number for the option `where`. */
export function number(where: string): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (text.trim() === "" || !Number.isFinite(value))
      throw new UsageError(where, `must be a finite number; got "${text}".`);
    return value;
  };
}

/** Reads a number of threads. */
export const threadCount = (text: string): number => checkThreads("--threads", number("--threads")(text));

/** Options whose value is a time. */
const times = ["until", "step", "every", "at"] as const;

/** Flags as they are typed: what may have a unit is a text until the units of the model are known. */
export type Typed<Flags> = {
  readonly [key in keyof Flags]: key extends (typeof times)[number]
    ? number | string
    : key extends "set"
      ? Assigned
      : Flags[key];
};
type Assigned = Readonly<Record<string, number | string>>;

/** Reads a number, or a number with a unit such as `example`, which stays a text. */
export function quantity(where: string, example = "3s"): (text: string) => number | string {
  return (text) => {
    if (readQuantity(text) !== undefined) return text;
    const value = Number(text);
    if (text.trim() === "" || !Number.isFinite(value))
      throw new UsageError(where, `must be a finite number, or one with a unit such as ${example}; got "${text}".`);
    return value;
  };
}

function assignment(text: string, before: Assigned = {}): Assigned {
  const equals = text.indexOf("=");
  if (equals < 1) throw new UsageError("--set", `must have the form name=value; got "${text}".`);
  const [name, value] = [text.slice(0, equals), text.slice(equals + 1)];
  return { ...before, [name]: quantity(`--set ${name}`, "20mm")(value) };
}

/** The flags with numbers in the units of the model. */
export function inUnitsOf<Flags extends Partial<Pick<RunFlags, "set" | (typeof times)[number]>>>(
  model: Model,
  flags: Typed<Flags>,
): Flags {
  const given = flags as Typed<RunFlags>;
  const numberOf = (option: string, name: string, value: number | string): number => {
    if (typeof value === "number") return value;
    try {
      return quantityFor(model, "", name, value);
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
      throw new UsageError(option, error.what);
    }
  };
  const made: Record<string, unknown> = { ...flags };
  // a state is chosen by its time, as the end of a run is
  for (const key of times)
    if (given[key] !== undefined)
      made[key] = numberOf(`--${key}`, key === "at" ? "run.until" : `run.${key}`, given[key]);
  if (given.set !== undefined)
    made.set = Object.fromEntries(
      Object.entries(given.set).map(([name, value]) => [name, numberOf(`--set ${name}`, name, value)]),
    );
  return made as Flags;
}

function oneOf<T extends string>(where: string, allowed: readonly T[], otherwise = ""): (text: string) => T {
  return (text) => {
    const found = allowed.find((a) => a === text);
    if (found === undefined)
      throw new UsageError(where, `must be one of ${allowed.join(", ")}; got "${text}".${otherwise}`);
    return found;
  };
}

/** Reads a list of kinds of kept quantities. */
const kinds = (text: string): readonly WatchedKind[] =>
  text.split(",").map((kind) => oneOf("--accept", watchedKinds)(kind.trim()));

const set = [
  "--set <name=value>",
  "change the value of a model parameter (repeatable), with a unit if the model declares units: l=20mm",
] as const;
const omega = ["--omega <w>", "stiffness of all constraints where they are treated as stiff springs"] as const;

/** The option of all commands that keep checkpoints. */
export const checkpointEvery = [
  "--checkpoint-every <min>",
  `minutes between checkpoints, from which --resume continues after a kill or a power failure (default ${usualInterval})`,
  (text: string): number => checkedInterval(number("--checkpoint-every")(text)),
] as const;

export function addModelOptions(command: Command): Command {
  return command.option(...set, assignment).option(...omega, number("--omega"));
}

/** Adds the options that say what to run and how to solve it. */
export function addChoiceOptions(command: Command): Command {
  return command
    .optionsGroup("What to run:")
    .option(...set, assignment)
    .option(
      "--until <t>",
      "end time, with a unit if the model declares units: 3s; a time before the start runs backwards",
      quantity("--until"),
    )
    .option(
      "--start <what>",
      "what to do with a start that violates the constraints: project it onto them, check and refuse it, or assume that it is intended (default project)",
      oneOf(
        "--start",
        ["project", "check", "assume"] as const,
        " To begin at a state of an earlier result, use --from.",
      ),
    )
    .optionsGroup("How to solve it (taut run --help lists the names; the default depends on the model):")
    .option("--formulation <name>", "how the constraints enter the equations")
    .option("--method <name>", "integration method")
    .option(
      "--project <name>",
      "projection back onto the constraints, or none; its option when is step, start, evaluation, interval (with every) or drift (with above)",
    )
    .option(...omega, number("--omega"))
    .option("--rtol <r>", "relative tolerance of methods with error control (default 1e-6)", number("--rtol"))
    .option(
      "--atol <a>",
      "absolute tolerance (default: rtol times a fraction of the size that each component has had)",
      number("--atol"),
    )
    .option(
      "--norm <name>",
      "norm of the error that is compared with the tolerance: rms (default) or max",
      oneOf("--norm", ["rms", "max"] as const),
    )
    .option(
      "--precision <name>",
      "of the forces between pairs of points: double (default), or mixed, single precision with sums in double",
      oneOf("--precision", ["double", "mixed"] as const),
    )
    .option("--step <h>", "fixed step; with --rtol, the first step of a method with error control", quantity("--step"))
    .option("--seed <n>", "seed of the method's random numbers (default 0)", number("--seed"))
    .option(
      "--accept <kinds>",
      `kinds of conserved quantities, separated by commas, that the run need not keep; it gives no warning and goes on: ${watchedKinds.join(", ")}`,
      kinds,
    )
    .option("--max-steps <n>", "give up after this many steps (default ten million)", number("--max-steps"));
}

export function addRunOptions(command: Command): Command {
  return addChoiceOptions(command)
    .option(
      "--threads <n>",
      "threads that compute the forces between pairs of points; results do not depend on their number (default 1)",
      threadCount,
    )
    .optionsGroup("Where to begin (default: the start of the model):")
    .option(
      "--from <result>",
      "begin at the last state of an earlier result: a result folder, a trajectory (parquet, csv, npz) or a file of atoms (xyz, pdb)",
    )
    .option("--at <t>", "with --from: the state saved at this time instead of the last", quantity("--at"))
    .optionsGroup("What to keep:")
    .option("--out <folder>", "write report.html (plots), the trajectory, the model and a manifest there")
    .option(
      "--every <dt>",
      "with --out: interval between saved states (default: 1/400 of the run, and the turning points in between)",
      quantity("--every"),
    )
    .option(
      "--format <name>",
      "with --out: parquet, csv or npz; xyz or pdb for atoms (default parquet; npz for more than 1000 columns)",
      oneOf("--format", formats),
    )
    .option(
      "--reactions",
      "with --out: columns for the force and the torque of every joint and constraint on what it holds, and arrows in the report",
    )
    .option(
      "--no-account",
      "do not integrate the energy that forces and drives put in and take out; this saves time when steps are short",
    )
    .optionsGroup("How far to trust it:")
    .option(
      "--verify",
      "run again with a tenth of the tolerance or half of the step, and say how far the ends agree (default: for short runs that do not measure averages)",
    )
    .option("--no-verify", "do not run again")
    .optionsGroup("How to keep it:")
    .option("--force", "replace a result that is already there")
    .option("--json", "print one JSON object instead of text")
    .option(
      "--resume <folder>",
      "continue the interrupted run in this result folder, or from this checkpoint file, with the same options",
    )
    .option(...checkpointEvery)
    .optionsGroup("Other:")
    .helpOption("-h, --help", "show this help")
    .addHelpText("after", () => ["", ...(["formulation", "method", "projection"] as const).map(listed)].join("\n"));
}

/** All formulations, methods or projections, one line each. */
function listed(kind: keyof typeof registry): string {
  const lines = registry[kind].map(({ name, about, options }) => {
    const keys = Object.keys(options);
    return `  ${name.padEnd(12)} ${about}${keys.length === 0 ? "" : ` (${keys.join(", ")})`}`;
  });
  const title = `${kind[0].toUpperCase()}${kind.slice(1)}s`;
  return `${title} (options as name:key=value,key=value):\n${lines.join("\n")}\n`;
}

const formats = ["parquet", "csv", "npz", "xyz", "pdb"] as const;

export function settingsOf(flags: RunFlags): RunSettings {
  const { formulation, method, project, omega, until, rtol, atol, norm, precision, step, every, start } = flags;
  const { maxSteps, seed, accept } = flags;
  return {
    ...(formulation !== undefined && { formulation: parseChoice("--formulation", formulation) }),
    ...(method !== undefined && { method: parseChoice("--method", method) }),
    ...(project !== undefined && { projection: parseChoice("--project", project) }),
    ...(omega !== undefined && { omega }),
    ...(until !== undefined && { until }),
    ...(rtol !== undefined && { rtol }),
    ...(atol !== undefined && { atol }),
    ...(norm !== undefined && { norm }),
    ...(precision !== undefined && { precision }),
    ...(step !== undefined && { step }),
    ...(every !== undefined && { every }),
    ...(start !== undefined && { start }),
    ...(maxSteps !== undefined && { maxSteps }),
    ...(seed !== undefined && { seed }),
    ...(accept !== undefined && { accept }),
  };
}
