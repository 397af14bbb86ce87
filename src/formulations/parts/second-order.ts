import {
  type CompiledRate,
  type F64,
  formulationRefuses,
  type Mechanics,
  type Problem,
  type Rate,
  type Refusal,
  rateOf,
  type SparseJacobian,
  type Workspace,
} from "../../core/index.js";
import { halvesOf } from "./halves.js";

/** The fields of a problem that every formulation of mechanics shares. */
export function common(workspace: Workspace, name: string, n: number) {
  const { arena, work, dimension } = workspace;
  return { name, workspace, arena, work, dimension, n };
}

/** The generated right-hand side where there is one, otherwise the function. */
export function rateFrom(compiled: CompiledRate | undefined, plain: (dy: F64, t: number, y: F64) => void): Rate {
  if (compiled !== undefined) return rateOf(compiled);
  return (dy, t, y) => {
    plain(dy, t, y);
    return "ok";
  };
}

/** y' = (v, M^-1 f), with the forces of either view. */
export function firstOrderRate(mechanics: Mechanics, stiff: boolean): Rate {
  return rateFrom(mechanics.compiledRate?.(stiff), (dy, t, y) => mechanics.rate(dy, t, y, stiff));
}

/** d/dy of (v, M^-1 f): ones for q' = v, then the Jacobian of the accelerations; made once. */
export function firstOrderJacobian(mechanics: Mechanics, part: "soft" | "all"): NonNullable<Problem["jacobian"]> {
  const { n } = mechanics;
  let made: SparseJacobian | undefined;
  return () => {
    const lower = made === undefined ? mechanics.derivatives.acceleration(part) : undefined;
    if (lower === undefined) return made;
    const length = n + lower.rows.length;
    let whole: F64 | undefined;
    let below: F64;
    made = {
      rows: Int32Array.from({ length }, (_, k) => (k < n ? k : n + lower.rows[k - n])),
      cols: Int32Array.from({ length }, (_, k) => (k < n ? n + k : lower.cols[k - n])),
      evaluate(values, t, y) {
        if (values !== whole) {
          whole = values;
          below = values.subarray(n);
        }
        values.fill(1, 0, n);
        lower.evaluate(below, t, y);
      },
    };
    return made;
  };
}

/** The energy of a problem, T + V, and the penalty when `stiff`; none where V is not known. */
export function mechanicalEnergy(mechanics: Mechanics, stiff = false): Pick<Problem, "energy"> {
  if (mechanics.potential === undefined) return {};
  const potential = mechanics.potential.bind(mechanics);
  const halves = halvesOf(mechanics.n);
  return {
    energy(t, y) {
      const { q, v } = halves(y);
      const energy = mechanics.kinetic(q, v) + potential(t, q);
      return stiff ? energy + mechanics.stiffPotential(t, q) : energy;
    },
  };
}

/** Why a system cannot be treated as constrained mechanics; undefined when it can. */
export function refusesWithoutConstraints(workspace: Workspace, name: string): Refusal | undefined {
  const { mechanics } = workspace;
  if (mechanics === undefined) {
    return formulationRefuses(name, {
      code: "needs-mechanics",
      needs: "coordinates with masses",
      found: `"${workspace.name}" is a first-order system`,
      instead: `Use "ode"`,
    });
  }
  if (mechanics.m === 0) {
    return formulationRefuses(name, {
      code: "needs-constraints",
      needs: "constraints",
      found: `"${workspace.name}" has none`,
      instead: `Use "ode"`,
    });
  }
  return undefined;
}
