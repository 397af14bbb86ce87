/** The code of a thread of a crew: instantiates what it is sent, and does pieces of it for ever. */

import { receiveMessageOnPort, workerData } from "node:worker_threads";
import { Board } from "./board.js";
import { type Code, type CrewData, instantiatePieces, type Piece } from "./code.js";

const { memory, port } = workerData as CrewData;
const board = new Board(memory);
const tasks: Piece[] = [];

/** What was sent before a task was offered is here when it is wanted. */
function pieceOf(task: number): Piece {
  while (task >= tasks.length) {
    const sent = receiveMessageOnPort(port) as { readonly message: Code } | undefined;
    if (sent === undefined) throw new Error(`task ${task} was never sent`);
    tasks.push(...instantiatePieces(sent.message));
  }
  return tasks[task];
}

function doPiece(task: number, piece: number): void {
  try {
    pieceOf(task)(piece);
  } catch (error) {
    // said once; the caller reads it when it sees that something is broken
    if (!board.failed) port.postMessage(error instanceof Error ? error.message : String(error));
    board.fail();
  }
}

port.postMessage("ready");
for (;;) {
  board.awaitOffer();
  board.work(doPiece);
}
