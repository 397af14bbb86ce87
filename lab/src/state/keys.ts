/** Keys for the whole stage: space plays or pauses, arrows step, Home goes back to the start. */

import { reset, stepTime, togglePlay } from "./player.js";
import { page } from "./route.js";

/** Elements that handle these keys themselves. */
const takesKeys = "input, select, textarea, button, summary, a, [contenteditable], [role=tab], .editor";

addEventListener("keydown", (event) => {
  if (page.peek().name !== "stage" || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  const target = event.composedPath()[0];
  if (target instanceof Element && target.closest(takesKeys) !== null) return;
  if (event.key === " ") togglePlay();
  else if (event.key === "ArrowRight") stepTime(1);
  else if (event.key === "ArrowLeft") stepTime(-1);
  else if (event.key === "Home") reset();
  else return;
  event.preventDefault();
});
