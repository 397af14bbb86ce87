import { parquetReadObjects } from "hyparquet";
import { isSoundParquet } from "../export/index.js";
import { fromColumns, type TableReader } from "./table.js";

/**
 * Apache Parquet. A damaged file may hold false numbers, and may make its reader loop for ever, so a file is read
 * only if it is known to be as it was written.
 */
export async function readParquet(bytes: Uint8Array, isVerified: boolean): Promise<TableReader> {
  if (!isVerified && !isSoundParquet(bytes))
    throw new Error(
      "it is damaged, or was not written by this version (Parquet written elsewhere can be given as CSV)",
    );
  const rows = await parquetReadObjects({ file: Uint8Array.from(bytes).buffer });
  const names = Object.keys(rows[0] ?? { t: 0 });
  return fromColumns(new Map(names.map((name) => [name, Float64Array.from(rows, (row) => Number(row[name]))])));
}
