/**
 * Lists of neighbours in ascending order, as WebAssembly. All lists are sorted at once in linear time: the lists are
 * transposed, so that each partner j has an ascending list of the molecules i that name it, and transposed back, j by
 * j, which makes the list of each molecule i ascending. This needs room behind the lists for as many entries again;
 * without that room every list is sorted separately by insertion.
 */

import {
  type Func,
  type FunctionBuilder,
  get,
  type I32,
  i32,
  type Local,
  loop,
  loopWhile,
  type Module,
  type Statement,
  set,
  when,
  zeroMemory,
} from "../../wasm/index.js";
import type { BlockTables } from "./pair-tables.js";

/**
 * Where the lists of molecules `from` to `to` (indices times 8) are: between the addresses `begin` and `end`, with room
 * up to `limit`.
 */
type Place = Readonly<Record<"from" | "to" | "begin" | "end" | "limit", Local<"i32">>>;

/** Adds a function (from, to, begin, end, limit) that sorts these lists in ascending order. */
export function emitListOrder(module: Module, name: string, block: BlockTables): Func<"void"> {
  const params = { from: "i32", to: "i32", begin: "i32", end: "i32", limit: "i32" } as const;
  return module.func(name, params, "void", (f, p) => {
    const counters = 4 * block.second.count;
    const needed = i32.add(i32.sub(get(p.end), get(p.begin)), i32.const(counters));
    const isRoom = i32.le(needed, i32.sub(get(p.limit), get(p.end)));
    return [when(isRoom, readBack(f, p, block, counters), oneByOne(f, p, block))];
  });
}

function readBack(
  f: FunctionBuilder,
  { from, to, begin, end }: Place,
  { starts, ends, second }: BlockTables,
  counters: number,
): Statement[] {
  const [i, j, k, at, count, stop, next] = Array.from({ length: 7 }, () => f.local("i32"));
  const afterCounters = i32.add(get(end), i32.const(counters));
  /** The counter of partner j (times 8). */
  const counterOf = (partner: I32): I32 => i32.add(get(end), i32.shr(partner, i32.const(1)));
  const list = i32.shr(get(i), i32.const(1));
  const plus4 = (address: I32): I32 => i32.add(address, i32.const(4));
  return [
    // 1. count in how many lists each partner occurs, which gives the place where its notes begin
    zeroMemory(get(end), i32.const(counters)),
    loop(k, get(begin), get(end), 4, [
      set(at, counterOf(i32.load(get(k)))),
      i32.store(get(at), plus4(i32.load(get(at)))),
    ]),
    set(next, afterCounters),
    set(stop, afterCounters),
    loop(k, get(end), get(stop), 4, [
      set(count, i32.load(get(k))),
      i32.store(get(k), get(next)),
      set(next, i32.add(get(next), get(count))),
    ]),
    // 2. note in which molecules' lists it occurs; the partner's counter moves to the end of its notes
    loop(i, get(from), get(to), 8, [
      set(stop, i32.load(list, ends.byteOffset)),
      loop(k, i32.load(list, starts.byteOffset), get(stop), 4, [
        set(at, counterOf(i32.load(get(k)))),
        set(next, i32.load(get(at))),
        i32.store(get(next), get(i)),
        i32.store(get(at), plus4(get(next))),
      ]),
      i32.store(list, i32.load(list, starts.byteOffset), ends.byteOffset),
    ]),
    // 3. write the partners back into the lists, whose ends move on
    set(k, afterCounters),
    loop(j, i32.const(0), i32.const(8 * second.count), 8, [
      set(stop, i32.load(counterOf(get(j)))),
      loopWhile(i32.lt(get(k), get(stop)), [
        set(i, i32.load(get(k))),
        set(at, i32.load(list, ends.byteOffset)),
        i32.store(get(at), get(j)),
        i32.store(list, plus4(get(at)), ends.byteOffset),
        set(k, plus4(get(k))),
      ]),
    ]),
  ];
}

function oneByOne(f: FunctionBuilder, { from, to }: Place, { starts, ends }: BlockTables): Statement[] {
  const [i, first, end, last, k, value] = Array.from({ length: 6 }, () => f.local("i32"));
  const before = i32.load(i32.sub(get(k), i32.const(4)));
  const list = i32.shr(get(i), i32.const(1));
  return [
    loop(i, get(from), get(to), 8, [
      set(first, i32.load(list, starts.byteOffset)),
      set(end, i32.load(list, ends.byteOffset)),
      loop(last, get(first), get(end), 4, [
        set(value, i32.load(get(last))),
        set(k, get(last)),
        loopWhile(i32.and(i32.gt(get(k), get(first)), i32.gt(before, get(value))), [
          i32.store(get(k), before),
          set(k, i32.sub(get(k), i32.const(4))),
        ]),
        i32.store(get(k), get(value)),
      ]),
    ]),
  ];
}
