/**
 * Why a method, formulation or projection cannot be used here, as data; `refuses` returns it. Sentences are made from
 * it where it is shown to the user.
 */
export interface Refusal {
  readonly code: RefusalCode;
  readonly who: Refuser;
  /** What must hold; completes "needs …". */
  readonly needs: string;
  /** What was found instead: a clause. */
  readonly found: string;
  /** What to do: an imperative without its full stop. */
  readonly instead: string;
}

/** The part that refuses, in a `Refusal`. */
export interface Refuser {
  readonly kind: "method" | "formulation" | "projection";
  readonly name: string;
  /** The inner method that refuses. */
  readonly inner?: string;
}

/** The kind of a `Refusal`, for programs. */
export type RefusalCode =
  /** The problem lacks coordinates with masses, forces, or a complete right-hand side. */
  | "needs-mechanics"
  | "needs-forces"
  | "needs-rate"
  /** The model has no constraints. */
  | "needs-constraints"
  /** The formulation leaves constraints to a method that cannot keep them, or leaves none to a method that needs
   * them. */
  | "constraints-left-to-method"
  | "constraints-not-left"
  /** The model has constraints or algebraic variables that the formulation does not treat. */
  | "has-constraints"
  | "has-algebraic"
  /** The model has states or algebraic variables beside its coordinates. */
  | "has-states"
  /** Algebraic variables or invariants are missing, or the algebraic variables have the wrong index. */
  | "needs-algebraic"
  | "index"
  | "varying-mass"
  | "needs-linear"
  | "mass-blocks"
  | "velocity-dependent"
  /** Some force reads multipliers of constraints, as friction does. */
  | "reads-multipliers"
  | "time-dependent"
  /** A function in the model has no derivatives. */
  | "needs-derivatives"
  /** The constraints are not of the form that the method solves. */
  | "structure"
  | "too-many-constraints"
  | "needs-stiffness"
  | "needs-units"
  /** For projections: there is nothing to project onto, the manifold is of the wrong kind, or there is no fast rate to
   * damp. */
  | "no-manifold"
  | "another-manifold"
  | "no-fast-rate"
  /** For filtering: no window fits the frequencies measured at the start. */
  | "window"
  | "start"
  /** An option does not fit the problem. */
  | "option";

/**
 * The text of a refusal, as errors show it.
 *
 * @example
 * const refusal = rattle().refuses(underlying().apply(compileSystem(lower(pendulum))));
 * if (refusal !== undefined) console.log(sentence(refusal)); // method "rattle": needs … Use …
 */
export function sentence({ who, needs, found, instead }: Refusal): string {
  const inner = who.inner === undefined ? "" : `, inner "${who.inner}"`;
  // a model without a name
  const said = found.replace(/(^|\s)""(?=\s)/g, "$1the model");
  return `${who.kind} "${who.name}"${inner}: needs ${needs}, and ${said}. ${instead}.`;
}

/** A refusal without the name of the refusing part: what `methodRefuses` and its siblings take. */
export type Reason = Omit<Refusal, "who">;

/**
 * A refusal by the method of this name.
 *
 * @example
 * const reason = { needs: "forces", found: "the problem gives rates", instead: `Use "rk4"` };
 * sentence(methodRefuses("mine", { code: "needs-forces", ...reason }));
 * // method "mine": needs forces, and the problem gives rates. Use "rk4".
 */
export const methodRefuses = (name: string, reason: Reason): Refusal => ({ ...reason, who: { kind: "method", name } });

/**
 * A refusal by the formulation of this name.
 *
 * @example
 * const reason = { needs: "constraints", found: "the model has none", instead: `Use "ode"` };
 * sentence(formulationRefuses("mine", { code: "needs-constraints", ...reason }));
 * // formulation "mine": needs constraints, and the model has none. Use "ode".
 */
export const formulationRefuses = (name: string, reason: Reason): Refusal => ({
  ...reason,
  who: { kind: "formulation", name },
});

/**
 * A refusal by the projection of this name.
 *
 * @example
 * const reason = { needs: "constraints", found: "the model has none", instead: `Use "none"` };
 * sentence(projectionRefuses("mine", { code: "no-manifold", ...reason }));
 * // projection "mine": needs constraints, and the model has none. Use "none".
 */
export const projectionRefuses = (name: string, reason: Reason): Refusal => ({
  ...reason,
  who: { kind: "projection", name },
});
