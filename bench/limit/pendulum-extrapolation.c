/*
 * The rigid double pendulum of gallery/double-pendulum.yaml to t = 10 by extrapolation of the midpoint rule (Gragg, Bulirsch, Stoer;
 * columns with 2, 4, …, 2k substeps; no smoothing), written by hand: error per step in the last two columns, step h (0.25 tol/error)^(1/(2k-1)).
 * The equations are the underlying ODE in Cartesian coordinates. The order 2k is fixed during a run.
 *
 * Usage: pendulum-extrapolation k tolerance first runs. Prints microseconds of processor time of one run (the best of `runs` windows),
 * the number of evaluations, and the final positions.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "clock.h"

enum { most = 10 };
static int k;
static double factor[most][most];
static long evaluations;

static inline void rate(const double *restrict q, double *restrict d) {
  const double *v = q + 4;
  const double x1 = q[0], y1 = q[1], x2 = q[2] - x1, y2 = q[3] - y1;
  const double u1 = v[0], w1 = v[1], u2 = v[2] - u1, w2 = v[3] - w1;
  const double s11 = x1 * x1 + y1 * y1, s12 = -(x1 * x2 + y1 * y2), s22 = 2 * (x2 * x2 + y2 * y2);
  const double c1 = u1 * u1 + w1 * w1, c2 = u2 * u2 + w2 * w2;
  const double scale = 1 / (s11 * s22 - s12 * s12);
  const double l1 = (s22 * c1 - s12 * c2) * scale, l2 = (s11 * c2 - s12 * c1) * scale;
  d[0] = v[0], d[1] = v[1], d[2] = v[2], d[3] = v[3];
  d[4] = x2 * l2 - x1 * l1, d[5] = y2 * l2 - y1 * l1, d[6] = -x2 * l2, d[7] = -y2 * l2;
}

/* one step of size h from y to out; returns the largest difference of the last two columns */
static double attempt(const double *restrict y, const double *restrict dy, double h, double *restrict out) {
  double table[most][8], error = 0;
  for (int j = 0; j < k; j++) {
    const int substeps = 2 * (j + 1);
    const double s = h / substeps;
    double before[8], at[8], d[8];
    for (int i = 0; i < 8; i++) before[i] = y[i], at[i] = y[i] + s * dy[i];
    for (int step = 1; step < substeps; step++) {
      rate(at, d);
      for (int i = 0; i < 8; i++) {
        const double next = before[i] + 2 * s * d[i];
        before[i] = at[i], at[i] = next;
      }
    }
    evaluations += substeps - 1;
    for (int i = 0; i < 8; i++) table[j][i] = at[i];
    for (int l = j - 1; l >= 0; l--)
      for (int i = 0; i < 8; i++) table[l][i] = table[l + 1][i] + factor[j][l] * (table[l + 1][i] - table[l][i]);
  }
  for (int i = 0; i < 8; i++) {
    error = fmax(error, fabs(table[0][i] - table[1][i]));
    out[i] = table[0][i];
  }
  return error;
}

static void run(double tolerance, double first, double *y) {
  static const double start[8] = {1, 0, 2, 0, 0, -0.5, 0, 0.5};
  const double end = 10;
  double t = 0, h = first, dy[8], out[8];
  evaluations = 0;
  memcpy(y, start, sizeof start);
  for (long step = 0; t < end && step < 10000; step++) {
    rate(y, dy);
    evaluations++;
    for (int again = 0; again < 20; again++) {
      const int last = t + h >= end * (1 - 1e-14);
      if (last) h = end - t;
      const double error = attempt(y, dy, h, out) / tolerance;
      const double change = fmin(4, fmax(0.2, pow(0.25 / fmax(error, 1e-12), 1.0 / (2 * k - 1))));
      if (error <= 1) {
        t = last ? end : t + h;
        h *= change;
        memcpy(y, out, sizeof out);
        break;
      }
      h *= fmin(change, 0.9);
    }
  }
}

int main(int argc, char **argv) {
  if (argc < 5) return 1;
  k = atoi(argv[1]);
  const double tolerance = atof(argv[2]), first = atof(argv[3]);
  const long windows = atol(argv[4]);
  if (k < 2 || k > most) return 1;
  for (int j = 1; j < k; j++)
    for (int l = 0; l < j; l++) factor[j][l] = 1 / (pow((j + 1.0) / (l + 1.0), 2) - 1);
  double y[8] = {0}, best = 1e300;
  for (long window = 0; window < windows; window++) {
    const double before = now();
    for (int r = 0; r < 100; r++) run(tolerance, first, y);
    const double us = 1e4 * (now() - before);
    if (us < best) best = us;
  }
  printf("%.4f %ld %.17g %.17g %.17g %.17g\n", best, evaluations, y[0], y[1], y[2], y[3]);
  return 0;
}
