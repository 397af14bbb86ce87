/** Opens a model file that is dropped anywhere on the page. */

import { lost, showText } from "./route.js";

/** The largest size of a model file, in bytes. */
const largest = 20_000_000;

export async function openFile(file: File): Promise<void> {
  if (file.size > largest)
    lost.value = `"${file.name}" is too large: a model file must not exceed ${largest / 1e6} MB.`;
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
