/** The page that the address names. Pages are fragments, so that any static host can serve the lab. */

import models from "virtual:gallery";
import { effect, signal } from "@preact/signals";
import { begin, galleryId, lanes, set } from "./lab.js";
import { encodeState, openLink, sharedKey } from "./link.js";

export type Page = { readonly name: "gallery" | "stage" } | { readonly name: "papers"; readonly paper?: string };

export const page = signal<Page>({ name: "gallery" });
/** A message if the address does not lead to a page. */
export const lost = signal("");

/** The address that was followed last. If the user has changed the address since, it is not overwritten. */
let followed = "";

async function follow(): Promise<void> {
  followed = location.hash;
  const [, name = "", rest = ""] = /^#\/?([^/]*)\/?(.*)$/.exec(location.hash) ?? [];
  lost.value = "";
  if (name === "stage") {
    const found = models.find(({ id }) => id === rest);
    if (found === undefined) lost.value = `There is no model "${rest}" in the gallery. Choose one below.`;
    else begin({ text: found.text, galleryId: found.id });
    page.value = { name: found === undefined ? "gallery" : "stage" };
  } else if (name === "lab") {
    lost.value = (await openLink(rest)) ?? "";
    page.value = { name: lost.peek() === "" ? "stage" : "gallery" };
  } else if (name === "papers") page.value = { name: "papers", ...(rest !== "" && { paper: rest }) };
  else page.value = { name: "gallery" };
  document.querySelector<HTMLElement>("main")?.scrollIntoView({ block: "start" });
}

addEventListener("hashchange", () => void follow());

/** While the stage is open, the address is kept as a link to its state. */
let pending: ReturnType<typeof setTimeout> | undefined;
effect(() => {
  if (page.value.name !== "stage") return;
  sharedKey();
  clearTimeout(pending);
  pending = setTimeout(async () => {
    if (page.peek().name !== "stage") return;
    const plain =
      galleryId.peek() !== "" &&
      lanes.peek().length === 1 &&
      isEmpty(lanes.peek()[0].settings.peek()) &&
      isEmpty(set.peek());
    const hash = plain ? `#/stage/${galleryId.peek()}` : `#/lab/${await encodeState()}`;
    if (page.peek().name !== "stage" || location.hash !== followed) return;
    history.replaceState(null, "", hash);
    followed = hash;
  }, 300);
});

const isEmpty = (map: object): boolean => Object.keys(map).length === 0;

/** Shows a model that is not in the gallery, such as a dropped file. */
export function showText(value: string): void {
  begin({ text: value });
  page.value = { name: "stage" };
}

void follow();
