/**
 * What holds the parts of a model together, by name: joints, elements such as rods, and constraints; and what each acts on.
 * The constraints that keep a body rigid act inside of it, and are left out.
 */

import { type Expr, symbolsOf } from "../symbolic/index.js";
import type { CoordinateGroup, Holder, Law, Lowered, Receiver, StencilNode } from "./lowered.js";
import { director } from "./names.js";

type Laws = Pick<Lowered, "laws" | "groups" | "coordinateName"> & { readonly time?: Expr };

/** The joints and constraints of a model, in the order of their rows. */
export function holdersOf({ laws, groups, coordinateName, time }: Laws): readonly Holder[] {
  const find = receivers(groups, coordinateName);
  const found = new Map<string, { kind: Holder["kind"]; rows: number[]; on: Map<number, Receiver>; timed: boolean }>();
  let first = 0;
  for (const law of laws) {
    if (law.kind !== "constraint") continue;
    const width = law.outputs.length;
    const read = law.outputs.map((output) => nodesIn(law, output));
    const timed = time !== undefined && symbolsOf(law.outputs).includes(time);
    for (let k = 0; k < law.count * width; k++) {
      const [i, c] = [Math.floor(k / width), k % width];
      if (law.part === "body") continue;
      const name = law.wholeName?.(i, c) ?? (law.part === "joint" ? law.name : law.componentName(i, c));
      let holder = found.get(name);
      if (holder === undefined) {
        holder = { kind: law.part === undefined ? "constraint" : "joint", rows: [], on: new Map(), timed };
        found.set(name, holder);
      }
      holder.rows.push(first + k);
      for (const { index } of read[c]) {
        const receiver = find(index[index.length === 1 ? 0 : i]);
        holder.on.set(receiver.offset, receiver);
      }
    }
    first += law.count * width;
  }
  return Array.from(found, ([name, { kind, rows, on, timed }]) => ({
    ...{ name, kind, rows, ...(timed && { timed }) },
    on: Array.from(on.values()).sort((a, b) => a.offset - b.offset),
  }));
}

/** The nodes of the stencil that one output reads; constraints of a file may share a law. */
function nodesIn({ stencil }: Law, output: Expr): readonly StencilNode[] {
  const symbols = new Set(symbolsOf([output]));
  return stencil.filter(({ q }) => q.some((symbol) => symbols.has(symbol)));
}

/** Every body of a model, by the groups of its coordinates: a point, and directions that are named after it. */
export function bodiesOf(groups: readonly CoordinateGroup[], coordinateName: (k: number) => string): Receiver[] {
  const byName = new Map(groups.map((group) => [group.name, group]));
  return groups.flatMap((centre) => {
    if (centre.kind !== "point" || centre.direction) return [];
    const axes = [1, 2, 3].map((k) => byName.get(director(centre.name, k)));
    const own = axes.map((axis) => (axis?.direction && axis.count === centre.count ? axis : undefined));
    if (own.every((axis) => axis === undefined)) return [];
    return Array.from({ length: centre.count }, (_, i): Receiver => {
      const offset = centre.offset + i * centre.dim;
      const directors = own.map((axis) => (axis === undefined ? -1 : axis.offset + i * axis.dim));
      return { name: nameOf(coordinateName(offset), centre), kind: "body", offset, dim: centre.dim, directors };
    });
  });
}

/** Everything that has coordinates: bodies, points and coordinates, in the order of their coordinates. */
export function movablesOf({
  groups,
  coordinateName,
  n,
}: Pick<Lowered, "groups" | "coordinateName" | "n">): Receiver[] {
  const find = receivers(groups, coordinateName);
  const found = new Map<number, Receiver>();
  for (let k = 0; k < n; ) {
    const group = groupAt(groups, k);
    const receiver = find(k);
    found.set(receiver.offset, receiver);
    k += group.dim;
  }
  return Array.from(found.values());
}

/** A function that finds what a coordinate belongs to. */
function receivers(groups: readonly CoordinateGroup[], coordinateName: (k: number) => string) {
  const ofBody = new Map<number, Receiver>();
  for (const body of bodiesOf(groups, coordinateName))
    for (const offset of [body.offset, ...body.directors]) if (offset >= 0) ofBody.set(offset, body);
  const made = new Map<number, Receiver>();
  return (coordinate: number): Receiver => {
    const group = groupAt(groups, coordinate);
    const offset = coordinate - ((coordinate - group.offset) % group.dim);
    const before = ofBody.get(offset) ?? made.get(offset);
    if (before !== undefined) return before;
    const kind = group.kind === "point" ? "point" : "coordinate";
    const receiver: Receiver = {
      ...{ name: nameOf(coordinateName(offset), group), kind, offset, dim: group.dim },
      directors: [],
    };
    made.set(offset, receiver);
    return receiver;
  };
}

/** The group of a coordinate; groups are in the order of their coordinates. */
function groupAt(groups: readonly CoordinateGroup[], coordinate: number): CoordinateGroup {
  let [low, high] = [0, groups.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (groups[middle].offset <= coordinate) low = middle;
    else high = middle - 1;
  }
  return groups[low];
}

/** `bead[3]` from the name of its first component, `bead[3]_x`. */
const nameOf = (component: string, { kind }: CoordinateGroup): string =>
  kind === "point" ? component.replace(/_x$/, "") : component;
