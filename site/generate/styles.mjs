// The colours of drawings, which follow the switch between light and dark instead of the reader's system.

import { drawingCss, themeCss } from "taut";

export function stylesheet() {
  const [, light] = /** @type {RegExpExecArray} */ (/:root\{color-scheme:light dark;([^}]*)\}/.exec(themeCss));
  const [, dark] = /** @type {RegExpExecArray} */ (/prefers-color-scheme:dark\)\{:root\{([^}]*)\}/.exec(themeCss));
  const scoped = drawingCss.replace(/(^|\})(\.c\d)/g, "$1.drawing $2");
  return `.drawing{${light}}\n.dark .drawing{${dark}}\n${scoped}`;
}
