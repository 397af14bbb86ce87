/** Encodes some rows of a study as the bytes of a part file. */

import { ByteReader, ByteWriter } from "../core/index.js";
import type { Row } from "./runner.js";

const format = "taut sweep part 3";

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
  for (const { index, hash, status, where, message, numbers, trajectory } of rows) {
    to.number(index);
    to.text(hash);
    to.text(status);
    to.text(where);
    to.text(message);
    to.numbers(numbers);
    to.text(trajectory);
  }
  return to.finish();
}

/** Throws a `RangeError` or a `SyntaxError` if the bytes are not a complete part. */
export function decodePart(bytes: Uint8Array): Part {
  const from = new ByteReader(bytes);
  if (from.text() !== format) throw new RangeError("another format");
  const { study, columns } = checkedHead(JSON.parse(from.text()));
  const count = from.number();
  const rows: Row[] = [];
  // rows are read one by one, because a false number of them would ask for too much memory
  while (rows.length < count) {
    const index = from.number();
    if (!(Number.isSafeInteger(index) && index >= 0)) throw new RangeError("the number of a run");
    const row = {
      index,
      hash: from.text(),
      status: from.text(),
      where: from.text(),
      message: from.text(),
      numbers: from.numbers(),
      trajectory: from.text(),
    };
    if (row.numbers.length !== columns.length) throw new RangeError("the number of columns");
    rows.push(row);
  }
  if (!from.ended || rows.length !== count) throw new RangeError("the number of rows");
  return { study, columns, rows };
}

function checkedHead(head: unknown): Pick<Part, "study" | "columns"> {
  const { study, columns } = (head ?? {}) as Record<string, unknown>;
  const isTexts = Array.isArray(columns) && columns.every((name): name is string => typeof name === "string");
  if (typeof study !== "string" || !isTexts) throw new RangeError("the head of the part");
  return { study, columns };
}
