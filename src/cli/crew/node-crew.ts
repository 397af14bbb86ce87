/** A crew of Node's worker threads. They sleep when there is no work, and do not keep the process alive. */

import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from "node:worker_threads";
import { append, type Crew, type Share, TautError } from "../../core/index.js";
import { checkThreads } from "./check-threads.js";
import { type Code, type CrewData, instantiatePieces, type Piece, pieceNames } from "./code.js";
import { mostTasks, TaskBoard } from "./task-board.js";

/** Options of `startCrew`. */
export interface CrewOptions {
  /**
   * The run fails when no piece is finished for this time (ms), or for 20 times as long as the calling thread worked,
   * if that is longer. Default 60,000.
   */
  readonly patience?: number;
  /** The file that the threads execute; tests replace it. */
  readonly thread?: URL;
}

/**
 * Starts a crew of `threads` threads, the calling one included. The promise is fulfilled when all have started. A crew
 * sleeps while there is no work.
 *
 * @example
 * const crew = await startCrew(2);
 * run(pendulum, { crew, until: 1 }); // the same bits as without a crew
 * await crew.stop();
 */
export async function startCrew(threads: number, options: CrewOptions = {}): Promise<NodeCrew> {
  const crew = new NodeCrew(checkThreads("threads", threads), options);
  try {
    await crew.started;
  } catch (error) {
    await crew.stop();
    const why = error instanceof Error ? error.message : String(error);
    throw new TautError("threads", `${threads} threads could not be started: ${why}. Use fewer threads.`);
  }
  return crew;
}

/**
 * A crew of Node's worker threads, which do not keep the process alive; `startCrew` makes one.
 *
 * @example
 * const crew: NodeCrew = await startCrew(2);
 * crew.threads; // 2
 * await crew.stop();
 */
export class NodeCrew implements Crew {
  readonly threads: number;
  /** Fulfilled when every thread is ready. */
  readonly started: Promise<unknown>;
  private readonly board = new TaskBoard();
  private readonly ports: MessagePort[] = [];
  private readonly workers: Worker[] = [];
  private readonly pieces: Piece[] = [];
  private readonly patience: number;
  /** Why the crew can do no more work, once something failed. */
  private trouble: string | undefined;
  private readonly doPiece = (task: number, piece: number): void => this.pieces[task](piece);

  constructor(threads: number, { patience = 60_000, thread = new URL("./thread.js", import.meta.url) }: CrewOptions) {
    this.threads = threads;
    this.patience = patience;
    this.started = Promise.all(Array.from({ length: threads - 1 }, () => this.hire(thread)));
  }

  enlist(module: WebAssembly.Module, memory: WebAssembly.Memory): Share {
    const code: Code = { module, memory };
    const first = this.pieces.length;
    const names = pieceNames(module);
    if (first + names.length > mostTasks) throw new Error(`a crew can hold at most ${mostTasks} tasks`);
    append(this.pieces, instantiatePieces(code));
    for (const port of this.ports) port.postMessage(code);
    const tasks = new Map(names.map((name, k) => [name, first + k]));
    return (name, count) => this.share(tasks.get(name)!, count);
  }

  rouse(): void {
    this.board.rouse();
  }

  /** Ends all threads. */
  async stop(): Promise<void> {
    this.trouble ??= "the crew has been stopped";
    await Promise.all(this.workers.map((worker) => worker.terminate()));
  }

  private hire(thread: URL): Promise<void> {
    const { port1: port, port2 } = new MessageChannel();
    const workerData: CrewData = { memory: this.board.memory, port: port2 };
    const worker = new Worker(thread, { workerData, transferList: [port2] });
    this.ports.push(port);
    this.workers.push(worker);
    return new Promise((ready, failed) => {
      const lost = (why: string): void => {
        this.trouble ??= why;
        failed(new Error(why));
      };
      worker.on("error", (error) => lost(error.message));
      worker.on("exit", (code) => lost(`a thread ended with code ${code}`));
      port.once("message", () => {
        // later messages are fetched when needed, so neither port nor worker has to keep the process alive
        port.unref();
        worker.unref();
        ready();
      });
    });
  }

  private share(task: number, count: number): void {
    if (this.trouble !== undefined) throw new Error(`threads: ${this.trouble}`);
    const { board } = this;
    const begun = performance.now();
    board.offer(task, count);
    try {
      board.work(this.doPiece);
    } catch (error) {
      this.trouble = "the calling thread failed";
      throw error;
    }
    const patience = Math.max(this.patience, 20 * (performance.now() - begun));
    if (!board.awaitEnd(count, patience)) this.trouble = `a thread has not answered for ${patience / 1000} s`;
    else if (board.failed) this.trouble = this.complaint();
    else return;
    throw new Error(`threads: ${this.trouble}`);
  }

  private complaint(): string {
    for (const port of this.ports) {
      const sent = receiveMessageOnPort(port) as { readonly message: string } | undefined;
      if (sent !== undefined) return `a thread failed: ${sent.message}`;
    }
    return "a thread failed";
  }
}
