/*
 * A step of rigid TIP3P waters with all pairs, written by hand: kick, drift, positions back onto the constraints, forces, kick,
 * velocities back onto the constraints. Constraints are kept in closed form (SETTLE, in the form of
 * src/methods/constrained/parts/settle-code.ts) or by Newton for each molecule, from extrapolated multipliers (RATTLE). Components are
 * stored separately, site by site, so that compilers can use vectors. -DREAL=float evaluates pairs in single precision and adds the forces of
 * eight molecules on their partners, and those of all partners on a site, in single precision; the other sums, positions, velocities and
 * constraints stay in double.
 *
 * Usage: waters settle|rattle coulomb lj12 lj6 mO mH step steps rounds < 9 coordinates of every water. lj12 is 12 A and lj6 is 6 C. Prints
 * microseconds of processor time per step (the best round), Newton iterations per molecule and step, and the first water's position.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "clock.h"

#ifndef REAL
#define REAL double
#endif
#define ROOT(x) (sizeof(REAL) == 4 ? (REAL)sqrtf(x) : (REAL)sqrt(x))
enum { N = 100, BLOCK = sizeof(REAL) == 4 ? 8 : N };
static double q[9][N], v[9][N], sum[9][N], w[9], mass[3], total, side2[3];
static REAL p[9][N], f[9][N], k12, k6, product[3][3];
/* SETTLE: the triangle at rest about its centre of mass, the inverse of G M^-1 G^T, and sides for RATTLE */
static double ax[3], ay[3], sxx, sxy, syy, inverse[3][3], multiplier[2][3][N];
static const int from[3] = {0, 0, 1}, to[3] = {1, 2, 2};
static long iterations;

#define LOOP(WEIGHT)                                          \
  for (int j = i + 1; j < N; j++) {                           \
    REAL dx = x - xs[j], dy = y - ys[j], dz = z - zs[j];      \
    REAL d2 = dx * dx + dy * dy + dz * dz, weight = WEIGHT;   \
    sx += weight * dx, sy += weight * dy, sz += weight * dz;  \
    fx[j] -= weight * dx, fy[j] -= weight * dy, fz[j] -= weight * dz; \
  }

__attribute__((noinline)) static void force(void) {
  for (int c = 0; c < 9; c++)
    for (int i = 0; i < N; i++) p[c][i] = (REAL)q[c][i];
  memset(sum, 0, sizeof sum);
  for (int first = 0; first < N; first += BLOCK) {
    memset(f, 0, sizeof f);
    for (int i = first; i < first + BLOCK && i < N; i++)
      for (int a = 0; a < 3; a++) {
        REAL x = p[3 * a][i], y = p[3 * a + 1][i], z = p[3 * a + 2][i], sx = 0, sy = 0, sz = 0;
        for (int b = 0; b < 3; b++) {
          const REAL k = product[a][b], one = 1;
          const REAL *restrict xs = p[3 * b], *restrict ys = p[3 * b + 1], *restrict zs = p[3 * b + 2];
          REAL *restrict fx = f[3 * b], *restrict fy = f[3 * b + 1], *restrict fz = f[3 * b + 2];
          if (a == 0 && b == 0) {
            LOOP(k / (d2 * ROOT(d2)) + (k12 * (one / (d2 * d2 * d2)) - k6) / (d2 * d2 * (d2 * d2)))
          } else {
            LOOP(k / (d2 * ROOT(d2)))
          }
        }
        f[3 * a][i] += sx, f[3 * a + 1][i] += sy, f[3 * a + 2][i] += sz;
      }
    for (int c = 0; c < 9; c++)
      for (int i = first; i < N; i++) sum[c][i] += f[c][i];
  }
}

