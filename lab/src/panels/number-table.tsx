/** The numbers of a plot as a table. */

import { short } from "../draw/format.js";

interface NumberTableProps {
  readonly caption: string;
  readonly columns: readonly string[];
  /** Texts are shown as they are, numbers with four digits. */
  readonly rows: readonly (readonly (number | string | null)[])[];
  onToggle?(open: boolean): void;
}

export function NumberTable({ caption, columns, rows, onToggle }: NumberTableProps) {
  const shown = (value: number | string | null): string =>
    value === null ? "–" : typeof value === "string" ? value : short(value, 4);
  return (
    <details class="table" onToggle={(event) => onToggle?.(event.currentTarget.open)}>
      <summary>Table</summary>
      <div class="scroll" tabIndex={0}>
        <table>
          <caption class="hidden">{caption}</caption>
          <thead>
            <tr>
              {columns.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([first, ...rest], i) => (
              <tr key={i}>
                <th scope="row">{shown(first)}</th>
                {rest.map((value, k) => (
                  <td key={columns[k + 1]}>{shown(value)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
