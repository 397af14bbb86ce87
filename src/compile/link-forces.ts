/** The force of each instance of a drawn element, by which pictures colour springs. Compiled like every other law. */

import { addressOf } from "../core/arena.js";
import type { F64, Workspace } from "../core/index.js";
import { emitKernel } from "../kernels/index.js";
import type { Law, Links, Lowered } from "../model/lowered.js";
import { type Expr, gradient, neg } from "../symbolic/index.js";
import { storeProgram } from "./derive.js";
import { placeLaw } from "./place-laws.js";
import { siteOf } from "./site.js";

/** Which lines have forces of their own. Constraints do not: they have multipliers. */
export interface LinkNumbers {
  /** For each link: the number of its first instance, -1 when it has no force. */
  readonly first: readonly number[];
  /** For each link: the end (0 or 1) that the force acts on, and the corresponding node of the law. */
  readonly ends: readonly ({ readonly end: 0 | 1; readonly node: number } | undefined)[];
  /** Total number of instances. */
  readonly count: number;
}

export function linkNumbers({ links, space }: Lowered): LinkNumbers {
  const ends = links.map((link) => endOf(link, space));
  let count = 0;
  const first = links.map(({ law }, k) => {
    if (ends[k] === undefined) return -1;
    count += law.count;
    return count - law.count;
  });
  return { first, ends, count };
}

/**
 * Forces at (t, y), where y is in the workspace's memory: one vector in space for each instance. The workspace's system
 * must have been compiled from `lowered`.
 */
export function linkForces(lowered: Lowered, workspace: Workspace): (t: number, y: F64) => F64 {
  const { links, space, time, n } = lowered;
  const { first, ends, count } = linkNumbers(lowered);
  const drawn = links.flatMap(({ law }, k) => {
    const node = ends[k]?.node;
    return node === undefined ? [] : [{ law, node, name: `link${k}`, at: first[k] * space }];
  });
  const names = drawn.map(({ name }) => name);
  const { out, code } = siteOf(workspace).unit("links", (unit) => ({
    out: unit.f64(count * space),
    code: unit.code((module, arena) => {
      for (const { law, node, name, at } of drawn) {
        const { calculus, tables } = placeLaw(law, time, arena);
        emitKernel(module, name, storeProgram(calculus, forceOn(law, node), at), tables);
      }
    }),
  }));
  return (t, y) => {
    for (const name of names) code[name](t, addressOf(y), addressOf(y) + 8 * n, 0, 0, 0, 0, addressOf(out), 0, 0);
    return out;
  };
}

/** An end of the line that may move, and its node in the law's stencil. */
function endOf({ law, ends }: Links, space: number): { end: 0 | 1; node: number } | undefined {
  if (law.count === 0 || (law.kind !== "potential" && law.kind !== "force")) return undefined;
  for (const end of [0, 1] as const) {
    const node = law.stencil.findIndex(({ dim, index }) => dim === space && index[0] === ends[end]);
    if (node >= 0) return { end, node };
  }
  return undefined;
}

function forceOn(law: Law, node: number): Expr[] {
  const { q } = law.stencil[node];
  if (law.kind === "potential") return gradient(law.outputs[0], q).map((d) => neg(d));
  const before = law.stencil.slice(0, node).reduce((sum, { dim }) => sum + dim, 0);
  return law.outputs.slice(before, before + q.length);
}
