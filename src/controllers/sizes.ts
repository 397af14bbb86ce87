/**
 * Absolute tolerances where none are given: atol_i = rtol times a fraction of the size of component i, so that equal motions
 * in other units take equal steps. Sizes are learnt during the run:
 *
 *     size of a group = the mean over time of the largest magnitude in it, at least `share` of that of its block
 *     atol_i = max(part rtol size, 10 eps size of the block)
 *
 * It is a mean, because a spike or a transient at the start must not loosen the tolerance of all that follows. Positions of
 * points share one size, directors another, and so do their velocities; a coordinate of its own and a state of a
 * first-order system have their own sizes (`Kinds`). Nothing below a few ulps of the largest component of a block is asked
 * for. Components at rest get a size from the others: velocities below 1e-6 |q| / h move nothing that the tolerance of
 * positions would notice, and the same holds for positions below 1e-6 |v| h. A block that is zero has the size that it is
 * expected to have when it moves (`expect`), where that is small. Where its force only begins, like a power of the time, all
 * errors are as large as the motion at first; part of the size that it will have is then the least size of its groups.
 */

import type { Block, ByteReader, ByteWriter, F64, Kinds, Tolerances } from "../core/index.js";

/** Rounding of the largest component of a block, as the others feel it. */
const rounding = 10 * 2 ** -52;
/**
 * The fraction of a component's size below which its tolerance no longer falls with it. Components of mechanics pass through zero
 * all the time, and errors are relative to the size of q and v. Concentrations fall by orders of magnitude and are wanted
 * relative to themselves.
 */
const parts: Readonly<Record<Block, number>> = { q: 0.1, v: 0.1, y: 1e-3 };
/** Groups that are smaller than this fraction of their block are measured as if they had this size; for states, rounding decides. */
const shares: Readonly<Record<Block, number>> = { q: 1e-6, v: 1e-6, y: 0 };
/** The same for positions and velocities that are expected. */
const least = 1e-3;
/** Motions by less than this fraction per step count as rest. */
const rest = 1e-6;
/** The part of later sizes that counts. A motion that is smaller at first than this part only begins. */
const later = 1e-2;
const kinds: readonly Block[] = ["q", "v", "y"];
/** Until something is known, and where everything is zero, sizes are 1 and the tolerance is this fraction of rtol. */
const unknown = 1e-3;
/** Tolerances follow sizes that have changed by more than this factor. */
const idle = 1.125;

export class Sizes implements Tolerances {
  readonly atol: Float64Array;
  readonly rtol: number;
  readonly norm: "rms" | "max";
  revision = 0;
  private readonly groups: Int32Array;
  private readonly blocks: readonly Block[];
  /** The largest magnitude in each group now, its integral over time, and the absolute tolerance of the group. */
  private readonly now: Float64Array;
  private readonly sum: Float64Array;
  private readonly tolerance: Float64Array;
  /** The sizes that groups of zero blocks are expected to have; 0 where nothing is expected. */
  private readonly expected: Float64Array;
  /** Whether there are positions and velocities, and other components. */
  private readonly hasMotion: boolean;
  private readonly hasStates: boolean;
  /** Whether `expect` was called, and whether its sizes are those of a motion that only begins. */
  isTold = false;
  private begins = false;
  private time = 0;
  /** The sizes of the blocks. */
  private q = 0;
  private v = 0;
  private y = 0;

  constructor(rtol: number, norm: "rms" | "max", dimension: number, kinds: Kinds = eachByItself(dimension)) {
    this.rtol = rtol;
    this.norm = norm;
    this.atol = new Float64Array(dimension);
    this.groups = kinds.groups;
    this.blocks = kinds.blocks;
    this.hasMotion = kinds.blocks.some((block) => block !== "y");
    this.hasStates = kinds.blocks.includes("y");
    this.now = new Float64Array(kinds.blocks.length);
    this.sum = new Float64Array(kinds.blocks.length);
    this.tolerance = new Float64Array(kinds.blocks.length);
    this.expected = new Float64Array(kinds.blocks.length);
    this.clear();
  }

  clear(): void {
    for (const array of [this.now, this.sum, this.expected]) array.fill(0);
    for (const array of [this.tolerance, this.atol]) array.fill(unknown * this.rtol);
    this.time = 0;
    this.isTold = false;
    this.begins = false;
    this.revision++;
  }

  /** The start. Velocities at rest are expected to become those of a fall over the size of the model. */
  begin(y: F64, rate: F64 | undefined): void {
    const { blocks, groups } = this;
    this.see(y, 0);
    const { q, v } = this;
    let a = 0;
    if (rate !== undefined)
      for (let i = 0; i < rate.length; i++) if (blocks[groups[i]] === "v") a = Math.max(a, Math.abs(rate[i]));
    const fall = Math.sqrt(q * a);
    this.settle(q === 0 && a > 0 ? (v * v) / a : 0, v < rest * fall ? fall : 0);
  }

  /** An accepted state at the end of a step of length h, or the start with the first step to try. What counts as rest
   * depends on the steps that follow, so on the `whole` length of one that was cut. */
  learn(y: F64, h: number, whole: number, isStart: boolean): void {
    this.see(y, isStart ? 0 : h);
    const { q, v } = this;
    this.settle(rest * v * whole, (rest * q) / whole);
  }

