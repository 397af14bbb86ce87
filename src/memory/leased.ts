import type { Arena } from "../core/index.js";
import { type Lease, LinearMemory } from "./linear-memory.js";

/** From now on arrays of the arena belong to a lease; the result ends it and gives their memory back. */
export function lease(arena: Arena): () => void {
  if (!(arena instanceof LinearMemory)) return () => {};
  const taken: Lease = arena.lease();
  return () => arena.end(taken);
}
