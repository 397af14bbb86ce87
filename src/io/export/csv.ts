/** Comma-separated values with a header line. Numbers are written with the shortest digits that read back exactly. */

import type { TableColumn } from "./columns.js";

/** Text is converted to bytes in parts of about this many characters, because the length of a string is limited. */
const partLength = 1 << 20;

/**
 * A table as comma-separated values with a header line. Numbers have the shortest digits that read back exactly.
 *
 * @example
 * const csv = toCsv([{ name: "t", data: Float64Array.of(0, 0.5, 1) }]);
 * new TextDecoder().decode(csv); // "t\n0\n0.5\n1\n"
 */
export function toCsv(columns: readonly TableColumn[]): Uint8Array<ArrayBuffer> {
  const written = columns.map((c) =>
    "text" in c ? (i: number) => quoted(c.text[i]) : (i: number) => String(c.data[i]),
  );
  const rows = columns.length === 0 ? 0 : "text" in columns[0] ? columns[0].text.length : columns[0].data.length;
  const encoder = new TextEncoder();
  const parts: Uint8Array[] = [];
  let text = `${columns.map((c) => quoted(c.name)).join(",")}\n`;
  for (let i = 0; i < rows; i++) {
    if (text.length > partLength) {
      parts.push(encoder.encode(text));
      text = "";
    }
    text += `${written.map((cell) => cell(i)).join(",")}\n`;
  }
  parts.push(encoder.encode(text));
  return concatenated(parts);
}

function concatenated(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

function quoted(name: string): string {
  return /[",\n\r]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name;
}
