/** Options that `run` and `project` share, and how their values are read. */

import type { Command } from "commander";
import { parseChoice, type RunSettings, registry } from "../run/index.js";
import { checkThreads } from "./crew/check-threads.js";
import { UsageError } from "./exit.js";

export interface RunFlags {
  readonly formulation?: string;
  readonly method?: string;
  readonly project?: string;
  readonly omega?: number;
  readonly until?: number;
  readonly rtol?: number;
  readonly atol?: number;
  readonly norm?: "rms" | "max";
  readonly step?: number;
  readonly every?: number;
  readonly start?: "project" | "check" | "assume";
  readonly maxSteps?: number;
  readonly seed?: number;
  readonly set?: Readonly<Record<string, number>>;
  readonly out?: string;
  readonly format?: (typeof formats)[number];
  readonly force?: boolean;
  readonly json?: boolean;
  readonly resume?: string;
  readonly from?: string;
  readonly at?: number;
  readonly threads?: number;
}

/** Reads a finite number for the option `where`. */
export function number(where: string): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (text.trim() === "" || !Number.isFinite(value)) throw new UsageError(where, `"${text}" is not a finite number.`);
    return value;
  };
}

/** Reads a number of threads. */
export const threadCount = (text: string): number => checkThreads("--threads", number("--threads")(text));

function assignment(text: string, before: Readonly<Record<string, number>> = {}): Readonly<Record<string, number>> {
  const equals = text.indexOf("=");
  if (equals < 1) throw new UsageError("--set", `"${text}" sets nothing. Write --set name=value.`);
  const name = text.slice(0, equals);
  return { ...before, [name]: number(`--set ${name}`)(text.slice(equals + 1)) };
}

function oneOf<T extends string>(where: string, allowed: readonly T[], otherwise = ""): (text: string) => T {
  return (text) => {
    const found = allowed.find((a) => a === text);
    if (found === undefined) throw new UsageError(where, `"${text}" is not one of: ${allowed.join(", ")}.${otherwise}`);
    return found;
  };
}

const set = ["--set <name=value>", "give a parameter of the model another value (repeatable)"] as const;
const omega = ["--omega <w>", "stiffness of all constraints in the stiff view"] as const;

export function addModelOptions(command: Command): Command {
  return command.option(...set, assignment).option(...omega, number("--omega"));
}

/** What to run and how to solve it. */
export function addChoiceOptions(command: Command): Command {
  return command
    .optionsGroup("What to run:")
    .option(...set, assignment)
    .option("--until <t>", "time at which the run ends; earlier than the start runs backwards", number("--until"))
    .option(
      "--start <what>",
      "a start off the constraints: project it, check (and refuse) it, or assume it is meant (default project)",
      oneOf(
        "--start",
        ["project", "check", "assume"] as const,
        " To begin at a state of an earlier result, use --from.",
      ),
    )
    .optionsGroup("How to solve it (names below; chosen for the model unless you say):")
    .option("--formulation <name>", "what becomes of the constraints")
    .option("--method <name>", "how to step")
    .option(
      "--project <name>",
      "how to return to the constraints, or none; its option when is step, start, evaluation, interval (with every) or drift (with above)",
    )
    .option(...omega, number("--omega"))
    .option("--rtol <r>", "relative tolerance of methods with error control (default 1e-6)", number("--rtol"))
    .option("--atol <a>", "absolute tolerance (default: the relative one / 1000)", number("--atol"))
    .option(
      "--norm <name>",
      "error that is held to the tolerance: rms (default) or max",
      oneOf("--norm", ["rms", "max"] as const),
    )
    .option("--step <h>", "fixed step; with --rtol the first step of methods with error control", number("--step"))
    .option("--seed <n>", "what random numbers of the method follow from (default 0)", number("--seed"))
    .option("--max-steps <n>", "give up after this many steps (default ten million)", number("--max-steps"));
}

export function addRunOptions(command: Command): Command {
  return addChoiceOptions(command)
    .option(
      "--threads <n>",
      "threads that share the forces between pairs of many points; results do not depend on it (default 1)",
      threadCount,
    )
    .optionsGroup("Where to begin (default: the start of the model):")
    .option(
      "--from <result>",
      "the last state of an earlier result: its folder, its trajectory (parquet, csv, npz), or atoms (xyz, pdb)",
    )
    .option("--at <t>", "with --from: the state saved at this time instead of the last", number("--at"))
    .optionsGroup("What to keep:")
    .option("--out <folder>", "write report.html (plots), trajectory, model and manifest there")
    .option("--every <dt>", "with --out: interval between saved states (default 1/400 of the run)", number("--every"))
    .option(
      "--format <name>",
      "with --out: parquet, csv, npz; xyz or pdb for atoms (default parquet; npz beyond 1000 columns)",
      oneOf("--format", formats),
    )
    .option("--force", "replace a result that is already there")
    .option("--json", "print one JSON object instead of text")
    .option("--resume <file>", "go on from the checkpoint that Ctrl-C left, with the same options")
    .optionsGroup("Other:")
    .helpOption("-h, --help", "show this")
    .addHelpText("after", () => ["", ...(["formulation", "method", "projection"] as const).map(listed)].join("\n"));
}

/** What there is of one kind, a line each. */
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
  const { formulation, method, project, omega, until, rtol, atol, norm, step, every, start, maxSteps, seed } = flags;
  return {
    ...(formulation !== undefined && { formulation: parseChoice("--formulation", formulation) }),
    ...(method !== undefined && { method: parseChoice("--method", method) }),
    ...(project !== undefined && { projection: parseChoice("--project", project) }),
    ...(omega !== undefined && { omega }),
    ...(until !== undefined && { until }),
    ...(rtol !== undefined && { rtol }),
    ...(atol !== undefined && { atol }),
    ...(norm !== undefined && { norm }),
    ...(step !== undefined && { step }),
    ...(every !== undefined && { every }),
    ...(start !== undefined && { start }),
    ...(maxSteps !== undefined && { maxSteps }),
    ...(seed !== undefined && { seed }),
  };
}
