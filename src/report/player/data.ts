/** What a report hands to the player of its animation, as JSON beside it. */

/** Positions are whole numbers on a grid, each row as differences from one time to the next. */
export interface AnimationData {
  /** Times of the frames. */
  readonly t: readonly number[];
  /** Two rows (x, y) for each point; a point that never moves has one number. */
  readonly p: readonly (readonly number[])[];
  /** Name, radius in pixels of each point: 0 for an anchor, -1 for a point without a dot. */
  readonly points: readonly (readonly [string, number])[];
  /** From, to, style, and -100 … 100 for the multiplier at each time, or null. */
  readonly links: readonly (readonly [number, number, LinkStyle, readonly (number | null)[] | null])[];
  /** Points that leave a trail. */
  readonly trails: readonly number[];
  /** Size of the grid across and up. */
  readonly size: readonly [number, number];
  /** Lines behind: position on the grid and label, for x and for y. */
  readonly grid: readonly [readonly GridLine[], readonly GridLine[]];
  /** Time shown per second of playing. */
  readonly rate: number;
  /** Decimals and unit of the time shown. */
  readonly decimals: number;
  readonly unit: string;
}

export type GridLine = readonly [number, string];

/** How a link is drawn. */
export const linkStyles = { rod: 0, spring: 1, dashed: 2 } as const;
export type LinkStyle = (typeof linkStyles)[keyof typeof linkStyles];
