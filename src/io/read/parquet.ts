import { parquetReadObjects } from "hyparquet";
import { parquetFault } from "../export/index.js";
import { fromColumns, type TableReader } from "./table.js";

/**
 * Apache Parquet. A damaged file may hold false numbers, and may make its reader loop for ever, so a file is read
 * only if it is known to be as it was written.
 */
export async function readParquet(bytes: Uint8Array, isVerified: boolean): Promise<TableReader> {
  const fault = isVerified ? undefined : parquetFault(bytes);
  if (fault !== undefined) throw new Error(fault);
  const rows = await parquetReadObjects({ file: Uint8Array.from(bytes).buffer });
  const names = Object.keys(rows[0] ?? { t: 0 });
  return fromColumns(new Map(names.map((name) => [name, Float64Array.from(rows, (row) => Number(row[name]))])));
}
