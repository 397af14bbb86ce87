/**
 * The clock: advances simulated time with the frames of the screen. The simulation takes its own steps in the worker,
 * and neither waits for the other. While the page is hidden the clock stands still, and it continues without a jump.
 */

import { effect } from "@preact/signals";
import { computing, playing, reached, span, speed, time } from "./lab.js";
import { partOf, timeAt } from "./log-time.js";

/** The clock advances by at most this time (ms) per frame, so that it does not jump after a pause of the page. */
const longestFrame = 100;

/** Seconds that a run in logarithmic time takes on the clock. */
const logSeconds = 12;

let last: number | undefined;
let asked = 0;

function tick(now: number): void {
  asked = 0;
  if (!playing.peek()) return;
  const passed = last === undefined ? 0 : Math.min(now - last, longestFrame);
  last = now;
  const { from, until } = span.peek();
  const direction = until < from ? -1 : 1;
  const seconds = (speed.peek() * passed) / 1000;
  const target = span.peek().logTime ? later(seconds / logSeconds) : time.peek() + direction * seconds;
  const limit = reached.peek();
  const t = (target - limit) * direction > 0 ? limit : target;
  if (t !== time.peek()) time.value = t;
  if (t === until || (t === limit && !computing.peek())) playing.value = false;
  else ask();
}

/** The time after a part of the run, in its own measure of time. */
const later = (part: number): number => timeAt(span.peek(), partOf(span.peek(), time.peek()) + part);

function ask(): void {
  if (asked === 0) asked = requestAnimationFrame(tick);
}

effect(() => {
  if (!playing.value) return;
  last = undefined;
  ask();
});

document.addEventListener("visibilitychange", () => {
  last = undefined;
  if (!document.hidden && playing.peek()) ask();
});

export function togglePlay(): void {
  if (!playing.peek() && time.peek() === reached.peek()) time.value = span.peek().from;
  playing.value = !playing.peek();
}

export function reset(): void {
  playing.value = false;
  time.value = span.peek().from;
}

/** Stops the clock, and moves it by a sixtieth of a unit of time (or second) forward or back. */
export function stepTime(direction: 1 | -1, size = 1 / 60): void {
  playing.value = false;
  const { from, until, logTime } = span.peek();
  seek(logTime ? later((direction * size) / logSeconds) : time.peek() + direction * size * (until < from ? -1 : 1));
}

export function seek(t: number): void {
  const { from } = span.peek();
  const limit = reached.peek();
  const [low, high] = from < limit ? [from, limit] : [limit, from];
  time.value = Math.min(Math.max(t, low), high);
}
