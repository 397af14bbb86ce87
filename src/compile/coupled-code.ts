/**
 * States and algebraic variables beside coordinates, on one memory. Their laws are compiled as those of a first-order
 * system with the states y = (q, v, s); laws of mechanics read s and w in parameter columns, which `drive` fills.
 */

import { addressOf, type F64 } from "../core/arena.js";
import { noWork } from "../core/work.js";
import type { Coupled, Invariants } from "../core/workspace.js";
import { withStates } from "../elimination/coupled.js";
import { callKernel, emitKernel } from "../kernels/index.js";
import type { Lowered } from "../model/lowered.js";
import { get, i32 } from "../wasm/index.js";
import { keptByElimination, makeAlgebraic } from "./algebraic-code.js";
import { scatterProgram } from "./derive.js";
import { zero } from "./emit-vectors.js";
import { makeInvariants } from "./invariant-code.js";
import { rateJacobian } from "./jacobian-code.js";
import { lazyNames } from "./names.js";
import { type PlacedModel, placeLaws } from "./place-laws.js";
import type { Site } from "./site.js";

export interface MadeCoupled {
  readonly coupled: Coupled;
  /** Where the laws of the states are. */
  readonly placed: PlacedModel;
  readonly invariants: Invariants | undefined;
}

export function makeCoupled(lowered: Lowered, mechanics: PlacedModel, dimension: number, site: Site): MadeCoupled {
  const { n } = lowered;
  const { states, algebraic: variables, drives } = lowered.coupled!;
  const view = asFirstOrder(lowered, dimension);
  const placed = site.unit("coupled", (unit) => placeLaws(view, unit));
  // forces are counted by mechanics
  const algebraic = variables > 0 ? makeAlgebraic(view, placed, site, noWork()) : undefined;
  const rates = site.lazily("coupled rates", (unit) =>
    unit.code((module) => {
      const kernels = placed.rates.map((p, k) => emitKernel(module, `_rate${k}`, scatterProgram(p.calculus), p.tables));
      module.func("rate", { t: "f64", y: "i32", dy: "i32" }, "void", (_, a) => [
        ...zero(i32.add(get(a.dy), i32.const(16 * n)), states),
        ...kernels.map((kernel) => callKernel(kernel, { t: get(a.t), q: get(a.y), out: [get(a.dy)] })),
      ]);
    }),
  );
  const memory = new Float64Array(site.memory.buffer);
  const columns = columnsOf(mechanics);
  const names = lazyNames(states, (k) => view.coordinateName(2 * n + k));
  const kept = [...(algebraic === undefined ? [] : keptByElimination(placed, dimension)), ...placed.invariants];
  const coupled: Coupled = {
    states,
    get names() {
      return names();
    },
    drives,
    ...(algebraic && { algebraic }),
    rate(dy, t, y) {
      rates().rate(t, addressOf(y), addressOf(dy));
    },
    rateSlopes: site.lazily("coupled rate jacobian", (unit) => rateJacobian(view, placed, unit)),
    drive(y: F64, w: F64 | undefined, first: number) {
      for (const { slot, at } of columns)
        if (slot < states) memory[at] = y[2 * n + slot];
        else if (w !== undefined) memory[at] = w[first + slot - states];
    },
    join: (problem) => withStates(problem, coupled),
  };
  return { coupled, placed, invariants: makeInvariants(view, kept, dimension, site) };
}

/** The laws beside mechanics as those of a first-order system. */
function asFirstOrder(lowered: Lowered, dimension: number): Lowered {
  const { n, q0, coupled, coordinateName, pairs: _, ...rest } = lowered;
  const { laws, structure, algebraic } = coupled!;
  const guesses = new Float64Array(dimension + algebraic);
  guesses.set(q0.subarray(dimension - n), dimension);
  const name = (k: number): string => (k < n ? coordinateName(k) : `${coordinateName(k - n)}'`);
  return {
    ...rest,
    order: "first",
    n: dimension,
    algebraic,
    q0: guesses,
    laws,
    ...(structure && { structure }),
    coordinateName: (k) => (k < 2 * n ? name(k) : coordinateName(k - n)),
  };
}

/** Where the laws of mechanics read states and variables: the place among (s, w), and the entry of the memory. */
function columnsOf({ potentials, forces, stiffForces }: PlacedModel): { readonly slot: number; readonly at: number }[] {
  return [...potentials, ...new Set([...forces, ...stiffForces])].flatMap(({ law, tables }) =>
    law.params.flatMap(({ slot }, column) =>
      slot === undefined ? [] : [{ slot, at: tables.params[column].address / 8 }],
    ),
  );
}
