/*
 * The rigid double pendulum of Ariel, section 5.1, by SUNDIALS, as a user would set it up: ARKODE's explicit Runge-Kutta
 * methods on the underlying ODE, with or without one correction of positions and one of velocities after every step, and
 * CVODE's BDF with its own projection (which it does not offer for Adams) or Adams without, each by functional iteration
 * and by Newton's with a dense Jacobian by differences, which is CVODE's default. The equations are written out by hand.
 *
 * Reads lines "solver projected tolerance first runs", where first is the first step, or 0 for the solver's own. Answers
 * each line with "best median evaluations steps x1 y1 x2 y2", with times in microseconds. The solver's memory is made once
 * per line; a run begins with its reinitialisation and ends at t = 10.
 */

#include <stdio.h> /* needed by the headers of ARKODE */
#include <arkode/arkode_butcher_erk.h>
#include <arkode/arkode_erkstep.h>
#include <cvode/cvode.h>
#include <cvode/cvode_proj.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <stdlib.h>
#include <string.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>
#include <time.h>

static const double start[8] = {1, 0, 2, 0, 0, -0.5, 0, 0.5};
static const double end = 10;

/* rods r1 = a, r2 = b - a with g = (|r|^2 - 1)/2: S lambda = (v1.v1, v2.v2), a'' = -r1 l1 + r2 l2, b'' = -r2 l2 */
static int rate(realtype t, N_Vector y, N_Vector dy, void *data) {
  const double *restrict q = N_VGetArrayPointer(y), *restrict v = q + 4;
  double *restrict d = N_VGetArrayPointer(dy);
  double x1 = q[0], y1 = q[1], x2 = q[2] - x1, y2 = q[3] - y1;
  double u1 = v[0], w1 = v[1], u2 = v[2] - u1, w2 = v[3] - w1;
  double s11 = x1 * x1 + y1 * y1, s12 = -(x1 * x2 + y1 * y2), s22 = 2 * (x2 * x2 + y2 * y2);
  double c1 = u1 * u1 + w1 * w1, c2 = u2 * u2 + w2 * w2;
  double scale = 1 / (s11 * s22 - s12 * s12);
  double l1 = (s22 * c1 - s12 * c2) * scale, l2 = (s11 * c2 - s12 * c1) * scale;
  d[0] = v[0];
  d[1] = v[1];
  d[2] = v[2];
  d[3] = v[3];
  d[4] = x2 * l2 - x1 * l1;
  d[5] = y2 * l2 - y1 * l1;
  d[6] = -x2 * l2;
  d[7] = -y2 * l2;
  (void)t, (void)data;
  return 0;
}

/* the correction -G^T S^-1 h of positions or velocities, G at q */
static void pull(const double *q, double h1, double h2, double *out) {
  double x1 = q[0], y1 = q[1], x2 = q[2] - x1, y2 = q[3] - y1;
  double s11 = x1 * x1 + y1 * y1, s12 = -(x1 * x2 + y1 * y2), s22 = 2 * (x2 * x2 + y2 * y2);
  double scale = 1 / (s11 * s22 - s12 * s12);
  double l1 = (s22 * h1 - s12 * h2) * scale, l2 = (s11 * h2 - s12 * h1) * scale;
  out[0] += x2 * l2 - x1 * l1;
  out[1] += y2 * l2 - y1 * l1;
  out[2] -= x2 * l2;
  out[3] -= y2 * l2;
}

static void correct(double *y) {
  double x2 = y[2] - y[0], y2 = y[3] - y[1];
  pull(y, (y[0] * y[0] + y[1] * y[1] - 1) / 2, (x2 * x2 + y2 * y2 - 1) / 2, y);
  double *v = y + 4;
  pull(y, y[0] * v[0] + y[1] * v[1], (y[2] - y[0]) * (v[2] - v[0]) + (y[3] - y[1]) * (v[3] - v[1]), v);
}

static int project(realtype t, N_Vector y, void *data) {
  correct(N_VGetArrayPointer(y));
  (void)t, (void)data;
  return 0;
}

static int correction(realtype t, N_Vector y, N_Vector corr, realtype eps, N_Vector err, void *data) {
  double z[8], *c = N_VGetArrayPointer(corr), *at = N_VGetArrayPointer(y);
  memcpy(z, at, sizeof z);
  correct(z);
  for (int i = 0; i < 8; i++) c[i] = z[i] - at[i];
  (void)t, (void)eps, (void)err, (void)data;
  return 0;
}

