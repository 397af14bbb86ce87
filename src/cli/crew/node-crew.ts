/** A crew of Node's threads. They sleep when there is nothing to do, and do not keep the process from ending. */

import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from "node:worker_threads";
import { type Crew, type Share, TautError } from "../../core/index.js";
import { Board, mostTasks } from "./board.js";
import { checkThreads } from "./check-threads.js";
import { type Code, type CrewData, instantiatePieces, type Piece, pieceNames } from "./code.js";

export interface CrewOptions {
  /** A thread that does not finish its piece within this time (ms), and 20 times what the others took, is given up. */
  readonly patience?: number;
  /** The code of the threads; for tests. */
  readonly thread?: URL;
}

/** A crew of so many threads, the calling one included, when all have started. */
export async function startCrew(threads: number, options: CrewOptions = {}): Promise<NodeCrew> {
  const crew = new NodeCrew(checkThreads("threads", threads), options);
  try {
    await crew.started;
  } catch (error) {
    await crew.stop();
    const why = error instanceof Error ? error.message : String(error);
    throw new TautError("threads", `${threads} could not be started: ${why}. Ask for fewer.`);
  }
  return crew;
}

export class NodeCrew implements Crew {
  readonly threads: number;
  /** Fulfilled when every thread is ready. */
  readonly started: Promise<unknown>;
  private readonly board = new Board();
  private readonly ports: MessagePort[] = [];
  private readonly workers: Worker[] = [];
  private readonly pieces: Piece[] = [];
  private readonly patience: number;
  /** Why nothing can be shared any more. */
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
    if (first + names.length > mostTasks) throw new Error("a crew of threads has got more code than it can number");
    this.pieces.push(...instantiatePieces(code));
    for (const port of this.ports) port.postMessage(code);
    const tasks = new Map(names.map((name, k) => [name, first + k]));
    return (name, count) => this.share(tasks.get(name)!, count);
  }

  rouse(): void {
    this.board.rouse();
  }

  /** End all threads. */
  async stop(): Promise<void> {
    this.trouble ??= "its threads have been stopped";
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
      worker.on("exit", (code) => lost(`a thread has ended with code ${code}`));
      port.once("message", () => {
        // from now on messages are fetched, not waited for
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
      this.trouble = "the calling one has failed";
      throw error;
    }
    const patience = Math.max(this.patience, 20 * (performance.now() - begun));
    if (!board.awaitEnd(count, patience)) this.trouble = `one has not answered for ${patience / 1000} s`;
    else if (board.failed) this.trouble = this.complaint();
    else return;
    throw new Error(`threads: ${this.trouble}`);
  }

  private complaint(): string {
    for (const port of this.ports) {
      const sent = receiveMessageOnPort(port) as { readonly message: string } | undefined;
      if (sent !== undefined) return `one has failed: ${sent.message}`;
    }
    return "one has failed";
  }
}
