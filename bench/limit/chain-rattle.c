/*
 * RATTLE for a chain, written by hand: n rods and n beads in the plane, under gravity, held at the origin. Either rods
 * have length 1/n and beads mass 1/n, and the chain falls from the horizontal (gallery/chain.yaml), or both are 1 and the chain hangs
 * down, with velocities `push` (i + 1)/n to the side. The step is that of src/methods/constrained/rattle.ts: true Newton for the positions, warm-started
 * by the multipliers extrapolated from the last two steps, until rounding explains the residual; then one solve for
 * the velocities. Both matrices are tridiagonal and are eliminated in the order of the chain.
 *
 * Usage: chain-rattle n step steps rounds [push]. Prints nanoseconds of processor time per rod and step (the best round), Newton
 * iterations per step, and the positions of every tenth part's last bead. The falling chain goes on from round to round; the hanging one begins
 * again, so that a round is a whole run.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "clock.h"

static long n;
static double *x, *y, *vx, *vy, *dx, *dy, *ex, *ey, *g, *s, *old, *older, *guess, *diag, *up;
static double mass, rod, w; /* w = 1/mass */
static long iterations;

/* rows of g = (|d|^2 - l^2)/2 at (x, y), with d kept in (ex, ey); returns the largest and a bound on what rounding leaves */
static double residual(double *rounding) {
  double largest = 0, bound = 0, px = 0, py = 0;
  const double l2 = rod * rod;
  for (long i = 0; i < n; i++) {
    const double a = x[i] - px, b = y[i] - py;
    const double r = 0.5 * (a * a + b * b - l2), size = fabs(a * x[i]) + fabs(b * y[i]) + fabs(a * px) + fabs(b * py);
    ex[i] = a, ey[i] = b, g[i] = r;
    const double m = fabs(r);
    largest = m > largest ? m : largest;
    bound = size > bound ? size : bound;
    px = x[i], py = y[i];
  }
  *rounding = 4 * 0x1p-52 * bound;
  return largest;
}

/* (G M^-1 G0^T) s = g with rows d of `a` and columns d of `b` */
static void solve(const double *ax, const double *ay, const double *bx, const double *by) {
  double pivot = 1 / ((ax[0] * bx[0] + ay[0] * by[0]) * w), below;
  s[0] = g[0];
  diag[0] = pivot;
  for (long i = 1; i < n; i++) {
    up[i - 1] = -(ax[i - 1] * bx[i] + ay[i - 1] * by[i]) * w;
    below = -(ax[i] * bx[i - 1] + ay[i] * by[i - 1]) * w * pivot;
    pivot = 1 / (2 * (ax[i] * bx[i] + ay[i] * by[i]) * w - below * up[i - 1]);
    s[i] = g[i] - below * s[i - 1];
    diag[i] = pivot;
  }
  double last = s[n - 1] * diag[n - 1];
  s[n - 1] = last;
  for (long i = n - 2; i >= 0; i--) {
    last = (s[i] - up[i] * last) * diag[i];
    s[i] = last;
  }
}

/* (ox, oy) += scale M^-1 G^T z, with the rows d of G */
static void add(double *ox, double *oy, double scale, const double *rx, const double *ry, const double *z) {
  const double c = scale * w;
  for (long i = 0; i < n - 1; i++) {
    ox[i] += c * (rx[i] * z[i] - rx[i + 1] * z[i + 1]);
    oy[i] += c * (ry[i] * z[i] - ry[i + 1] * z[i + 1]);
  }
  ox[n - 1] += c * rx[n - 1] * z[n - 1];
  oy[n - 1] += c * ry[n - 1] * z[n - 1];
}

static void step(double h, int remembered) {
  const double a = -9.81;
  double rounding, size;
  /* 1. half a kick, then drift; dx, dy are the rows of G at the start */
  for (long i = 0; i < n; i++) {
    vy[i] += 0.5 * h * a;
    x[i] += h * vx[i];
    y[i] += h * vy[i];
  }
  /* 2. positions, from the extrapolated multipliers */
  for (long i = 0; i < n; i++) guess[i] = remembered > 1 ? 2 * old[i] - older[i] : remembered ? old[i] : 0;
  add(x, y, -1, dx, dy, guess);
  size = residual(&rounding);
  for (int k = 0; k < 20; k++) {
    const double before = size;
    solve(ex, ey, dx, dy);
    add(x, y, -1, dx, dy, s);
    for (long i = 0; i < n; i++) guess[i] += s[i];
    iterations++;
    size = residual(&rounding);
    if (size <= rounding || (k > 0 && size > 0.5 * before)) break;
  }
  add(vx, vy, -1 / h, dx, dy, guess);
  double *t = older;
  older = old, old = guess, guess = t;
  /* 3. the other half of the kick; the rows of G at the end are in ex, ey */
  for (long i = 0; i < n; i++) vy[i] += 0.5 * h * a;
  /* 4. velocities */
  double px = 0, py = 0;
  for (long i = 0; i < n; i++) {
    g[i] = ex[i] * (vx[i] - px) + ey[i] * (vy[i] - py);
    px = vx[i], py = vy[i];
  }
  solve(ex, ey, ex, ey);
  add(vx, vy, -1, ex, ey, s);
  t = dx, dx = ex, ex = t;
  t = dy, dy = ey, ey = t;
}

static void begin(double push) {
  for (long i = 0; i < n; i++) {
    const double s = rod * (i + 1), side = push * (i + 1) / n;
    x[i] = push ? 0 : s, y[i] = push ? -s : 0, vx[i] = side, vy[i] = 0;
    dx[i] = push ? 0 : rod, dy[i] = push ? -rod : 0;
  }
}

int main(int argc, char **argv) {
  if (argc < 5) return 1;
  n = atol(argv[1]);
  const double h = atof(argv[2]), push = argc > 5 ? atof(argv[5]) : 0;
  const long steps = atol(argv[3]), rounds = atol(argv[4]);
  mass = rod = push ? 1 : 1.0 / n;
  w = 1 / mass;
  double **all[] = {&x, &y, &vx, &vy, &dx, &dy, &ex, &ey, &g, &s, &old, &older, &guess, &diag, &up};
  for (unsigned k = 0; k < sizeof all / sizeof *all; k++) *all[k] = calloc(n, sizeof(double));
  double best = 1e300;
  long taken = 0, all_steps = 0;
  begin(push);
  for (long r = 0; r < rounds; r++) {
    const double before = now();
    if (push) begin(push), taken = 0;
    for (long k = 0; k < steps; k++, taken++, all_steps++) step(h, taken > 1 ? 2 : (int)taken);
    const double ns = 1e9 * (now() - before) / steps / n;
    if (ns < best) best = ns;
  }
  printf("%.4f %.3f", best, (double)iterations / all_steps);
  for (long part = 1; part <= 10; part++) printf(" %.17g %.17g", x[part * n / 10 - 1], y[part * n / 10 - 1]);
  printf("\n");
  return 0;
}
