/**
 * Sums pairs with several threads. The threads work on a copy of the tables in a separate shared memory: coordinates
 * are copied there and sums are copied back, which is cheap compared with the forces. All other code keeps a memory
 * that no thread can change.
 */

import type { Crew, Share } from "../../core/crew.js";
import { ArenaFull } from "../../memory/arena-full.js";
import { LinearMemory } from "../../memory/linear-memory.js";
import type { PairField } from "../../model/lowered.js";
import { Module } from "../../wasm/index.js";
import { layOutCells } from "./cells.js";
import { emitChunkLists, emitLists } from "./list-code.js";
import { emitOffsets } from "./mixed-block.js";
import { rememberPlaces } from "./neighbour-lists.js";
import { emitChunk, emitSumParts } from "./pair-chunks.js";
import { chunksOf, type PairTables, placePairs } from "./pair-tables.js";

type HostFunctions = Readonly<Record<"rouse" | "listPairs" | "sharePairForce" | "sharePairEnergy", () => undefined>>;

/**
 * The host functions of pair code that leaves the sums to a crew. The crew's copy is made when forces are first needed.
 */
export function sharePairs(tables: PairTables, crew: Crew): HostFunctions {
  const { sites, chunks } = tables;
  let made: { readonly theirs: PairTables; readonly share: Share } | undefined;
  const ready = (): NonNullable<typeof made> => {
    made ??= enlist(tables.field, crew);
    sites.forEach(({ x }, k) => {
      made!.theirs.sites[k].x.set(x);
    });
    return made;
  };
  return {
    rouse() {
      crew.rouse();
      return undefined;
    },
    listPairs() {
      const { theirs, share } = ready();
      rememberPlaces(tables);
      layOutCells(theirs);
      for (const { listed } of theirs.blocks) listed[0] = 1;
      share("chunkLists", chunks);
      // one chunk has more than its share, but there may still be room for all of them together
      if (theirs.blocks.some(({ listed }) => listed[0] === 0)) share("lists", 1);
      return undefined;
    },
    sharePairForce() {
      const { theirs, share } = ready();
      if (theirs.mixed) share("offsets", 1);
      share("force", chunks);
      share("sum", chunks);
      sites.forEach(({ f }, k) => {
        f.set(theirs.sites[k].f);
      });
      return undefined;
    },
    sharePairEnergy() {
      const { theirs, share } = ready();
      share("energy", chunks);
      tables.energies.set(theirs.energies);
      return undefined;
    },
  };
}

/** Makes tables in a shared memory, and code for them in every thread of a crew. */
function enlist(field: PairField, crew: Crew): { readonly theirs: PairTables; readonly share: Share } {
  const { memory, theirs } = placeShared(field);
  const module = new Module();
  emitChunk(module, "force", theirs, "force");
  emitSumParts(module, "sum", theirs);
  if (theirs.mixed) module.func("offsets", { piece: "i32" }, "void", (f) => emitOffsets(f, theirs));
  emitChunk(module, "energy", theirs, "energy");
  if (field.cutoff < Number.POSITIVE_INFINITY) {
    emitChunkLists(module, "chunkLists", theirs);
    emitLists(module, "lists", theirs);
  }
  return { theirs, share: crew.enlist(new WebAssembly.Module(module.toBytes("shared")), memory.memory) };
}

function placeShared(field: PairField): { readonly memory: LinearMemory; readonly theirs: PairTables } {
  for (let bytes = 1 << 20; ; ) {
    const memory = new LinearMemory(bytes, "shared");
    try {
      return { memory, theirs: placePairs(field, memory, { parts: chunksOf(field), lists: true }) };
    } catch (error) {
      if (!(error instanceof ArenaFull)) throw error;
      bytes = Math.max(2 * bytes, error.needed);
    }
  }
}
