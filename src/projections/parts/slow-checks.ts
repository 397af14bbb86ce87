/** Measurements and corrections that projection "ipa" makes in addition to its iteration. */

import type { Arena, F64, Mechanics, State, Status } from "../../core/index.js";
import { normInf } from "../../linalg/vector.js";

const epsilon = 2 ** -52;
/** The relative distance between omega^2 g and the multipliers above which the window is too long. */
const mismatch = 0.2;

/** v += factor M^-1 G^T S^-1 G x, S = G M^-1 G^T at q. */
export function normalPart({ constraints, m }: Mechanics, arena: Arena) {
  const G = constraints.newJacobian();
  const solver = constraints.newSolver();
  const y = arena.f64(m);
  return (s: State, x: F64, factor: number): Status => {
    constraints.jacobian(G, s.t, s.q);
    const status = solver.factor(G, s.q);
    if (status !== "ok") return status;
    constraints.multiply(y, G, x);
    solver.solve(y);
    constraints.addWeighted(s.v, G, y, factor);
    return status;
  };
}

/**
 * Compares omega^2 g with the multipliers of the rigid view; returns a sentence when they differ too much for a slow
 * motion.
 */
export function tensionCheck({ constraints, m, omega2, constraintNames }: Mechanics, arena: Arena) {
  const lambda = arena.f64(m);
  return (s: State, g: Float64Array, window: number): string | undefined => {
    if (constraints.multipliers(lambda, s.t, s.q, s.v) !== "ok") return undefined;
    const size = normInf(lambda);
    let worst = 0;
    for (let i = 1; i < m; i++)
      if (Math.abs(omega2[i] * g[i] - lambda[i]) > Math.abs(omega2[worst] * g[worst] - lambda[worst])) worst = i;
    const off = Math.abs(omega2[worst] * g[worst] - lambda[worst]);
    const rounding = 64 * epsilon * omega2[worst] * Math.max(1, normInf(s.q));
    if (!(off > mismatch * size + rounding)) return undefined;
    return `omega^2 g of "${constraintNames[worst]}" is ${short(omega2[worst] * g[worst])} but the multiplier is ${short(lambda[worst])}: omega = ${short(Math.sqrt(omega2[worst]))} is too small and a window of ${short(window)} too long for the motion`;
  };
}

export const short = (x: number): string => String(Number(x.toPrecision(3)));
