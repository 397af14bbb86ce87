import {
  type F64,
  formulationRefuses,
  type Mechanics,
  type Rate,
  type Refusal,
  type Results,
  rateOf,
  type SecondOrder,
  type SparseJacobian,
  type Status,
  type Workspace,
  withJacobian,
} from "../../core/index.js";
import { halvesOf } from "../../linalg/halves.js";

/** The fields of a problem that every formulation of mechanics shares. */
export function common(workspace: Workspace, name: string, n: number) {
  const { arena, work, dimension } = workspace;
  return { name, workspace, arena, work, dimension, n };
}

/** y' = (v, M^-1 f) with its Jacobian, for the forces of either view; generated where it can be. */
export function firstOrderRate(mechanics: Mechanics, part: "soft" | "all"): Rate {
  const stiff = part === "all";
  const compiled = mechanics.compiled?.rate(stiff);
  const plain = (dy: F64, t: number, y: F64): Status => {
    mechanics.rate(dy, t, y, stiff);
    return "ok";
  };
  return withJacobian(compiled === undefined ? plain : rateOf(compiled), firstOrderJacobian(mechanics, part));
}

/** M q'' = f, with the forces of either view; their code is made when it is first asked for. */
export function secondOrderOf(mechanics: Mechanics, part: "soft" | "all"): SecondOrder {
  const force = part === "all" ? mechanics.stiffForce : mechanics.force;
  return {
    mechanics,
    part,
    force: force.bind(mechanics),
    get compiled() {
      return mechanics.compiled?.accelerations(part === "all");
    },
  };
}

/** The multipliers of a view in which constraints are springs, that is their forces E g + F g'. */
export function springForces(
  { constraints, m }: Mechanics,
  arena: Workspace["arena"],
  E: (row: number) => number,
  F = 0,
): NonNullable<Results["multipliers"]> {
  const gdot = F === 0 ? undefined : arena.f64(m);
  return (lambda, t, q, v) => {
    constraints.g(lambda, t, q);
    for (let row = 0; row < m; row++) lambda[row] *= E(row);
    if (gdot === undefined) return "ok";
    constraints.gdot(gdot, t, q, v);
    for (let row = 0; row < m; row++) lambda[row] += F * gdot[row];
    return "ok";
  };
}

/** d/dy of (v, M^-1 f): ones for q' = v, then the Jacobian of the accelerations; made once. */
function firstOrderJacobian(mechanics: Mechanics, part: "soft" | "all"): () => SparseJacobian | undefined {
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
export function mechanicalEnergy(mechanics: Mechanics, stiff = false): Pick<Results, "energy"> {
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
