/** A model file dropped anywhere is opened. */

import { lost, showText } from "./route.js";

/** Bytes of a model file. */
const largest = 20_000_000;

export async function openFile(file: File): Promise<void> {
  if (file.size > largest) lost.value = `"${file.name}" is too large for a model file.`;
  else showText(await file.text());
}

addEventListener("dragover", (event) => {
  event.preventDefault();
  document.body.classList.add("dropping");
});
addEventListener("dragleave", () => document.body.classList.remove("dropping"));
addEventListener("drop", (event) => {
  event.preventDefault();
  document.body.classList.remove("dropping");
  const file = event.dataTransfer?.files[0];
  if (file !== undefined) void openFile(file);
});
