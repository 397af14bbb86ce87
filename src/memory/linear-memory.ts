/**
 * The linear memory of one workspace. Tables with fixed addresses fill it from its lower end, state and work arrays of
 * runs from its upper end. It never grows while it is in use, because growing would detach every view; a request that
 * does not fit throws `ArenaFull`, and the one place that binds runs starts again with a larger memory.
 */

import { type Arena, addressed } from "../core/arena.js";
import { ArenaFull } from "./arena-full.js";
import { returnMemory, sharedMemory, takeMemory } from "./pool.js";

/** Address 0 stays unused, so that a forgotten pointer does not alias a table. */
export const firstAddress = 64;

/** Arrays begin at multiples of this many bytes. */
const alignment = 16;

export const alignedSize = (bytes: number): number => Math.ceil(bytes / alignment) * alignment;

export class LinearMemory implements Arena {
  readonly memory: WebAssembly.Memory;
  readonly buffer: ArrayBuffer;
  readonly capacity: number;
  /** The free bytes are those between the two ends. */
  private lowerEnd = firstAddress;
  private upperEnd: number;
  /** Where the upper end stood when each open lease began; the last one is the innermost. */
  private readonly leases: Lease[] = [];

  constructor(capacityBytes: number, kind: "own" | "shared" = "own") {
    const bytes = capacityBytes + firstAddress;
    this.memory = kind === "shared" ? sharedMemory(bytes) : takeMemory(bytes);
    // the arrays of a shared memory are used like any others, so their type is the same
    this.buffer = this.memory.buffer as ArrayBuffer;
    this.capacity = this.buffer.byteLength;
    this.upperEnd = this.capacity;
  }

  /** Bytes in use, at both ends. */
  get used(): number {
    return this.capacity - (this.upperEnd - this.lowerEnd);
  }

  /** Bytes for state and work arrays, in use or free. */
  get room(): number {
    return this.capacity - this.lowerEnd;
  }

  /** Bytes of state and work arrays in use. */
  get workBytes(): number {
    return this.capacity - this.upperEnd;
  }

  /** An array of a run, taken from the upper end downwards. */
  f64(length: number): Float64Array<ArrayBuffer> {
    return addressed(new Float64Array(this.buffer, this.takeUpper(8 * length), length));
  }

  i32(length: number): Int32Array<ArrayBuffer> {
    return addressed(new Int32Array(this.buffer, this.takeUpper(4 * length), length));
  }

  /** Reserves the memory up to this address for tables. */
  claim(end: number): void {
    if (end > this.upperEnd) throw new ArenaFull(end + this.workBytes);
    this.lowerEnd = Math.max(this.lowerEnd, end);
  }

  /**
   * Opens a lease: what is taken at the upper end from now on belongs to it, and is returned when the lease ends, which
   * the result does. Leases may end in any order; memory is returned once all leases that were opened later have ended.
   */
  lease(): () => void {
    const lease: Lease = { from: this.upperEnd, ended: false };
    this.leases.push(lease);
    return () => {
      lease.ended = true;
      while (this.leases.at(-1)?.ended) this.clearUpperTo(this.leases.pop()!.from);
    };
  }

  /** Frees everything at the upper end. The arrays there must not be used any more. */
  clearUpper(): void {
    this.leases.length = 0;
    this.clearUpperTo(this.capacity);
  }

  /** Returns the memory to the pool, for another workspace. None of its arrays may be used any more. */
  release(): void {
    this.clearUpper();
    new Uint8Array(this.buffer, 0, this.lowerEnd).fill(0);
    returnMemory(this.memory);
  }

  private clearUpperTo(end: number): void {
    new Uint8Array(this.buffer, this.upperEnd, end - this.upperEnd).fill(0);
    this.upperEnd = end;
  }

  private takeUpper(bytes: number): number {
    const size = alignedSize(bytes);
    if (size > this.upperEnd - this.lowerEnd) throw new ArenaFull(this.used + size);
    this.upperEnd -= size;
    return this.upperEnd;
  }
}

/** The arrays that are taken at the upper end between the opening of the lease and its end. */
interface Lease {
  readonly from: number;
  ended: boolean;
}