/* positions q1 back onto the triangle, along the constraint forces of the old positions q0 */
static void settle(const double q0[9][N], double q1[9][N], double v1[9][N], double perH) {
  for (int i = 0; i < N; i++) {
    double e[3][3], u[3][3], centre[3], r[3][3], X[3], Y[3], Z[3], l;
    for (int c = 0; c < 3; c++) {
      centre[c] = (mass[0] * q1[c][i] + mass[1] * q1[3 + c][i] + mass[2] * q1[6 + c][i]) / total;
      for (int s = 0; s < 3; s++) r[s][c] = q1[3 * s + c][i] - centre[c];
      X[c] = q0[3 + c][i] - q0[c][i], Y[c] = q0[6 + c][i] - q0[c][i];
    }
    /* axes of the old plane: X along the first side */
    Z[0] = X[1] * Y[2] - X[2] * Y[1], Z[1] = X[2] * Y[0] - X[0] * Y[2], Z[2] = X[0] * Y[1] - X[1] * Y[0];
    l = 1 / sqrt(X[0] * X[0] + X[1] * X[1] + X[2] * X[2]);
    for (int c = 0; c < 3; c++) X[c] *= l;
    l = 1 / sqrt(Z[0] * Z[0] + Z[1] * Z[1] + Z[2] * Z[2]);
    for (int c = 0; c < 3; c++) Z[c] *= l;
    Y[0] = Z[1] * X[2] - Z[2] * X[1], Y[1] = Z[2] * X[0] - Z[0] * X[2], Y[2] = Z[0] * X[1] - Z[1] * X[0];
    for (int s = 0; s < 3; s++) {
      e[s][0] = X[0] * r[s][0] + X[1] * r[s][1] + X[2] * r[s][2];
      e[s][1] = Y[0] * r[s][0] + Y[1] * r[s][1] + Y[2] * r[s][2];
      e[s][2] = Z[0] * r[s][0] + Z[1] * r[s][1] + Z[2] * r[s][2];
    }
    /* 1. heights stay */
    const double zx = mass[0] * ax[0] * e[0][2] + mass[1] * ax[1] * e[1][2] + mass[2] * ax[2] * e[2][2];
    const double zy = mass[0] * ay[0] * e[0][2] + mass[1] * ay[1] * e[1][2] + mass[2] * ay[2] * e[2][2];
    const double d = 1 / (sxx * syy - sxy * sxy), alpha = (syy * zx - sxy * zy) * d, beta = (sxx * zy - sxy * zx) * d;
    const double s2 = 1 - alpha * alpha, gamma = sqrt(s2 - beta * beta), s = sqrt(s2), is = 1 / s;
    /* 2. u = (e1 - alpha n)/s, w = n x u; only their first two components meet the flat triangle */
    const double ux = s, uy = -alpha * beta * is, wy = gamma * is;
    double A = 0, B = 0, K = 0;
    for (int t = 0; t < 3; t++) {
      u[t][0] = ux * ax[t] + uy * ay[t], u[t][1] = wy * ay[t];
      A += mass[t] * (ax[t] * u[t][1] - ay[t] * u[t][0]), B -= mass[t] * (ax[t] * u[t][0] + ay[t] * u[t][1]);
      K += mass[t] * (ax[t] * e[t][1] - ay[t] * e[t][0]);
    }
    /* 3. the moment stays: A cos + B sin = K */
    const double R2 = A * A + B * B, D = sqrt(R2 - K * K), ir = 1 / R2, cs = (A * K - B * D) * ir, sn = (B * K + A * D) * ir;
    for (int t = 0; t < 3; t++) {
      const double x = cs * u[t][0] + sn * u[t][1], y = cs * u[t][1] - sn * u[t][0], z = alpha * ax[t] + beta * ay[t];
      for (int c = 0; c < 3; c++) {
        const double to = centre[c] + X[c] * x + Y[c] * y + Z[c] * z, old = q1[3 * t + c][i];
        v1[3 * t + c][i] += (to - old) * perH;
        q1[3 * t + c][i] = to;
      }
    }
  }
}

