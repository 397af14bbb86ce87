/** What to use where the user has not said: formulation, method and projection, with one sentence why. */

import type { Formulation, Method, UsualProjection, Workspace } from "../core/index.js";
import type { NamedChoice } from "../model/index.js";
import type { Choice, Parts } from "./choice.js";
import { chooseAlgebraic } from "./choose-algebraic.js";
import { make, nameAndOptions } from "./registry.js";
import { type RunSettings, splitWhen } from "./settings.js";
import { startVibrates } from "./vibrating-start.js";

/** Above this tolerance order 5 is cheaper than order 8. */
const lowOrderAbove = 2e-4;
/** Above this tolerance Radau needs few steps enough to beat BDF, up to a size where its complex factorisations outweigh them. */
const radauAbove = 1e-5;
const radauUpTo = 24;

export function choose(workspace: Workspace, settings: RunSettings, parts: Parts = {}): Choice {
  const given = settings.method === undefined ? { name: "auto", options: {} } : nameAndOptions(settings.method);
  // the word for leaving the choice to us
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

/** The formulation for a method, or for a model whose method is left to us. */
function chooseView(workspace: Workspace, settings: RunSettings, method: Method | undefined): NamedChoice {
  if ((workspace.mechanics?.m ?? 0) === 0) return "ode";
  if (method === undefined) return startVibrates(workspace, settings) ? "adiabatic" : "underlying";
  return { constraints: "rigid", forces: "stiff", rates: "underlying" }[method.wants];
}

function chooseProjection(onto: UsualProjection | undefined, isAuto: boolean): NamedChoice {
  if (onto === undefined) return "none";
  if (onto === "slow-manifold") return "algebraic";
  if (onto === "slow-start") return { name: "ipa", when: "start" };
  // one correction leaves the square of what a step may drift, far below the tolerance; a named method corrects to rounding
  return isAuto ? { name: "stabilise", corrections: 1 } : "stabilise";
}

/** Whether the choice for these settings depends on where the system starts. */
export function looksAtStart({ mechanics }: Workspace, { method = "auto", formulation }: RunSettings): boolean {
  return formulation === undefined && (mechanics?.m ?? 0) > 0 && nameAndOptions(method).name === "auto";
}

/** The method for a view, when it is left to us. `halves` are those of `auto` that the user has named. */
function chooseMethod(
  workspace: Workspace,
  view: Formulation,
  { rtol, step }: RunSettings,
  halves: Readonly<Record<string, unknown>> & { readonly explicit?: string; readonly implicit?: string },
): { readonly method: NamedChoice; readonly reason: string } {
  if (view.leaves === "constraints")
    return step === undefined || rtol !== undefined
      ? { method: "radau5", reason: "a method with error control for them" }
      : { method: "rattle", reason: "symplectic, with the fixed step that is asked for" };
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
 * Whether something could damp faster than the motion goes: first-order systems, forces that read velocities, springs in
 * place of constraints. Conservative mechanics has no transients; its fast motion, if any, has to be followed.
 */
function mayBeStiff({ mechanics }: Workspace, view: Formulation): boolean {
  if (mechanics === undefined || view.mayBeStiff === "always") return true;
  return mechanics.velocityDependent && view.mayBeStiff === "with friction";
}

function subject({ mechanics }: Workspace, view: Formulation): string {
  const m = mechanics?.m ?? 0;
  if (mechanics === undefined) return "A first-order system";
  if (m === 0) return "Nothing is constrained, so it is an ordinary differential equation";
  return `${m} constraint${m === 1 ? "" : "s"} ${view.treatment ?? `in formulation ${view.name}`}`;
}
