/** Y_i = y_0 + h (sum_j a_ij k_j + diagonal k_i), k_i = F(t + c_i h, Y_i), k_0 = F(t, y_0); the last stage is y_1. */
export interface EsdirkTable {
  readonly name: string;
  /** One sentence that says what the method is and when to use it. */
  readonly about: string;
  readonly order: number;
  readonly diagonal: number;
  /** The method damps oscillations that its steps do not resolve. */
  readonly damps?: boolean;
  readonly c: readonly number[];
  /** The coefficients to the left of the diagonal. */
  readonly a: readonly (readonly number[])[];
  /** Steps are fixed, not chosen by the error. */
  readonly fixedSteps?: boolean;
  /** error = h sum_j e_j k_j. With "history" it is h^3 y''' / 12 from the rates of this step and the last. */
  readonly error: readonly number[] | "history";
}

const gamma = 2 - Math.SQRT2;
const w = Math.SQRT2 / 4;

export const implicitEulerTable: EsdirkTable = {
  name: "implicit-euler",
  about: "Backward Euler with fixed steps, order 1, L-stable: the simplest stiff solver, for comparison.",
  order: 1,
  fixedSteps: true,
  damps: true,
  diagonal: 1,
  c: [0, 1],
  a: [[], [0]],
  error: [-1 / 2, 1 / 2],
};

export const trapezoidalTable: EsdirkTable = {
  name: "trapezoidal",
  about: "Trapezoidal rule with error control (ode23t), order 2: for moderately stiff problems without damping.",
  order: 2,
  diagonal: 1 / 2,
  c: [0, 1],
  a: [[], [1 / 2]],
  error: "history",
};

export const trBdf2Table: EsdirkTable = {
  name: "tr-bdf2",
  about: "Trapezoidal rule, then BDF2 (ode23tb), order 2, L-stable: for stiff problems at low accuracy.",
  order: 2,
  damps: true,
  diagonal: gamma / 2,
  c: [0, gamma, 1],
  a: [[], [gamma / 2], [w, w]],
  error: [(4 * w - 1) / 3, -1 / 3, gamma / 3],
};
