/**
 * HTML tables: numbers to the right and formatted, text escaped, wide tables scroll inside themselves. With `stack`, every
 * row becomes a small card on a narrow screen, each value with the head of its column in front.
 */

import { escapeHtml } from "./escape.js";
import { formatNumberHtml } from "./number.js";

/** Markup that this folder has made: not escaped again. Never build one from text that was not escaped. */
export interface Html {
  readonly html: string;
}

/** Text is escaped, numbers are formatted with six digits, null is an empty cell. */
export type Cell = string | number | null | Html;

export interface Column {
  readonly head: string;
  /** Align to the right. Default: as its cells, numbers to the right, everything else to the left. */
  readonly numeric?: boolean;
  /** Part of the table's width, in per cent. Default: what its content needs. */
  readonly share?: number;
}

export interface Table {
  /** What the table is, shown above it. */
  readonly caption?: string;
  readonly columns: readonly Column[];
  /** One array per row, one cell per column; the first cell names the row. */
  readonly rows: readonly (readonly Cell[])[];
  /** Rows become cards on narrow screens. Default: false, the table scrolls. */
  readonly stack?: boolean;
  /** Show at most this many rows and say how many there are. Default: 200. */
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
  const rest = left > 0 ? `<p class="key">The first ${shown.length} of ${rows.length} rows.</p>` : "";
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
