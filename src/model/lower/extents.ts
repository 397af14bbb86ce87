/** How often a family or an element is repeated. */
export interface Extents {
  /** Names of the indices; empty without a repetition. */
  readonly indices: readonly string[];
  readonly extents: readonly number[];
  /** The number of members; 1 without a repetition. */
  readonly count: number;
  /** The values of each index, if the ranges of some depend on others or do not begin at 0; `extents` then counts nothing. */
  readonly columns?: readonly Int32Array[];
}
