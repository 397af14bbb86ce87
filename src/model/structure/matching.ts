/**
 * Matchings between equations (rows) and variables (columns): each equation is given one of the variables that it
 * contains, and no variable is given twice. A row that a largest matching leaves out shows a set of equations that
 * together contain fewer variables than they are.
 */

/** A largest matching; -1 stands for a row without column, or a column without row. */
export interface Matching {
  readonly columnOf: Int32Array;
  readonly rowOf: Int32Array;
}

/** The columns of each row. */
export type Incidence = readonly (readonly number[])[];

/** A largest matching by augmenting paths. Earlier rows keep being matched when later ones are added. */
export function largestMatching(incidence: Incidence, columns: number): Matching {
  const columnOf = new Int32Array(incidence.length).fill(-1);
  const rowOf = new Int32Array(columns).fill(-1);
  // the row from which each column was reached, in the search with this number
  const from = new Int32Array(columns);
  const seen = new Int32Array(columns).fill(-1);

  for (let root = 0; root < incidence.length; root++) {
    const queue = [root];
    for (let next = 0; next < queue.length; next++) {
      const row = queue[next];
      const free = incidence[row].find((column) => {
        if (seen[column] === root) return false;
        seen[column] = root;
        from[column] = row;
        if (rowOf[column] < 0) return true;
        queue.push(rowOf[column]);
        return false;
      });
      if (free === undefined) continue;
      // exchange matched and unmatched columns along the path back to the root
      for (let column = free; column >= 0; ) {
        const owner = from[column];
        const before = columnOf[owner];
        columnOf[owner] = column;
        rowOf[column] = owner;
        column = before;
      }
      break;
    }
  }
  return { columnOf, rowOf };
}

/** The rows that compete with `row`, which the matching left out, itself included, and all columns that they contain. */
export function competitors(
  incidence: Incidence,
  { rowOf }: Matching,
  row: number,
): { readonly rows: readonly number[]; readonly columns: readonly number[] } {
  const rows = [row];
  const columns = new Set<number>();
  for (const each of rows) {
    for (const column of incidence[each]) {
      if (columns.has(column)) continue;
      columns.add(column);
      if (rowOf[column] >= 0) rows.push(rowOf[column]);
    }
  }
  return { rows, columns: [...columns] };
}
