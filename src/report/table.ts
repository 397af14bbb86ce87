/**
 * HTML tables. Numbers are formatted and aligned right, text is escaped, and wide tables scroll by themselves. With
 * `stack`, every row becomes a small card on a narrow screen, with the head of its column before each value.
 */

import { escapeHtml } from "./escape.js";
import { formatNumberHtml } from "./number.js";

/** Markup made by this folder, which is not escaped again. It must never contain text that was not escaped. */
export interface Html {
  readonly html: string;
}

/** Text is escaped, numbers are formatted with six digits, null is an empty cell. */
export type Cell = string | number | null | Html;

export interface Column {
  readonly head: string;
  /** Whether to align to the right. Default: numbers are aligned right and all other cells left. */
  readonly numeric?: boolean;
  /** The share of the table's width, in per cent. Default: as much as the content needs. */
  readonly share?: number;
}

export interface Table {
  /** A title, shown above the table. */
  readonly caption?: string;
  readonly columns: readonly Column[];
  /** One array per row, one cell per column; the first cell names the row. */
  readonly rows: readonly (readonly Cell[])[];
  /** Whether rows become cards on narrow screens. Default: false; the table scrolls. */
  readonly stack?: boolean;
  /** Only this many rows are shown, with a note of how many there are. Default: 200. */
  readonly mostRows?: number;
}

export function htmlTable({ caption, columns, rows, stack = false, mostRows = 200 }: Table): string {
  const shown = rows.slice(0, mostRows);
  const heads = columns.map(
    (column) => `<th scope="col"${column.numeric ? ' class="n"' : ""}>${escapeHtml(column.head)}</th>`,
  );
  const shares = columns.some(({ share }) => share !== undefined)
    ? `<colgroup>${columns.map(({ share }) => (share === undefined ? "<col>" : `<col style="width:${share}%">`)).join("")}</colgroup>`
    : "";
  const lines = shown.map((row) => {
    const cells = columns.map((column, i) => {
      const cell = row[i] ?? null;
      const kind = column.numeric || typeof cell === "number" ? ' class="n"' : "";
      const label = stack && i > 0 ? ` data-head="${escapeHtml(column.head)}"` : "";
      return i === 0 ? `<th scope="row"${kind}>${cellHtml(cell)}</th>` : `<td${kind}${label}>${cellHtml(cell)}</td>`;
    });
    return `<tr>${cells.join("")}</tr>`;
  });
  const title = caption === undefined ? "" : `<caption>${escapeHtml(caption)}</caption>`;
  const left = rows.length - shown.length;
  const rest = left > 0 ? `<p class="key">The first ${shown.length} of ${rows.length} rows are shown.</p>` : "";
  const name = escapeHtml(caption ?? columns.map((column) => column.head).join(", "));
  return (
    `<div class="scroll" role="region" tabindex="0" aria-label="${name}"><table${stack ? ' class="stack"' : ""}>${title}` +
    `${shares}<thead><tr>${heads.join("")}</tr></thead><tbody>${lines.join("")}</tbody></table></div>${rest}`
  );
}

/** A cell's content as HTML. */
export function cellHtml(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell === "number") return formatNumberHtml(cell);
  return typeof cell === "string" ? escapeHtml(cell) : cell.html;
}
