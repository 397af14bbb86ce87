/** A table whose rows can be read. All its columns have the same length. */
export interface TableReader {
  readonly names: readonly string[];
  /** The column `t`. */
  readonly times: ArrayLike<number>;
  /** The numbers of one row, in the order of `names`. */
  row(k: number): readonly number[];
}

/** The place of the column `t`, which every trajectory has. Throws if it is missing, or if a name occurs twice. */
export function timeColumn(names: readonly string[]): number {
  const at = names.indexOf("t");
  if (at < 0) throw new Error("it has no column t");
  const seen = new Set<string>();
  const twice = names.find((name) => seen.size === seen.add(name).size);
  if (twice !== undefined) throw new Error(`it has two columns ${twice}`);
  return at;
}

/** A table made of columns. Throws unless they have the same length. */
export function fromColumns(columns: ReadonlyMap<string, ArrayLike<number>>): TableReader {
  const names = [...columns.keys()];
  timeColumn(names);
  const times = columns.get("t")!;
  for (const [name, { length }] of columns)
    if (length !== times.length)
      throw new Error(`all columns must have ${times.length} rows, as t has, and ${name} has ${length}`);
  return { names, times, row: (k) => names.map((name) => columns.get(name)![k]) };
}
