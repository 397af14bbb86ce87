/**
 * What the text of Ariel section 6 says about figures 2 to 6: levels and powers. The figures have no numbers; `again` holds those of an
 * independent computation of the same experiments (docs/theory/ariel.md). Errors are at t = 10 in the Euclidean norm, keyed by omega. No
 * measurement uses this file.
 */

export const rattle = {
  /** 6.1: "the difference is O(omega^-2) in both q and p" is the level at which errors saturate as H -> 0. RATTLE has order 2. */
  floorExponent: -2,
  order: 2,
  again: { 100: 8.2e-3, 1000: 4.4e-5, 10000: 4.4e-7 },
};

export const fromConstraints = {
  /** 6.2: "the saturation takes place at around". */
  saturation: { 1000: { q: 1e-5, p: 1e-3 }, 10000: { q: 1e-7, p: 1e-4 } },
  /** "Moving from omega = 100 to omega = 1000 multiplies the computational effort by 10". */
  growth: 10,
  again: {
    100: { q: 2.8e-3, p: 9.5e-3, forces: 13_000 },
    1000: { q: 9.6e-6, p: 5.4e-4, forces: 110_000 },
    10000: { q: 9.8e-8, p: 1.9e-4, forces: 836_000 },
  },
};

export const fromSlow = {
  /** 6.3: costs "approximately coincide" with those of 6.2; no saturation. */
  costRatio: 1,
};

export const periodic = {
  /** 6.4: "for omega = 1000 the errors saturate at". */
  saturation: { 1000: { q: 5e-8, p: 5e-7 } },
  again: { 100: { q: 5.3e-4, p: 7.8e-4 }, 1000: { q: 4e-8, p: 4e-7 } },
};

export const everyEvaluation = {
  /** 6.5: "an O(H^4) pattern" at omega = 10000. */
  order: 4,
  /** Steps H = 1/2 … 1/64. */
  again: {
    1000: { q: [3.5e-2, 4.7e-3, 4.0e-4, 2.8e-5, 2.1e-6, 1.7e-6] },
    10000: { q: [3.5e-2, 4.7e-3, 4.0e-4, 2.8e-5, 1.8e-6, 1.1e-7], least: 15_800, most: 319_000 },
  },
};

/** 6.3: cost from the constraint manifold over that from the slow one: "roughly the same", but more with the trapezoidal rule. */
export const implicitCodes = { bdf: 1, rosenbrock23: 1, trBdf2: 1, trapezoidal: 1 };
