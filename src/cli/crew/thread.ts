/** The code of a crew's thread: it instantiates the modules it is sent, and does pieces of their tasks for ever. */

import { receiveMessageOnPort, workerData } from "node:worker_threads";
import { append } from "../../core/index.js";
import { type Code, type CrewData, instantiatePieces, type Piece } from "./code.js";
import { TaskBoard } from "./task-board.js";

const { memory, port } = workerData as CrewData;
const board = new TaskBoard(memory);
const tasks: Piece[] = [];

/** A task's module is sent before the task is offered, so its message has arrived when the task is looked up. */
function pieceOf(task: number): Piece {
  while (task >= tasks.length) {
    const sent = receiveMessageOnPort(port) as { readonly message: Code } | undefined;
    if (sent === undefined) throw new Error(`task ${task} was never sent`);
    append(tasks, instantiatePieces(sent.message));
  }
  return tasks[task];
}

function doPiece(task: number, piece: number): void {
  try {
    pieceOf(task)(piece);
  } catch (error) {
    // only the first failure is sent; the calling thread reads the message when it sees that the board has failed
    if (!board.failed) port.postMessage(error instanceof Error ? error.message : String(error));
    board.fail();
  }
}

port.postMessage("ready");
for (;;) {
  board.awaitOffer();
  board.work(doPiece);
}
