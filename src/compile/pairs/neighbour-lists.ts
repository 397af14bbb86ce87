/**
 * Lists of neighbours by cells, on the host: made when a site has moved by more than half of the skin since they were made
 * last, which generated code finds out before it uses them. A list that does not fit is not used: then all pairs are
 * visited, which takes longer and has the same bits.
 */

import type { PairField } from "../../model/lowered.js";
import {
  call,
  type Func,
  type FunctionBuilder,
  f64,
  get,
  i32,
  loopWhile,
  type Module,
  ret,
  type Statement,
  set,
  when,
} from "../../wasm/index.js";
import type { BlockTables, PairTables, SiteTables } from "./pair-tables.js";

/** The host function that makes lists, to be declared before other functions; none without a cut-off. */
export function importLists(module: Module, tables: PairTables | undefined): Func<"void"> | undefined {
  return tables === undefined || tables.reference.length === 0
    ? undefined
    : module.hostFunction("listPairs", [], "void");
}

/** Add (): calls `makeLists` when a site has left its place by half of the skin. */
export function emitPrepare(module: Module, tables: PairTables, makeLists: Func<"void">): Func<"void"> {
  const { field, sites, reference } = tables;
  const far = (field.skin / 2) ** 2;
  return module.func("_prepare", {}, "void", (f) => {
    let from = reference.byteOffset;
    const check = sites.flatMap((site) => {
      const code = lookAt(f, site, from, field.dim, far, makeLists);
      from += 8 * site.x.length;
      return code;
    });
    return [when(i32.eqz(i32.load(i32.const(tables.known.byteOffset))), [call(makeLists), ret()]), ...check];
  });
}

function lookAt(
  f: FunctionBuilder,
  { x, offsets }: SiteTables,
  reference: number,
  dim: number,
  far: number,
  makeLists: Func<"void">,
): Statement[] {
  const count = offsets.length;
  const i = f.local("i32");
  const d = f.local("f64");
  const sum = f.local("f64");
  return [
    set(i, i32.const(0)),
    loopWhile(i32.lt(get(i), i32.const(8 * count)), [
      set(sum, f64.const(0)),
      ...Array.from({ length: dim }, (_, c) => 8 * c * count).flatMap((shift) => [
        set(d, f64.sub(f64.load(get(i), x.byteOffset + shift), f64.load(get(i), reference + shift))),
        set(sum, f64.add(get(sum), f64.mul(get(d), get(d)))),
      ]),
      // a distance that is not a number makes no list either: the force says so
      when(f64.gt(get(sum), f64.const(far)), [call(makeLists), ret()]),
      set(i, i32.add(get(i), i32.const(8))),
    ]),
  ];
}

/** What `importLists` declares. */
export function listMaker(tables: PairTables | undefined): { readonly listPairs?: () => undefined } {
  if (tables === undefined || tables.reference.length === 0) return {};
  const makers = tables.blocks.map((block) => blockLists(tables.field, block));
  return {
    listPairs() {
      let from = 0;
      for (const { x } of tables.sites) {
        tables.reference.set(x, from);
        from += x.length;
      }
      tables.known[0] = 1;
      for (const make of makers) make();
      return undefined;
    },
  };
}

