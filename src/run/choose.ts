/** Chooses the formulation, the method and the projection that are not given, and says why in one sentence. */

import type { Formulation, Method, UsualProjection, Workspace } from "../core/index.js";
import type { NamedChoice } from "../model/index.js";
import type { Choice, Parts } from "./choice.js";
import { chooseAlgebraic } from "./choose-algebraic.js";
import { make, nameAndOptions } from "./registry.js";
import { type RunSettings, splitWhen } from "./settings.js";
import { startVibrates } from "./vibrating-start.js";

/** Above this tolerance a method of order 5 is cheaper than one of order 8. */
const lowOrderAbove = 2e-4;
/**
 * Above this tolerance, Radau needs so few steps that it beats BDF, for systems of up to `radauUpTo` unknowns; in
 * larger ones its complex factorisations cost more than the steps it saves.
 */
const radauAbove = 1e-5;
const radauUpTo = 24;

export function choose(workspace: Workspace, settings: RunSettings, parts: Parts = {}): Choice {
  const given = settings.method === undefined ? { name: "auto", options: {} } : nameAndOptions(settings.method);
  // "auto" leaves the choice of the method to this function
  const isAuto = parts.method === undefined && given.name === "auto";
  // a projection that does not exist is refused here, because questions about a model do not bind it
  if (parts.projection === undefined && settings.projection !== undefined) checkProjection(settings.projection);
  const method = isAuto ? undefined : (parts.method ?? make("method", settings.method!));
  const named = { method: isAuto ? undefined : (parts.method?.name ?? settings.method) };
  if (workspace.algebraic !== undefined)
    return chooseAlgebraic(workspace, workspace.algebraic, { ...settings, ...named }, { ...parts, method });
  const chosenView = parts.formulation?.name ?? settings.formulation ?? chooseView(workspace, settings, method);
  const view = parts.formulation ?? make("formulation", chosenView);
  const chosen = isAuto ? chooseMethod(workspace, view, settings, given.options) : undefined;
  return {
    formulation: chosenView,
    method: chosen?.method ?? named.method!,
    projection:
      parts.projection?.name ?? settings.projection ?? chooseProjection(view.projectsOnto?.(workspace), isAuto),
    reason: `${subject(workspace, view)}${chosen === undefined ? "" : `; ${chosen.reason}`}.`,
  };
}

function checkProjection(named: NamedChoice): void {
  const { choice } = splitWhen(named);
  if (nameAndOptions(choice).name !== "none") make("projection", choice);
}

/** The formulation for a method, or, without a method, for the model. */
function chooseView(workspace: Workspace, settings: RunSettings, method: Method | undefined): NamedChoice {
  if ((workspace.mechanics?.m ?? 0) === 0) return "ode";
  if (workspace.coupled !== undefined) return method?.wants === "forces" ? "stiff" : "underlying";
  if (method === undefined) return startVibrates(workspace, settings) ? "adiabatic" : "underlying";
  return { constraints: "rigid", forces: "stiff", rates: "underlying" }[method.wants];
}

function chooseProjection(onto: UsualProjection | undefined, isAuto: boolean): NamedChoice {
  if (onto === undefined) return "none";
  if (onto === "slow-manifold") return "algebraic";
  if (onto === "slow-start") return { name: "ipa", when: "start" };
  // one correction leaves the square of the drift of a step, far below the tolerance; with a named method, corrections
  // are repeated down to rounding
  return isAuto ? { name: "stabilise", corrections: 1 } : "stabilise";
}

/** Whether the choice for these settings depends on where the system starts. */
export function looksAtStart({ mechanics }: Workspace, { method = "auto", formulation }: RunSettings): boolean {
  return formulation === undefined && (mechanics?.m ?? 0) > 0 && nameAndOptions(method).name === "auto";
}

/**
 * The method for a formulation, if the user has not named one. `halves` are the options of `auto` that the user gave.
 */
function chooseMethod(
  workspace: Workspace,
  view: Formulation,
  { rtol, step }: RunSettings,
  halves: Readonly<Record<string, unknown>> & { readonly explicit?: string; readonly implicit?: string },
): { readonly method: NamedChoice; readonly reason: string } {
  if (view.leaves === "constraints")
    return step === undefined || rtol !== undefined
      ? { method: "radau5", reason: "a method with error control for them" }
      : { method: "rattle", reason: "symplectic, with the given fixed step" };
  const tolerance = rtol ?? 1e-6;
  const few = tolerance > lowOrderAbove;
  const explicit = halves.explicit ?? (few ? "dopri5" : "dop853");
  const digits = few
    ? "the tolerance is loose, so a method of low order is cheapest"
    : "the tolerance is tight, so a method of high order is cheapest";
  const fixed = step !== undefined && rtol === undefined;
  if (Object.keys(halves).length === 0 && (fixed || !mayBeStiff(workspace, view)))
    return { method: explicit, reason: fixed ? "the step is fixed" : digits };
  const radauPays = tolerance > radauAbove && workspace.dimension <= radauUpTo;
  const implicit = halves.implicit ?? (view.eliminates || radauPays ? "radau5" : "bdf");
  return {
    method: { ...halves, name: "auto", explicit, implicit } as NamedChoice,
    reason: `${digits}, and should stability limit the steps, ${implicit} takes over`,
  };
}

/**
 * Whether the problem could have damping that is fast compared with the motion: first-order systems, states beside
 * coordinates, forces that read velocities, and springs in place of constraints. Conservative mechanics has no transients, and a method has to
 * resolve its fast oscillations anyway.
 */
function mayBeStiff({ mechanics, coupled }: Workspace, view: Formulation): boolean {
  if (mechanics === undefined || coupled !== undefined || view.mayBeStiff === "always") return true;
  return mechanics.velocityDependent && view.mayBeStiff === "with friction";
}

function subject({ mechanics }: Workspace, view: Formulation): string {
  const m = mechanics?.m ?? 0;
  if (mechanics === undefined) return "A first-order system";
  if (m === 0) return "Nothing is constrained, so it is an ordinary differential equation";
  return `${m} constraint${m === 1 ? "" : "s"} ${view.treatment ?? `in formulation ${view.name}`}`;
}
