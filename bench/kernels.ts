// Compares element kernels with the same arithmetic in C (gcc -O3, without and with -march=native) in one run; the ratios
// are the result.

import { gradientForceProgram, LawCalculus, penalty } from "../src/compile/derive.js";
import { emitKernel, type Program, placeIndex, placeParam } from "../src/kernels/index.js";
import { LinearMemory } from "../src/memory/linear-memory.js";
import type { Law, StencilNode } from "../src/model/lowered.js";
import { add, div, type Expr, Graph, mul, sqrt, sub } from "../src/symbolic/index.js";
import { instantiate, Module } from "../src/wasm/index.js";
import { cFlags, hasGcc, type KernelData, rounds, timeC } from "./c-kernel.js";

interface Element {
  readonly title: string;
  readonly law: Law;
  readonly n: number;
  readonly program: Program;
}

const square = (x: Expr): Expr => mul(x, x);
const common = { name: "bench", where: "bench", componentName: () => "" };

function node(graph: Graph, k: number, dim: number, index: Int32Array): StencilNode {
  const symbols = (letter: string): Expr[] => Array.from({ length: dim }, (_, c) => graph.symbol(`${letter}${k}_${c}`));
  return { dim, q: symbols("q"), v: symbols("v"), index };
}

/** A chain of rods in the plane as penalties, with one square root and one division each. */
function rods(count: number): Element {
  const graph = new Graph();
  const L = graph.symbol("p0");
  const a = node(
    graph,
    0,
    2,
    Int32Array.from({ length: count }, (_, i) => 2 * i),
  );
  const b = node(
    graph,
    1,
    2,
    Int32Array.from({ length: count }, (_, i) => 2 * i + 2),
  );
  const r2 = add(square(sub(a.q[0], b.q[0])), square(sub(a.q[1], b.q[1])));
  const law: Law = {
    ...common,
    kind: "constraint",
    outputs: [sub(sqrt(r2), L)],
    stencil: [a, b],
    params: [{ symbol: L, values: Float64Array.of(1) }],
    count,
  };
  const calculus = new LawCalculus(law, graph.symbol("t"));
  return {
    title: `${count} rods in the plane`,
    law,
    n: 2 * count + 2,
    program: gradientForceProgram(calculus, penalty(calculus, 0)),
  };
}

/** All pairs of points in space, with Lennard-Jones and Coulomb energies. */
function pairs(points: number): Element {
  const graph = new Graph();
  const [A, C, k] = ["p0", "p1", "p2"].map((name) => graph.symbol(name));
  const first: number[] = [];
  const second: number[] = [];
  for (let i = 0; i < points; i++)
    for (let j = i + 1; j < points; j++) {
      first.push(3 * i);
      second.push(3 * j);
    }
  const a = node(graph, 0, 3, Int32Array.from(first));
  const b = node(graph, 1, 3, Int32Array.from(second));
  const r2 = [0, 1, 2].map((c) => square(sub(a.q[c], b.q[c]))).reduce((x, y) => add(x, y));
  const s = div(graph.num(1), r2);
  const s3 = mul(s, square(s));
  const V = add(sub(mul(A, square(s3)), mul(C, s3)), mul(k, sqrt(s)));
  const law: Law = {
    ...common,
    kind: "potential",
    outputs: [V],
    stencil: [a, b],
    params: [A, C, k].map((symbol, i) => ({ symbol, values: Float64Array.of([5.8, 0.6, 332][i]) })),
    count: first.length,
  };
  const calculus = new LawCalculus(law, graph.symbol("t"));
  return { title: `${first.length} pairs in space`, law, n: 3 * points, program: gradientForceProgram(calculus, V) };
}

function timeWasm({ program, law, n }: Element, repeats: number) {
  const memory = new LinearMemory(8 * (3 * n + 8 * law.count) + 1e6);
  const q = memory.f64(n);
  const f = memory.f64(n);
  const omega2 = memory.f64(law.count).fill(100);
  let seed = 1;
  for (let k = 0; k < n; k++) {
    seed = (seed * 48271) % 2147483647;
    q[k] = k / 2 + seed / 2147483647;
  }
  const tables = {
    count: law.count,
    index: law.stencil.map((s) => placeIndex(memory, s.index)),
    params: law.params.map((p) => placeParam(memory, p.values)),
    omega2: omega2.byteOffset,
    slots: -1,
  };
  const module = new Module();
  emitKernel(module, "kernel", program, tables);
  const { kernel } = instantiate(module, memory.memory);
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round++) {
    const start = process.hrtime.bigint();
    for (let r = 0; r < repeats; r++) kernel(0, q.byteOffset, 0, 0, 0, 0, 0, f.byteOffset, 0, 0);
    best = Math.min(best, Number(process.hrtime.bigint() - start) / repeats);
  }
  const data: KernelData = {
    q,
    omega2,
    params: law.params.map((p) => p.values),
    index: law.stencil.filter((_, k) => tables.index[k].kind === "table").map((s) => s.index),
  };
  return { best, tables, data };
}

export function kernelBench(): void {
  const rows = [];
  const cases = [
    { element: rods(1000), repeats: 2000 },
    { element: rods(100_000), repeats: 20 },
    { element: pairs(60), repeats: 1000 },
    { element: pairs(300), repeats: 40 },
  ];
  for (const { element, repeats } of cases) {
    const { best, tables, data } = timeWasm(element, repeats);
    const row: Record<string, string> = {
      kernel: element.title,
      "wasm ns/element": (best / element.law.count).toFixed(2),
    };
    for (const flags of hasGcc() ? cFlags : []) {
      const c = timeC(element.program, tables, data, repeats, flags);
      row[`gcc ${flags.join(" ")} ns/element`] = (c / element.law.count).toFixed(2);
      row[`ratio to ${flags.at(-1)}`] = (best / c).toFixed(2);
    }
    rows.push(row);
  }
  if (!hasGcc()) console.log("The columns of C are left out, because gcc is not installed.");
  console.table(rows);
}