/** Makes the lists of one pair of groups from the coordinates as they stand. */
function blockLists(field: PairField, block: BlockTables): () => void {
  const { dim, box } = field;
  const { a, b, starts, entries, listed } = block;
  const same = block.first === block.second;
  const [n, m] = [block.first.count, block.second.count];
  const [from, to] = [a[0].x, b[0].x];
  const low = new Float64Array(dim);
  const width = new Float64Array(dim);
  const cells = new Int32Array(dim);
  const heads = new Int32Array(2 * m + 1);
  const next = new Int32Array(m);
  const cellOf = new Int32Array(dim);
  const around = new Int32Array(3 * dim);
  const counts = new Int32Array(dim);

  /** The cell of component `c` of a position. */
  const place = (x: number, c: number): number => {
    const edge = box?.[c];
    const inside = edge === undefined ? x - low[c] : x - edge * Math.floor(x / edge);
    return Math.min(cells[c] - 1, Math.max(0, Math.floor(inside / width[c])));
  };

  const layOut = (reach: number): void => {
    let total = 1;
    for (let c = 0; c < dim; c++) {
      let high = Number.NEGATIVE_INFINITY;
      low[c] = Number.POSITIVE_INFINITY;
      for (let j = 0; j < m; j++) {
        low[c] = Math.min(low[c], to[c * m + j]);
        high = Math.max(high, to[c * m + j]);
      }
      const extent = box?.[c] ?? high - low[c];
      const room = Math.floor((2 * m) / total);
      cells[c] = Math.max(1, Math.min(room, Math.floor(extent / reach) || 1));
      width[c] = extent > 0 ? extent / cells[c] : 1;
      total *= cells[c];
    }
    heads.fill(-1);
    // backwards, so that each cell is read in ascending order
    for (let j = m - 1; j >= 0; j--) {
      let cell = 0;
      for (let c = 0; c < dim; c++) cell = cell * cells[c] + place(to[c * m + j], c);
      next[j] = heads[cell];
      heads[cell] = j;
    }
  };

  /** The cells next to that of molecule i, along each axis. */
  const lookAround = (i: number): void => {
    for (let c = 0; c < dim; c++) {
      cellOf[c] = place(from[c * n + i], c);
      counts[c] = 0;
      for (let shift = -1; shift <= 1; shift++) {
        let cell = cellOf[c] + shift;
        if (box !== undefined) cell = (cell + cells[c]) % cells[c];
        let known = cell < 0 || cell >= cells[c];
        for (let k = 0; k < counts[c]; k++) known ||= around[3 * c + k] === cell;
        if (!known) around[3 * c + counts[c]++] = cell;
      }
    }
  };

  return () => {
    const reach = field.cutoff + field.skin + radius(a, dim) + (same ? radius(a, dim) : radius(b, dim));
    let used = 0;
    listed[0] = 0;
    if (!(reach < Number.POSITIVE_INFINITY)) return;
    layOut(reach);
    starts[0] = entries.byteOffset;
    for (let i = 0; i < n; i++) {
      const first = used;
      lookAround(i);
      const rest = counts.reduce((product, count) => product * count, 1);
      for (let k = 0; k < rest; k++) {
        let cell = 0;
        for (let c = 0, left = k; c < dim; c++) {
          cell = cell * cells[c] + around[3 * c + (left % counts[c])];
          left = Math.floor(left / counts[c]);
        }
        for (let j = heads[cell]; j >= 0; j = next[j]) {
          if ((same && j <= i) || distance2(i, j) >= reach * reach) continue;
          if (used === entries.length) return;
          insert(first, used++, 8 * j);
        }
      }
      starts[i + 1] = entries.byteOffset + 4 * used;
    }
    listed[0] = 1;
  };

  function distance2(i: number, j: number): number {
    let sum = 0;
    for (let c = 0; c < dim; c++) {
      let d = from[c * n + i] - to[c * m + j];
      if (box !== undefined) d -= box[c] * Math.floor(d / box[c] + 0.5);
      sum += d * d;
    }
    return sum;
  }

  /** Keep a list ascending. */
  function insert(first: number, end: number, value: number): void {
    let k = end;
    for (; k > first && entries[k - 1] > value; k--) entries[k] = entries[k - 1];
    entries[k] = value;
  }
}

/** How far sites are from the first of their molecule, at most. */
function radius(sites: readonly SiteTables[], dim: number): number {
  let largest = 0;
  const count = sites[0].offsets.length;
  for (const { x } of sites) {
    for (let i = 0; i < count; i++) {
      let sum = 0;
      for (let c = 0; c < dim; c++) sum += (x[c * count + i] - sites[0].x[c * count + i]) ** 2;
      // a sum that is not a number must not be lost
      if (!(sum <= largest)) largest = sum;
    }
  }
  return Math.sqrt(largest);
}
