/** Options that `run` and `project` share, and how their values are read. */

import { type Command, InvalidArgumentError } from "commander";
import { parseChoice, type RunSettings } from "../experiment/index.js";

export interface RunFlags {
  readonly formulation?: string;
  readonly method?: string;
  readonly project?: string;
  readonly omega?: number;
  readonly until?: number;
  readonly rtol?: number;
  readonly atol?: number;
  readonly step?: number;
  readonly every?: number;
  readonly start?: "project" | "check" | "assume";
  readonly maxSteps?: number;
  readonly set?: Readonly<Record<string, number>>;
  readonly out?: string;
  readonly format?: "csv" | "parquet" | "npz";
  readonly force?: boolean;
  readonly json?: boolean;
  readonly resume?: string;
}

/** A finite number, or a sentence. */
export function number(text: string): number {
  const value = Number(text);
  if (text.trim() === "" || !Number.isFinite(value))
    throw new InvalidArgumentError(`"${text}" is not a finite number.`);
  return value;
}

function assignment(text: string, before: Readonly<Record<string, number>> = {}): Readonly<Record<string, number>> {
  const equals = text.indexOf("=");
  if (equals < 1) throw new InvalidArgumentError(`"${text}" is not name=value.`);
  return { ...before, [text.slice(0, equals)]: number(text.slice(equals + 1)) };
}

function choice<T extends string>(...allowed: readonly T[]): (text: string) => T {
  return (text) => {
    const found = allowed.find((a) => a === text);
    if (found === undefined) throw new InvalidArgumentError(`it is one of: ${allowed.join(", ")}.`);
    return found;
  };
}

export function addModelOptions(command: Command): Command {
  return command
    .option("--set <name=value>", "replace a parameter of the model (repeatable)", assignment)
    .option("--omega <w>", "stiffness of all constraints in the stiff view", number)
    .option("--json", "print one JSON object on standard output");
}

export function addRunOptions(command: Command): Command {
  return addModelOptions(command)
    .option("--formulation <name>", "underlying, rigid, stiff or ode; options as name:key=value,…")
    .option("--method <name>", "for example dop853, dopri5, rattle; options as name:key=value,…")
    .option(
      "--project <name>",
      "newton, stabilise or none; with when=step|start|interval|drift|evaluation as an option",
    )
    .option("--until <t>", "time at which the run ends", number)
    .option("--rtol <r>", "relative tolerance (default 1e-6)", number)
    .option("--atol <a>", "absolute tolerance (default: the relative one)", number)
    .option("--step <h>", "step of methods without error control, first step of the others", number)
    .option("--every <dt>", "interval between saved states", number)
    .option("--start <what>", "project, check or assume", choice("project", "check", "assume"))
    .option("--max-steps <n>", "give up after this many steps", number)
    .option("--out <folder>", "write manifest, model, trajectory and report there")
    .option("--format <format>", "trajectory as parquet, csv or npz (default parquet)", choice("csv", "parquet", "npz"))
    .option("--force", "replace a result that is already there")
    .option("--resume <file>", "go on from a checkpoint");
}

export function settingsOf(flags: RunFlags): RunSettings {
  const { formulation, method, project, omega, until, rtol, atol, step, every, start, maxSteps } = flags;
  return {
    ...(formulation !== undefined && { formulation: parseChoice("--formulation", formulation) }),
    ...(method !== undefined && { method: parseChoice("--method", method) }),
    ...(project !== undefined && { projection: parseChoice("--project", project) }),
    ...(omega !== undefined && { omega }),
    ...(until !== undefined && { until }),
    ...(rtol !== undefined && { rtol }),
    ...(atol !== undefined && { atol }),
    ...(step !== undefined && { step }),
    ...(every !== undefined && { every }),
    ...(start !== undefined && { start }),
    ...(maxSteps !== undefined && { maxSteps }),
  };
}
