/** Shared counters through which the threads of a sweep report progress and learn that they should stop. */

const slots = { stop: 0, finished: 1, failed: 2, current: 3 } as const;
/** The number of slots for the progress of single threads; further threads share them. */
const mostThreads = 256;

export class SharedProgress {
  readonly memory: SharedArrayBuffer;
  private readonly cells: Int32Array;
  private readonly own: number;

  /** `thread` is the number of the thread that writes. */
  constructor(memory = new SharedArrayBuffer(4 * (slots.current + mostThreads)), thread = 0) {
    this.memory = memory;
    this.cells = new Int32Array(memory);
    this.own = slots.current + (thread % mostThreads);
  }

  /** Asks all threads to stop between steps. */
  stop(): void {
    Atomics.store(this.cells, slots.stop, 1);
  }

  get stopped(): boolean {
    return Atomics.load(this.cells, slots.stop) === 1;
  }

  /** Records that this thread's run is over. */
  finished(status: string): void {
    Atomics.store(this.cells, this.own, 0);
    Atomics.add(this.cells, slots.finished, 1);
    if (status !== "ok") Atomics.add(this.cells, slots.failed, 1);
  }

  /** Records how far this thread's run is, from 0 to 1. */
  progress(fraction: number): void {
    Atomics.store(this.cells, this.own, Math.round(1000 * fraction));
  }

  /** The number of runs that are over, plus the fractions of those under way. */
  get done(): number {
    let parts = 0;
    for (let k = slots.current; k < this.cells.length; k++) parts += Atomics.load(this.cells, k);
    return Atomics.load(this.cells, slots.finished) + parts / 1000;
  }

  get failed(): number {
    return Atomics.load(this.cells, slots.failed);
  }
}
