/**
 * Dragging of a mass: the pose is projected onto the constraints while it moves, and becomes the start when released.
 */

import { signal } from "@preact/signals";
import { short } from "../draw/format.js";
import { type NamedChoice, nameAndOptions } from "./choice.js";
import { isError, kernel } from "./kernel.js";
import { playing, quiet, request, selected, setText, span, text, time } from "./lab.js";
import { dragged } from "./view.js";

interface Held {
  readonly offset: number;
  readonly dimension: number;
  readonly base: Float64Array;
  wanted: readonly number[];
}

/** A pose with a residual below this counts as on the constraints. */
const near = 1e-10;

let held: Held | undefined;
/** What happens to the held mass, in words, for screen readers. */
export const announced = signal("");
/** The first coordinate of the held mass; -1 if none is held. */
export const heldOffset = signal(-1);
let busy = false;
/** The last projected pose. */
let pose: Float64Array | undefined;

/** Grabs the point whose first coordinate is `offset`, at the pose of the selected lane, and stops the motion. */
export function grab(offset: number): void {
  const recording = selected.peek()?.recording.peek();
  if (recording === undefined || recording.length === 0) return;
  const { names, n, scene } = recording.opened;
  const base = new Float64Array(names.length);
  recording.stateAt(base, time.peek());
  base.fill(0, n);
  playing.value = false;
  pose = undefined;
  heldOffset.value = offset;
  held = {
    offset,
    dimension: scene.dimension,
    base,
    wanted: Array.from(base.subarray(offset, offset + scene.dimension)),
  };
  announced.value = `Holding ${inWords(base)}.`;
}

/** The place to which the held mass is dragged. */
export const wantedPlace = (): readonly number[] => held?.wanted ?? [];

/** Puts the held mass back, as if it had not been touched. */
export function cancel(): void {
  held = undefined;
  pose = undefined;
  heldOffset.value = -1;
  dragged.value = undefined;
  announced.value = "Put back.";
}

/** The name and place of the held mass in a pose. */
function inWords(at: ArrayLike<number>): string {
  const { scene } = selected.peek()!.recording.peek()!.opened;
  const { name = "the mass" } = scene.points.find(({ offset }) => offset === held?.offset) ?? {};
  const place = Array.from({ length: scene.dimension }, (_, c) => short(at[held!.offset + c]));
  return `${name} at (${place.join(", ")})`;
}

export function pull(to: readonly number[]): void {
  if (held === undefined) return;
  held.wanted = [...to, ...held.wanted.slice(to.length)];
  void follow();
}

/** The projection to use while dragging: the lane's own if it has one, otherwise Newton's. */
export function projectionOf(choice: NamedChoice | undefined): NamedChoice {
  const { name, options } = nameAndOptions(choice ?? "none");
  const { when: _, every: __, above: ___, ...own } = options;
  return name === "none" ? "newton" : ({ ...own, name } as NamedChoice);
}

async function follow(): Promise<void> {
  if (busy || held === undefined) return;
  busy = true;
  const { base, offset, wanted } = held;
  const from = Float64Array.from(base);
  from.set(wanted, offset);
  const by = projectionOf(selected.peek()?.offers.peek()?.choice.projection);
  let answer = await kernel().project(request(), by, Array.from(from));
  // one correction may not be enough from far away, so Newton's projection follows; not for slow manifolds, which
  // differ from the constraints
  if (!isError(answer) && answer.slow === null && !(answer.status === "ok" && answer.position.after < near))
    answer = await kernel().project(request(), "newton", Array.from(from));
  busy = false;
  // without constraints there is nothing to project onto, so the mass stays where it was put
  if (isError(answer)) pose = from;
  else if (answer.status === "ok") pose = Float64Array.from([...answer.q, ...answer.v]);
  if (held === undefined) return;
  dragged.value = pose;
  held.base.set(pose ?? base);
  announced.value = inWords(held.base);
  if (held.wanted !== wanted) void follow();
}

/** Releases the mass: the projected pose, at rest, becomes the model's start. */
export async function release(): Promise<void> {
  const recording = selected.peek()?.recording.peek();
  if (held === undefined || recording === undefined) return;
  while (busy) await new Promise((done) => setTimeout(done, 4));
  const last = pose;
  announced.value = last === undefined ? "Let go." : `Let go: ${inWords(last)} is the new start.`;
  held = undefined;
  heldOffset.value = -1;
  if (last === undefined) {
    dragged.value = undefined;
    return;
  }
  const { scene, names, n } = recording.opened;
  const values: Record<string, number[] | number> = {};
  for (const { name, offset } of scene.points) {
    if (offset < 0) continue;
    values[name] = Array.from(last.slice(offset, offset + scene.dimension));
    values[`${name}'`] = Array<number>(scene.dimension).fill(0);
  }
  const inPoints = new Set(
    scene.points.flatMap(({ offset }) => [0, 1, 2].slice(0, scene.dimension).map((c) => offset + c)),
  );
  for (let k = 0; k < n; k++)
    if (!inPoints.has(k)) {
      values[names[k]] = last[k];
      values[`${names[k]}'`] = 0;
    }
  const moved = await kernel().moveStart(text.peek(), values);
  time.value = span.peek().from;
  await setText(moved);
  dragged.value = undefined;
  playing.value = !quiet();
}
