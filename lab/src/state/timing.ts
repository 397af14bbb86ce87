/** The times of the lanes. They are taken only when there are several lanes and all of them are done, so that they can be compared. */

import { effect, signal } from "@preact/signals";
import type { Timing } from "../worker/turns.js";
import { isError, kernel } from "./kernel.js";
import { lanes, request } from "./lab.js";

/** By the identity of the lane; empty while there is nothing to compare. */
export const timings = signal<ReadonlyMap<number, Timing>>(new Map());

const none: ReadonlyMap<number, Timing> = new Map();

effect(() => {
  const all = lanes.value;
  const areDone = all.length > 1 && all.every(({ status }) => status.value === "ok");
  timings.value = none;
  if (!areDone) return;
  let isOld = false;
  void kernel()
    .time(all.map(({ settings }) => request(settings.peek())))
    .then((found) => {
      if (isOld || found === undefined || isError(found)) return;
      timings.value = new Map(all.map(({ id }, k) => [id, found[k]]));
    });
  return () => {
    isOld = true;
  };
});
