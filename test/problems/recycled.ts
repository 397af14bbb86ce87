import { type Arena, addressed, type Problem } from "../../src/core/index.js";

/** Addresses are multiples of this, as in the linear memory itself. */
const alignment = 16;

/**
 * A problem whose runs share `bytes` of work memory: after `recycle()`, new runs get the memory of earlier ones, filled with
 * zeros. It serves to solve one compiled problem a thousand times; earlier runs must not be used any more.
 */
export function recycled(problem: Problem, bytes: number): { readonly problem: Problem; recycle(): void } {
  const { buffer } = problem.arena;
  const memory = problem.arena.f64(bytes / 8);
  const end = memory.byteOffset + memory.byteLength;
  let top = memory.byteOffset;
  const take = (size: number): number => {
    const address = top;
    top += Math.ceil(size / alignment) * alignment;
    if (top > end) throw new Error(`recycled: ${top - memory.byteOffset} bytes are needed; only ${bytes} were given`);
    return address;
  };
  const arena: Arena = {
    buffer,
    f64: (length) => addressed(new Float64Array(buffer, take(8 * length), length)),
    i32: (length) => addressed(new Int32Array(buffer, take(4 * length), length)),
  };
  return {
    problem: { ...problem, arena },
    recycle() {
      memory.fill(0, 0, (top - memory.byteOffset) / 8);
      top = memory.byteOffset;
    },
  };
}
