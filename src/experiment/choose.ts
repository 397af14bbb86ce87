/** What to use where the user has not said: formulation, method and projection, with one sentence why. */

import type { System } from "../core/index.js";
import type { NamedChoice } from "../model/index.js";
import { chooseAlgebraic } from "./choose-algebraic.js";
import { apart } from "./registry.js";
import type { RunSettings } from "./settings.js";

export interface Choice {
  readonly formulation: NamedChoice;
  readonly method: NamedChoice;
  /** "none" for no projection. */
  readonly projection: NamedChoice;
  /** One sentence: why these. */
  readonly reason: string;
}

/** Methods that keep the constraints themselves, and those that need forces without constraints; with their variants. */
const constrained = new Set(["shake", "rattle", "gn"]);
const unconstrained = new Set(["verlet", "variational", "newmark", "pushforward", "zs", "zss"]);

export function choose(system: System, settings: RunSettings): Choice {
  if (system.algebraic !== undefined) return chooseAlgebraic(system.algebraic, settings);
  const { rtol = 1e-6 } = settings;
  const m = system.mechanics?.m ?? 0;
  // "rattle-1" and "rattle-4" are kinds of rattle
  const named = settings.method === undefined ? undefined : apart(settings.method).name.split("-")[0];

  const formulation =
    settings.formulation ??
    (m === 0
      ? "ode"
      : named === undefined
        ? "underlying"
        : constrained.has(named)
          ? "rigid"
          : unconstrained.has(named)
            ? "stiff"
            : "underlying");
  const view = apart(formulation).name;
  const method = settings.method ?? (view === "rigid" ? "rattle" : rtol > 1e-5 ? "dopri5" : "dop853");
  const hasManifold =
    view === "underlying" || view === "adiabatic" || (view === "ode" && system.invariants !== undefined);
  const slow: Record<string, NamedChoice> = { "slow-field": "algebraic", averaged: { name: "ipa", when: "start" } };
  const projection = settings.projection ?? (hasManifold ? "stabilise" : (slow[view] ?? "none"));

  const what =
    m === 0
      ? system.mechanics === undefined
        ? "A first-order system"
        : "Nothing is constrained"
      : `${m} constraint${m === 1 ? "" : "s"}`;
  const how: Record<string, string> = {
    underlying: "in the rigid view: the multipliers are eliminated and the drift is stabilised after every step",
    rigid: "kept by the method itself",
    stiff: "as stiff springs, whose fast motion is followed",
    "slow-field": "on the slow motion of stiff springs, by algebra: the cost does not depend on omega",
    adiabatic: "whose vibration acts on the mean motion by the actions it keeps",
    averaged: "as stiff springs whose fast motion is averaged away: the cost does not depend on omega",
    ode: "so it is an ordinary differential equation",
  };
  return {
    formulation,
    method,
    projection,
    reason: `${what}${m === 0 ? ", " : " "}${how[view] ?? `in formulation ${view}`}.`,
  };
}
