import type { Arena, I32, Places } from "../core/index.js";

/** The pattern of a sparse matrix, on the memory of an arena, where both readings can use it. */
export function placesOn(
  arena: Arena,
  { rowStart, column }: { readonly rowStart: Int32Array; readonly column: Int32Array },
): Places {
  const copied = (values: Int32Array): I32 => {
    const copy = arena.i32(values.length);
    copy.set(values);
    return copy;
  };
  return { rowStart: copied(rowStart), column: copied(column) };
}