/* the same by Newton for (G1 M^-1 G0^T) x = g, g = (|d|^2 - side^2)/2, from extrapolated multipliers */
static void newton(const double q0[9][N], double q1[9][N], double v1[9][N], double perH) {
  for (int i = 0; i < N; i++) {
    double d0[3][3], d[3][3], x[3], g[3], S[3][3], before = 1e300;
    for (int k = 0; k < 3; k++) {
      for (int c = 0; c < 3; c++) d0[k][c] = q0[3 * to[k] + c][i] - q0[3 * from[k] + c][i];
      x[k] = 2 * multiplier[0][k][i] - multiplier[1][k][i];
    }
    double step[3] = {x[0], x[1], x[2]};
    for (int iteration = 0;; iteration++) {
      for (int k = 0; k < 3; k++)
        for (int c = 0; c < 3; c++) {
          const double move = d0[k][c] * step[k], at = move * w[3 * to[k]], ot = move * w[3 * from[k]];
          q1[3 * to[k] + c][i] -= at, q1[3 * from[k] + c][i] += ot;
          v1[3 * to[k] + c][i] -= at * perH, v1[3 * from[k] + c][i] += ot * perH;
        }
      double most = 0;
      for (int k = 0; k < 3; k++) {
        double square = 0;
        for (int c = 0; c < 3; c++) d[k][c] = q1[3 * to[k] + c][i] - q1[3 * from[k] + c][i], square += d[k][c] * d[k][c];
        g[k] = 0.5 * (square - side2[k]);
        most = fmax(most, fabs(g[k]));
      }
      if (most < 1e-14 || iteration == 20 || (iteration > 1 && most > 0.5 * before)) break;
      before = most;
      for (int k = 0; k < 3; k++)
        for (int l = 0; l < 3; l++) {
          const double dot = d[k][0] * d0[l][0] + d[k][1] * d0[l][1] + d[k][2] * d0[l][2];
          S[k][l] = dot * ((to[k] == to[l] ? w[3 * to[k]] : 0) + (from[k] == from[l] ? w[3 * from[k]] : 0) -
                           (to[k] == from[l] ? w[3 * to[k]] : 0) - (from[k] == to[l] ? w[3 * from[k]] : 0));
        }
      const double p0 = 1 / S[0][0], l10 = S[1][0] * p0, l20 = S[2][0] * p0;
      const double p1 = 1 / (S[1][1] - l10 * S[0][1]), u12 = S[1][2] - l10 * S[0][2], l21 = (S[2][1] - l20 * S[0][1]) * p1;
      const double p2 = 1 / (S[2][2] - l20 * S[0][2] - l21 * u12);
      const double b1 = g[1] - l10 * g[0], b2 = g[2] - l20 * g[0] - l21 * b1;
      step[2] = b2 * p2, step[1] = (b1 - u12 * step[2]) * p1, step[0] = (g[0] - S[0][1] * step[1] - S[0][2] * step[2]) * p0;
      for (int k = 0; k < 3; k++) x[k] += step[k];
      iterations++;
    }
    for (int k = 0; k < 3; k++) multiplier[1][k][i] = multiplier[0][k][i], multiplier[0][k][i] = x[k];
  }
}

/* velocities onto G v = 0; G M^-1 G^T of a rigid triangle is constant */
static void velocities(void) {
  for (int i = 0; i < N; i++) {
    double d[3][3], r[3];
    for (int k = 0; k < 3; k++) {
      r[k] = 0;
      for (int c = 0; c < 3; c++) {
        d[k][c] = q[3 * to[k] + c][i] - q[3 * from[k] + c][i];
        r[k] += d[k][c] * (v[3 * to[k] + c][i] - v[3 * from[k] + c][i]);
      }
    }
    for (int k = 0; k < 3; k++) {
      const double x = inverse[k][0] * r[0] + inverse[k][1] * r[1] + inverse[k][2] * r[2];
      for (int c = 0; c < 3; c++)
        v[3 * to[k] + c][i] -= w[3 * to[k]] * x * d[k][c], v[3 * from[k] + c][i] += w[3 * from[k]] * x * d[k][c];
    }
  }
}

