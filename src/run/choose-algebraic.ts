import type { Algebraic, Workspace } from "../core/index.js";
import { underlying } from "../formulations/index.js";
import type { Choice } from "./choice.js";
import { apart } from "./registry.js";
import type { RunSettings } from "./settings.js";
import { startsStiff } from "./stiff-start.js";

/** The choice for a first-order system with algebraic variables. */
export function chooseAlgebraic(workspace: Workspace, { index, count }: Algebraic, settings: RunSettings): Choice {
  const { rtol = 1e-6, step, until } = settings;
  const fixed = step !== undefined && settings.rtol === undefined;
  const implicit = settings.method !== undefined && apart(settings.method).name === "radau5";
  const formulation = settings.formulation ?? (implicit ? "dae" : "underlying");
  const view = apart(formulation).name;
  const explicit = rtol > 1e-5 ? "dopri5" : "dop853";
  const isStiff = until !== undefined && view === "underlying" && startsStiff(underlying().apply(workspace), until);
  const first = isStiff ? "implicit" : "explicit";
  const either = fixed ? explicit : { name: "auto", explicit, implicit: "bdf", first };
  const method = settings.method ?? (view === "dae" ? "radau5" : either);
  const projection = settings.projection ?? (view === "underlying" && index === 2 ? "stabilise" : "none");
  const what = `${count} algebraic variable${count === 1 ? "" : "s"} of index ${index}`;
  const how =
    view === "dae"
      ? "solved for by the method"
      : index === 1
        ? "solved for at every evaluation"
        : `eliminated by the derivative of the constraints${projection === "none" ? "" : ", whose drift is stabilised after every step"}`;
  return { formulation, method, projection, reason: `${what}, ${how}.` };
}
