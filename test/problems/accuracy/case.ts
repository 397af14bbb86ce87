/** A problem with a reference that does not come from the library, and the ways to solve it. */

export interface Case {
  readonly name: string;
  readonly kind: "points" | "constraints" | "bodies" | "M(q)" | "states" | "index 1" | "index 2";
  readonly stiff?: boolean;
  /** A model file's data. */
  readonly model: Readonly<Record<string, unknown>>;
  readonly until: number;
  /** y at the end, and the multipliers where they are known. */
  readonly reference: () => Reference;
  readonly ways: readonly Way[];
}

export interface Reference {
  readonly y: readonly number[];
  readonly lambda?: readonly number[];
}

export interface Way {
  readonly method: string;
  readonly formulation?: string;
  readonly omega?: number;
}

/** Without constraints: three explicit methods, or three implicit ones. */
export const explicit: readonly Way[] = [{ method: "dop853" }, { method: "gbs" }, { method: "adams" }];
export const implicit: readonly Way[] = [{ method: "radau5" }, { method: "bdf" }];

/** With constraints: eliminated (index 1), and kept by the method at the level of positions (index 3). */
export const both: readonly Way[] = [
  { formulation: "underlying", method: "dop853" },
  { formulation: "underlying", method: "adams" },
  { formulation: "rigid", method: "radau5" },
];

export const named = (name: string, parts: Readonly<Record<string, unknown>>): Case["model"] => ({
  taut: 1,
  name,
  ...parts,
});
