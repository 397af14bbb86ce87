/** A table of numbers, column by column: what every export format writes. */
export interface Column {
  readonly name: string;
  readonly data: Float64Array;
}

/** A column of texts; not in NPZ. */
export interface TextColumn {
  readonly name: string;
  readonly text: readonly string[];
}

export type TableColumn = Column | TextColumn;

export type TableFormat = "csv" | "parquet" | "npz";

export const tableFormats: readonly TableFormat[] = ["csv", "parquet", "npz"];

/** Parquet readers and writers, ours too, take time in proportion to the square of the columns. */
const mostParquetColumns = 1000;

/** The format for a table of so many columns when nobody chooses one. */
export const defaultFormat = (columns: number): TableFormat => (columns > mostParquetColumns ? "npz" : "parquet");

/** One sentence when a table of so many columns is not for this format. */
export function refusesColumns(format: TableFormat, columns: number): string | undefined {
  if (format !== "parquet" || columns <= mostParquetColumns) return undefined;
  return `${columns} columns are too many for Parquet, which takes ${mostParquetColumns} here. Use npz or csv.`;
}
