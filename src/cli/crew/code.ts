/** Code that every thread of a crew instantiates, and what a thread is told when it starts. */

import type { MessagePort } from "node:worker_threads";

export interface CrewData {
  /** Of the `Board`. */
  readonly memory: SharedArrayBuffer;
  /** Code comes in here; "ready" goes out, and later what went wrong. */
  readonly port: MessagePort;
}

export interface Code {
  readonly module: WebAssembly.Module;
  readonly memory: WebAssembly.Memory;
}

export type Piece = (piece: number) => void;

/** The exported functions of a module, in its own order: every thread has the same. */
export function pieceNames(module: WebAssembly.Module): string[] {
  return WebAssembly.Module.exports(module).map(({ name }) => name);
}

export function instantiatePieces({ module, memory }: Code): Piece[] {
  const { exports } = new WebAssembly.Instance(module, { env: { memory } });
  return pieceNames(module).map((name) => exports[name] as Piece);
}
