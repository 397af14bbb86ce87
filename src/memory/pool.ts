/**
 * The pool of WebAssembly memories that are not in use. An engine reserves gigabytes of address space for each memory
 * and allows only about a hundred of them, so a returned memory is used for the next workspace, of the same or another
 * system.
 */

import { ModelError } from "../core/errors.js";
import { mostPages } from "../wasm/module.js";

const pageBytes = 65536;
/** The largest number of memories in the pool, and of their bytes; the garbage collector takes the others. */
const mostMemories = 16;
const mostBytes = 2 ** 28;

const idle: WebAssembly.Memory[] = [];

const sizeOf = (memory: WebAssembly.Memory): number => memory.buffer.byteLength;

/** A memory of at least this many bytes, all of them zero. */
export function takeMemory(bytes: number): WebAssembly.Memory {
  const pages = Math.max(1, Math.ceil(bytes / pageBytes));
  if (pages > mostPages) throw tooLarge(pages, "4 GB of memory");
  idle.sort((a, b) => sizeOf(a) - sizeOf(b));
  const large = idle.findIndex((memory) => sizeOf(memory) >= bytes);
  if (large >= 0) return idle.splice(large, 1)[0];
  const largest = idle.pop();
  try {
    if (largest === undefined) return new WebAssembly.Memory({ initial: pages });
    largest.grow(pages - sizeOf(largest) / pageBytes);
    return largest;
  } catch {
    return lastResort(pages);
  }
}

/** Returns a memory to the pool. Every byte must be zero, and no view of it may be used again. */
export function returnMemory(memory: WebAssembly.Memory): void {
  // this detaches all views: a use after the return finds an empty array, not another run's numbers
  memory.grow(0);
  idle.push(memory);
  idle.sort((a, b) => sizeOf(a) - sizeOf(b));
  let bytes = idle.reduce((sum, one) => sum + sizeOf(one), 0);
  while (idle.length > mostMemories || (bytes > mostBytes && idle.length > 1)) bytes -= sizeOf(idle.pop()!);
}

/** A memory that threads can share. Shared memories are never pooled, because threads may still hold them. */
export function sharedMemory(bytes: number): WebAssembly.Memory {
  const pages = Math.max(1, Math.ceil(bytes / pageBytes));
  return new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true });
}

/**
 * The address space may be full of memories that wait for the garbage collector: drops the pool and tries once more.
 */
function lastResort(pages: number): WebAssembly.Memory {
  idle.length = 0;
  try {
    return new WebAssembly.Memory({ initial: pages });
  } catch {
    throw tooLarge(pages, "the memory of this machine");
  }
}

function tooLarge(pages: number, into: string): ModelError {
  const size = `${((pages * pageBytes) / 2 ** 30).toPrecision(2)} GB`;
  return new ModelError("model", `must fit into ${into}; it needs ${size}. Reduce its repetitions.`);
}
