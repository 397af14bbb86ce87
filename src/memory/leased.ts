import type { Arena } from "../core/index.js";
import { type Lease, LinearMemory } from "./linear-memory.js";

/**
 * Opens a lease: arrays that are taken from the arena from now on belong to it. The returned function ends the lease
 * and returns their memory.
 */
export function lease(arena: Arena): () => void {
  if (!(arena instanceof LinearMemory)) return () => {};
  const taken: Lease = arena.lease();
  return () => arena.end(taken);
}
