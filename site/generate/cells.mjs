// Live cells: a model as text, which the page can also run.

import { fence } from "./markdown.mjs";

/**
 * A model that the page runs in the given lanes ("formulation/method"). Without the embedded lab, the page shows the text.
 *
 * @param {string} text
 * @param {{ lanes?: readonly string[], sliders?: readonly string[], plot?: string }} [shown]
 */
export function liveCell(text, { lanes = [], sliders = [], plot } = {}) {
  const attributes = [
    ...(lanes.length === 0 ? [] : [`lanes="${lanes.join(", ")}"`]),
    ...(sliders.length === 0 ? [] : [`sliders="${sliders.join(", ")}"`]),
    ...(plot === undefined ? [] : [`plot="${plot}"`]),
  ];
  return `<LiveCell ${attributes.join(" ")}>\n\n${fence("yaml", text)}\n\n</LiveCell>`;
}
