/**
 * Finds variables with equal lists in a quotient graph. Candidates are put into buckets by a hash of their list, and only
 * lists in the same bucket are compared.
 */
export class Twins {
  private readonly start: Int32Array;
  private readonly length: Int32Array;
  private readonly elements: Int32Array;
  private readonly list: Int32Array;
  private readonly head: Int32Array;
  private readonly next: Int32Array;
  private readonly bucket: Int32Array;
  private readonly mark: Int32Array;
  private tag = 0;

  /** `QuotientGraph` describes the lists. The first entry is not compared, because all candidates share it. */
  constructor(start: Int32Array, length: Int32Array, elements: Int32Array, list: Int32Array) {
    const n = start.length;
    this.start = start;
    this.length = length;
    this.elements = elements;
    this.list = list;
    this.head = new Int32Array(n).fill(-1);
    this.next = new Int32Array(n);
    this.bucket = new Int32Array(n);
    this.mark = new Int32Array(n);
  }

  /** Add variable i as a candidate; `sum` is the sum of its list. */
  add(i: number, sum: number): void {
    const bucket = sum % this.head.length;
    this.bucket[i] = bucket;
    this.next[i] = this.head[bucket];
    this.head[bucket] = i;
  }

  /** Empty the bucket of candidate c and call `merge(j, i)` for every j in it whose list equals that of an i. */
  mergeLike(c: number, merge: (j: number, i: number) => void): void {
    const { head, next } = this;
    let i = head[this.bucket[c]];
    head[this.bucket[c]] = -1;
    for (; i >= 0 && next[i] >= 0; i = next[i]) {
      this.markList(i);
      let previous = i;
      for (let j = next[i]; j >= 0; j = next[j]) {
        if (this.isMarked(i, j)) {
          merge(j, i);
          next[previous] = next[j];
        } else previous = j;
      }
    }
  }

  private markList(i: number): void {
    this.tag++;
    for (let k = this.start[i] + 1; k < this.start[i] + this.length[i]; k++) this.mark[this.list[k]] = this.tag;
  }

  private isMarked(i: number, j: number): boolean {
    if (this.length[i] !== this.length[j] || this.elements[i] !== this.elements[j]) return false;
    for (let k = this.start[j] + 1; k < this.start[j] + this.length[j]; k++)
      if (this.mark[this.list[k]] !== this.tag) return false;
    return true;
  }
}
