import type { Arena, F64 } from "./arena.js";
import type { Places, Program, Step } from "./program.js";
import type { Status } from "./status.js";

/** Generated code behind a function of a workspace: other generated code calls it directly. */
export interface CompiledRoutine {
  /** Exported WebAssembly on `memory`. Its arguments are a number, if the function takes one, the addresses of its
   * inputs, the address of its output, if it has one, and then `own`. It returns -1, or a failure code that `judge`
   * understands. */
  readonly code: (...args: number[]) => number;
  readonly memory: WebAssembly.Memory;
  /** The WebAssembly reading of programs. Generated code brings it along, so that methods need not import it. */
  readonly link: Link;
  /** What the code takes in addition: addresses of its storage, or other integers. */
  readonly own?: readonly number[];
  /** The code returns nothing. */
  readonly infallible?: boolean;
  /** Counts the calls, and turns the result of the last one into a status; absent if there is neither to do. */
  judge?(result: number, calls: number): Status;
}

/** Binds a program as a single call of WebAssembly. `routines` are the evaluations of the program, by name. */
export type Link = (
  program: Program,
  arena: Arena,
  arrays: Readonly<Record<string, F64>>,
  routines: Readonly<Record<string, CompiledRoutine>>,
  patterns?: Readonly<Record<string, Places>>,
) => Step;

/** Generated code by the names of the functions of an interface. A wrapper around such an interface must leave it out,
 * so that generated code cannot bypass the wrapper. */
export type CompiledRoutines<Name extends string> = Readonly<Record<Name, CompiledRoutine>>;
