/** The data that a report passes to the player of its animation, as JSON in the element before the script. */

/** Positions are whole numbers on a grid, each row as differences from one time to the next. */
export interface AnimationData {
  /** Times of the frames. */
  readonly t: readonly number[];
  /** Two rows (x, y) for each point; a point that never moves has one number. */
  readonly p: readonly (readonly number[])[];
  /** Name and radius (pixels) of each point: 0 for an anchor, -1 for a point without a dot. */
  readonly points: readonly (readonly [string, number])[];
  /** Indices of both ends, style, and the multiplier at each time from -100 to 100, or null. */
  readonly links: readonly (readonly [number, number, LinkStyle, readonly (number | null)[] | null])[];
  /** Points that leave a trail. */
  readonly trails: readonly number[];
  /** Width and height of the grid. */
  readonly size: readonly [number, number];
  /** Lines in the background: position on the grid and label, for x and for y. */
  readonly grid: readonly [readonly GridLine[], readonly GridLine[]];
  /** The time of the model that is shown per second. */
  readonly rate: number;
  /** Decimals and unit of the time shown. */
  readonly decimals: number;
  readonly unit: string;
}

export type GridLine = readonly [number, string];

/** How a link is drawn. */
export const linkStyles = { rod: 0, spring: 1, dashed: 2 } as const;
export type LinkStyle = (typeof linkStyles)[keyof typeof linkStyles];
