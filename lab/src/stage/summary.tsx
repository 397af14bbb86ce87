/** The state in words, for users who cannot see the picture. Screen readers announce it only while the clock stands. */

import { useComputed } from "@preact/signals";
import { short } from "../draw/format.js";
import { type LaneState, lanes, opened, playing, time } from "../state/lab.js";
import { figuresOf } from "./figures.js";

/** The most points or coordinates that are listed. */
const mostTold = 6;

export function Summary() {
  const words = useComputed(() => {
    const title = opened.value?.title ?? "The model";
    const moment = `${title} at t = ${short(time.value, 4)}.`;
    return [moment, ...lanes.value.map(laneInWords)].join(" ");
  });
  return (
    <details class="summary">
      <summary>The state in words</summary>
      <p aria-live={playing.value ? "off" : "polite"}>{words}</p>
    </details>
  );
}

function laneInWords(lane: LaneState, index: number): string {
  lane.arrived.value;
  const recording = lane.recording.value;
  if (recording === undefined || recording.length === 0) return `Lane ${index + 1}: ${lane.messages.value.join(" ")}`;
  const { scene, names, n } = recording.opened;
  const y = new Float64Array(names.length);
  recording.stateAt(y, time.value);
  const free = scene.points.filter(({ offset }) => offset >= 0);
  const told =
    free.length > 0
      ? free.slice(0, mostTold).map(({ name, offset }) => {
          const at = Array.from(y.subarray(offset, offset + scene.dimension), (x) => short(x));
          return `${name} at (${at.join(", ")})`;
        })
      : names.slice(0, Math.min(mostTold, n || names.length)).map((name, k) => `${name} = ${short(y[k])}`);
  const more = (free.length > 0 ? free.length : n || names.length) - told.length;
  const figures = figuresOf(recording, time.value, undefined).map(({ name, value }) => `${name} ${value}`);
  return `Lane ${index + 1}: ${told.join(", ")}${more > 0 ? ` and ${more} more` : ""}; ${figures.join(", ")}.`;
}
