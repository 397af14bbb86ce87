/** The constant mass matrix: a diagonal, and dense blocks. */

import { mul, namesIn, parseSyntax, symbolsOf } from "../../symbolic/index.js";
import { below, fail, path, show } from "../model-errors.js";
import { withPlaceholders } from "../references.js";
import type { MassData, ModelData } from "../schema.js";
import type { Scalar } from "../shapes.js";
import { entry, evaluate } from "./columns.js";
import { atIndex, type Context, numberScope, readNumber, readScalar, unflatten } from "./context.js";
import { coordinateName, type Families, type Family } from "./families.js";
import { findCoordinate } from "./members.js";
import { type NamedExpression, scalarOf } from "./named-expressions.js";
import { indexColumns, indexSymbols } from "./repeat.js";
import type { Indices, Symbols } from "./symbols.js";

export interface Masses {
  readonly diagonal: Float64Array;
  readonly blocks: readonly { readonly index: Int32Array; readonly values: Float64Array }[];
  /** 1 for each coordinate with a diagonal entry or in a block. */
  readonly covered: Uint8Array;
  /** Masses that depend on the motion, with the coordinates whose velocities they multiply. */
  readonly varying: readonly VaryingMass[];
}

/** Entry (row, column) of a mass matrix that depends on positions: an expression, for one coordinate of each. */
interface VaryingMass {
  readonly where: string;
  readonly value: Scalar;
  readonly indices: Indices;
  readonly row: number;
  readonly column: number;
}

/** The kinetic energies of the masses that depend on positions: 1/2 m(q) v v. */
export function varyingMasses(context: Context, symbols: Symbols, { varying }: Masses): NamedExpression[] {
  const half = context.graph.num(0.5);
  return varying.flatMap(({ where, value, indices, row, column }) => {
    const made = context.errors.attempt((): NamedExpression => {
      const mass = scalarOf(where, symbols.read(where, value, undefined, indices));
      const velocity = symbols.velocityIn([mass]);
      if (velocity !== undefined || symbolsOf([mass]).includes(context.time))
        fail(where, `a mass may depend on positions only; it contains ${velocity ?? "t"}. Remove it.`);
      const [v, w] = [row, column].map((k) => {
        const node = symbols.nodeAt(k);
        return node.v[k - node.offset];
      });
      return { where, names: ["mass"], exprs: [mul(half, mul(mass, mul(v, w)))] };
    });
    return made ?? [];
  });
}

type Block = { readonly of: readonly string[]; readonly matrix: readonly (readonly Scalar[])[] };

/** The largest number of rows of a dense block. */
const largestBlock = 1000;

