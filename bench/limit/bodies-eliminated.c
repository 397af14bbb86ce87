/*
 * Accelerations of a chain of bodies with its multipliers eliminated, written by hand: n bars of length 1 and mass 1 in space, on hinges
 * across their ends, under gravity, the first of them held by the world. A body is its centre r and three directors d1, d2, d3 with the
 * diagonal mass m, J1, J2, J3. Its rows are d_i . d_j; those of a hinge are the place of its point (3) and the axis of the body before
 * against two directions of the body after (2).
 *
 * S lambda = G M^-1 f + c with S = G M^-1 G^T. The 5 rows of a hinge and the 6 rows of the body after it make a block of 11; only the 5 rows of
 * the next hinge couple with it. Blocks are factorised by Cholesky along the chain, together with their assembly; then the multipliers are found
 * backwards, and q'' = M^-1 (f - G^T lambda). Rows of hinges are products of one vector in the body and one in space, which is used.
 *
 * Usage: bodies-eliminated n evaluations rounds, and the state on standard input: positions, then velocities, each as all r, all d1, all d2,
 * all d3. Prints nanoseconds of processor time per body and evaluation (the best round), and all accelerations.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "clock.h"

enum { J = 5, B = 6, K = J + B };

typedef struct {
  double l[K][K], c[K][J], y[K], lambda[K];
  double axis[3], u[3], w[3];
} Block;

/* the rows of a body, as pairs of directors */
static const int first[B] = {0, 1, 0, 2, 0, 1}, second[B] = {0, 1, 1, 2, 2, 2};
/* the point of a hinge and its axis in the body before it; its point and two directions in the body after it */
static const double before[3] = {0.5, 0, 0}, after[3] = {-0.5, 0, 0}, h[3] = {0, 1, 0}, ua[3] = {0, 0, 1}, wa[3] = {1, 0, 0};
static const double gravity[3] = {0, 0, -9.81};
static double inverse[4];

