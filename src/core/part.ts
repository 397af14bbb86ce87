/** A body or a joint, from which constraints come. */
export interface Part {
  readonly kind: "body" | "joint";
  readonly name: string;
}

/** What constraints belong to: joints, by name, and constraints that belong to neither a joint nor a body. */
export interface Owners {
  readonly joints: readonly string[];
  readonly others: readonly string[];
}

/** The owners of some rows, in the order of the rows, each once. */
export function ownersOf(
  rows: readonly number[],
  names: readonly string[],
  parts: readonly (Part | undefined)[] = [],
): Owners {
  const joints = new Set<string>();
  const others = new Set<string>();
  for (const row of rows) {
    const part = parts[row];
    if (part === undefined) others.add(names[row]);
    else if (part.kind === "joint") joints.add(part.name);
  }
  return { joints: Array.from(joints), others: Array.from(others) };
}

/** The owners in words; constraints by their names where there are no owners. */
export function inWords({ joints, others }: Owners, names: readonly string[]): string {
  const quoted = (list: readonly string[]): string => list.map((name) => `"${name}"`).join(", ");
  const ofJoints = joints.length === 0 ? "" : `${joints.length === 1 ? "joint" : "joints"} ${quoted(joints)}`;
  const found = [ofJoints, quoted(others)].filter((text) => text !== "").join(", ");
  return found === "" ? quoted(names) : found;
}
