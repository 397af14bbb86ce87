/** The plain C kernel: all pairs of molecules, three by three sites, coordinates as they come. */

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Waters } from "./peers.js";

const source = (waters: Waters, constant: number, A: number, C: number): string => `#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#define N ${waters.length}
static double q[9 * N] = {${waters.flat().join(", ")}};
static double f[9 * N];
static const double charge[3] = {-0.834, 0.417, 0.417};
__attribute__((noinline)) static void force(const double *restrict q, double *restrict f) {
  memset(f, 0, sizeof(double) * 9 * N);
  for (int i = 0; i < N; i++)
    for (int j = i + 1; j < N; j++)
      for (int a = 0; a < 3; a++)
        for (int b = 0; b < 3; b++) {
          const double *x = q + 9 * i + 3 * a, *y = q + 9 * j + 3 * b;
          double dx = x[0] - y[0], dy = x[1] - y[1], dz = x[2] - y[2];
          double u2 = 1 / (dx * dx + dy * dy + dz * dz);
          double w = ${constant} * charge[a] * charge[b] * sqrt(u2) * u2;
          if (a == 0 && b == 0) {
            double u6 = u2 * u2 * u2;
            w += (${12 * A} * u6 - ${6 * C}) * u6 * u2;
          }
          f[9 * i + 3 * a] += w * dx; f[9 * i + 3 * a + 1] += w * dy; f[9 * i + 3 * a + 2] += w * dz;
          f[9 * j + 3 * b] -= w * dx; f[9 * j + 3 * b + 1] -= w * dy; f[9 * j + 3 * b + 2] -= w * dz;
        }
}
int main() {
  int repeats = N < 20 ? 20000 : 300;
  double best = 1e300;
  for (int round = 0; round < 25; round++) {
    clock_t a = clock();
    for (int k = 0; k < repeats; k++) { force(q, f); q[0] += 1e-14 * f[0]; }
    double us = 1e6 * (double)(clock() - a) / CLOCKS_PER_SEC / repeats;
    if (us < best) best = us;
  }
  printf("%.6f %.17g\\n", best, f[0]);
  return 0;
}
`;

/** Microseconds of one evaluation at gcc -O3, and the first force as a check. */
export function plainC(
  waters: Waters,
  constant: number,
  A: number,
  C: number,
): { readonly us: number; readonly first: number } {
  const folder = mkdtempSync(join(tmpdir(), "taut-water-"));
  try {
    writeFileSync(join(folder, "w.c"), source(waters, constant, A, C));
    execFileSync("gcc", ["-O3", "-o", join(folder, "w"), join(folder, "w.c"), "-lm"]);
    const [us, first] = execFileSync(join(folder, "w"), { encoding: "utf8" }).trim().split(" ").map(Number);
    return { us, first };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
