/** Keys for the whole stage: space plays or pauses, arrows step, Home goes back to the start, Ctrl+Z undoes. */

import { reset, stepTime, togglePlay } from "./player.js";
import { page } from "./route.js";
import { redo, undo } from "./undo.js";

/** Elements that handle these keys themselves. */
const takesKeys = "input, select, textarea, button, summary, a, [contenteditable], [role=tab], .editor";

/** Elements in which Ctrl+Z undoes what was typed. */
const typedInto = "input[type=text], input[type=search], textarea, .editor";

addEventListener("keydown", (event) => {
  if (page.peek().name !== "stage" || !(event.ctrlKey || event.metaKey) || event.altKey) return;
  const target = event.composedPath()[0];
  const isTyping = event.composedPath().some((each) => each instanceof Element && each.matches(typedInto));
  if (target instanceof Element && isTyping) return;
  const key = event.key.toLowerCase();
  if (key === "z" && !event.shiftKey) undo();
  else if (key === "y" || (key === "z" && event.shiftKey)) redo();
  else return;
  event.preventDefault();
});

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
