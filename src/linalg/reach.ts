/** Finds what the entries of a column reach in the graph of L, which is the pattern of the column after elimination. */
export class Reach {
  /** mark[i] is the last column whose search visited row i. */
  readonly mark: Int32Array;
  /** The pivots that the column reaches, from `top` on, each before those that it reaches in turn. */
  readonly found: Int32Array;
  private readonly stack: Int32Array;
  private readonly progress: Int32Array;

  constructor(n: number) {
    this.mark = new Int32Array(n);
    this.found = new Int32Array(n);
    this.stack = new Int32Array(n);
    this.progress = new Int32Array(n);
  }

  begin(): void {
    this.mark.fill(-1);
  }

  /**
   * Search depth first from row `from` of column k, without recursion. Rows without a pivot are appended to column k of L.
   * A pivot is put before `top` in `found` after everything that it reaches. Returns the new top.
   */
  search(from: number, k: number, top: number, position: Int32Array, lStart: Int32Array, lRow: Int32Array): number {
    const { mark, found, stack, progress } = this;
    if (mark[from] === k) return top;
    let depth = 0;
    stack[0] = from;
    mark[from] = k;
    progress[0] = position[from] < 0 ? 0 : lStart[position[from]];
    while (depth >= 0) {
      const j = position[stack[depth]];
      if (j < 0) {
        lRow[lStart[k + 1]++] = stack[depth--];
        continue;
      }
      let at = progress[depth];
      while (at < lStart[j + 1] && mark[lRow[at]] === k) at++;
      if (at === lStart[j + 1]) {
        found[--top] = j;
        depth--;
        continue;
      }
      const next = lRow[at];
      progress[depth] = at + 1;
      mark[next] = k;
      stack[++depth] = next;
      progress[depth] = position[next] < 0 ? 0 : lStart[position[next]];
    }
    return top;
  }
}
