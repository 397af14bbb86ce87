/** The page that the address names. Pages are fragments, so that any static host can serve the lab. */

import { effect, signal } from "@preact/signals";
import { serverGone } from "../worker/limits.js";
import { galleryText } from "./gallery.js";
import { begin, galleryId, lanes, opened, set } from "./lab.js";
import { encodeState, longestLink, openLink, openState, sharedState } from "./link.js";
import { plots, usualPlots } from "./plots.js";
import { beginEntry, recent } from "./recent.js";
import { forgetChanges } from "./undo.js";

export type Page =
  | { readonly name: "gallery" | "stage" | "new" }
  /** Nothing yet, because the model that the address names is on its way. */
  | { readonly name: "opening" }
  | { readonly name: "papers"; readonly paper?: string };

export const page = signal<Page>({ name: /^#\/?(stage|lab|recent)\b/.test(location.hash) ? "opening" : "gallery" });
/** A message if the address does not lead to a page. */
export const lost = signal("");

/** The address that was followed last. If the user has changed the address since, it is not overwritten. */
let followed = "";

async function follow(): Promise<void> {
  const isFirst = followed === "";
  followed = location.hash || "#/";
  const [, name = "", rest = ""] = /^#\/?([^/]*)\/?(.*)$/.exec(location.hash) ?? [];
  const here = followed;
  let message = "";
  let next: Page = { name: "gallery" };
  try {
    if (name === "stage") message = await openGallery(rest);
    else if (name === "lab") message = await opening(() => openLink(rest));
    else if (name === "recent") message = await openRecent(rest);
    if (name === "stage" || name === "lab" || name === "recent") next = { name: message === "" ? "stage" : "gallery" };
  } catch {
    message = serverGone;
  }
  // the reader may have gone on while a model was loaded
  if (followed !== here) return;
  if (name === "new") next = { name: "new" };
  if (name === "papers") next = { name: "papers", ...(rest !== "" && { paper: rest }) };
  lost.value = message;
  page.value = next;
  if (!isFirst) moveFocus();
}

async function openGallery(id: string): Promise<string> {
  const found = await galleryText(id);
  if (found === undefined) return `There is no model "${id}" in the gallery. Choose one below.`;
  plots.value = usualPlots;
  return opening(() => begin({ text: found.text, galleryId: id }));
}

async function openRecent(id: string): Promise<string> {
  const found = recent(id);
  if (found === undefined) return "This browser has not kept that model. Choose another one below.";
  return opening(() => openState(found.state), id);
}

/** Opens another model: changes and autosave begin anew. */
async function opening(open: () => unknown, entry?: string): Promise<string> {
  beginEntry(entry);
  const message = await open();
  forgetChanges();
  return typeof message === "string" ? message : "";
}

/** After the page has changed, the keyboard goes on at its beginning. */
function moveFocus(frames = 600): void {
  requestAnimationFrame(() => {
    const main = document.getElementById("main");
    // pages are loaded when they are first shown
    if (main === null) {
      if (frames > 0) moveFocus(frames - 1);
      return;
    }
    scrollTo({ top: 0 });
    main.setAttribute("tabindex", "-1");
    main.focus({ preventScroll: true });
  });
}

addEventListener("hashchange", () => {
  if (location.hash !== followed) void follow();
});

effect(() => {
  const { name } = page.value;
  const title =
    name === "stage" ? opened.value?.title : name === "papers" ? "Papers" : name === "new" ? "New model" : "";
  document.title = title ? `${title} · taut lab` : "taut lab";
});

/** While the stage is open, the address is kept as a link to its state. */
let pending: ReturnType<typeof setTimeout> | undefined;
effect(() => {
  if (page.value.name !== "stage") return;
  sharedState();
  clearTimeout(pending);
  pending = setTimeout(async () => {
    if (page.peek().name !== "stage") return;
    const plain =
      galleryId.peek() !== "" &&
      plots.peek() === usualPlots &&
      lanes.peek().length === 1 &&
      isEmpty(lanes.peek()[0].settings.peek()) &&
      isEmpty(set.peek());
    const hash = plain ? `#/stage/${galleryId.peek()}` : `#/lab/${await encodeState()}`;
    if (page.peek().name !== "stage" || (location.hash || "#/") !== followed || hash.length > longestLink) return;
    history.replaceState(null, "", hash);
    followed = hash;
  }, 300);
});

const isEmpty = (map: object): boolean => Object.keys(map).length === 0;

/** Shows a model that is not in the gallery, such as a dropped file. The page before stays one step back. */
export function showText(value: string): void {
  const entry = crypto.randomUUID?.().slice(0, 8) ?? String(Date.now());
  followed = `#/recent/${entry}`;
  history.pushState(null, "", followed);
  beginEntry(entry);
  plots.value = usualPlots;
  begin({ text: value });
  lost.value = "";
  page.value = { name: "stage" };
  moveFocus();
}

void follow();
