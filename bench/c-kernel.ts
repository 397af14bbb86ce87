// Translates a kernel program to C, with the same arithmetic in the same order, to measure what a loop by gcc
// costs.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Input, Program, Tables } from "../src/kernels/index.js";
import { answers, ask } from "./child.js";

type Instruction = Program["instructions"][number];

/** The arrays of a run, in the order the C program reads them. */
export interface KernelData {
  readonly q: Float64Array;
  readonly omega2: Float64Array;
  readonly params: readonly Float64Array[];
  /** Index columns that are tables. */
  readonly index: readonly Int32Array[];
}

/** How often a kernel is timed, here and in C; the best counts. */
export const rounds = 25;

export const hasGcc = (): boolean => answers("gcc", ["--version"]);

const binary: Readonly<Record<string, string>> = { add: "+", sub: "-", mul: "*", div: "/" };

function expression(instruction: Instruction): string {
  const [a, b, c] = instruction.args.map((k) => `x${k}`);
  if (instruction.op in binary) return `${a} ${binary[instruction.op]} ${b}`;
  switch (instruction.op) {
    case "const":
      return instruction.value.toString().includes(".") ? `${instruction.value}` : `${instruction.value}.0`;
    case "neg":
      return `-${a}`;
    case "abs":
      return `fabs(${a})`;
    case "min":
      return `fmin(${a}, ${b})`;
    case "max":
      return `fmax(${a}, ${b})`;
    case "select":
      return `${a} > 0 ? ${b} : ${c}`;
    default:
      return `${instruction.op}(${[a, b].filter((_, k) => k < instruction.args.length).join(", ")})`;
  }
}

/** The C source of `kernel(q, f, omega2, params, index…)` for a program whose outputs are all scattered. */
function source(program: Program, tables: Tables, n: number, repeats: number): string {
  const nodes = tables.index.map((column, k) =>
    column.kind === "affine" ? `long n${k} = ${column.base} + i * ${column.stride};` : `long n${k} = index${k}[i];`,
  );
  const input = (i: Input): string => {
    switch (i.from) {
      case "q":
        return `q[n${i.node} + ${i.comp}]`;
      case "param":
        return tables.params[i.column].uniform ? `param${i.column}[0]` : `param${i.column}[i]`;
      case "omega2":
        return `omega2[${i.offset} + i * ${i.stride}]`;
      default:
        throw new Error(`bench: input ${i.from}`);
    }
  };
  const body = program.instructions.map((s, k) => `    double x${k} = ${s.input ? input(s.input) : expression(s)};`);
  const writes = program.outputs.map(({ value, target }) => {
    if (target.to !== "scatter") throw new Error(`bench: output ${target.to}`);
    return `    f[n${target.node} + ${target.comp}] += x${value};`;
  });
  const arrays = [
    ...tables.params.map((_, k) => `const double *restrict param${k}`),
    ...tables.index.map((_, k) => `const int *restrict index${k}`),
  ];
  const names = [...tables.params.map((_, k) => `param${k}`), ...tables.index.map((_, k) => `index${k}`)];
  const read = (type: string, name: string, length: number): string =>
    `  ${type} *${name} = malloc(sizeof(${type}) * ${length}); if (fread(${name}, sizeof(${type}), ${length}, in) != ${length}) return 1;`;
  return `#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
__attribute__((noinline)) static void kernel(const double *restrict q, double *restrict f, const double *restrict omega2${arrays.map((a) => `, ${a}`).join("")}) {
  for (long i = 0; i < ${tables.count}; i++) {
    ${nodes.join(" ")}
${body.join("\n")}
${writes.join("\n")}
  }
}
int main(int argc, char **argv) {
  FILE *in = fopen(argv[1], "rb");
${read("double", "q", n)}
${read("double", "omega2", tables.count)}
${tables.params.map((p, k) => read("double", `param${k}`, p.uniform ? 1 : tables.count)).join("\n")}
${tables.index.map((c, k) => (c.kind === "affine" ? `  int *index${k} = 0;` : read("int", `index${k}`, tables.count))).join("\n")}
  double *f = calloc(${n}, sizeof(double));
  double best = 1e300;
  for (int round = 0; round < ${rounds}; round++) {
    struct timespec a, b;
    clock_gettime(CLOCK_MONOTONIC, &a);
    for (int r = 0; r < ${repeats}; r++) kernel(q, f, omega2${names.map((k) => `, ${k}`).join("")});
    clock_gettime(CLOCK_MONOTONIC, &b);
    double ns = ((b.tv_sec - a.tv_sec) * 1e9 + (b.tv_nsec - a.tv_nsec)) / ${repeats};
    if (ns < best) best = ns;
  }
  double sum = 0; for (long k = 0; k < ${n}; k++) sum += f[k];
  printf("%.6f %.17g\\n", best, sum);
  return 0;
}
`;
}

/** Both are shown: what a package for many machines is compiled with, and what suits the processor at hand. */
export const cFlags = [["-O3"], ["-O3", "-march=native"]] as const;

/** Nanoseconds per pass of the C kernel, the best of several rounds. */
export function timeC(
  program: Program,
  tables: Tables,
  data: KernelData,
  repeats: number,
  flags: readonly string[],
): number {
  const folder = mkdtempSync(join(tmpdir(), "taut-bench-"));
  try {
    writeFileSync(join(folder, "kernel.c"), source(program, tables, data.q.length, repeats));
    const bytes = [data.q, data.omega2, ...data.params, ...data.index].map((a) =>
      Buffer.from(a.buffer, a.byteOffset, a.byteLength),
    );
    writeFileSync(join(folder, "data"), Buffer.concat(bytes));
    ask("gcc", "gcc", [...flags, "-o", join(folder, "kernel"), join(folder, "kernel.c"), "-lm"]);
    const out = ask("the kernel in C", join(folder, "kernel"), [join(folder, "data")]);
    return out === "" ? Number.NaN : Number(out.split(" ")[0]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
