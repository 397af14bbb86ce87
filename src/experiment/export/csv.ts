/** Comma-separated values with a header line. Numbers are written with the shortest digits that read back exactly. */

import type { Column } from "./columns.js";

export function toCsv(columns: readonly Column[]): string {
  const rows = columns[0]?.data.length ?? 0;
  const lines = [columns.map((c) => quoted(c.name)).join(",")];
  for (let i = 0; i < rows; i++) lines.push(columns.map((c) => String(c.data[i])).join(","));
  return `${lines.join("\n")}\n`;
}

function quoted(name: string): string {
  return /[",\n\r]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name;
}
