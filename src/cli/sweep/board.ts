/** What threads and the one that started them tell each other without messages: a few shared counters. */

const slots = { stop: 0, finished: 1, failed: 2, current: 3 } as const;
/** Threads whose progress is told apart. */
const mostThreads = 256;

export class Board {
  readonly memory: SharedArrayBuffer;
  private readonly cells: Int32Array;
  private readonly own: number;

  /** `thread` is the number of the thread that writes. */
  constructor(memory = new SharedArrayBuffer(4 * (slots.current + mostThreads)), thread = 0) {
    this.memory = memory;
    this.cells = new Int32Array(memory);
    this.own = slots.current + (thread % mostThreads);
  }

  /** Ask everybody to stop between steps. */
  stop(): void {
    Atomics.store(this.cells, slots.stop, 1);
  }

  get stopped(): boolean {
    return Atomics.load(this.cells, slots.stop) === 1;
  }

  /** A run of this thread is over. */
  finished(status: string): void {
    Atomics.store(this.cells, this.own, 0);
    Atomics.add(this.cells, slots.finished, 1);
    if (status !== "ok") Atomics.add(this.cells, slots.failed, 1);
  }

  /** The run of this thread has come this far, 0 to 1. */
  progress(fraction: number): void {
    Atomics.store(this.cells, this.own, Math.round(1000 * fraction));
  }

  /** Runs that are over, parts of runs included. */
  get done(): number {
    let parts = 0;
    for (let k = slots.current; k < this.cells.length; k++) parts += Atomics.load(this.cells, k);
    return Atomics.load(this.cells, slots.finished) + parts / 1000;
  }

  get failed(): number {
    return Atomics.load(this.cells, slots.failed);
  }
}
