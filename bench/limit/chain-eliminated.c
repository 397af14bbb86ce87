/*
 * Accelerations of a chain with its multipliers eliminated, written by hand: n rods of length 1/n and n beads of mass 1/n in the plane,
 * under gravity, held at the origin. S lambda = G M^-1 f + |v_i - v_(i-1)|^2 with S = G M^-1 G^T, which is tridiagonal and is eliminated
 * in the order of the chain, together with its assembly; then q'' = M^-1 (f - G^T lambda).
 *
 * Usage: chain-eliminated n evaluations rounds. Prints nanoseconds of processor time per rod and evaluation (the best round), and the
 * last bead's acceleration in y for the chain at rest in the horizontal.
 */
#include <stdio.h>
#include <stdlib.h>
#include "clock.h"

static double *ex, *ey, *s, *diag, *up;

__attribute__((noinline)) static void accelerations(long n, double w, const double *restrict q, const double *restrict v,
                                                    double *restrict a) {
  const double gravity = -9.81;
  double px = 0, py = 0, pu = 0, pv = 0, dx = 0, dy = 0, pivot = 0, last = 0;
  for (long i = 0; i < n; i++) {
    const double x = q[2 * i] - px, y = q[2 * i + 1] - py, u = v[2 * i] - pu, z = v[2 * i + 1] - pv;
    const double off = -(x * dx + y * dy) * w, below = off * pivot;
    /* all beads fall alike, so that only the first rod feels gravity */
    last = u * u + z * z + (i == 0 ? y * gravity : 0) - below * last;
    pivot = 1 / ((i == 0 ? 1 : 2) * (x * x + y * y) * w - below * off);
    ex[i] = x, ey[i] = y, s[i] = last, diag[i] = pivot, up[i] = off;
    px = q[2 * i], py = q[2 * i + 1], pu = v[2 * i], pv = v[2 * i + 1], dx = x, dy = y;
  }
  double next = 0, nx = 0, ny = 0;
  for (long i = n - 1; i >= 0; i--) {
    next = (s[i] - (i + 1 < n ? up[i + 1] * next : 0)) * diag[i];
    const double fx = ex[i] * next, fy = ey[i] * next;
    a[2 * i] = w * (nx - fx);
    a[2 * i + 1] = gravity + w * (ny - fy);
    nx = fx, ny = fy;
  }
}

int main(int argc, char **argv) {
  if (argc < 4) return 1;
  const long n = atol(argv[1]), evaluations = atol(argv[2]), rounds = atol(argv[3]);
  double *q = calloc(2 * n, sizeof *q), *v = calloc(2 * n, sizeof *v), *a = calloc(2 * n, sizeof *a);
  double **all[] = {&ex, &ey, &s, &diag, &up};
  for (unsigned k = 0; k < sizeof all / sizeof *all; k++) *all[k] = calloc(n, sizeof(double));
  for (long i = 0; i < n; i++) q[2 * i] = (i + 1.0) / n;
  double best = 1e300;
  for (long r = 0; r < rounds; r++) {
    const double before = now();
    for (long k = 0; k < evaluations; k++) accelerations(n, n, q, v, a);
    const double ns = 1e9 * (now() - before) / evaluations / n;
    if (ns < best) best = ns;
  }
  printf("%.4f %.17g\n", best, a[2 * n - 1]);
  return 0;
}
