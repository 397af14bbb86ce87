/** The parameters of a heat bath, independent of the problem. */
export interface Bath {
  /** Temperature, in the model's unit of energy. */
  readonly kT: number;
  /** Rate of friction, 1/time; with form "plain", mass/time. */
  readonly friction: number;
  readonly form: "mass" | "plain";
  readonly seed: number;
  /** Velocities at the start are drawn at kT. */
  readonly thermal: boolean;
  /** Fixman's potential acts on rigid constraints. */
  readonly fixman: boolean;
}
