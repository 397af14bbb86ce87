import { parquetWriteBuffer } from "hyparquet-writer";
import type { TableColumn } from "./columns.js";

/** Apache Parquet with DOUBLE and STRING columns. Doubles are stored exactly. */
export function toParquet(columns: readonly TableColumn[]): Uint8Array {
  const columnData = columns.map((column) =>
    "text" in column
      ? { name: column.name, data: [...column.text], type: "STRING" as const }
      : { name: column.name, data: column.data, type: "DOUBLE" as const },
  );
  return new Uint8Array(parquetWriteBuffer({ columnData }));
}
