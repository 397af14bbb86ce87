/** Families of points, coordinates and states, and those that have no coordinates of their own. */

import type { Expr } from "../../symbolic/index.js";
import type { CoordinateGroup } from "../lowered.js";
import type { PlacedData } from "../schema.js";
import type { Scalar } from "../shapes.js";
import type { Column } from "./columns.js";
import type { Extents } from "./extents.js";

/** A named point, coordinate or state, or a family of them. */
export interface Family extends Extents {
  readonly name: string;
  readonly where: string;
  readonly kind: CoordinateGroup["kind"];
  /** Whether the point is a direction and not a place. */
  readonly direction?: boolean;
  /** Whether it stays where it is while a start is made consistent. */
  readonly hold?: boolean;
  readonly dim: number;
  /** First coordinate in q; -1 for anchors. */
  readonly offset: number;
  /** Only for anchors. */
  readonly anchor?: AnchorData;
  /** The entry in the file. */
  readonly at?: PlacedData;
  readonly velocity?: PlacedData;
  readonly mass?: Scalar;
  /** The molecule and the properties of the point, which pair elements read. */
  readonly molecule?: string;
  readonly numbers?: ReadonlyMap<string, Scalar>;
  /** Only for massless sites: the points that carry it, and their weights. */
  readonly carriers?: readonly Carrier[];
  /** Only for families without coordinates of their own, massless sites included: what they are functions of. */
  readonly follows?: Follows;
  /** Of those: the number of the first member, counted from n over all of them. */
  readonly rank?: number;
}

/** Member i of a massless site follows member i of the point, or its only member. */
export interface Carrier {
  readonly family: Family;
  readonly weight: number;
}

export interface AnchorData {
  /** Number of the family's first anchor among all anchors. */
  readonly first: number;
  /** Positions at the start time, member after member. */
  readonly positions: Float64Array;
  /** Expressions in t and in the family's indices, when it moves. */
  readonly motion?: readonly Expr[];
  readonly symbols: ReadonlyMap<string, Expr>;
}

export interface Families {
  readonly all: ReadonlyMap<string, Family>;
  /** The families with coordinates, by offset. */
  readonly free: readonly Family[];
  readonly anchors: readonly Family[];
  /** Massless sites. */
  readonly sites: readonly Family[];
  readonly n: number;
  /** How many of the n, the first ones, are coordinates of points and others; then how many are states, and how many,
   * the last ones, are algebraic variables. */
  readonly coordinates: number;
  readonly states: number;
  readonly algebraic: number;
  /** Components of a point; 0 when there are no points. */
  readonly space: number;
  /** How many members have no coordinates of their own. */
  readonly followed: number;
  /** Explains why a director that a body does not have is missing; undefined for any other name. */
  missing(name: string): string | undefined;
}

export interface Follows {
  /** Equal for families that differ in their nodes and numbers only, so that they share laws. */
  readonly key: string;
  /** The nodes, with the member that each member of this family follows. */
  readonly nodes: readonly { readonly family: Family; readonly members: Int32Array }[];
  /** The numbers, one column each. */
  readonly numbers: readonly Column[];
  /** The value as an expression of the symbols of the nodes and of the numbers. */
  value(nodes: readonly (readonly Expr[])[], numbers: readonly Expr[]): readonly Expr[];
}
