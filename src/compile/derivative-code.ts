/** Hessians and third derivatives of the potential and of the penalty, compiled when a method first asks for them. */

import type { Arena, F64 } from "../core/arena.js";
import type { Derivatives } from "../core/system.js";
import type { Work } from "../core/work.js";
import { callKernel, emitKernel, type Program, placeSlots } from "../kernels/index.js";
import type { Expr } from "../symbolic/index.js";
import { get, instantiate, type LinearMemory, Module, type WasmExports } from "../wasm/index.js";
import { type BlockEntry, blockProgram, hessianEntries, hessianTimesProgram, penalty, thirdProgram } from "./derive.js";
import { zero } from "./emit-vectors.js";
import type { PlacedLaw, PlacedModel } from "./place-laws.js";

type Part = "soft" | "stiff" | "all";

interface Term {
  readonly placed: PlacedLaw;
  readonly potential: Expr;
  readonly part: "soft" | "stiff";
}

export function makeDerivatives(placed: PlacedModel, n: number, memory: LinearMemory, work: Work): Derivatives {
  const terms: Term[] = [
    ...placed.potentials.map((p): Term => ({ placed: p, potential: p.law.outputs[0], part: "soft" })),
    ...placed.constraints.map((p): Term => ({ placed: p, potential: penalty(p.calculus, p.row), part: "stiff" })),
  ];

  let hessian: { readonly pattern: Pattern; readonly code: WasmExports } | undefined;
  const hessianCode = () => {
    if (hessian) return hessian;
    const blocks = terms.map((term) => ({ term, entries: hessianEntries(term.placed.calculus, term.potential) }));
    const { pattern, slots } = hessianPattern(blocks, n, memory);
    const code = compile(pattern.rows.length, (k) => ({
      program: blockProgram(blocks[k].term.placed.calculus, blocks[k].entries),
      slots: slots[k],
    }));
    hessian = { pattern, code };
    return hessian;
  };

  /** A module with one function per part: (t, q, w, out), out zeroed first. */
  const compile = (length: number, make: (k: number) => { program: Program; slots: number }): WasmExports => {
    const module = new Module();
    const kernels = terms.map((term, k) => {
      const { program, slots } = make(k);
      return emitKernel(module, `_${term.part}${k}`, program, { ...term.placed.tables, slots });
    });
    for (const part of ["soft", "stiff", "all"] as const)
      module.func(part, { t: "f64", q: "i32", w: "i32", out: "i32" }, "void", (_, p) => [
        ...zero(get(p.out), length),
        ...kernels.flatMap((kernel, k) =>
          part === "all" || part === terms[k].part
            ? [callKernel(kernel, { t: get(p.t), q: get(p.q), w: get(p.w), out: [get(p.out)] })]
            : [],
        ),
      ]);
    return instantiate(module, memory.memory);
  };
  const lazily = (make: (term: Term) => Program): (() => WasmExports) => {
    let code: WasmExports | undefined;
    return () => {
      code ??= compile(n, (k) => ({ program: make(terms[k]), slots: -1 }));
      return code;
    };
  };
  const times = lazily((term) => hessianTimesProgram(term.placed.calculus, term.potential));
  const third = lazily((term) => thirdProgram(term.placed.calculus, term.potential));

  return {
    get pattern() {
      return hessianCode().pattern;
    },
    hessian(values: F64, part: Part, t: number, q: F64) {
      work.hessians++;
      hessianCode().code[part](t, q.byteOffset, 0, values.byteOffset);
    },
    hessianTimes(out: F64, part: Part, t: number, q: F64, w: F64) {
      times()[part](t, q.byteOffset, w.byteOffset, out.byteOffset);
    },
    third(out: F64, part: Part, t: number, q: F64, a: F64) {
      third()[part](t, q.byteOffset, a.byteOffset, out.byteOffset);
    },
  };
}

interface Pattern {
  readonly rows: Int32Array;
  readonly cols: Int32Array;
}

/** The lower triangle that all blocks fill, every diagonal entry included, and the slot table of each block. */
function hessianPattern(
  blocks: readonly { readonly term: Term; readonly entries: readonly BlockEntry[] }[],
  n: number,
  arena: Arena,
): { readonly pattern: Pattern; readonly slots: readonly number[] } {
  const rows: number[] = Array.from({ length: n }, (_, k) => k);
  const cols: number[] = rows.slice();
  const slotOf = new Map<number, number>();
  const slots = blocks.map(({ term, entries }) => {
    const { law, calculus } = term.placed;
    const coordinate = (position: number, i: number): number => {
      const { node, comp } = calculus.place[position];
      return law.stencil[node].index[i] + comp;
    };
    return placeSlots(
      arena,
      entries.map((e) =>
        Int32Array.from({ length: law.count }, (_, i) => {
          const [a, b] = [coordinate(e.row, i), coordinate(e.col, i)];
          const [row, col] = a >= b ? [a, b] : [b, a];
          if (row === col) return row;
          const key = row * n + col;
          let slot = slotOf.get(key);
          if (slot === undefined) {
            slot = rows.length;
            slotOf.set(key, slot);
            rows.push(row);
            cols.push(col);
          }
          return slot;
        }),
      ),
    );
  });
  return { pattern: { rows: Int32Array.from(rows), cols: Int32Array.from(cols) }, slots };
}
