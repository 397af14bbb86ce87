/**
 * The quotient graph of a partly eliminated symmetric matrix. An eliminated variable p leaves an *element*: the clique
 * of its remaining neighbours. A variable i is stored as the elements to which it belongs and its direct neighbours.
 * Elements that are covered by a newer one are absorbed, variables with equal rows are merged into one of larger
 * `weight`, and only bounds of the degrees are kept, so the lists never grow.
 * The steps and names are those of Amestoy, Davis and Duff (1996), algorithm 2.
 */

import { DegreeLists } from "./degree-lists.js";
import type { Graph } from "./pattern.js";
import { Twins } from "./twins.js";

export class QuotientGraph {
  /** The number of variables to eliminate: all except the excluded ones. */
  readonly size: number;
  /** Links a pivot to the variables merged into it, which are eliminated together; -1 ends the list. */
  readonly nextMember: Int32Array;
  private readonly lastMember: Int32Array;

  /** How many variables a variable stands for; 0 if merged, excluded or eliminated; negative in the current element. */
  private readonly weight: Int32Array;
  /** Variable i: `elements[i]` elements, then variables, in `list[start[i]] ... list[start[i] + length[i] - 1]`. */
  private readonly start: Int32Array;
  private readonly length: Int32Array;
  private readonly elements: Int32Array;
  private readonly list: Int32Array;

  /** Element e is `clique[from[e]] ... clique[to[e] - 1]`; weight 0 means absorbed. `clique` grows by doubling. */
  private clique: Int32Array;
  private cliqueEnd = 0;
  private readonly from: Int32Array;
  private readonly to: Int32Array;
  private readonly elementWeight: Int32Array;
  /** The greatest weight of any element so far. */
  private largest = 0;

  /** If outside[e] >= tag, then outside[e] - tag is the weight of element e outside the current element. */
  private readonly outside: Int32Array;
  private tag = 1;
  private readonly degree: Int32Array;
  private readonly lists: DegreeLists;
  private readonly twins: Twins;
  private remaining: number;

  constructor(graph: Graph, isExcluded: (i: number) => boolean) {
    const { n, start, to } = graph;
    const array = () => new Int32Array(n);
    this.nextMember = array().fill(-1);
    this.lastMember = array().map((_, i) => i);
    this.weight = array().fill(1);
    this.start = start.slice(0, n);
    this.length = array();
    this.elements = array();
    this.list = to.slice();
    this.clique = new Int32Array(to.length + n);
    this.from = array();
    this.to = array();
    this.elementWeight = array();
    this.outside = array();
    this.degree = array();
    this.lists = new DegreeLists(n);
    this.twins = new Twins(this.start, this.length, this.elements, this.list);

    let size = 0;
    for (let i = 0; i < n; i++) if (isExcluded(i)) this.weight[i] = 0;
    for (let i = n - 1; i >= 0; i--) {
      if (this.weight[i] === 0) continue;
      let end = start[i];
      for (let p = start[i]; p < start[i + 1]; p++) if (this.weight[to[p]] !== 0) this.list[end++] = to[p];
      this.length[i] = end - start[i];
      this.degree[i] = this.length[i];
      this.lists.insert(i, this.degree[i]);
      size++;
    }
    this.size = size;
    this.remaining = size;
  }

  /** Eliminate the variable of least degree, with all variables merged into it, and return it. */
  eliminate(): number {
    const p = this.lists.takeLeast();
    this.remaining -= this.weight[p];
    this.formElement(p);
    this.measureOutside(p);
    this.updateDegrees(p);
    this.mergeTwins(p);
    this.closeElement(p);
    return p;
  }

  /** 1. Form the clique of p: its direct neighbours, and those in its elements, which are absorbed. */
  private formElement(p: number): void {
    const { weight, start, length, elements, list, from, to, elementWeight } = this;
    let bound = length[p] - elements[p];
    for (let k = 0; k < elements[p]; k++) bound += to[list[start[p] + k]] - from[list[start[p] + k]];
    this.reserve(bound);

    weight[p] = 0;
    from[p] = this.cliqueEnd;
    elementWeight[p] = 0;
    for (let k = 0; k < elements[p]; k++) {
      const e = list[start[p] + k];
      for (let c = from[e]; c < to[e]; c++) this.join(p, this.clique[c]);
      elementWeight[e] = 0;
    }
    for (let k = elements[p]; k < length[p]; k++) this.join(p, list[start[p] + k]);
    to[p] = this.cliqueEnd;
    this.largest = Math.max(this.largest, elementWeight[p]);
  }

