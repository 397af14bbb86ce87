/** Code that every thread of a crew instantiates, and the data a thread gets when it starts. */

import type { MessagePort } from "node:worker_threads";

export interface CrewData {
  /** The memory of the `TaskBoard`. */
  readonly memory: SharedArrayBuffer;
  /** The thread receives code here, and sends "ready" and, later, error messages. */
  readonly port: MessagePort;
}

export interface Code {
  readonly module: WebAssembly.Module;
  readonly memory: WebAssembly.Memory;
}

export type Piece = (piece: number) => void;

/** The exported functions of a module, in the module's order, which is the same in every thread. */
export function pieceNames(module: WebAssembly.Module): string[] {
  return WebAssembly.Module.exports(module).map(({ name }) => name);
}

export function instantiatePieces({ module, memory }: Code): Piece[] {
  const { exports } = new WebAssembly.Instance(module, { env: { memory } });
  return pieceNames(module).map((name) => exports[name] as Piece);
}
