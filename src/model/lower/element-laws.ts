/** Turns elements into laws with tables: all instances of equal signature, even from different items, become one law. */

import { type Expr, symbolsOf, topologicalOrder } from "../../symbolic/index.js";
import type { Item } from "../items.js";
import type { Law } from "../lowered.js";
import { below } from "../model-errors.js";
import { type Column, evaluate } from "./columns.js";
import { type Context, numberScope, readScalar } from "./context.js";
import { expand, type ParameterColumns, readElementParameters } from "./element-parameters.js";
import type { Families } from "./families.js";
import { type Block, nameInstances, readBlocks } from "./instances.js";
import type { Masses } from "./masses.js";
import { type LawTemplate, lawTemplates, type Signature, signatureOf } from "./signature.js";
import type { Start } from "./start.js";

/** A block with its name, signature and parameters. */
export interface FullBlock {
  readonly block: Block;
  readonly parameters: ParameterColumns;
  readonly signature: Signature;
  readonly omega: Column | undefined;
}

/** A law and the blocks of its instances, in order. */
export interface ElementLaw {
  readonly law: Law;
  readonly parts: readonly FullBlock[];
  /** Whether this is the first law of its element, because pictures show each element once. */
  readonly first: boolean;
}

/** The instances of elements, with their parameters. */
export function elementBlocks(
  context: Context,
  families: Families,
  items: readonly Item[],
  start: Start,
  masses: Masses,
): FullBlock[] {
  const { errors } = context;
  const { space } = families;
  return items.flatMap((item) => {
    const blocks = errors.attempt(() => readBlocks(context, families, item)) ?? [];
    return blocks.flatMap((block) => {
      const made = errors.attempt((): FullBlock => {
        const parameters = readElementParameters(context, block, start, masses, space);
        const signature = signatureOf(context, block, parameters, start, space);
        return { block, parameters, signature, omega: readOmegaColumn(context, block) };
      });
      return made === undefined || block.count === 0 ? [] : [made];
    });
  });
}

/** The laws of these instances; those of equal signature share one. */
export function elementLaws(context: Context, { space }: Families, full: readonly FullBlock[]): ElementLaw[] {
  const { errors } = context;
  const names = nameInstances(
    full.map(({ block }) => block),
    errors,
  );

  const groups = new Map<string, FullBlock[]>();
  for (const each of full) {
    const group = groups.get(each.signature.key);
    if (group === undefined) groups.set(each.signature.key, [each]);
    else group.push(each);
  }
  return [...groups.values()].flatMap((parts) => {
    const { block, signature } = parts[0];
    const templates = errors.attempt(() => lawTemplates(context, block, signature, space)) ?? [];
    return templates.map((template, k) => ({ law: withTables(template, parts, names), parts, first: k === 0 }));
  });
}

function readOmegaColumn(context: Context, block: Block): Column | undefined {
  const { omega, where } = block.item;
  if (omega === undefined) return undefined;
  const at = below(where, "omega");
  const expr = readScalar(at, omega, numberScope(context, at, block.indices));
  const [column] = evaluate([expr], block.columns, block.count);
  for (const value of column) {
    if (!(value > 0 && value < Number.POSITIVE_INFINITY)) {
      context.errors.add(at, `omega must be finite and above 0; got ${value}. Give the stiffness of the constraint.`);
      break;
    }
  }
  return column;
}

/** The law with its index and parameter tables. */
function withTables(
  template: LawTemplate,
  parts: readonly FullBlock[],
  names: ReadonlyMap<Block, (i: number) => string>,
): Law {
  const { kind, outputs, suffixes } = template;
  const { block, signature } = parts[0];
  const count = parts.reduce((sum, part) => sum + part.block.count, 0);
  const starts: number[] = [];
  parts.reduce((sum, part) => {
    starts.push(sum);
    return sum + part.block.count;
  }, 0);

  const stencil = signature.free.map(({ place, q, v }, k) => {
    const index = new Int32Array(count);
    parts.forEach((part, p) => {
      const { family, members } = part.signature.free[k].place;
      for (let i = 0; i < members.length; i++) index[starts[p] + i] = family.offset + members[i] * family.dim;
    });
    return { dim: place.family.dim, q, v, index };
  });

  const used = new Set(symbolsOf(outputs));
  const params = [...signature.columns.keys()]
    .filter((symbol) => used.has(symbol))
    .map((symbol) => ({ symbol, values: joined(symbol, parts, starts, count) }));

  /** The part that contains instance `i`. */
  const partOf = (i: number): number => {
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (starts[middle] <= i) low = middle;
      else high = middle - 1;
    }
    return low;
  };
  const wholeName = (i: number): string => {
    const p = partOf(i);
    return names.get(parts[p].block)!(i - starts[p]);
  };
  const omega = parts[0].omega === undefined ? undefined : new Float64Array(count);
  for (const [p, part] of parts.entries()) omega?.set(expand(part.omega!, part.block.count), starts[p]);

  // angles of joints that a force reads as numbers
  const angles =
    kind === "force"
      ? topologicalOrder(outputs).filter((node) => node.op === "atan2" && signature.angles.includes(node))
      : [];
  return {
    ...(angles.length > 0 && { angles }),
    kind,
    name: block.item.element,
    where: block.item.where,
    outputs,
    stencil,
    params,
    count,
    componentName: (i, c) => `${wholeName(i)}${suffixes[c] ?? ""}`,
    ...(kind === "constraint" && { wholeName }),
    ...(kind === "constraint" && block.item.part !== undefined && { part: block.item.part }),
    instanceWhere: (i) => parts[partOf(i)].block.item.where,
    ...(kind === "constraint" && omega !== undefined && { omega }),
  };
}

/** The columns of all parts joined; a single entry if every part has the same one. */
function joined(symbol: Expr, parts: readonly FullBlock[], starts: readonly number[], count: number): Column {
  const columns = parts.map(({ signature }) => signature.columns.get(symbol)!);
  const [first] = columns[0];
  if (columns.every((column) => column.length === 1 && Object.is(column[0], first))) return columns[0];
  const all = new Float64Array(count);
  for (const [p, column] of columns.entries()) all.set(expand(column, parts[p].block.count), starts[p]);
  return all;
}
