/** Undo and redo for everything a user changes: text, parameters, dragged starts, choices, lanes. */

import { computed, effect, signal, untracked } from "@preact/signals";
import { restoreModel } from "./lab.js";
import { type Snapshot, same, snapshot } from "./snapshot.js";

/** Changes within this many milliseconds are one change, such as the steps of a slider or the letters of a word. */
const together = 600;
const most = 200;

const past = signal<readonly Snapshot[]>([]);
const future = signal<readonly Snapshot[]>([]);
let current: Snapshot | undefined;
let changedAt = Number.NEGATIVE_INFINITY;

export const canUndo = computed(() => past.value.length > 0);
export const canRedo = computed(() => future.value.length > 0);

effect(() => {
  const now = snapshot();
  if (now.text === "" || now.lanes.length === 0) return;
  const before = current;
  current = now;
  if (before === undefined || same(before, now)) return;
  const passed = performance.now() - changedAt;
  changedAt = performance.now();
  if (passed > together || past.peek().length === 0) past.value = [...past.peek(), before].slice(-most);
  future.value = [];
});

/** Another model was chosen: its changes begin here. */
export function forgetChanges(): void {
  past.value = [];
  future.value = [];
  current = untracked(snapshot);
  changedAt = Number.NEGATIVE_INFINITY;
}

export const undo = (): void => move(past, future);
export const redo = (): void => move(future, past);

function move(from: typeof past, to: typeof past): void {
  const target = from.peek().at(-1);
  if (target === undefined || current === undefined) return;
  const [rest, others] = [from.peek().slice(0, -1), [...to.peek(), current]];
  current = target;
  restoreModel(target);
  from.value = rest;
  to.value = others;
  changedAt = Number.NEGATIVE_INFINITY;
}
