import { parquetWriteBuffer } from "hyparquet-writer";
import type { Column } from "./columns.js";

/** Apache Parquet, one DOUBLE column each; doubles are stored as they are, without compression losses. */
export function toParquet(columns: readonly Column[]): Uint8Array {
  const columnData = columns.map(({ name, data }) => ({ name, data, type: "DOUBLE" as const }));
  return new Uint8Array(parquetWriteBuffer({ columnData }));
}
