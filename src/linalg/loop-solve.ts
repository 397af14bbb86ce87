/**
 * The looping solve: WebAssembly that walks the supernodes forward with L, divides by D, and walks back with L^T (or with
 * U in a general factorisation). The right-hand side is permuted into the work row and out of it again. At the end the
 * work row is zero, as the next factorisation expects. Rows on paths have code of their own, which permutes them as well.
 */

import type { F64, Func, I32, Local, Module, Statement } from "../wasm/index.js";
import { advance, call, f64, get, i32, loop, loopDown, seq, set, when } from "../wasm/index.js";
import { pathBackward, pathForward } from "./path-solve.js";
import { gaps, type Stretch } from "./paths.js";
import { solveParams } from "./pivot.js";
import { type Layout, nodeBytes, type Tables } from "./sparse-tables.js";
import { eliminate, substituteBack } from "./supernode-kernels.js";
import { locals, plus, SupernodeRecord } from "./supernode-record.js";

/** `solve(store, x)`: in place, original order. */
export function loopSolve(
  module: Module,
  name: string,
  n: number,
  tables: Tables,
  stretches: readonly Stretch[],
  layout: Layout,
): Func<"void"> {
  const paths = stretches.flat();
  const rows = gaps(paths, n);
  /** The supernodes between the paths, as addresses of their records. */
  const nodes = gaps(
    paths.map(({ node, from, to }) => ({ from: node, to: node + to - from })),
    (tables.supernodesEnd - tables.supernodes) / nodeBytes,
  ).map((range) => range.map((s) => tables.supernodes + nodeBytes * s));
  const forward = eliminate(module);
  const backward = substituteBack(module);
  return module.func(name, solveParams, "void", (f, p) => {
    const node = new SupernodeRecord(f);
    const [work, lower, upper, from, k, row, at] = locals(f, "i32", 7);
    const x = f.local("f64");
    const own = (): I32 => plus(get(work), get(node.first));
    const inverseAt = (offset: I32): F64 => f64.load(plus(get(p.store), offset), layout.inverse);
    const wide = (kernel: Func<"void">, block: Local<"i32">): Statement =>
      call(
        kernel,
        get(work),
        own(),
        plus(get(block), get(node.block)),
        get(node.rows),
        get(node.rowsEnd),
        get(node.width),
      );
    /** For each row below a single column: its entry and its place in the work row. */
    const eachRow = (block: Local<"i32">, body: (entry: F64, target: I32) => Statement[]): Statement =>
      seq(
        set(at, plus(plus(get(block), get(node.block)), i32.const(8))),
        loop(row, plus(get(node.rows), i32.const(4)), get(node.rowsEnd), 4, [
          ...body(f64.load(get(at)), plus(get(work), i32.load(get(row)))),
          advance(at, 8),
        ]),
      );
    const permuted = (): I32 => plus(get(p.x), i32.load(get(from)));
    /** For each row outside the paths: its place k in the work row. */
    const eachOutside = (body: () => Statement[]): Statement[] =>
      rows
        .filter(([begin, end]) => begin < end)
        .flatMap(([begin, end]) => [
          set(from, i32.const(tables.order + 4 * begin)),
          loop(k, plus(get(work), i32.const(8 * begin)), plus(get(work), i32.const(8 * end)), 8, [
            ...body(),
            advance(from, 4),
          ]),
        ]);
    /** The supernodes before a path; those between two paths of a stretch concern neither of its loops. */
    const forwardBefore = (part: number): Statement =>
      loop(node.address, i32.const(nodes[part][0]), i32.const(nodes[part][1]), nodeBytes, [
        node.open(),
        when(
          node.isSingle(),
          [
            set(x, f64.load(own())),
            eachRow(lower, (entry, target) => [
              set(k, target),
              f64.store(get(k), f64.sub(f64.load(get(k)), f64.mul(entry, get(x)))),
            ]),
          ],
          [wide(forward, lower)],
        ),
      ]);
    const backwardBefore = (part: number): Statement =>
      loopDown(node.address, i32.const(nodes[part][1] - nodeBytes), i32.const(nodes[part][0] - nodeBytes), nodeBytes, [
        node.open(),
        when(
          node.isSingle(),
          [
            set(x, f64.mul(f64.load(own()), inverseAt(get(node.first)))),
            eachRow(upper, (entry, target) => [set(x, f64.sub(get(x), f64.mul(entry, f64.load(target))))]),
            f64.store(own(), get(x)),
          ],
          [
            loop(k, get(node.first), plus(get(node.first), get(node.width)), 8, [
              set(at, plus(get(work), get(k))),
              f64.store(get(at), f64.mul(f64.load(get(at)), inverseAt(get(k)))),
            ]),
            wide(backward, upper),
          ],
        ),
      ]);

    return [
      set(work, plus(get(p.store), i32.const(layout.work[0]))),
      set(lower, plus(get(p.store), i32.const(layout.blocks[0]))),
      set(upper, plus(get(p.store), i32.const(layout.blocks.at(-1) as number))),
      // 1. permute into elimination order
      ...eachOutside(() => [f64.store(get(k), f64.load(permuted()))]),
      // 2. forward substitution
      forwardBefore(0),
      ...stretches.flatMap((stretch) => [
        ...pathForward(f, stretch, layout, p),
        ...stretch.map((path) => forwardBefore(paths.indexOf(path) + 1)),
      ]),
      // 3. division by the diagonal and backward substitution
      ...stretches
        .toReversed()
        .flatMap((stretch) => [
          ...stretch.toReversed().map((path) => backwardBefore(paths.indexOf(path) + 1)),
          ...pathBackward(f, stretch, layout, p),
        ]),
      backwardBefore(0),
      // 4. permute back into original order
      ...eachOutside(() => [f64.store(permuted(), f64.load(get(k))), f64.store(get(k), f64.const(0))]),
    ];
  });
}
