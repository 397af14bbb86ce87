/** One row of the table: what the same work costs in C and here, measured in turns. */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ask } from "../child.js";

/** Something that can be timed again and again; a turn lasts about a tenth of a second. */
export interface Contender {
  readonly name: string;
  /** The smallest time of this turn, in the unit of its row. */
  turn(): number;
}

export interface Contest {
  readonly work: string;
  readonly unit: string;
  /** Compiled by gcc. The fastest of them is what the ratio is taken of. */
  readonly c: readonly Contender[];
  readonly taut: readonly Contender[];
  /** Code that was written by hand in WebAssembly for this row alone: it is measured, and counts on neither side. */
  readonly floors?: readonly Contender[];
  /** The ratio to aim at. */
  readonly wanted: number;
}

export interface Measured {
  readonly work: string;
  readonly unit: string;
  readonly times: readonly { readonly name: string; readonly time: number }[];
  readonly c: number;
  readonly taut: number;
  readonly tautName: string;
  readonly ratio: number;
  readonly wanted: number;
}

const turns = 7;

/** Everything in a row takes turns, and the smallest time of each counts. */
export function measure({ work, unit, c, taut, floors = [], wanted }: Contest): Measured {
  const all = [...c, ...taut, ...floors];
  const best = new Map(all.map((contender) => [contender, Number.POSITIVE_INFINITY]));
  for (let turn = 0; turn < turns; turn++)
    for (const contender of all) best.set(contender, Math.min(best.get(contender)!, contender.turn()));
  const fastest = (of: readonly Contender[]): Contender => of.reduce((a, b) => (best.get(b)! < best.get(a)! ? b : a));
  const [other, own] = [fastest(c), fastest(taut)];
  return {
    work,
    unit,
    times: all.map((contender) => ({ name: contender.name, time: best.get(contender)! })),
    c: best.get(other)!,
    taut: best.get(own)!,
    tautName: own.name,
    ratio: best.get(own)! / best.get(other)!,
    wanted,
  };
}

/**
 * The smallest processor time of one call in microseconds, from windows of about ten milliseconds. Looking at the clock takes a
 * microsecond, so the calls of a window are counted in advance.
 */
export function processorTime(work: () => void, windows = 8): number {
  const spent = (calls: number): number => {
    const before = process.cpuUsage();
    for (let k = 0; k < calls; k++) work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / calls;
  };
  const calls = Math.max(1, Math.round(10_000 / Math.max(spent(1), 1)));
  return Math.min(...Array.from({ length: windows }, () => spent(calls)));
}

/** C programs of this folder, compiled into a temporary one. */
export class Compiler {
  private readonly folder = mkdtempSync(join(tmpdir(), "taut-limit-"));
  private count = 0;

  /** The path of the compiled program. */
  compile(file: string, flags: readonly string[]): string {
    const source = fileURLToPath(new URL(`../../../bench/limit/${file}`, import.meta.url));
    const program = join(this.folder, `${this.count++}`);
    ask("gcc", "gcc", [...flags, "-o", program, source, "-lm"]);
    return program;
  }

  release(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** The numbers that a program prints. */
export const numbersOf = (program: string, args: readonly (string | number)[], input = ""): number[] =>
  ask("the program in C", program, args.map(String), { input }).trim().split(" ").map(Number);

export const flags = [["-O3"], ["-O3", "-march=native"]] as const;

/** The same C program with each of the flags. */
export const inC = (
  compiler: Compiler,
  file: string,
  args: readonly (string | number)[],
  input = "",
  all: readonly (readonly string[])[] = flags,
): Contender[] =>
  all.map((options) => {
    const program = compiler.compile(file, options);
    return { name: `gcc ${options.join(" ")}`, turn: () => numbersOf(program, args, input)[0] };
  });
