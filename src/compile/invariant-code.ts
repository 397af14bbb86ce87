/** Invariants h(t, y) of a model: for mechanics of q and v, for first-order systems of the states. */

import { addressOf, type F64 } from "../core/arena.js";
import type { Invariants } from "../core/workspace.js";
import { callKernel, emitKernel, placeSlots } from "../kernels/index.js";
import type { Lowered } from "../model/lowered.js";
import { jacobian } from "../symbolic/index.js";
import { get } from "../wasm/index.js";
import { blockProgram, valueProgram } from "./derive.js";
import { zero } from "./emit-vectors.js";
import type { PlacedLaw } from "./place-laws.js";
import type { Site } from "./site.js";

export function makeInvariants(
  lowered: Lowered,
  invariants: readonly PlacedLaw[],
  dimension: number,
  site: Site,
  unitName = "invariants",
): Invariants | undefined {
  if (invariants.length === 0) return undefined;
  const { n } = lowered;
  const isMechanics = lowered.order === "second";
  const names = invariants.flatMap(({ law }) =>
    Array.from({ length: law.count }, (_, i) => law.outputs.map((_, r) => law.componentName(i, r))).flat(),
  );
  const code = site.unit(unitName, (unit) =>
    unit.code((module, tables) => {
      let row = 0;
      const kernels = invariants.map((p, k) => {
        const rows = p.law.outputs.length;
        const value = emitKernel(module, `_value${k}`, valueProgram(p.calculus, row), p.tables);
        // dense rows: entry (c, q_k) and (c, v_k), as slots
        const c = p.calculus;
        const entries = [
          ...jacobian(p.law.outputs, c.q).map((e) => ({ ...e, shift: 0 })),
          ...(isMechanics ? jacobian(p.law.outputs, c.v).map((e) => ({ ...e, shift: n })) : []),
        ];
        const first = row;
        const slots = placeSlots(
          tables,
          entries.map((e) =>
            Int32Array.from({ length: p.law.count }, (_, i) => {
              const { node, comp } = c.place[e.col];
              return (first + i * rows + e.row) * dimension + e.shift + p.law.stencil[node].index[i] + comp;
            }),
          ),
        );
        const slope = emitKernel(module, `_jacobian${k}`, blockProgram(c, entries), { ...p.tables, slots });
        row += rows * p.law.count;
        return { value, slope };
      });
      const params = { t: "f64", y: "i32", v: "i32", out: "i32" } as const;
      module.func("value", params, "void", (_, p) =>
        kernels.map(({ value }) => callKernel(value, { t: get(p.t), q: get(p.y), v: get(p.v), out: [get(p.out)] })),
      );
      module.func("jacobian", params, "void", (_, p) => [
        ...zero(get(p.out), row * dimension),
        ...kernels.map(({ slope }) => callKernel(slope, { t: get(p.t), q: get(p.y), v: get(p.v), out: [get(p.out)] })),
      ]);
    }),
  );
  const velocities = (y: F64): number => addressOf(y) + (isMechanics ? 8 * n : 0);
  return {
    count: names.length,
    names,
    value(h, t, y) {
      code.value(t, addressOf(y), velocities(y), addressOf(h));
    },
    jacobian(H, t, y) {
      code.jacobian(t, addressOf(y), velocities(y), addressOf(H));
    },
  };
}