export function readMasses(context: Context, families: Families, model: ModelData): Masses {
  const diagonal = new Float64Array(families.coordinates);
  const covered = new Uint8Array(families.coordinates);
  const blocks: Masses["blocks"][number][] = [];
  const varying: VaryingMass[] = [];
  const varies = new Set<number>();

  // 1. the masses in the entries of points and coordinates
  for (const family of families.free) {
    if (family.mass !== undefined)
      context.errors.suspecting(family.name, () => setFamily(family, family.mass!, below(family.where, "mass")));
  }
  // 2. the section `mass`
  const { mass } = model;
  if (mass !== undefined && isScalar(mass)) {
    for (const family of families.free) {
      const isMoved = family.kind === "point" || family.kind === "coordinate";
      if (isMoved && family.mass === undefined)
        context.errors.suspecting(family.name, () => setFamily(family, mass, "mass"));
    }
  } else if (mass !== undefined) {
    const list = Array.isArray(mass) ? mass : [mass];
    list.forEach((part, k) => {
      const where = Array.isArray(mass) ? path("mass", k) : "mass";
      if (isBlock(part)) context.errors.attempt(() => setBlock(part, where));
      else
        for (const [name, value] of Object.entries(part))
          context.errors.suspecting(name, () => setNamed(name, value, below(where, name)));
    });
  }
  return { diagonal, blocks, covered, varying };

  /** Whether an expression contains what moves. */
  function moves(value: Scalar): boolean {
    if (typeof value === "number") return false;
    const { text, references } = withPlaceholders(value);
    if (references.size > 0) return true;
    const { lets } = context;
    const isMoving = (name: string) =>
      families.all.has(name) ||
      families.all.has(name.replace(/_[xyz]$/, "")) ||
      lets.moving.some((each) => each.name === name);
    try {
      return [...namesIn(parseSyntax(text))].some((name) => isMoving(name.replace(/'+$/, "")));
    } catch {
      return false; // errors in it are reported where it is read
    }
  }

  function setVarying(family: Family, value: Scalar, where: string, only?: number, component?: number): void {
    for (let i = only ?? 0; i < (only === undefined ? family.count : only + 1); i++) {
      const position = unflatten(family.extents, i);
      const indices = new Map(family.indices.map((index, k) => [index, context.graph.num(position[k])]));
      for (let c = component ?? 0; c < (component === undefined ? family.dim : component + 1); c++) {
        const k = family.offset + i * family.dim + c;
        if (covered[k] === 1 || varies.has(k))
          fail(where, `${show(coordinateName(families, k))} already has a mass. Remove one of them.`);
        varies.add(k);
        varying.push({ where, value, indices, row: k, column: k });
      }
    }
  }

  function setFamily(family: Family, value: Scalar, where: string): void {
    if (moves(value)) {
      setVarying(family, value, where);
      return;
    }
    const symbols = indexSymbols(context, family.where, family);
    const expr = readScalar(where, value, numberScope(context, where, symbols));
    const [column] = evaluate([expr], indexColumns(symbols, family), family.count);
    for (let i = 0; i < family.count; i++) {
      const number = entry(column, i);
      if (!(number > 0 && number < Number.POSITIVE_INFINITY)) refuse(where, value, number, family, atIndex(family, i));
      for (let k = 0; k < family.dim; k++) set(family.offset + i * family.dim + k, number, where);
    }
  }

  function setNamed(name: string, value: Scalar, where: string): void {
    const whole = families.all.get(name);
    if (whole !== undefined && whole.offset >= 0) {
      setFamily(whole, value, where);
      return;
    }
    const { family, member, component } = findCoordinate(context, families, where, name);
    if (moves(value)) {
      setVarying(family, value, where, member, component);
      return;
    }
    const number = readNumber(context, where, value);
    if (!(number > 0)) refuse(where, value, number, family, "");
    for (let k = 0; k < family.dim; k++) {
      if (component === undefined || component === k) set(family.offset + member * family.dim + k, number, where);
    }
  }

  /** States and algebraic variables have no inertia. */
  function checkMoves(k: number, where: string): void {
    if (k >= families.coordinates)
      fail(where, `coordinates have masses; ${show(coordinateName(families, k))} has a rate instead. Remove the mass.`);
  }

  function set(k: number, number: number, where: string): void {
    checkMoves(k, where);
    if (covered[k] === 1 || varies.has(k))
      fail(where, `${show(coordinateName(families, k))} already has a mass. Remove one of them.`);
    covered[k] = 1;
    diagonal[k] = number;
  }

  function setBlock({ of, matrix }: Block, where: string): void {
    const index = of.flatMap((name, r) => {
      const { family, member, component } = findCoordinate(context, families, below(where, "of", r), name);
      const first = family.offset + member * family.dim;
      return component === undefined ? Array.from({ length: family.dim }, (_, k) => first + k) : [first + component];
    });
    const size = index.length;
    const shape = `a square matrix of ${size} rows and columns, one for each of: ${of.join(", ")}`;
    if (size > largestBlock)
      fail(where, `a dense block may have at most ${largestBlock} rows; this one has ${size}. Split it.`);
    if (matrix.length !== size) fail(below(where, "matrix"), `must be ${shape}; it has ${matrix.length} rows.`);
    const values = new Float64Array(size * size);
    matrix.forEach((row, r) => {
      const at = below(where, "matrix", r);
      if (row.length !== size) fail(at, `must be a row of ${shape}; it has ${row.length} entries.`);
    });
    if (matrix.some((row) => row.some(moves))) {
      const indices: Indices = new Map();
      matrix.forEach((row, r) => {
        row.forEach((value, c) => {
          varying.push({ where: below(where, "matrix", r, c), value, indices, row: index[r], column: index[c] });
        });
      });
      return;
    }
    matrix.forEach((row, r) => {
      const at = below(where, "matrix", r);
      row.forEach((value, c) => {
        values[r * size + c] = readNumber(context, below(at, c), value);
      });
    });
    checkMatrix(values, size, below(where, "matrix"));
    for (const k of index) {
      checkMoves(k, below(where, "of"));
      if (covered[k] === 1)
        fail(below(where, "of"), `${show(coordinateName(families, k))} already has a mass. Remove one of them.`);
      covered[k] = 1;
    }
    blocks.push({ index: Int32Array.from(index), values });
  }
}

function isScalar(mass: MassData): mass is Scalar {
  return typeof mass !== "object";
}

function isBlock(part: object): part is Block {
  return "matrix" in part && Array.isArray(part.matrix);
}

function refuse(where: string, value: Scalar, number: number, family: Family, at: string): never {
  const what =
    family.kind === "point"
      ? "a point that moves needs a mass above 0. Give a mass, or write fixed: true."
      : "a coordinate needs a mass above 0. Give one.";
  fail(
    where,
    `${typeof value === "string" ? `${show(value)} is ${number}${at}, which` : number} is not a valid mass: ${what}`,
  );
}

/** Refuses a matrix that is not symmetric and positive definite, which a Cholesky factorisation shows. */
function checkMatrix(values: Float64Array, size: number, where: string): void {
  const L = values.slice();
  for (let r = 0; r < size; r++) {
    for (let c = 0; c <= r; c++) {
      const [a, b] = [values[r * size + c], values[c * size + r]];
      if (Math.abs(a - b) > 1e-12 * Math.max(Math.abs(a), Math.abs(b))) {
        fail(where, `a mass matrix must be symmetric; entries [${r}][${c}] and [${c}][${r}] are ${a} and ${b}.`);
      }
      let sum = a;
      for (let k = 0; k < c; k++) sum -= L[r * size + k] * L[c * size + k];
      if (r === c && !(sum > 0))
        fail(
          where,
          "a mass matrix must be positive definite; this one is not, so some velocity would have no kinetic energy.",
        );
      L[r * size + c] = r === c ? Math.sqrt(sum) : sum / L[c * size + c];
    }
  }
}
