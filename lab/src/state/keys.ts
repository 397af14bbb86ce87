/** Keys for the whole stage: space plays, arrows step, Home goes back to the start. */

import { reset, stepTime, togglePlay } from "./player.js";
import { page } from "./route.js";

/** What has a use for these keys itself. */
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
