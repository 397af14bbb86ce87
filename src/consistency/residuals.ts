import type { F64, Mechanics, Problem, Residuals, State } from "../core/index.js";

/** Makes a function that measures the constraints of a problem, and allocates its work arrays. */
export function residualsOf({ arena }: Problem, mechanics: Mechanics): (s: State) => Residuals {
  const { constraints, constraintNames, m } = mechanics;
  const g = arena.f64(m);
  const gdot = arena.f64(m);
  return (s) => {
    constraints.g(g, s.t, s.q);
    constraints.gdot(gdot, s.t, s.q, s.v);
    const row = largest(g);
    const hidden = largest(gdot);
    const position = Math.abs(g[row]);
    const velocity = Math.abs(gdot[hidden]);
    if (position === 0 && velocity === 0) return { position, velocity };
    const worstOf = { position: constraintNames[row], velocity: constraintNames[hidden] };
    return { position, velocity, worst: worstOf[velocity > position ? "velocity" : "position"], worstOf };
  };
}

function largest(x: F64): number {
  let at = 0;
  for (let i = 0; i < x.length; i++) {
    if (Number.isNaN(x[i])) return i;
    if (Math.abs(x[i]) > Math.abs(x[at])) at = i;
  }
  return at;
}