  private join(p: number, i: number): void {
    const weight = this.weight[i];
    if (weight <= 0) return;
    this.weight[i] = -weight;
    this.elementWeight[p] += weight;
    this.clique[this.cliqueEnd++] = i;
    this.lists.remove(i, this.degree[i]);
  }

  private reserve(count: number): void {
    if (this.cliqueEnd + count <= this.clique.length) return;
    const larger = new Int32Array(Math.max(2 * this.clique.length, this.cliqueEnd + count));
    larger.set(this.clique.subarray(0, this.cliqueEnd));
    this.clique = larger;
  }

  /** 2. For every element that intersects the clique of p, compute its weight outside that clique. */
  private measureOutside(p: number): void {
    const { weight, start, elements, list, clique, from, to, elementWeight, outside } = this;
    if (this.tag > 2 ** 31 - 4 - 2 * this.size) {
      outside.fill(0);
      this.tag = 1;
    }
    const tag = this.tag;
    for (let c = from[p]; c < to[p]; c++) {
      const i = clique[c];
      for (let k = start[i]; k < start[i] + elements[i]; k++) {
        const e = list[k];
        if (elementWeight[e] === 0) continue;
        outside[e] = (outside[e] >= tag ? outside[e] : elementWeight[e] + tag) + weight[i];
      }
    }
  }

  /** 3. Update lists and degree bounds in the clique; variables without other neighbours are eliminated with p. */
  private updateDegrees(p: number): void {
    const { weight, start, length, elements, list, clique, from, to, elementWeight, outside, degree, tag } = this;
    for (let c = from[p]; c < to[p]; c++) {
      const i = clique[c];
      let end = start[i];
      let external = 0;
      let sum = 0;
      for (let k = start[i]; k < start[i] + elements[i]; k++) {
        const e = list[k];
        if (elementWeight[e] === 0) continue;
        const rest = outside[e] - tag;
        if (rest === 0) elementWeight[e] = 0;
        else {
          external += rest;
          sum += e;
          list[end++] = e;
        }
      }
      const elementEnd = end;
      for (let k = start[i] + elements[i]; k < start[i] + length[i]; k++) {
        const j = list[k];
        if (weight[j] <= 0) continue;
        external += weight[j];
        sum += j;
        list[end++] = j;
      }

      if (external === 0) {
        this.elementWeight[p] += weight[i];
        this.remaining += weight[i];
        this.merge(i, p);
        continue;
      }
      // p becomes the first element of i; the list has space, because p replaces at least one entry
      list[end] = list[elementEnd];
      list[elementEnd] = list[start[i]];
      list[start[i]] = p;
      elements[i] = elementEnd - start[i] + 1;
      length[i] = end - start[i] + 1;
      degree[i] = Math.min(degree[i], external);
      this.twins.add(i, sum);
    }
    this.tag += this.largest + 1;
  }

  /** 4. Merge variables of the clique that have equal lists. */
  private mergeTwins(p: number): void {
    const { weight, clique, from, to } = this;
    for (let c = from[p]; c < to[p]; c++) if (weight[clique[c]] !== 0) this.twins.mergeLike(clique[c], this.mergeTwin);
  }

  private readonly mergeTwin = (j: number, i: number): void => {
    this.weight[i] += this.weight[j];
    this.merge(j, i);
  };

  /** Merge variable i into `into` and remove it from the graph. */
  private merge(i: number, into: number): void {
    this.weight[i] = 0;
    this.nextMember[this.lastMember[into]] = i;
    this.lastMember[into] = this.lastMember[i];
  }

  /** 5. Remove merged variables from the clique, and return the others to the degree lists. */
  private closeElement(p: number): void {
    const { weight, clique, from, to, elementWeight, degree } = this;
    let end = from[p];
    for (let c = from[p]; c < to[p]; c++) {
      const i = clique[c];
      if (weight[i] === 0) continue;
      weight[i] = -weight[i];
      degree[i] = Math.min(degree[i] + elementWeight[p] - weight[i], this.remaining - weight[i]);
      this.lists.insert(i, degree[i]);
      clique[end++] = i;
    }
    to[p] = end;
    this.cliqueEnd = end;
  }
}
