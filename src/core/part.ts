/** A body or a joint, from which constraints come. */
export interface Part {
  readonly kind: "body" | "joint";
  readonly name: string;
  /** The number of a joint among those of the file. */
  readonly rank?: number;
}

/** A joint or a constraint with the rows that belong to it. */
export interface Holder {
  readonly name: string;
  readonly kind: "joint" | "constraint";
  readonly rows: readonly number[];
  readonly on: readonly Receiver[];
  /** It reads the time, as a drive does. */
  readonly timed?: boolean;
}

/** A body, a point or a coordinate, on which constraints act. */
export interface Receiver {
  readonly name: string;
  readonly kind: "body" | "point" | "coordinate";
  /** The first coordinate: of the centre of a body, of a point, or the coordinate itself. */
  readonly offset: number;
  readonly dim: number;
  /** The first coordinates of a body's directors by the number of their axis, -1 where there is none. */
  readonly directors: readonly number[];
}

/** What a model is made of, in the names of its file: what moves, and what holds it together. */
export interface Makeup {
  /** Bodies, points and coordinates, in the order of their coordinates. */
  readonly movables: readonly Receiver[];
  readonly holders: readonly Holder[];
}

/** What constraints belong to: joints, by name, and constraints that belong to neither a joint nor a body. */
export interface Owners {
  readonly joints: readonly string[];
  readonly others: readonly string[];
}

/** The owners of some rows, each once: joints in the order of the file, others in that of the rows. */
export function ownersOf(
  rows: readonly number[],
  names: readonly string[],
  parts: readonly (Part | undefined)[] = [],
): Owners {
  const joints = new Map<string, number>();
  const others = new Set<string>();
  for (const row of rows) {
    const part = parts[row];
    if (part === undefined) others.add(names[row]);
    else if (part.kind === "joint") joints.set(part.name, part.rank ?? 0);
  }
  const inFile = Array.from(joints).sort(([, a], [, b]) => a - b);
  return { joints: inFile.map(([name]) => name), others: Array.from(others) };
}

/** The owners in words; constraints by their names where there are no owners. */
export function inWords({ joints, others }: Owners, names: readonly string[]): string {
  const quoted = (list: readonly string[]): string => list.map((name) => `"${name}"`).join(", ");
  const ofJoints = joints.length === 0 ? "" : `${joints.length === 1 ? "joint" : "joints"} ${quoted(joints)}`;
  const found = [ofJoints, quoted(others)].filter((text) => text !== "").join(", ");
  return found === "" ? quoted(names) : found;
}
