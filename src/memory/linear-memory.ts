/**
 * The linear memory of one system. Tables are allocated from its lower end, and the state and work arrays of runs from
 * its upper end, so that the arrays of one run can be replaced by those of another. Its size is fixed when it is made,
 * because growing would detach every view. A request that does not fit throws `ArenaFull`; the owner of the memory then
 * makes a larger one and binds again.
 */

import { type Arena, addressed } from "../core/arena.js";
import { ModelError } from "../core/errors.js";
import { mostPages } from "../wasm/module.js";

const pageBytes = 65536;
/** Address 0 stays unused, so that a pointer that was never set does not alias a table. */
const firstAddress = 64;

export class ArenaFull extends Error {
  readonly needed: number;

  constructor(needed: number) {
    super(`work memory exhausted: ${needed} bytes are needed`);
    this.needed = needed;
  }
}

/** The free bytes between the two ends. */
interface Gap {
  from: number;
  to: number;
}

export class LinearMemory implements Arena {
  readonly memory: WebAssembly.Memory;
  readonly buffer: ArrayBuffer;
  readonly capacity: number;
  /** An allocator for the other end of the same memory. */
  readonly opposite: LinearMemory;
  private readonly gap: Gap;
  private readonly end: "lower" | "upper";

  constructor(capacityBytes: number, lower?: LinearMemory, shared = false) {
    const pages = Math.max(1, Math.ceil((capacityBytes + firstAddress) / pageBytes));
    this.end = lower === undefined ? "lower" : "upper";
    this.memory = lower?.memory ?? newMemory(pages, shared);
    this.buffer = this.memory.buffer;
    this.capacity = this.buffer.byteLength;
    this.gap = lower?.gap ?? { from: firstAddress, to: this.capacity };
    this.opposite = lower ?? new LinearMemory(capacityBytes, this);
  }

  /** A memory that threads can share. Code reads and writes its arrays like any others, so they have the same type. */
  static shared(capacityBytes: number): LinearMemory {
    return new LinearMemory(capacityBytes, undefined, true);
  }

  /** Bytes handed out so far, at both ends. */
  get used(): number {
    return this.capacity - (this.gap.to - this.gap.from);
  }

  f64(length: number): Float64Array<ArrayBuffer> {
    return addressed(new Float64Array(this.buffer, this.take(8 * length), length));
  }

  i32(length: number): Int32Array<ArrayBuffer> {
    return addressed(new Int32Array(this.buffer, this.take(4 * length), length));
  }

  /** Free everything at the upper end and fill it with zeros. The arrays allocated there must not be used any more. */
  clearUpper(): void {
    new Uint8Array(this.buffer, this.gap.to).fill(0);
    this.gap.to = this.capacity;
  }

  private take(bytes: number): number {
    const { gap } = this;
    const size = Math.ceil(bytes / 16) * 16;
    if (size > gap.to - gap.from) throw new ArenaFull(this.used + size);
    if (this.end === "upper") {
      gap.to -= size;
      return gap.to;
    }
    gap.from += size;
    return gap.from - size;
  }
}

/** A memory that is too large is an error in the model, because only the model determines the size. */
function newMemory(pages: number, shared: boolean): WebAssembly.Memory {
  const size = `${((pages * pageBytes) / 2 ** 30).toPrecision(2)} GB`;
  if (pages > mostPages)
    throw new ModelError("model", `must fit into 4 GB of memory; it needs ${size}. Reduce its repetitions.`);
  try {
    return new WebAssembly.Memory({ initial: pages, maximum: pages, shared });
  } catch {
    throw new ModelError(
      "model",
      `must fit into the memory of this machine; it needs ${size}. Reduce its repetitions.`,
    );
  }
}
