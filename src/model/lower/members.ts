/** Finds the member of a family that a reference names: `bead[i+1]` for each row of a repetition, or `bead[3]`. */

import { type Expr, isConst } from "../../symbolic/index.js";
import { fail, show } from "../model-errors.js";
import { type Reference, readReference } from "../references.js";
import { type Column, entry, evaluate } from "./columns.js";
import { atIndex, type Context, numberScope, readScalar } from "./context.js";
import type { Extents } from "./extents.js";
import { type Families, type Family, findFamily, memberName } from "./families.js";

/** The coordinates that `text` names: a point or coordinate, a member of a family, or one component. */
export function findCoordinate(
  context: Context,
  families: Families,
  where: string,
  text: string,
): { family: Family; member: number; component?: number } {
  const reference = readReference(where, text);
  const axis = families.all.has(reference.name) ? null : /^(.*)_([xyz])$/.exec(reference.name);
  const ofPoint = axis !== null && families.all.get(axis[1])?.kind === "point";
  const family = findFamily(families, where, ofPoint ? axis[1] : reference.name, text);
  const component = ofPoint ? "xyz".indexOf(axis[2]) : reference.component;
  if (family.follows !== undefined) {
    const others = [...new Set(family.follows.nodes.map((each) => each.family.name))].join(", ");
    const [what, advice] =
      family.carriers !== undefined
        ? ["a massless site has", "Name one of these, or write a push on the site."]
        : family.kind === "coordinate"
          ? ["the coordinate of a joint has", "Write a torque or a drive on it."]
          : ["a place on a body has", "Write a push on it."];
    fail(where, `${what} no coordinates of its own; ${show(text)} follows ${others}. ${advice}`);
  }
  if (family.offset < 0)
    fail(where, `${show(text)} is fixed, so it has no coordinates. Set its position in ${family.where}.`);
  if (component !== undefined && (family.kind !== "point" || component >= family.dim)) {
    fail(
      where,
      `${show(family.name)} has ${family.dim} component${family.dim === 1 ? "" : "s"}, so there is no ${show(text)}.`,
    );
  }
  return { family, member: memberOf(context, where, family, reference), component };
}

/** The member that a reference outside a repetition names; `indices` has the values of the indices of sums. */
export function memberOf(
  context: Context,
  where: string,
  family: Family,
  reference: Reference,
  indices: ReadonlyMap<string, Expr> = new Map(),
): number {
  const exprs = indexExprs(context, where, family, reference, indices);
  if (!exprs.every((expr) => isConst(expr)))
    fail(where, `every index must be a finite number; one in ${show(reference.text)} is not.`);
  return flatten(
    where,
    family,
    reference,
    exprs.map((expr) => expr.value),
    "",
  );
}

/** The members in each row of a repetition with these indices. */
export function membersOf(
  context: Context,
  where: string,
  family: Family,
  reference: Reference,
  rows: Extents,
  symbols: ReadonlyMap<string, Expr>,
  columns: ReadonlyMap<Expr, Column>,
  wrap = false,
): Int32Array {
  const exprs = indexExprs(context, where, family, reference, symbols);
  const indices = evaluate(exprs, columns, rows.count);
  const members = new Int32Array(rows.count);
  const position = new Array<number>(indices.length);
  for (let i = 0; i < rows.count; i++) {
    for (let k = 0; k < indices.length; k++) {
      const value = entry(indices[k], i);
      const extent = family.extents[k];
      position[k] = wrap ? value - extent * Math.floor(value / extent) : value;
    }
    members[i] = isInside(family, position)
      ? flat(family, position)
      : flatten(where, family, reference, position, atIndex(rows, i));
  }
  return members;
}

function indexExprs(
  context: Context,
  where: string,
  family: Family,
  reference: Reference,
  symbols: ReadonlyMap<string, Expr>,
): Expr[] {
  const { indices } = reference;
  const needed = family.indices.length;
  if (needed > 0 && indices.length === 0) {
    fail(
      where,
      `${show(family.name)} is a family of ${family.count}. Write ${show(memberName(family, 0))} for its first member, or ${show(`${family.name}[${family.indices.join(", ")}]`)} in a repetition.`,
    );
  }
  if (needed === 0 && indices.length > 0)
    fail(
      where,
      `${show(reference.text)}: ${show(family.name)} is not a family, so it has no members. Remove the index.`,
    );
  if (indices.length !== needed)
    fail(where, `${show(family.name)} needs ${needed} indices; ${show(reference.text)} has ${indices.length}.`);
  return indices.map((text) => {
    if (text.trim() === "") fail(where, `every index must have a value; one in ${show(reference.text)} is empty.`);
    return readScalar(where, text, numberScope(context, where, symbols));
  });
}

function isInside({ extents }: Extents, position: readonly number[]): boolean {
  for (let k = 0; k < extents.length; k++) {
    if (!Number.isInteger(position[k]) || position[k] < 0 || position[k] >= extents[k]) return false;
  }
  return true;
}

function flat({ extents }: Extents, position: readonly number[]): number {
  let member = 0;
  for (let k = 0; k < extents.length; k++) member = member * extents[k] + position[k];
  return member;
}

/** The number of a member; throws an error that names the first and last member if it does not exist. */
function flatten(where: string, family: Family, reference: Reference, position: readonly number[], at: string): number {
  if (isInside(family, position)) return flat(family, position);
  const range = `${show(family.name)} has ${memberName(family, 0)} to ${memberName(family, family.count - 1)}`;
  fail(
    where,
    `${show(reference.text)} is ${family.name}[${position.join(",")}]${at}, but ${range}. Indices are integers from 0.`,
  );
}
