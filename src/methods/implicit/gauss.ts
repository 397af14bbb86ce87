/**
 * Gauss collocation: s stages, order 2 s, A-stable, symmetric, symplectic; quadratic invariants are kept to rounding
 * (Hairer, Lubich, Wanner, Geometric Numerical Integration, II.1.3, IV.2). With Z_i = Y_i - y_0,
 *
 *     Z_i = h sum_j a_ij F(t + c_j h, y_0 + Z_j),     y_1 = y_0 + sum_i d_i Z_i,     d = b A^-1
 *
 * solved by simplified Newton until rounding stops it. Its matrix I - h A (x) J splits along the eigenvectors of A into
 * one real matrix (odd s) and one complex matrix for each pair (Hairer, Wanner, Solving Ordinary Differential Equations
 * II, IV.8). The first guess extrapolates the last step. Dense output is of order 3 in the first two methods, 5 in the
 * third. There is no error estimate, so steps are fixed.
 */

import type { Method } from "../../core/index.js";
import { inRotations } from "../common/in-rotations.js";
import { implicitMethod, tabledFactories } from "../common/tabled.js";
import { GaussStepper } from "./parts/gauss-stepper.js";
import { type GaussTable, gauss4Table, gauss6Table, midpointTable } from "./parts/gauss-tables.js";

/**
 * The implicit midpoint rule, order 2, with fixed steps: symplectic, and keeps quadratic invariants.
 *
 * @example
 * run(springs, { method: implicitMidpoint(), step: 0.05, until: 10 });
 */
export const implicitMidpoint = (): Method => gauss(midpointTable);

/**
 * Gauss collocation of order 4, with fixed steps: symplectic, and keeps quadratic invariants.
 *
 * @example
 * run(springs, { method: gauss4(), step: 0.05, until: 10 });
 */
export const gauss4 = (): Method => gauss(gauss4Table);

/**
 * Gauss collocation of order 6, with fixed steps: symplectic, and keeps quadratic invariants.
 *
 * @example
 * run(springs, { method: gauss6(), step: 0.1, until: 10 });
 */
export const gauss6 = (): Method => gauss(gauss6Table);

const gauss = (table: GaussTable): Method =>
  implicitMethod(table, false, (problem) => inRotations(problem, undefined, (inner) => new GaussStepper(inner, table)));

export const gaussFactories = tabledFactories([midpointTable, gauss4Table, gauss6Table], gauss);
