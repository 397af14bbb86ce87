/**
 * The linear memory of one system. Everything lives in it: tables from its lower end, state and work arrays of runs from
 * its upper one, so that a run can be taken away and another put in its place. It is sized when it is made and never
 * grows, because growing detaches every view; asking for more than there is throws `ArenaFull`, and whoever made the
 * arena makes a larger one and binds again.
 */

import { type Arena, addressed } from "../core/arena.js";
import { ModelError } from "../core/errors.js";
import { mostPages } from "../wasm/module.js";

const pageBytes = 65536;
/** Address 0 stays unused, so that a forgotten pointer does not alias a table. */
const firstAddress = 64;

export class ArenaFull extends Error {
  readonly needed: number;

  constructor(needed: number) {
    super(`work memory exhausted: ${needed} bytes needed`);
    this.needed = needed;
  }
}

/** What is free, between the two ends. */
interface Gap {
  from: number;
  to: number;
}

export class LinearMemory implements Arena {
  readonly memory: WebAssembly.Memory;
  readonly buffer: ArrayBuffer;
  readonly capacity: number;
  /** The same memory, handed out from the other end. */
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

  /** One that threads can share. Its arrays are the same to whoever reads and writes them, so their type is too. */
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

  /** Take everything of the upper end back, and leave it zero as it was found; nobody may use those arrays any more. */
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

/** What does not fit is an error of the model: nothing else decides the size. */
function newMemory(pages: number, shared: boolean): WebAssembly.Memory {
  const size = `${((pages * pageBytes) / 2 ** 30).toPrecision(2)} GB of memory`;
  if (pages > mostPages) throw new ModelError("model", `it needs ${size}, and 4 GB is the limit. Repeat less.`);
  try {
    return new WebAssembly.Memory({ initial: pages, maximum: pages, shared });
  } catch {
    throw new ModelError("model", `it needs ${size}, more than this machine gives. Repeat less.`);
  }
}
