/** Chooses the formulation, the method and the projection that are not given, and says why in one sentence. */

import type { Formulation, Method, UsualProjection, Workspace } from "../core/index.js";
import type { NamedChoice } from "../model/index.js";
import type { Choice, Parts } from "./choice.js";
import { chooseAlgebraic } from "./choose-algebraic.js";
import { make, nameAndOptions, withSetting } from "./registry.js";
import { type RunSettings, splitWhen } from "./settings.js";
import { beginsStiff, startSpectrum } from "./start-spectrum.js";
import { startVibrates } from "./vibrating-start.js";

/** Above this tolerance a method of order 5 is cheaper than one of order 8. */
const lowOrderAbove = 2e-4;
/**
 * Above this tolerance, and for mechanics at any, Radau needs so few steps that it beats BDF, for systems of up to
 * `radauUpTo` unknowns; in larger ones its complex factorisations cost more than the steps it saves.
 */
const radauAbove = 1e-5;
const radauUpTo = 24;
/**
 * Radians that undamped eigenvalues turn in a run. From the first number on, Radau is in reserve, because BDF is not
 * stable near the imaginary axis: it takes about a step for each radian, whether the oscillation moves or rests. If other
 * eigenvalues are much larger, a slow oscillation is usually the motion itself, which every method follows, so that many
 * more radians are allowed; they bound what the wrong choice costs. From the second number on, order 8 is cheaper at loose
 * tolerances too, because its stable steps are longer there. From the third on, conservative mechanics gets an implicit
 * method, if it is not too large; at loose tolerances sooner, because oscillations below the tolerance need not be followed.
 */
const ringingFrom = { fast: 100, slow: 500 };
const highOrderFrom = 200;
/** Below this fraction of the largest eigenvalue an oscillation is slow. */
const ringingPart = 0.05;
const reserveFrom = { loose: 600, tight: 3000 };
const reserveUpTo = 1000;

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
  const asked =
    parts.formulation ?? make("formulation", withSetting("formulation", chosenView, "omega", settings.omega));
  const chosen = isAuto ? chooseMethod(workspace, asked, settings, given.options) : undefined;
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

/** Whether the formulation for these settings depends on where the system starts; the method of `auto` always may. */
export function looksAtStart({ mechanics }: Workspace, { method = "auto", formulation }: RunSettings): boolean {
  return formulation === undefined && (mechanics?.m ?? 0) > 0 && nameAndOptions(method).name === "auto";
}

/**
 * The method for a formulation, if the user has not named one. `halves` are the options of `auto` that the user gave.
 */
function chooseMethod(
  workspace: Workspace,
  view: Formulation,
  { rtol, step, until }: RunSettings,
  halves: Readonly<Record<string, unknown>> & { readonly explicit?: string; readonly implicit?: string },
): { readonly method: NamedChoice; readonly reason: string } {
  if (view.leaves === "constraints")
    return step === undefined || rtol !== undefined
      ? { method: "radau5", reason: "a method with error control for them" }
      : { method: "rattle", reason: "symplectic, with the given fixed step" };
  const tolerance = rtol ?? 1e-6;
  const fixed = step !== undefined && rtol === undefined;
  const span = until === undefined ? 0 : Math.abs(until - workspace.initialTime);
  const spectrum = fixed || span === 0 || !isWorthALook(workspace, view) ? undefined : startSpectrum(workspace, view);
  const { ringing = 0, radius = 0 } = spectrum ?? {};
  const turned = ringing * span;
  const isLoose = tolerance > lowOrderAbove;
  const isFast = ringing > ringingPart * radius;
  const rings = turned > (isFast ? ringingFrom.fast : ringingFrom.slow);
  const few = isLoose && !(isFast && turned > highOrderFrom);
  const explicit = halves.explicit ?? (few ? "dopri5" : "dop853");
  const digits = few
    ? "the tolerance is loose, so a method of low order is cheapest"
    : isLoose
      ? "fast oscillations limit the steps, so a method with a wide range of stability is cheapest"
      : "the tolerance is tight, so a method of high order is cheapest";
  const isStiff = spectrum !== undefined && beginsStiff(spectrum, span, tolerance);
  const mayBe = mayBeStiff(workspace, view) || turned > (isLoose ? reserveFrom.loose : reserveFrom.tight);
  if (Object.keys(halves).length === 0 && (fixed || !mayBe))
    return { method: explicit, reason: fixed ? "the step is fixed" : digits };
  const isSmall = workspace.dimension <= radauUpTo;
  const radauPays = isSmall && (tolerance > radauAbove || workspace.mechanics !== undefined);
  const implicit = halves.implicit ?? (view.eliminates || rings || radauPays ? "radau5" : "bdf");
  const first = isStiff && halves.first === undefined ? { first: "implicit" } : {};
  return {
    method: { ...halves, name: "auto", explicit, implicit, ...first } as NamedChoice,
    reason: isStiff
      ? `transients at the start decay at the rate ${short(spectrum.decay)}, so ${implicit} begins, and ${explicit} takes over where it is cheaper`
      : `${digits}, and should stability limit the steps, ${implicit} takes over`,
  };
}

const short = (x: number): string => String(Number(x.toPrecision(3)));

/** Whether the problem may be stiff and its eigenvalues can be found in a few evaluations. */
function isWorthALook({ mechanics, coupled, dimension }: Workspace, view: Formulation): boolean {
  if (mechanics === undefined) return true;
  if (view.mayBeStiff === undefined || mechanics.pairwise === true) return false;
  return mayBeStiff({ mechanics, ...(coupled && { coupled }) }, view) || dimension <= reserveUpTo;
}

/**
 * Whether the problem could have damping that is fast compared with the motion: first-order systems, states beside
 * coordinates, forces that read velocities, and springs in place of constraints. Conservative mechanics has no
 * transients, and its fast oscillations must usually be resolved.
 */
function mayBeStiff({ mechanics, coupled }: Pick<Workspace, "mechanics" | "coupled">, view: Formulation): boolean {
  if (mechanics === undefined || coupled !== undefined || view.mayBeStiff === "always") return true;
  return mechanics.readsVelocity && mechanics.conservative !== true && view.mayBeStiff === "with friction";
}

function subject({ mechanics }: Workspace, view: Formulation): string {
  const m = mechanics?.m ?? 0;
  if (mechanics === undefined) return "A first-order system";
  if (m === 0) return "Nothing is constrained, so it is an ordinary differential equation";
  return `${m} constraint${m === 1 ? "" : "s"} ${view.treatment ?? `in formulation ${view.name}`}`;
}
