/** The constraints of a system, as methods see them: thin wrappers around the generated code, with counting. */

import { type Arena, addressOf, type F64 } from "../core/arena.js";
import type { ConstraintSolver, Constraints } from "../core/constraints.js";
import { rateOf } from "../core/rate.js";
import type { CompiledRoutine } from "../core/routine.js";
import type { Status } from "../core/status.js";
import type { Work } from "../core/work.js";
import { copyWork } from "../core/work.js";
import { type KeptRowsParts, poorlyKept, rechoose } from "../linalg/kept-rows.js";
import { findRedundant, type Rank, type Shaken } from "../linalg/redundancy.js";
import { passingOf } from "../passage/passage.js";
import { linked } from "../step/index.js";
import type { WasmExports } from "../wasm/index.js";
import { keepThroughBorder } from "./border-rank.js";
import type { ConstraintPlan } from "./constraint-plan.js";
import { makeCorrections } from "./correction-code.js";
import { hiddenDerivatives } from "./hidden-code.js";
import { minimumNorm } from "./minimum-norm.js";
import type { PlacedModel } from "./place-laws.js";
import type { ReactiveMotion } from "./reactive-motion.js";
import type { Site, Unit } from "./site.js";

export function makeConstraints(
  code: WasmExports,
  plan: ConstraintPlan,
  placed: PlacedModel,
  n: number,
  site: Site,
  unit: Unit,
  work: Work,
  reactive?: ReactiveMotion,
): Constraints {
  const { m } = placed;
  const { memory } = site;
  const accelerations = unit.f64(n);
  const rowWork = unit.f64(m);
  const { border } = plan;
  const diagonalSlot = new Int32Array(m);
  for (let k = 0; k < plan.schur.rows.length; k++)
    if (plan.schur.rows[k] === plan.schur.cols[k]) diagonalSlot[plan.schur.rows[k]] = k;
  /** Where the diagonal of all of S is. */
  const fullDiagonal = diagonalSlot.slice();
  border?.touching.forEach((row, k) => {
    fullDiagonal[row] = border.starts[2] + k;
  });
  let singularRow = -1;
  let dropped: readonly number[] = [];

  const judge = (row: number): Status => {
    // a row of the border stands for a constraint that acts there
    singularRow = border !== undefined && row >= m ? border.rowOf[row - m] : row;
    return row === -1 ? "ok" : "singular";
  };

  /** A routine that cannot fail, and whose calls are counted as this kind of work. */
  const routine = (
    code: CompiledRoutine["code"],
    counted?: "jacobians" | "solves",
    own: readonly number[] = [],
  ): CompiledRoutine => ({
    code,
    memory: memory.memory,
    link: linked,
    own,
    infallible: true,
    ...(counted && {
      judge(_: number, calls: number): Status {
        work[counted] += calls;
        return "ok";
      },
    }),
  });
  const factorisation = (code: CompiledRoutine["code"], own: readonly number[], solves = false): CompiledRoutine => ({
    code,
    memory: memory.memory,
    link: linked,
    own,
    judge(row, calls) {
      work.factorisations += calls;
      if (solves) work.solves += row === -1 ? calls : calls - 1;
      return judge(row);
    },
  });

  const countEliminations = (times: number): void => {
    work.forces += times;
    work.jacobians += times;
    work.factorisations += times;
    work.solves += times;
  };

  /** Rows are dropped by flags that the generated factorisation reads, and sets when it is asked to. */
  const rank: Rank = {
    dependentAt(t, q) {
      plan.dropped.fill(0);
      code.jacobian(t, addressOf(q), addressOf(plan.jacobian));
      const { jacobian, matrix, store } = plan;
      const failed = code.factor(addressOf(jacobian), addressOf(q), addressOf(matrix), addressOf(store), 1);
      if (failed === -1 && border !== undefined) keepThroughBorder(code, plan, border, fullDiagonal);
      const rows: number[] = [];
      for (let row = 0; row < m; row++) if (plan.dropped[row] !== 0) rows.push(row);
      return { rows, failed };
    },
    drop(rows) {
      plan.dropped.fill(0);
      for (const row of rows) plan.dropped[row] = 1;
    },
  };

  const constraints: Constraints = {
    m,
    rowStart: plan.G.rowStart,
    column: plan.G.column,
    newJacobian: () => newJacobian(memory),
    g(out, t, q) {
      code.g(t, addressOf(q), addressOf(out));
    },
    gdot(out, t, q, v) {
      code.gdot(t, addressOf(q), addressOf(v), addressOf(out));
    },
    ...hiddenDerivatives(placed, site),
    jacobian(G, t, q) {
      work.jacobians++;
      code.jacobian(t, addressOf(q), addressOf(G));
    },
    multiply(out, G, v) {
      code.multiply(addressOf(G), addressOf(v), addressOf(out));
    },
    addTransposed(f, G, y, scale) {
      code.addTransposed(scale, addressOf(G), addressOf(y), addressOf(f));
    },
    addWeighted(q, G, y, scale) {
      code.addWeighted(scale, addressOf(G), addressOf(y), addressOf(q));
    },
    newSolver: (general, weight) => newSolver(memory, general, weight),
    compiled: {
      g: routine(code.g),
      gdot: routine(code.gdot),
      jacobian: routine(code.jacobian, "jacobians"),
      addWeighted: routine(code.addWeighted),
    },
    ...("correctPositions" in code && { corrections: makeCorrections(code, memory.memory) }),
    get dropped() {
      return dropped;
    },
    freezeRedundant(t, q) {
      reactive?.reset();
      const found = findRedundant(constraints, rank, shaken, t, q);
      dropped = found.dropped;
      plan.anyDropped[0] = dropped.length > 0 ? 1 : 0;
      return judge(found.singular);
    },
    drop(rows) {
      if (dropped.length === 0 && rows.length === 0) return;
      dropped = rows;
      rank.drop(rows);
      plan.anyDropped[0] = rows.length > 0 ? 1 : 0;
    },
    rechoose: (t, q, limit) => aside(() => rechoose(constraints, kept, t, q, limit)),
    underlying:
      reactive?.underlying ??
      rateOf({
        code: code.underlying,
        memory: memory.memory,
        link: linked,
        judge(row, evaluations) {
          countEliminations(evaluations);
          return judge(row);
        },
      }),
    multipliers(lambda, t, q, v) {
      if (reactive !== undefined) return reactive.multipliers(lambda, t, q, v);
      countEliminations(1);
      const solve = (): number =>
        code.multipliers(t, addressOf(q), addressOf(v), addressOf(accelerations), addressOf(lambda));
      if (dropped.length === 0) return judge(solve());
      // a state that is looked at later may be far from those for which the rows were chosen
      const before = dropped;
      const heard = plan.alarm[0];
      plan.alarm[0] = 0;
      let row = solve();
      if (plan.alarm[0] !== 0 && constraints.rechoose!(t, q, poorlyKept)) row = solve();
      if (row === -1) minimumNorm(lambda, dropped, code, plan, rowWork);
      if (dropped !== before) constraints.drop(before);
      plan.alarm[0] |= heard;
      return judge(row);
    },
    get singularRow() {
      return singularRow;
    },
    singular: { alarm: plan.alarm, passed: [], passing: passingOf },
  };

  function newJacobian(arena: Arena): F64 {
    return arena.f64(plan.G.column.length);
  }

  // all arrays are allocated here, when the solver is made, and never in a step
  function newSolver(arena: Arena, general = false, weight: "mass" | "none" = "mass"): ConstraintSolver {
    const lower = arena.f64(plan.lengths.values);
    const store = arena.f64(plan.lengths.store);
    const generalStore = arena.f64(general ? plan.lengths.generalStore : 0);
    const upper = arena.f64(general ? plan.lengths.values : 0);
    let isGeneral = false;
    const [ofLower, ofStore, ofUpper, ofGeneral] = [lower, store, upper, generalStore].map(addressOf);
    return {
      ...(weight === "mass" && {
        compiled: {
          factor: factorisation(code.factor, [ofLower, ofStore, 0]),
          solve: routine(code.solve, "solves", [ofStore]),
          factorSolve: factorisation(code.factorSolve, [ofLower, ofStore], true),
          factorSolveGeneral: factorisation(code.factorSolveGeneral, [ofLower, ofUpper, ofGeneral], true),
        },
      }),
      factor(G, q, diagonal) {
        work.factorisations++;
        isGeneral = false;
        if (weight === "none") return judge(code.factorPlain(addressOf(G), addressOf(lower), addressOf(store)));
        if (diagonal !== undefined) {
          const failed = code.schur(addressOf(G), addressOf(q), addressOf(lower));
          if (failed !== -1) return judge(failed);
          for (let i = 0; i < m; i++) lower[diagonalSlot[i]] += diagonal[i];
          return judge(code.factorSchur(addressOf(lower), addressOf(store)));
        }
        return judge(code.factor(addressOf(G), addressOf(q), addressOf(lower), addressOf(store), 0));
      },
      factorGeneral(G1, G0) {
        work.factorisations++;
        isGeneral = true;
        if (!general) throw new Error("this constraint solver was made without room for general matrices");
        return judge(
          code.factorGeneral(addressOf(G1), addressOf(G0), addressOf(lower), addressOf(upper), addressOf(generalStore)),
        );
      },
      solve(x) {
        work.solves++;
        if (isGeneral) code.solveGeneral(addressOf(x), addressOf(generalStore));
        else code.solve(addressOf(x), addressOf(store));
      },
    };
  }

  /** What looks at a position counts no work, gives no alarm and leaves no row that failed. */
  const aside = (look: () => boolean): boolean => {
    const before = { work: { ...work }, alarm: plan.alarm[0], singularRow };
    const result = look();
    copyWork(work, before.work);
    plan.alarm[0] = before.alarm;
    singularRow = before.singularRow;
    return result;
  };
  const shaken: Shaken = {
    point: unit.f64(n),
    residual: unit.f64(m),
    G: newJacobian(unit),
    solver: newSolver(unit),
  };
  const kept: KeptRowsParts = {
    ...{ G: shaken.G, solver: shaken.solver, u: shaken.point, x: shaken.residual },
    diagonal(out, G, q) {
      code.schur(addressOf(G), addressOf(q), addressOf(plan.matrix));
      for (let i = 0; i < m; i++) out[i] = plan.matrix[fullDiagonal[i]];
    },
    dependentAt: (t, q) => rank.dependentAt(t, q).rows,
    drop: (rows) => constraints.drop(rows),
  };
  return constraints;
}
