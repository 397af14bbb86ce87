/** A plain C kernel for all pairs of molecules, with three by three sites. */

import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Contender } from "./contender.js";
import type { Waters } from "./peers.js";

/** Components are stored separately, site by site, so that compilers can use vectors if their flags allow it. */
const source = (waters: Waters, constant: number, A: number, C: number): string => `#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#define N ${waters.length}
static double q[9][N] = {${Array.from({ length: 9 }, (_, c) => `{${waters.map((water) => water[c]).join(", ")}}`).join(",\n")}};
static double f[9][N];
static const double charge[3] = {-0.834, 0.417, 0.417};
#define LOOP(WEIGHT)                                                             \\
  for (int j = i + 1; j < N; j++) {                                              \\
    double dx = x - xs[j], dy = y - ys[j], dz = z - zs[j];                       \\
    double d2 = dx * dx + dy * dy + dz * dz;                                     \\
    double w = WEIGHT;                                                           \\
    sx += w * dx; sy += w * dy; sz += w * dz;                                    \\
    fx[j] -= w * dx; fy[j] -= w * dy; fz[j] -= w * dz;                           \\
  }
__attribute__((noinline)) static void force(void) {
  memset(f, 0, sizeof f);
  for (int i = 0; i < N; i++)
    for (int a = 0; a < 3; a++) {
      double x = q[3 * a][i], y = q[3 * a + 1][i], z = q[3 * a + 2][i];
      double sx = 0, sy = 0, sz = 0;
      for (int b = 0; b < 3; b++) {
        const double k = ${constant} * charge[a] * charge[b];
        const double *restrict xs = q[3 * b], *restrict ys = q[3 * b + 1], *restrict zs = q[3 * b + 2];
        double *restrict fx = f[3 * b], *restrict fy = f[3 * b + 1], *restrict fz = f[3 * b + 2];
        if (a == 0 && b == 0) {
          LOOP(k / (d2 * sqrt(d2)) + (${12 * A} / (d2 * d2 * d2) - ${6 * C}) / (d2 * d2 * (d2 * d2)))
        } else {
          LOOP(k / (d2 * sqrt(d2)))
        }
      }
      f[3 * a][i] += sx; f[3 * a + 1][i] += sy; f[3 * a + 2][i] += sz;
    }
}
int main() {
  int repeats = N < 20 ? 20000 : 300;
  double best = 1e300;
  for (int round = 0; round < 8; round++) {
    clock_t a = clock();
    for (int k = 0; k < repeats; k++) { force(); q[0][0] += 1e-14 * f[0][0]; }
    double us = 1e6 * (double)(clock() - a) / CLOCKS_PER_SEC / repeats;
    if (us < best) best = us;
  }
  printf("%.6f %.17g\\n", best, f[0][0]);
  return 0;
}
`;

/** Flags of gcc: exact arithmetic; reordered sums and inexact divisions; the same with the machine's widest vectors. */
const flags = ["-O3", "-O3 -ffast-math", "-O3 -ffast-math -march=native"] as const;

/** Evaluations compiled with each of `flags`, in a folder of its own, and the first force as a check. */
export function plainC(
  waters: Waters,
  constant: number,
  A: number,
  C: number,
  folder: string,
): { readonly contenders: readonly Contender[]; first(): number } {
  let first = Number.NaN;
  writeFileSync(join(folder, "w.c"), source(waters, constant, A, C));
  const contenders = flags.map((options, k): Contender => {
    const program = join(folder, `w${k}`);
    execFileSync("gcc", [...options.split(" "), "-o", program, join(folder, "w.c"), "-lm"]);
    let best = Number.POSITIVE_INFINITY;
    return {
      name: `gcc ${options}`,
      round() {
        const [us, force] = execFileSync(program, { encoding: "utf8" }).trim().split(" ").map(Number);
        best = Math.min(best, us);
        if (k === 0) first = force;
      },
      us: () => best,
    };
  });
  return { contenders, first: () => first };
}
