/** Sparse matrices of derivatives: the local entries of many laws in one pattern, in which each entry has one slot. */

import type { Arena } from "../core/arena.js";
import { callKernel, emitKernel, placeSlots } from "../kernels/index.js";
import { EntryBook, type Pattern } from "../linalg/entry-book.js";
import type { Expr } from "../symbolic/index.js";
import { get, type WasmExports } from "../wasm/index.js";
import { blockProgram } from "./derive.js";
import { zero } from "./emit-vectors.js";
import type { PlacedLaw } from "./place-laws.js";
import type { Unit } from "./site.js";

interface LocalEntry {
  readonly row: number;
  readonly col: number;
  readonly expr: Expr;
}

/** Arrays that laws read, by their names in kernels. */
type Vector = "q" | "v" | "w" | "y";

/** What one law adds to a sparse matrix. */
interface Contribution<E extends LocalEntry> {
  readonly placed: PlacedLaw;
  readonly entries: readonly E[];
  /** Row and column of an entry of one instance; `coordinate` finds the coordinate at a position of the stencil. */
  at(entry: E, coordinate: (position: number) => number, instance: number): readonly [row: number, col: number];
}

/** Keeps the types of a law's entries and of its `at` together in a list of contributions. */
export const contribution = <E extends LocalEntry>(
  placed: PlacedLaw,
  entries: readonly E[],
  at: Contribution<E>["at"],
): Contribution<LocalEntry> => ({ placed, entries, at }) as Contribution<LocalEntry>;

/**
 * The code of a sparse matrix, `evaluate(t, …vectors, out)`, and its pattern. `vectors` are the arrays that the laws
 * read.
 */
export function sparseCode(
  unit: Unit,
  columns: number,
  vectors: readonly Vector[],
  contributions: () => readonly Contribution<LocalEntry>[],
): { readonly code: WasmExports; readonly found: Pattern } {
  return unit.codeWith((module, tables) => {
    const book = new EntryBook(columns);
    const kernels = contributions()
      .filter(({ entries }) => entries.length > 0)
      .map(({ placed, entries, at }, k) => {
        const slots = slotTable(tables, placed, entries, (e, coordinate, i) => book.slot(...at(e, coordinate, i)));
        return emitKernel(module, `_part${k}`, blockProgram(placed.calculus, entries), { ...placed.tables, slots });
      });
    const pattern = book.pattern();
    const pointers = Object.fromEntries(vectors.map((name) => [name, "i32"])) as Record<Vector, "i32">;
    module.func("evaluate", { t: "f64", ...pointers, out: "i32" }, "void", (_, a) => {
      const read = Object.fromEntries(vectors.map((name) => [name, get(a[name])]));
      return [
        ...zero(get(a.out), pattern.rows.length),
        ...kernels.map((kernel) => callKernel(kernel, { ...read, t: get(a.t), out: [get(a.out)] })),
      ];
    });
    return pattern;
  });
}

/** The slot table of a law's entries; `place(entry, coordinateOf, instance)` returns the slot of one entry of one instance. */
export function slotTable<E>(
  arena: Arena,
  { law, calculus }: PlacedLaw,
  entries: readonly E[],
  place: (entry: E, coordinate: (position: number) => number, instance: number) => number,
): number {
  return placeSlots(
    arena,
    entries.map((entry) =>
      Int32Array.from({ length: law.count }, (_, i) =>
        place(
          entry,
          (position) => {
            const { node, comp } = calculus.place[position];
            return law.stencil[node].index[i] + comp;
          },
          i,
        ),
      ),
    ),
  );
}
