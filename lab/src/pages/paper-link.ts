/** The address at which an experiment opens in the stage; undefined if it has no model of its own to show. */

import { pack } from "../state/link.js";
import { stageOf } from "./paper-stages.js";

export async function stageLink(experiment: string): Promise<string | undefined> {
  const stage = stageOf(experiment);
  if (stage === undefined) return undefined;
  const { model, lanes, set = {}, plots } = stage;
  const texts: Readonly<Record<string, string>> = (await import("../../data/papers/models.json")).default;
  const shown = "paper" in model ? { text: texts[model.paper] } : { model: model.gallery };
  return `#/lab/${await pack({ v: 1, ...shown, lanes, set, plots })}`;
}
