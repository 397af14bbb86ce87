/** Reads tables of numbers. Files come from outside, so a damaged or incomplete one is refused and never guessed at. */

import type { TableFormat } from "../export/index.js";
import { readCsv } from "./csv.js";
import { readNpz } from "./npz.js";
import { readParquet } from "./parquet.js";
import type { TableReader } from "./table.js";

export type { TableReader } from "./table.js";

/**
 * The table in these bytes. Throws an `Error` whose message completes the sentence "cannot be read: …". With
 * `isVerified`, the caller knows that the bytes are those that were written.
 */
export async function readTable(bytes: Uint8Array, format: TableFormat, isVerified: boolean): Promise<TableReader> {
  switch (format) {
    case "csv":
      return readCsv(bytes);
    case "npz":
      return readNpz(bytes);
    case "parquet":
      return readParquet(bytes, isVerified);
  }
}
