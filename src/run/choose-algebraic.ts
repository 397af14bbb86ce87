import type { Algebraic, Workspace } from "../core/index.js";
import type { Choice, Parts } from "./choice.js";
import { make } from "./registry.js";
import type { RunSettings } from "./settings.js";
import { startsStiff } from "./start-spectrum.js";

/** The choice for a first-order system with algebraic variables. */
export function chooseAlgebraic(
  workspace: Workspace,
  { equations, differentiated, count }: Algebraic,
  settings: RunSettings,
  parts: Parts,
): Choice {
  const { rtol = 1e-6, step, until } = settings;
  const fixed = step !== undefined && settings.rtol === undefined;
  const isSolved = parts.method?.solvesVariables === true;
  const formulation = parts.formulation?.name ?? settings.formulation ?? (isSolved ? "dae" : "underlying");
  const view = parts.formulation ?? make("formulation", formulation);
  const explicit = rtol > 1e-5 ? "dopri5" : "dop853";
  const isStiff = until !== undefined && view.eliminates === true && startsStiff(view.apply(workspace), until);
  const first = isStiff ? "implicit" : "explicit";
  const either = fixed ? explicit : { name: "auto", explicit, implicit: "bdf", first };
  const method = settings.method ?? (view.leaves === "variables" ? "radau5" : either);
  const projection =
    parts.projection?.name ??
    settings.projection ??
    (view.projectsOnto?.(workspace) === undefined ? "none" : "stabilise");
  const indices = [...new Set(equations.map(({ index }) => index))].sort((a, b) => a - b);
  const index = indices.length === 1 ? `index ${indices[0]}` : `indices ${indices.join(" and ")}`;
  const what = `${count} algebraic variable${count === 1 ? "" : "s"} of ${index}`;
  const how =
    view.leaves === "variables"
      ? "solved for by the method"
      : !differentiated.includes(1)
        ? "solved for at every evaluation"
        : `eliminated by the derivative of the constraints${projection === "none" ? "" : ", whose drift is stabilised after every step"}`;
  return { formulation, method, projection, reason: `${what}, ${how}.` };
}
