/**
 * Hands pieces of work to the threads of a crew through a few numbers in shared memory. The current offer is one word,
 * (task, count, taken), so a thread takes a piece by one compare-and-swap, and a thread that comes late finds either a
 * piece that is still to be done or none. A word that changed and changed back (ABA) describes the current offer, so
 * taking from it is right.
 */

/** Indices into the shared memory. */
const claim = 0;
const finished = 1;
const broken = 2;

/**
 * Idle threads spin for this long (ms) before they sleep: steps of a run follow each other faster than threads wake up.
 */
const spinTime = 0.3;

const taskOf = (word: number): number => word >> 16;
const countOf = (word: number): number => (word >> 8) & 255;
const takenOf = (word: number): number => word & 255;

export const mostTasks = 2 ** 15;

export class TaskBoard {
  readonly memory: SharedArrayBuffer;
  private readonly words: Int32Array<SharedArrayBuffer>;

  constructor(memory = new SharedArrayBuffer(12)) {
    this.memory = memory;
    this.words = new Int32Array(memory);
  }

  /** Offers `count` pieces of a task to all threads. All pieces of the previous task must be finished. */
  offer(task: number, count: number): void {
    Atomics.store(this.words, finished, 0);
    Atomics.store(this.words, claim, (task << 16) | (count << 8));
    Atomics.notify(this.words, claim);
  }

  /** Wakes sleeping threads, because an offer will follow soon. */
  rouse(): void {
    Atomics.notify(this.words, claim);
  }

  /** Takes and does pieces until none is left. */
  work(doPiece: (task: number, piece: number) => void): void {
    for (;;) {
      const word = Atomics.load(this.words, claim);
      const [count, piece] = [countOf(word), takenOf(word)];
      if (piece === count) return;
      if (Atomics.compareExchange(this.words, claim, word, word + 1) !== word) continue;
      doPiece(taskOf(word), piece);
      if (Atomics.add(this.words, finished, 1) + 1 === count) Atomics.notify(this.words, finished);
    }
  }

  /** Returns when work is offered, or when the thread is woken. */
  awaitOffer(): void {
    const word = Atomics.load(this.words, claim);
    if (takenOf(word) < countOf(word)) return;
    const until = performance.now() + spinTime;
    while (performance.now() < until) if (Atomics.load(this.words, claim) !== word) return;
    Atomics.wait(this.words, claim, word);
  }

  /** Waits until `count` pieces are finished. Returns false when no piece was finished for `patience` ms. */
  awaitEnd(count: number, patience: number): boolean {
    const start = performance.now();
    let seen = -1;
    for (let since = start; ; ) {
      const now = Atomics.load(this.words, finished);
      if (now === count) return true;
      const time = performance.now();
      if (now !== seen) [seen, since] = [now, time];
      else if (time - since > patience) return false;
      // the last piece wakes this thread; the count is read from time to time too, to see that the others are alive
      if (time - start > spinTime) Atomics.wait(this.words, finished, now, Math.min(patience, 1000));
    }
  }

  /** Records that a thread could not do its piece. */
  fail(): void {
    Atomics.store(this.words, broken, 1);
  }

  get failed(): boolean {
    return Atomics.load(this.words, broken) !== 0;
  }
}
