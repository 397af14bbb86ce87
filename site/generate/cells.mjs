// Live cells: a model as text, which the page can also run.

import { fence } from "./markdown.mjs";

/**
 * A model that the page runs as its own run section says. Without the embedded lab, the page shows the text.
 *
 * @param {string} text
 */
export const liveCell = (text) => `<LiveCell>\n\n${fence("yaml", text)}\n\n</LiveCell>`;
