/** Saves the work in this browser while it changes, and lists what was worked on recently. */

import { effect, signal } from "@preact/signals";
import { opened } from "./lab.js";
import { type Shared, sharedState } from "./link.js";

export interface RecentModel {
  readonly id: string;
  readonly title: string;
  /** When it was changed last, in milliseconds since 1970. */
  readonly when: number;
  readonly state: Shared;
}

const key = "taut-lab-recent";
const most = 12;
/** Milliseconds after the last change before it is saved. */
const patience = 400;

export const recents = signal<readonly RecentModel[]>(read());
/** Why the last change is not saved; empty if it is. */
export const unsaved = signal("");
/** The entry that present work is saved in. */
let own = newId();

/** Work that begins now gets an entry of its own, or goes on in an existing one. */
export function beginEntry(id = newId()): void {
  own = id;
}

function newId(): string {
  return crypto.randomUUID?.().slice(0, 8) ?? Math.random().toString(36).slice(2, 10);
}

export const recent = (id: string): RecentModel | undefined => recents.peek().find((each) => each.id === id);

export function forget(id: string): void {
  store(recents.peek().filter((each) => each.id !== id));
}

let timer: ReturnType<typeof setTimeout> | undefined;
/** The state that is to be saved; nothing for a model of the gallery as it is. */
let waiting: { readonly id: string; readonly state: Shared } | undefined;

effect(() => {
  const state = sharedState();
  clearTimeout(timer);
  waiting = isWork(state) ? { id: own, state } : undefined;
  if (waiting !== undefined) timer = setTimeout(save, patience);
});
addEventListener("pagehide", save);

/** Whether there is something that would be lost. */
function isWork({ text, lanes, set }: Shared): boolean {
  if (lanes.length === 0) return false;
  return text !== undefined ? text !== "" : Object.keys(set).length > 0 || JSON.stringify(lanes) !== "[{}]";
}

function save(): void {
  if (waiting === undefined) return;
  const { id, state } = waiting;
  waiting = undefined;
  const title = opened.peek()?.title ?? recent(id)?.title ?? "Model";
  store([{ id, title, when: Date.now(), state }, ...recents.peek().filter((each) => each.id !== id)]);
}

/** Writes the list; the oldest entries make room. */
function store(list: readonly RecentModel[]): void {
  for (let count = Math.min(list.length, most); count >= 0; count--) {
    try {
      localStorage.setItem(key, JSON.stringify(list.slice(0, count)));
      recents.value = list.slice(0, count);
      unsaved.value =
        count === 0 && list.length > 0
          ? "This model is too large to be saved in the browser. Save it as a file in the panel Keep."
          : "";
      return;
    } catch {
      // no room for that many entries
    }
  }
  unsaved.value = "This browser does not let the lab save your work. Save the model as a file in the panel Keep.";
}

function read(): readonly RecentModel[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(key) ?? "[]");
    if (!Array.isArray(list)) return [];
    return list.filter(
      (each) => typeof each?.id === "string" && typeof each.title === "string" && typeof each.state === "object",
    );
  } catch {
    return [];
  }
}
