/** A column of numbers of a table; `trajectoryColumns` makes them, and `encodeTable` writes them. */
export interface Column {
  readonly name: string;
  readonly data: Float64Array;
}

/** A column of texts, which NPZ cannot hold. */
export interface TextColumn {
  readonly name: string;
  readonly text: readonly string[];
}

export type TableColumn = Column | TextColumn;

/** The formats of `encodeTable`: comma-separated text, Apache Parquet, or an archive of NumPy arrays. */
export type TableFormat = "csv" | "parquet" | "npz";

export const tableFormats: readonly TableFormat[] = ["csv", "parquet", "npz"];

/** Parquet readers and writers, including ours, take time proportional to the square of the number of columns. */
const mostParquetColumns = 1000;

/** The default format for a table with this number of columns. */
export const defaultFormat = (columns: number): TableFormat => (columns > mostParquetColumns ? "npz" : "parquet");

/** Why a table with this number of columns cannot be written in the format; undefined if it can. */
export function refusesColumns(format: TableFormat, columns: number): string | undefined {
  if (format !== "parquet" || columns <= mostParquetColumns) return undefined;
  return `a Parquet table must not have more than ${mostParquetColumns} columns; this one has ${columns}. Use npz or csv.`;
}
