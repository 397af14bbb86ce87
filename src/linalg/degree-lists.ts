/** Variables by degree, in doubly linked lists (last in, first out), with quick access to the least degree. */
export class DegreeLists {
  private readonly head: Int32Array;
  private readonly next: Int32Array;
  private readonly previous: Int32Array;
  private least: number;

  constructor(n: number) {
    this.head = new Int32Array(n + 1).fill(-1);
    this.next = new Int32Array(n);
    this.previous = new Int32Array(n);
    this.least = n;
  }

  insert(i: number, degree: number): void {
    const after = this.head[degree];
    this.next[i] = after;
    this.previous[i] = -1;
    if (after >= 0) this.previous[after] = i;
    this.head[degree] = i;
    if (degree < this.least) this.least = degree;
  }

  remove(i: number, degree: number): void {
    const before = this.previous[i];
    const after = this.next[i];
    if (before >= 0) this.next[before] = after;
    else this.head[degree] = after;
    if (after >= 0) this.previous[after] = before;
  }

  /** Remove and return a variable of least degree; there must be one. */
  takeLeast(): number {
    while (this.head[this.least] < 0) this.least++;
    const i = this.head[this.least];
    this.remove(i, this.least);
    return i;
  }
}
