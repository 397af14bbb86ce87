/**
 * The linear memory of one system. Everything lives in it: tables, state, work arrays. It is sized when it is made and
 * never grows, because growing detaches every view; asking for more than there is throws `ArenaFull`, and whoever
 * made the arena makes a larger one and binds again.
 */

import { type Arena, addressed } from "../core/arena.js";
import { ModelError } from "../core/errors.js";

const pageBytes = 65536;
/** Of WebAssembly: 4 GB. */
const mostPages = 65536;
/** Address 0 stays unused, so that a forgotten pointer does not alias a table. */
const firstAddress = 64;

export class ArenaFull extends Error {
  readonly needed: number;

  constructor(needed: number) {
    super(`work memory exhausted: ${needed} bytes needed`);
    this.needed = needed;
  }
}

export class LinearMemory implements Arena {
  readonly memory: WebAssembly.Memory;
  readonly buffer: ArrayBuffer;
  readonly capacity: number;
  private top = firstAddress;

  constructor(capacityBytes: number) {
    const pages = Math.max(1, Math.ceil((capacityBytes + firstAddress) / pageBytes));
    this.memory = newMemory(pages);
    this.buffer = this.memory.buffer;
    this.capacity = pages * pageBytes;
  }

  /** Bytes handed out so far. */
  get used(): number {
    return this.top;
  }

  f64(length: number): Float64Array<ArrayBuffer> {
    return addressed(new Float64Array(this.buffer, this.take(8 * length), length));
  }

  i32(length: number): Int32Array<ArrayBuffer> {
    return addressed(new Int32Array(this.buffer, this.take(4 * length), length));
  }

  private take(bytes: number): number {
    const address = this.top;
    const end = address + Math.ceil(bytes / 16) * 16;
    if (end > this.capacity) throw new ArenaFull(end);
    this.top = end;
    return address;
  }
}

/** What does not fit is an error of the model: nothing else decides the size. */
function newMemory(pages: number): WebAssembly.Memory {
  const size = `${((pages * pageBytes) / 2 ** 30).toPrecision(2)} GB of memory`;
  if (pages > mostPages) throw new ModelError("model", `it needs ${size}, and 4 GB is the limit. Repeat less.`);
  try {
    return new WebAssembly.Memory({ initial: pages, maximum: pages });
  } catch {
    throw new ModelError("model", `it needs ${size}, more than this machine gives. Repeat less.`);
  }
}
