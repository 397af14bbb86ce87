/** What to use where the user has not said: formulation, method and projection, with one sentence why. */

import type { Workspace } from "../core/index.js";
import type { NamedChoice } from "../model/index.js";
import type { Choice } from "./choice.js";
import { chooseAlgebraic } from "./choose-algebraic.js";
import { apart } from "./registry.js";
import type { RunSettings } from "./settings.js";
import { startVibrates } from "./vibrating-start.js";

/** Methods that keep the constraints themselves, and those that need forces without constraints; with their variants. */
const constrained = new Set(["shake", "rattle", "gn", "settle", "lincs", "lie"]);
const unconstrained = new Set(["verlet", "variational", "newmark", "pushforward", "zs", "zss"]);

/** Above this tolerance order 5 is cheaper than order 8. */
const lowOrderAbove = 2e-4;
/** Above this tolerance Radau needs few steps enough to beat BDF, up to a size where its complex factorisations outweigh them. */
const radauAbove = 1e-5;
const radauUpTo = 24;

export function choose(workspace: Workspace, settings: RunSettings): Choice {
  const given = settings.method === undefined ? { name: "auto", options: {} } : apart(settings.method);
  const isAuto = given.name === "auto";
  if (workspace.algebraic !== undefined) {
    const { method: _, ...others } = settings;
    return chooseAlgebraic(workspace, workspace.algebraic, isAuto ? others : settings);
  }
  const m = workspace.mechanics?.m ?? 0;
  // "rattle-1" and "rattle-4" are kinds of rattle; a heat bath around nothing in particular takes it too
  const kind = innermost(given)?.split("-")[0] ?? "rattle";

  const formulation =
    settings.formulation ??
    (m === 0
      ? "ode"
      : constrained.has(kind)
        ? "rigid"
        : unconstrained.has(kind)
          ? "stiff"
          : isAuto && startVibrates(workspace, settings)
            ? "adiabatic"
            : "underlying");
  const view = apart(formulation).name;
  const chosen = isAuto ? chooseMethod(workspace, view, settings, given.options) : undefined;
  const hasManifold =
    view === "underlying" || view === "adiabatic" || (view === "ode" && workspace.invariants !== undefined);
  const slow: Record<string, NamedChoice> = { "slow-field": "algebraic", averaged: { name: "ipa", when: "start" } };
  // one correction leaves the square of what a step may drift, far below the tolerance; who names a method may want rounding
  const stabilised: NamedChoice = isAuto ? { name: "stabilise", corrections: 1 } : "stabilise";
  const projection = settings.projection ?? (hasManifold ? stabilised : (slow[view] ?? "none"));
  return {
    formulation,
    method: chosen?.method ?? settings.method!,
    projection,
    reason: `${subject(workspace, view)}${chosen === undefined ? "" : `; ${chosen.reason}`}.`,
  };
}

/** The name of what steps the motion: the method's own, or that of the method inside it; undefined: left to it. */
function innermost({ name, options }: ReturnType<typeof apart>): string | undefined {
  if (name !== "langevin") return name;
  return options.inner === undefined ? undefined : String(options.inner).split(":")[0];
}

/** Whether the choice for these settings depends on where the system starts. */
export function looksAtStart({ mechanics }: Workspace, { method = "auto", formulation }: RunSettings): boolean {
  return formulation === undefined && (mechanics?.m ?? 0) > 0 && apart(method).name === "auto";
}

/** The method for a view, when it is left to us. `halves` are those of `auto` that the user has named. */
function chooseMethod(
  workspace: Workspace,
  view: string,
  { rtol, step }: RunSettings,
  halves: Readonly<Record<string, unknown>> & { readonly explicit?: string; readonly implicit?: string },
): { readonly method: NamedChoice; readonly reason: string } {
  if (view === "rigid")
    return step === undefined || rtol !== undefined
      ? { method: "radau5", reason: "a method with error control for them" }
      : { method: "rattle", reason: "symplectic, with the fixed step that is asked for" };
  const tolerance = rtol ?? 1e-6;
  const few = tolerance > lowOrderAbove;
  const explicit = halves.explicit ?? (few ? "dopri5" : "dop853");
  const digits = few ? "few digits are asked for" : "many digits are asked for, which high order gives cheaply";
  const fixed = step !== undefined && rtol === undefined;
  if (Object.keys(halves).length === 0 && (fixed || !mayBeStiff(workspace, view)))
    return { method: explicit, reason: fixed ? "the step is fixed" : digits };
  const radauPays = tolerance > radauAbove && workspace.dimension <= radauUpTo;
  const implicit = halves.implicit ?? (view === "underlying" || radauPays ? "radau5" : "bdf");
  return {
    method: { ...halves, name: "auto", explicit, implicit } as NamedChoice,
    reason: `${digits}, and should stability limit the steps, ${implicit} takes over`,
  };
}

/**
 * Whether something could damp faster than the motion goes: first-order systems, forces that read velocities, springs in
 * place of constraints. Conservative mechanics has no transients; its fast motion, if any, has to be followed.
 */
function mayBeStiff({ mechanics }: Workspace, view: string): boolean {
  if (mechanics === undefined || view === "stiff") return true;
  return mechanics.velocityDependent && (view === "underlying" || view === "ode");
}

function subject({ mechanics }: Workspace, view: string): string {
  const m = mechanics?.m ?? 0;
  if (mechanics === undefined) return "A first-order system";
  if (m === 0) return "Nothing is constrained, so it is an ordinary differential equation";
  const how: Record<string, string> = {
    underlying: "in the rigid view, multipliers eliminated and drift stabilised after every step",
    rigid: "kept by the method itself",
    stiff: "as stiff springs, whose fast motion is followed",
    "slow-field": "on the slow motion of stiff springs, by algebra, at a cost that does not depend on omega",
    adiabatic: "whose vibration acts on the mean motion by the actions it keeps",
    averaged: "as stiff springs whose fast motion is averaged away, at a cost that does not depend on omega",
  };
  return `${m} constraint${m === 1 ? "" : "s"} ${how[view] ?? `in formulation ${view}`}`;
}