static double now(void) {
  struct timespec s;
  clock_gettime(CLOCK_MONOTONIC, &s);
  return 1e6 * s.tv_sec + 1e-3 * s.tv_nsec;
}

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static int tableOf(const char *solver) {
  if (!strcmp(solver, "erk4")) return ARKODE_ZONNEVELD_5_3_4;
  if (!strcmp(solver, "erk5")) return ARKODE_DORMAND_PRINCE_7_4_5;
  if (!strcmp(solver, "erk6")) return ARKODE_VERNER_8_5_6;
  return ARKODE_FEHLBERG_13_7_8;
}

int main(void) {
  char solver[32];
  double tolerance, first;
  int projected, runs;
  while (scanf("%31s %d %lf %lf %d", solver, &projected, &tolerance, &first, &runs) == 5) {
    SUNContext context;
    SUNContext_Create(NULL, &context);
    N_Vector y0 = N_VNew_Serial(8, context), y = N_VNew_Serial(8, context);
    memcpy(N_VGetArrayPointer(y0), start, sizeof start);
    int explicit = !strncmp(solver, "erk", 3), failed = 0;
    void *memory;
    SUNNonlinearSolver iteration = NULL;
    SUNMatrix jacobian = NULL;
    SUNLinearSolver linear = NULL;
    if (explicit) {
      memory = ERKStepCreate(rate, 0, y0, context);
      ERKStepSetTableNum(memory, tableOf(solver));
      ERKStepSStolerances(memory, tolerance, tolerance);
      ERKStepSetMaxNumSteps(memory, 8000);
      if (projected) ERKStepSetPostprocessStepFn(memory, project);
    } else {
      memory = CVodeCreate(strncmp(solver, "adams", 5) ? CV_BDF : CV_ADAMS, context);
      CVodeInit(memory, rate, 0, y0);
      CVodeSStolerances(memory, tolerance, tolerance);
      if (strstr(solver, "-newton")) {
        jacobian = SUNDenseMatrix(8, 8, context);
        linear = SUNLinSol_Dense(y0, jacobian, context);
        CVodeSetLinearSolver(memory, linear, jacobian);
      } else {
        iteration = SUNNonlinSol_FixedPoint(y0, 0, context);
        CVodeSetNonlinearSolver(memory, iteration);
      }
      CVodeSetMaxNumSteps(memory, 8000);
      if (projected) CVodeSetProjFn(memory, correction);
    }
    double *times = malloc(runs * sizeof *times);
    for (int k = 0; k < runs; k++) {
      double begun = now(), t = 0;
      if (explicit) {
        failed |= ERKStepReInit(memory, rate, 0, y0) < 0;
        ERKStepSetInitStep(memory, first);
        ERKStepSetStopTime(memory, end);
        failed |= ERKStepEvolve(memory, end, y, &t, ARK_NORMAL) < 0;
      } else {
        failed |= CVodeReInit(memory, 0, y0) < 0;
        CVodeSetInitStep(memory, first);
        CVodeSetStopTime(memory, end);
        failed |= CVode(memory, end, y, &t, CV_NORMAL) < 0;
      }
      times[k] = now() - begun;
    }
    qsort(times, runs, sizeof *times, ascending);
    long steps = 0, evaluations = 0;
    if (explicit) {
      ERKStepGetNumSteps(memory, &steps);
      ERKStepGetNumRhsEvals(memory, &evaluations);
    } else {
      CVodeGetNumSteps(memory, &steps);
      CVodeGetNumRhsEvals(memory, &evaluations);
      if (linear) {
        long differences = 0;
        CVodeGetNumLinRhsEvals(memory, &differences);
        evaluations += differences;
      }
    }
    const double *q = N_VGetArrayPointer(y);
    if (failed) printf("failed\n");
    else
      printf("%.3f %.3f %ld %ld %.17g %.17g %.17g %.17g\n", times[0], times[runs / 2], evaluations, steps, q[0], q[1], q[2],
             q[3]);
    fflush(stdout);
    free(times);
    if (explicit) ERKStepFree(&memory);
    else CVodeFree(&memory);
    if (iteration) SUNNonlinSolFree(iteration);
    if (linear) SUNLinSolFree(linear);
    if (jacobian) SUNMatDestroy(jacobian);
    N_VDestroy(y);
    N_VDestroy(y0);
    SUNContext_Free(&context);
  }
  return 0;
}
