import { type Arena, addressed, type Problem } from "../../src/core/index.js";

/** Addresses are multiples of this, as in the linear memory itself. */
const alignment = 16;

/**
 * A problem whose runs share `bytes` of work memory: what is bound after `recycle()` takes the place of what was bound
 * before, as zeros. For solving one compiled problem a thousand times; the runs before must not be used any more.
 */
export function recycled(problem: Problem, bytes: number): { readonly problem: Problem; recycle(): void } {
  const { buffer } = problem.arena;
  const room = problem.arena.f64(bytes / 8);
  const end = room.byteOffset + room.byteLength;
  let top = room.byteOffset;
  const take = (size: number): number => {
    const address = top;
    top += Math.ceil(size / alignment) * alignment;
    if (top > end) throw new Error(`recycled: ${top - room.byteOffset} bytes needed, ${bytes} given`);
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
      room.fill(0, 0, (top - room.byteOffset) / 8);
      top = room.byteOffset;
    },
  };
}
