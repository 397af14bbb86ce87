/** The constraints of a system, as methods see them: thin wrappers around the generated code, with counting. */

import type { Arena, F64 } from "../core/arena.js";
import type { Status } from "../core/status.js";
import type { ConstraintSolver, Constraints } from "../core/system.js";
import type { Work } from "../core/work.js";
import type { LinearMemory, WasmExports } from "../wasm/index.js";
import type { ConstraintPlan } from "./constraint-code.js";
import { hiddenDerivatives } from "./hidden-code.js";
import type { PlacedModel } from "./place-laws.js";
import { findRedundant, minimumNorm, type Shaken } from "./redundancy.js";

export function makeConstraints(
  code: WasmExports,
  plan: ConstraintPlan,
  placed: PlacedModel,
  n: number,
  memory: LinearMemory,
  work: Work,
  /** There is a `fused` right-hand side, for when no constraint is dropped. */
  hasFused: boolean,
): Constraints {
  const { m } = placed;
  const accelerations = memory.f64(n);
  const rowWork = memory.f64(m);
  const diagonalSlot = new Int32Array(m);
  for (let k = 0; k < plan.schur.rows.length; k++)
    if (plan.schur.rows[k] === plan.schur.cols[k]) diagonalSlot[plan.schur.rows[k]] = k;
  let singularRow = -1;
  let dropped: readonly number[] = [];

  const judge = (row: number): Status => {
    singularRow = row;
    return row === -1 ? "ok" : "singular";
  };

  const constraints: Constraints = {
    m,
    rowStart: plan.G.rowStart,
    column: plan.G.column,
    newJacobian: () => newJacobian(memory.opposite),
    g(out, t, q) {
      code.g(t, q.byteOffset, out.byteOffset);
    },
    gdot(out, t, q, v) {
      code.gdot(t, q.byteOffset, v.byteOffset, out.byteOffset);
    },
    ...hiddenDerivatives(placed, memory),
    jacobian(G, t, q) {
      work.jacobians++;
      code.jacobian(t, q.byteOffset, G.byteOffset);
    },
    multiply(out, G, v) {
      code.multiply(G.byteOffset, v.byteOffset, out.byteOffset);
    },
    addTransposed(f, G, y, scale) {
      code.addTransposed(scale, G.byteOffset, y.byteOffset, f.byteOffset);
    },
    addWeighted(q, G, y, scale) {
      code.addWeighted(scale, G.byteOffset, y.byteOffset, q.byteOffset);
    },
    newSolver: (general, weight) => newSolver(memory.opposite, general, weight),
    get dropped() {
      return dropped;
    },
    freezeRedundant(t, q) {
      const found = findRedundant(constraints, code, plan, shaken, t, q);
      dropped = found.dropped;
      return judge(found.singular);
    },
    underlying(dy, t, y) {
      work.forces++;
      work.jacobians++;
      work.factorisations++;
      work.solves++;
      if (hasFused && dropped.length === 0 && code.fused(t, y.byteOffset, dy.byteOffset) === 1) return judge(-1);
      return judge(code.underlying(t, y.byteOffset, dy.byteOffset));
    },
    multipliers(lambda, t, q, v) {
      work.forces++;
      work.jacobians++;
      work.factorisations++;
      work.solves++;
      const row = code.multipliers(t, q.byteOffset, v.byteOffset, accelerations.byteOffset, lambda.byteOffset);
      if (row === -1 && dropped.length > 0) minimumNorm(lambda, dropped, code, plan, rowWork);
      return judge(row);
    },
    get singularRow() {
      return singularRow;
    },
  };

  function newJacobian(arena: Arena): F64 {
    return arena.f64(plan.G.column.length);
  }

  // everything is allocated here, at binding, never in a step
  function newSolver(arena: Arena, general = false, weight: "mass" | "none" = "mass"): ConstraintSolver {
    const lower = arena.f64(plan.schur.rows.length);
    const store = arena.f64(plan.analysis.storeBytes / 8);
    const generalStore = arena.f64(general ? plan.analysis.generalStoreBytes / 8 : 0);
    const upper = arena.f64(general ? plan.schur.rows.length : 0);
    let isGeneral = false;
    return {
      factor(G, q, diagonal) {
        work.factorisations++;
        isGeneral = false;
        if (weight === "none") return judge(code.factorPlain(G.byteOffset, lower.byteOffset, store.byteOffset));
        if (diagonal !== undefined) {
          const failed = code.schur(G.byteOffset, q.byteOffset, lower.byteOffset);
          if (failed !== -1) return judge(failed);
          for (let i = 0; i < m; i++) lower[diagonalSlot[i]] += diagonal[i];
          return judge(code.factorSchur(lower.byteOffset, store.byteOffset));
        }
        return judge(code.factor(G.byteOffset, q.byteOffset, lower.byteOffset, store.byteOffset, 0));
      },
      factorGeneral(G1, G0) {
        work.factorisations++;
        isGeneral = true;
        if (!general) throw new Error("constraint solver: made without room for general matrices");
        return judge(
          code.factorGeneral(G1.byteOffset, G0.byteOffset, lower.byteOffset, upper.byteOffset, generalStore.byteOffset),
        );
      },
      solve(x) {
        work.solves++;
        if (isGeneral) code.solveGeneral(generalStore.byteOffset, x.byteOffset);
        else code.solve(store.byteOffset, x.byteOffset);
      },
    };
  }

  const shaken: Shaken = {
    point: memory.f64(n),
    residual: memory.f64(m),
    G: newJacobian(memory),
    solver: newSolver(memory),
  };
  return constraints;
}
