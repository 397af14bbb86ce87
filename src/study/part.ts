/** Encodes some rows of a study as the bytes of a part file. */

import { ByteReader, ByteWriter } from "../core/index.js";
import type { Row } from "./runner.js";

const format = "taut sweep part 2";

export interface Part {
  /** The hash of the study. */
  readonly study: string;
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
}

export function encodePart({ study, columns, rows }: Part): Uint8Array {
  const to = new ByteWriter();
  to.text(format);
  to.text(JSON.stringify({ study, columns }));
  to.number(rows.length);
  for (const { index, hash, status, where, message, numbers } of rows) {
    to.number(index);
    to.text(hash);
    to.text(status);
    to.text(where);
    to.text(message);
    to.numbers(numbers);
  }
  return to.finish();
}

/** Throws a `RangeError` if the bytes are not a complete part. */
export function decodePart(bytes: Uint8Array): Part {
  const from = new ByteReader(bytes);
  if (from.text() !== format) throw new RangeError("another format");
  const { study, columns } = JSON.parse(from.text()) as Pick<Part, "study" | "columns">;
  const rows = Array.from({ length: from.number() }, () => ({
    index: from.number(),
    hash: from.text(),
    status: from.text(),
    where: from.text(),
    message: from.text(),
    numbers: from.numbers(),
  }));
  return { study, columns, rows };
}
