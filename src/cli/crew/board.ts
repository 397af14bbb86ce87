/**
 * Where threads meet: a few numbers in shared memory. All that can be claimed is one word, (task, count, taken), so taking a
 * piece of work is one compare-and-swap, and whoever comes late finds either a piece that is to be done or nothing. A word
 * that has changed and changed back describes what is true now, so it may be claimed as well.
 */

/** Entries of the board. */
const claim = 0;
const finished = 1;
const broken = 2;

/** Threads look for work this long (ms) before they sleep: steps of a run follow each other faster than threads wake up. */
const alert = 0.3;

const taskOf = (word: number): number => word >> 16;
const countOf = (word: number): number => (word >> 8) & 255;
const takenOf = (word: number): number => word & 255;

export const mostTasks = 2 ** 15;

export class Board {
  readonly memory: SharedArrayBuffer;
  private readonly words: Int32Array<SharedArrayBuffer>;

  constructor(memory = new SharedArrayBuffer(12)) {
    this.memory = memory;
    this.words = new Int32Array(memory);
  }

  /** Offer `count` pieces of a task to everybody. All pieces of the one before must be finished. */
  offer(task: number, count: number): void {
    Atomics.store(this.words, finished, 0);
    Atomics.store(this.words, claim, (task << 16) | (count << 8));
    Atomics.notify(this.words, claim);
  }

  /** Wake up whoever sleeps, to find an offer that comes soon. */
  rouse(): void {
    Atomics.notify(this.words, claim);
  }

  /** Do pieces as long as there are some. */
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

  /** Return when something is offered: soon after it is, or woken up. */
  awaitOffer(): void {
    const word = Atomics.load(this.words, claim);
    if (takenOf(word) < countOf(word)) return;
    const until = performance.now() + alert;
    while (performance.now() < until) if (Atomics.load(this.words, claim) !== word) return;
    Atomics.wait(this.words, claim, word);
  }

  /** Wait until `count` pieces are finished; false when none was for `patience` ms. */
  awaitEnd(count: number, patience: number): boolean {
    const start = performance.now();
    let seen = -1;
    for (let since = start; ; ) {
      const now = Atomics.load(this.words, finished);
      if (now === count) return true;
      const time = performance.now();
      if (now !== seen) [seen, since] = [now, time];
      else if (time - since > patience) return false;
      // the last piece wakes; the others are looked for once in a while, as they show that threads are alive
      if (time - start > alert) Atomics.wait(this.words, finished, now, Math.min(patience, 1000));
    }
  }

  /** A thread could not do a piece. */
  fail(): void {
    Atomics.store(this.words, broken, 1);
  }

  get failed(): boolean {
    return Atomics.load(this.words, broken) !== 0;
  }
}