  /** Whether the positions and velocities, or the other components, have been zero since the start. */
  get areUnknown(): boolean {
    return (this.hasMotion && this.q === 0 && this.v === 0) || (this.hasStates && this.y === 0);
  }

  /**
   * The sizes that zero blocks are expected to have when they move. Only small ones count: the tolerance of a block without a
   * size is strict enough for others. With sizes `after` that are far larger, the motion only begins, and they count instead.
   */
  expect(sizes: F64, after?: F64): boolean {
    const { expected } = this;
    const then = after === undefined ? undefined : this.largest(after);
    let most = this.largest(sizes);
    this.isTold = true;
    this.begins = then !== undefined && kinds.some((block) => this[block] === 0 && later * then[block] > most[block]);
    if (this.begins) most = this.largest(after!);
    let changes = false;
    for (let g = 0; g < expected.length; g++) {
      const block = this.blocks[g];
      // states have sizes of their own, positions and velocities share those of their blocks
      const size = block === "y" ? expected[g] : most[block];
      const counts = this[block] === 0 && size > 0 && (this.begins || size < unknown);
      expected[g] = counts ? (this.begins ? later : 1) * Math.max(expected[g], least * size) : 0;
      if (!counts) continue;
      this.tolerance[g] = parts[block] * this.rtol * expected[g];
      changes = true;
    }
    if (changes) this.hand();
    return changes;
  }

  /** The largest sizes in each group, in `expected`, and in each block. */
  private largest(sizes: F64): Record<Block, number> {
    const { groups, blocks, expected } = this;
    const most: Record<Block, number> = { q: 0, v: 0, y: 0 };
    expected.fill(0);
    for (let i = 0; i < groups.length; i++) {
      const g = groups[i];
      expected[g] = Math.max(expected[g], sizes[i]);
      most[blocks[g]] = Math.max(most[blocks[g]], sizes[i]);
    }
    return most;
  }

  save(to: ByteWriter): void {
    to.number(this.time);
    to.number(Number(this.isTold) + Number(this.begins));
    for (const array of [this.now, this.sum, this.tolerance, this.expected]) to.numbers(array);
  }

  restore(from: ByteReader): void {
    this.time = from.number();
    const told = from.number();
    this.isTold = told > 0;
    this.begins = told > 1;
    for (const array of [this.now, this.sum, this.tolerance, this.expected]) array.set(from.numbers());
    this.compare();
    this.hand();
  }

  /** The largest magnitudes at y, a time h after the last ones, and their means. */
  private see(y: F64, h: number): void {
    const { groups, now, sum } = this;
    for (let g = 0; g < now.length; g++) {
      sum[g] += 0.5 * h * now[g];
      now[g] = 0;
    }
    for (let i = 0; i < groups.length; i++) {
      const size = Math.abs(y[i]);
      if (size > now[groups[i]]) now[groups[i]] = size;
    }
    this.time += h;
    for (let g = 0; g < now.length; g++) sum[g] += 0.5 * h * now[g];
    this.compare();
  }

  /** The sizes of the blocks. */
  private compare(): void {
    const { blocks } = this;
    this.q = 0;
    this.v = 0;
    this.y = 0;
    for (let g = 0; g < blocks.length; g++) {
      const size = this.size(g);
      if (blocks[g] === "q") this.q = Math.max(this.q, size);
      else if (blocks[g] === "v") this.v = Math.max(this.v, size);
      else this.y = Math.max(this.y, size);
    }
  }

  private size(g: number): number {
    return this.time > 0 ? this.sum[g] / this.time : this.now[g];
  }

  /** The tolerances, when positions and velocities have at least these sizes. */
  private settle(leastQ: number, leastV: number): void {
    const { blocks, tolerance, rtol, q, v, y } = this;
    let changes = false;
    for (let g = 0; g < tolerance.length; g++) {
      const kind = blocks[g];
      const least = kind === "q" ? leastQ : kind === "v" ? leastV : 0;
      const block = Math.max(kind === "q" ? q : kind === "v" ? v : y, least);
      const begun = this.begins ? this.expected[g] : 0;
      const size = Math.max(this.size(g), least, shares[kind] * block, begun);
      const none = this.expected[g] > 0 ? parts[kind] * this.expected[g] : unknown;
      const value = block === 0 ? none * rtol : Math.max(parts[kind] * rtol * size, rounding * block);
      if (value <= idle * tolerance[g] && tolerance[g] <= idle * value) continue;
      tolerance[g] = value;
      changes = true;
    }
    if (changes) this.hand();
  }

  private hand(): void {
    const { groups, tolerance, atol } = this;
    for (let i = 0; i < atol.length; i++) atol[i] = tolerance[groups[i]];
    this.revision++;
  }
}

/** Every component is a state of a first-order system. */
function eachByItself(dimension: number): Kinds {
  return {
    groups: Int32Array.from({ length: dimension }, (_, i) => i),
    blocks: Array.from({ length: dimension }, (): Block => "y"),
  };
}