static void step(double h, int byNewton) {
  static double q0[9][N];
  memcpy(q0, q, sizeof q);
  for (int c = 0; c < 9; c++)
    for (int i = 0; i < N; i++) v[c][i] += 0.5 * h * w[c] * sum[c][i], q[c][i] += h * v[c][i];
  if (byNewton) newton(q0, q, v, 1 / h);
  else settle(q0, q, v, 1 / h);
  force();
  for (int c = 0; c < 9; c++)
    for (int i = 0; i < N; i++) v[c][i] += 0.5 * h * w[c] * sum[c][i];
  velocities();
}

/* tables of the triangle, from the first water */
static void prepare(void) {
  double X[3], Y[3], d[3][3], x[3] = {0}, y[3] = {0};
  for (int c = 0; c < 3; c++) X[c] = q[3 + c][0] - q[c][0], Y[c] = q[6 + c][0] - q[c][0];
  for (int k = 0; k < 3; k++) {
    side2[k] = 0;
    for (int c = 0; c < 3; c++) d[k][c] = q[3 * to[k] + c][0] - q[3 * from[k] + c][0], side2[k] += d[k][c] * d[k][c];
  }
  x[1] = sqrt(side2[0]), x[2] = (X[0] * Y[0] + X[1] * Y[1] + X[2] * Y[2]) / x[1], y[2] = sqrt(side2[1] - x[2] * x[2]);
  const double cx = (mass[1] * x[1] + mass[2] * x[2]) / total, cy = mass[2] * y[2] / total;
  for (int t = 0; t < 3; t++) {
    ax[t] = x[t] - cx, ay[t] = y[t] - cy;
    sxx += mass[t] * ax[t] * ax[t], sxy += mass[t] * ax[t] * ay[t], syy += mass[t] * ay[t] * ay[t];
  }
  double S[3][6] = {{0}};
  for (int k = 0; k < 3; k++) {
    for (int l = 0; l < 3; l++) {
      const double dot = d[k][0] * d[l][0] + d[k][1] * d[l][1] + d[k][2] * d[l][2];
      S[k][l] = dot * ((to[k] == to[l]) * w[3 * to[k]] + (from[k] == from[l]) * w[3 * from[k]] - (to[k] == from[l]) * w[3 * to[k]] -
                       (from[k] == to[l]) * w[3 * from[k]]);
    }
    S[k][3 + k] = 1;
  }
  for (int k = 0; k < 3; k++)
    for (int r = 0; r < 3; r++) {
      const double factor = r == k ? 1 - 1 / S[k][k] : S[r][k] / S[k][k];
      for (int c = 5; c >= k; c--) S[r][c] -= factor * S[k][c];
    }
  for (int k = 0; k < 3; k++)
    for (int l = 0; l < 3; l++) inverse[k][l] = S[k][3 + l];
}

int main(int argc, char **argv) {
  if (argc < 10) return 1;
  const int byNewton = argv[1][0] == 'r';
  const double coulomb = atof(argv[2]), h = atof(argv[7]), charge[3] = {-0.834, 0.417, 0.417};
  k12 = (REAL)atof(argv[3]), k6 = (REAL)atof(argv[4]);
  mass[0] = atof(argv[5]), mass[1] = mass[2] = atof(argv[6]), total = mass[0] + 2 * mass[1];
  const long steps = atol(argv[8]), rounds = atol(argv[9]);
  for (int a = 0; a < 3; a++)
    for (int b = 0; b < 3; b++) product[a][b] = (REAL)(coulomb * charge[a] * charge[b]);
  for (int c = 0; c < 9; c++) w[c] = 1 / mass[c / 3];
  for (int i = 0; i < N; i++)
    for (int c = 0; c < 9; c++)
      if (scanf("%lf", &q[c][i]) != 1) return 1;
  prepare();
  force();
  double best = 1e300;
  for (long r = 0; r < rounds; r++) {
    const double before = now();
    for (long k = 0; k < steps; k++) step(h, byNewton);
    const double us = 1e6 * (now() - before) / steps;
    if (us < best) best = us;
  }
  printf("%.4f %.3f %.17g %.17g %.17g\n", best, (double)iterations / (steps * rounds * N), q[0][0], q[1][0], q[2][0]);
  return 0;
}
