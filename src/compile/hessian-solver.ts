/**
 * Solves (M + scale H) x = r by the sparse LDL^T, ordered and analysed once for the joint pattern of M and H.
 * Block-diagonal (molecules), block-tridiagonal (chains) and general patterns need no special cases, because the
 * ordering exploits them.
 */

import { addressOf } from "../core/arena.js";
import type { HessianSolver } from "../core/derivatives.js";
import type { Work } from "../core/work.js";
import type { Pattern } from "../linalg/entry-book.js";
import { analyse, emitFactor } from "../linalg/index.js";
import type { WasmExports } from "../wasm/index.js";
import type { MassPlan } from "./mass.js";
import type { Site } from "./site.js";

interface Hessian {
  readonly n: number;
  readonly pattern: Pattern;
  /** One function per part of the potential, (t, q, unused, out). */
  readonly code: WasmExports;
}

/** Returns a function that makes solvers; all of them share analysis, tables and code. */
export function hessianSolvers(
  { n, pattern, code }: Hessian,
  mass: MassPlan,
  site: Site,
  key: string,
  work: Work,
): () => HessianSolver {
  const analysis = site.fact(`${key} analysis`, () => analyse({ n, ...pattern }));
  const { factorisation, none } = site.unit(`${key} solver`, (unit) => ({
    factorisation: unit.code((module, tables) => emitFactor(module, analysis, tables, { name: "shifted" })),
    none: unit.i32(n),
  }));
  const { memory } = site;
  const entries = pattern.rows.length;
  const masses = massValues(n, pattern, mass);

  return () => {
    const matrix = memory.f64(entries);
    const store = memory.f64(analysis.storeBytes / 8);
    return {
      factor(part, t, q, scale) {
        work.hessians++;
        work.factorisations++;
        code[part](t, addressOf(q), 0, addressOf(matrix));
        for (let k = 0; k < entries; k++) matrix[k] = masses[k] + scale * matrix[k];
        const row = factorisation["shifted.factor"](addressOf(store), addressOf(matrix), addressOf(none), 0, 0);
        return row === -1 ? "ok" : "singular";
      },
      solve(x) {
        work.solves++;
        factorisation["shifted.solve"](addressOf(store), addressOf(x));
      },
    };
  };
}

/** The constant mass in the slots of the pattern. */
function massValues(n: number, { rows, cols }: Pattern, mass: MassPlan): Float64Array {
  const values = new Float64Array(rows.length);
  if (mass.kind === "diagonal") {
    for (let k = 0; k < rows.length; k++) if (rows[k] === cols[k]) values[k] = mass.constant[rows[k]];
    return values;
  }
  const position = new Int32Array(n);
  for (const block of mass.blocks)
    block.forEach((coordinate, p) => {
      position[coordinate] = p;
    });
  for (let k = 0; k < rows.length; k++) {
    const block = mass.blockOf[rows[k]];
    if (block === mass.blockOf[cols[k]])
      values[k] = mass.matrix[mass.slot(block, position[rows[k]], position[cols[k]])];
  }
  return values;
}