static inline double dot(const double *a, const double *b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
static inline double weighted(const double *a, const double *b) {
  return a[0] * b[0] * inverse[1] + a[1] * b[1] * inverse[2] + a[2] * b[2] * inverse[3];
}
static inline void turned(double *out, const double d[3][3], const double *local) {
  for (int c = 0; c < 3; c++) out[c] = local[0] * d[0][c] + local[1] * d[1][c] + local[2] * d[2][c];
}

__attribute__((noinline)) static void accelerations(long n, const double *restrict q, const double *restrict v, double *restrict a,
                                                    Block *restrict blocks) {
  const double aa = inverse[0] + weighted(after, after), ab = inverse[0] + weighted(after, before), bb = inverse[0] + weighted(before, before);
  const double au = weighted(after, ua), aw = weighted(after, wa), bh = weighted(before, h), ah = weighted(after, h);
  const double uu = weighted(ua, ua), uw = weighted(ua, wa), ww = weighted(wa, wa), hh = weighted(h, h);
  const double bu = weighted(before, ua), bw = weighted(before, wa), uh = weighted(ua, h), wh = weighted(wa, h);
  double d[3][3], rate[3][3], next[3][3], nextRate[3][3], axis[3] = {0, 1, 0}, turn[3] = {0, 0, 0};
  for (int k = 0; k < 3; k++)
    for (int c = 0; c < 3; c++) d[k][c] = q[3 * n * (k + 1) + c], rate[k][c] = v[3 * n * (k + 1) + c];
  for (long i = 0; i < n; i++) {
    Block *const b = blocks + i;
    double u[3], w[3], du[3], dw[3], s[K][K] = {{0}}, right[K];
    turned(u, d, ua), turned(w, d, wa), turned(du, rate, ua), turned(dw, rate, wa);
    memcpy(b->axis, axis, sizeof axis), memcpy(b->u, u, sizeof u), memcpy(b->w, w, sizeof w);

    /* 1. the hinge on this body, then on the body before */
    const double e2 = dot(axis, axis);
    for (int c = 0; c < 3; c++) s[c][c] = aa, s[3][c] = -au * axis[c], s[4][c] = -aw * axis[c], right[c] = -gravity[c];
    s[3][3] = uu * e2, s[4][3] = uw * e2, s[4][4] = ww * e2;
    right[3] = 2 * dot(turn, du), right[4] = 2 * dot(turn, dw);
    if (i > 0) {
      for (int c = 0; c < 3; c++) s[c][c] += bb, s[3][c] += bh * u[c], s[4][c] += bh * w[c], right[c] += gravity[c];
      s[3][3] += hh * dot(u, u), s[4][3] += hh * dot(u, w), s[4][4] += hh * dot(w, w);
    }

    /* 2. the rows of the body, with those of the hinge and with themselves */
    double products[3][3];
    for (int k = 0; k < 3; k++)
      for (int l = 0; l < 3; l++) products[k][l] = dot(d[k], d[l]);
    for (int r = 0; r < B; r++) {
      const int k = first[r], l = second[r];
      const double wk = inverse[k + 1], wl = k == l ? 0 : inverse[l + 1];
      double pull[3];
      for (int c = 0; c < 3; c++) s[J + r][c] = -(after[k] * wk * d[l][c] + after[l] * wl * d[k][c]);
      for (int c = 0; c < 3; c++) pull[c] = ua[k] * wk * d[l][c] + ua[l] * wl * d[k][c];
      s[J + r][3] = dot(pull, axis);
      for (int c = 0; c < 3; c++) pull[c] = wa[k] * wk * d[l][c] + wa[l] * wl * d[k][c];
      s[J + r][4] = dot(pull, axis);
      for (int o = 0; o <= r; o++) {
        const int f = first[o], g = second[o];
        double sum = 0;
        if (k == f) sum += wk * products[l][g];
        if (k == g && f != g) sum += wk * products[l][f];
        if (k != l && l == f) sum += wl * products[k][g];
        if (k != l && l == g && f != g) sum += wl * products[k][f];
        s[J + r][J + o] = sum;
      }
      right[J + r] = (k == l ? 1 : 2) * dot(rate[k], rate[l]);
    }

    /* 3. minus what the block before contributes to the rows of the hinge */
    if (i > 0) {
      const Block *const p = b - 1;
      for (int r = 0; r < J; r++) {
        for (int c = 0; c <= r; c++) {
          double sum = 0;
          for (int k = 0; k < K; k++) sum += p->c[k][r] * p->c[k][c];
          s[r][c] -= sum;
        }
        double sum = 0;
        for (int k = 0; k < K; k++) sum += p->c[k][r] * p->y[k];
        right[r] -= sum;
      }
    }

    /* 4. Cholesky with the inverses of the pivots on the diagonal, and the right-hand side */
    for (int c = 0; c < K; c++) {
      double pivot = s[c][c];
      for (int k = 0; k < c; k++) pivot -= b->l[c][k] * b->l[c][k];
      pivot = 1 / sqrt(pivot);
      b->l[c][c] = pivot;
      for (int r = c + 1; r < K; r++) {
        double sum = s[r][c];
        for (int k = 0; k < c; k++) sum -= b->l[r][k] * b->l[c][k];
        b->l[r][c] = sum * pivot;
      }
    }
    for (int r = 0; r < K; r++) {
      double sum = right[r];
      for (int k = 0; k < r; k++) sum -= b->l[r][k] * b->y[k];
      b->y[r] = sum * b->l[r][r];
    }

    /* 5. the coupling with the next hinge, which acts on this body */
    if (i + 1 == n) break;
    double c[K][J] = {{0}}, nu[3], nw[3], ne[3];
    for (int k = 0; k < 3; k++)
      for (int x = 0; x < 3; x++) next[k][x] = q[3 * (n * (k + 1) + i + 1) + x], nextRate[k][x] = v[3 * (n * (k + 1) + i + 1) + x];
    turned(nu, next, ua), turned(nw, next, wa), turned(ne, d, h);
    for (int x = 0; x < 3; x++) {
      c[x][x] = -ab, c[x][3] = -ah * nu[x], c[x][4] = -ah * nw[x];
      c[3][x] = bu * axis[x], c[4][x] = bw * axis[x];
    }
    c[3][3] = uh * dot(axis, nu), c[3][4] = uh * dot(axis, nw), c[4][3] = wh * dot(axis, nu), c[4][4] = wh * dot(axis, nw);
    for (int r = 0; r < B; r++) {
      const int k = first[r], l = second[r];
      const double wk = inverse[k + 1], wl = k == l ? 0 : inverse[l + 1];
      double pull[3];
      for (int x = 0; x < 3; x++) c[J + r][x] = before[k] * wk * d[l][x] + before[l] * wl * d[k][x];
      for (int x = 0; x < 3; x++) pull[x] = h[k] * wk * d[l][x] + h[l] * wl * d[k][x];
      c[J + r][3] = dot(pull, nu), c[J + r][4] = dot(pull, nw);
    }
    for (int r = 0; r < K; r++)
      for (int x = 0; x < J; x++) {
        double sum = c[r][x];
        for (int k = 0; k < r; k++) sum -= b->l[r][k] * b->c[k][x];
        b->c[r][x] = sum * b->l[r][r];
      }
    turned(turn, rate, h);
    memcpy(axis, ne, sizeof ne), memcpy(d, next, sizeof d), memcpy(rate, nextRate, sizeof rate);
  }

  /* 6. backwards: multipliers, and accelerations of a body from its own rows and both hinges */
  for (long i = n - 1; i >= 0; i--) {
    Block *const b = blocks + i;
    const Block *const o = i + 1 < n ? b + 1 : 0;
    for (int r = K - 1; r >= 0; r--) {
      double sum = b->y[r];
      if (o)
        for (int x = 0; x < J; x++) sum -= b->c[r][x] * o->lambda[x];
      for (int k = r + 1; k < K; k++) sum -= b->l[k][r] * b->lambda[k];
      b->lambda[r] = sum * b->l[r][r];
    }
    const double *const t = b->lambda;
    double pull[4][3];
    for (int c = 0; c < 3; c++) {
      pull[0][c] = -t[c];
      for (int k = 0; k < 3; k++) pull[k + 1][c] = -after[k] * t[c] + (ua[k] * t[3] + wa[k] * t[4]) * b->axis[c];
    }
    if (o)
      for (int c = 0; c < 3; c++) {
        pull[0][c] += o->lambda[c];
        for (int k = 0; k < 3; k++) pull[k + 1][c] += before[k] * o->lambda[c] + h[k] * (o->u[c] * o->lambda[3] + o->w[c] * o->lambda[4]);
      }
    for (int r = 0; r < B; r++) {
      const int k = first[r], l = second[r];
      for (int c = 0; c < 3; c++) {
        pull[k + 1][c] += t[J + r] * q[3 * (n * (l + 1) + i) + c];
        if (k != l) pull[l + 1][c] += t[J + r] * q[3 * (n * (k + 1) + i) + c];
      }
    }
    for (int c = 0; c < 3; c++) {
      a[3 * i + c] = gravity[c] - inverse[0] * pull[0][c];
      for (int k = 1; k < 4; k++) a[3 * (n * k + i) + c] = -inverse[k] * pull[k][c];
    }
  }
}

int main(int argc, char **argv) {
  if (argc < 4) return 1;
  const long n = atol(argv[1]), evaluations = atol(argv[2]), rounds = atol(argv[3]);
  double *q = calloc(12 * n, sizeof *q), *v = calloc(12 * n, sizeof *v), *a = calloc(12 * n, sizeof *a);
  Block *blocks = calloc(n, sizeof *blocks);
  for (long k = 0; k < 24 * n; k++)
    if (scanf("%lf", k < 12 * n ? q + k : v + k - 12 * n) != 1) return 1;
  for (int k = 0; k < 4; k++)
    if (scanf("%lf", inverse + k) != 1) return 1;
  double best = 1e300;
  for (long r = 0; r < rounds; r++) {
    const double start = now();
    for (long k = 0; k < evaluations; k++) accelerations(n, q, v, a, blocks);
    const double ns = 1e9 * (now() - start) / evaluations / n;
    if (ns < best) best = ns;
  }
  printf("%.4f", best);
  for (long k = 0; k < 12 * n; k++) printf(" %.17g", a[k]);
  printf("\n");
  return 0;
}
