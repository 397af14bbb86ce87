/** The claims beyond the papers. The exact slow solution at omega = 1000 is from an independent computation (docs/theory/ariel.md). */

export const projection = {
  orders: [4, 6, 8] as const,
  /** Multipliers of the rigid view at (31)-(32). */
  multipliers: [1.5, 1.25],
};

export const slowField = {
  /** Positions at t = 10 of the slow solution. */
  end: [0.999344145542376, -0.036208775471072, 0.661557390627256, 0.905014184464194],
  error: 1e-8,
  rightHandSides: 960,
  /** Growth of the work from omega = 1e2 to 1e8. */
  growth: 1.1,
  /** Powers of omega in the distance of the rigid motion from the slow one, and with its first correction. */
  rigid: -2,
  corrected: -4,
};

export const vibration = {
  /** Distance of the rigid motion at t = 10, at every omega. */
  rigid: 1.3,
  /** Distance of the adiabatic motion at t = 10, at omega = 1e2 and 1e4. */
  at10: [6e-2, 5e-3],
  /** Power of omega in the distance at t = 2: at most this. */
  slope: -0.5,
};

const rate = "about as many, when a good rate is known; here it is known from a stabilised run";

export const workPrecision: {
  readonly worse: string;
  readonly floor: string;
  readonly about: Readonly<Record<string, string>>;
  readonly between: Readonly<Record<string, readonly [number, number]>>;
} = {
  worse: "as many or more",
  floor: "its error has a floor, because inner steps and beta keep it away from the rigid motion",
  about: { "Baumgarte, gamma = 1/h": rate, "stabilise + adams": "about as many" },
  between: { "Baumgarte, gamma = 1/h": [0.5, 2], "stabilise + adams": [0.5, 2] },
};
