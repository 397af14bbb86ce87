import type { Column, TableFormat } from "./columns.js";
import { toCsv } from "./csv.js";
import { toNpz } from "./npz.js";
import { toParquet } from "./parquet.js";

export { type NamedArray, plainColumns, toArrays } from "./arrays.js";
export {
  type Column,
  defaultFormat,
  refusesColumns,
  type TableColumn,
  type TableFormat,
  tableFormats,
} from "./columns.js";
export { mostGlbNumbers, toGlb } from "./glb.js";
export { toMat } from "./mat.js";
export { arraysToNpz } from "./npz.js";
export { parquetFault, toParquet } from "./parquet.js";
export { toPvd, toVtp } from "./vtk.js";
export { toCsv };

/**
 * The bytes of a table in one of the formats, ready to be written to a file.
 *
 * @example
 * const t = Float64Array.of(0, 0.5, 1);
 * encodeTable([{ name: "t", data: t }], "parquet");
 */
export function encodeTable(columns: readonly Column[], format: TableFormat): Uint8Array {
  switch (format) {
    case "csv":
      return toCsv(columns);
    case "parquet":
      return toParquet(columns);
    case "npz":
      return toNpz(columns);
  }
}
