/** A table of numbers, column by column: what every export format writes. */
export interface Column {
  readonly name: string;
  readonly data: Float64Array;
}

export type TableFormat = "csv" | "parquet" | "npz";

export const tableFormats: readonly TableFormat[] = ["csv", "parquet", "npz"];
