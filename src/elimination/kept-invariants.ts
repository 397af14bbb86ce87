import type { KeptInvariants, Workspace } from "../core/index.js";

/** The invariants of the system relative to their values at one state, h(t, y) - h0. Undefined when there are none. */
export function keptInvariants({
  invariants,
  arena,
}: Pick<Workspace, "invariants" | "arena">): KeptInvariants | undefined {
  if (invariants === undefined || invariants.count === 0) return undefined;
  const { count, names } = invariants;
  const h0 = arena.f64(count);
  return {
    count,
    names,
    residual(h, t, y) {
      invariants.value(h, t, y);
      for (let i = 0; i < count; i++) h[i] -= h0[i];
    },
    jacobian(H, t, y) {
      invariants.jacobian(H, t, y);
    },
    keep(s) {
      invariants.value(h0, s.t, s.y);
    },
  };
}
