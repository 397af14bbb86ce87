/**
 * Columns of a table as arrays that other programs like: a point `bob` is one array [time, xyz], a family `bead` is one
 * array [time, member, xyz], and names need no quoting.
 *
 *     bob_x, bob_y          bob          [time, 2]
 *     bob_x', bob_y'        bob_v        [time, 2]
 *     bead[0]_x … bead[9]_y bead         [time, 10, 2]
 *     theta, theta'         theta, theta_v
 *     lambda rod[0] …       lambda_rod   [time, instance]
 */

import type { Column } from "./columns.js";

/** Numbers in the order of C: the last index runs fastest. The first index is that of the rows of the table. */
export interface NamedArray {
  readonly name: string;
  readonly shape: readonly number[];
  readonly data: Float64Array;
}

/** What a column is: component `axis` of a member of a family, of its velocity, of a multiplier. */
interface Place {
  readonly column: Column;
  readonly base: string;
  readonly indices: readonly number[];
  /** 0, 1, 2 for x, y, z; -1 for a number that is not a component. */
  readonly axis: number;
}

export function toArrays(columns: readonly Column[]): NamedArray[] {
  const groups = new Map<string, Place[]>();
  for (const column of columns) {
    const place = placeOf(column);
    const key = JSON.stringify([place.base, place.indices.length, place.axis >= 0]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [place]);
    else group.push(place);
  }
  const used = new Set<string>();
  return [...groups.values()].flatMap((group) => {
    const shape = shapeOf(group);
    // columns that do not fill an array stay as they are
    const parts = shape === undefined ? group.map((place) => [place]) : [group];
    return parts.map((places) => {
      const name = unused(plainName(shape === undefined ? places[0].column.name : places[0].base), used);
      return { name, ...filled(places, shape ?? []) };
    });
  });
}

function placeOf(column: Column): Place {
  const [, base, list, axis, prime] = /^(.*?)(?:\[(\d+(?:,\d+)*)\])?(?:_([xyz]))?('?)$/s.exec(column.name)!;
  return {
    column,
    base: prime === "" ? base : `${base}_v`,
    indices: list === undefined ? [] : list.split(",").map(Number),
    axis: axis === undefined ? -1 : "xyz".indexOf(axis),
  };
}

/** The extents of an array that the columns fill without a gap; undefined if they do not. */
function shapeOf(group: readonly Place[]): readonly number[] | undefined {
  const [{ indices, axis }] = group;
  const extents = [...indices.map(() => 0), ...(axis >= 0 ? [0] : [])];
  // two names of one place, such as a[1] and a[01], would leave a gap at another
  const taken = new Set<string>();
  for (const place of group) {
    taken.add(coordinates(place).join());
    for (const [k, index] of coordinates(place).entries()) extents[k] = Math.max(extents[k], index + 1);
  }
  const count = extents.reduce((product, extent) => product * extent, 1);
  // a single component is a number with the name of its column
  return count === group.length && taken.size === count && !(axis >= 0 && extents.at(-1) === 1) ? extents : undefined;
}

const coordinates = ({ indices, axis }: Place): readonly number[] => (axis >= 0 ? [...indices, axis] : indices);

function filled(group: readonly Place[], extents: readonly number[]): Pick<NamedArray, "shape" | "data"> {
  const rows = group[0].column.data.length;
  const width = group.length;
  const data = new Float64Array(rows * width);
  for (const place of group) {
    const at = extents.length === 0 ? 0 : coordinates(place).reduce((sum, index, k) => sum * extents[k] + index, 0);
    for (let row = 0; row < rows; row++) data[row * width + at] = place.column.data[row];
  }
  return { shape: [rows, ...extents], data };
}

/** The longest name that MATLAB accepts. */
const longest = 63;

/** A name of letters, digits and _ that begins with a letter: `bob_x'` becomes `bob_vx`, `lambda rod[0]` `lambda_rod_0`. */
export function plainName(name: string): string {
  const words = name
    .replace(/_([xyz])'$/, "_v$1")
    .replace(/'$/, "_v")
    .replace(/\W+_*/g, "_")
    .replace(/^_+|_+$/g, "");
  return (/^[A-Za-z]/.test(words) ? words : `x${words}`).slice(0, longest);
}

/** The columns under plain names, no two of which are equal. */
export function plainColumns(columns: readonly Column[]): Column[] {
  const used = new Set<string>();
  return columns.map((column) => ({ ...column, name: unused(plainName(column.name), used) }));
}

function unused(name: string, used: Set<string>): string {
  let free = name;
  for (let k = 2; used.has(free); k++) free = `${name.slice(0, longest - 1 - String(k).length)}_${k}`;
  used.add(free);
  return free;
}
