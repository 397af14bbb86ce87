/**
 * Dragging of a mass: the pose is projected onto the constraints while it moves, and becomes the start when released, at
 * rest or with the velocity of the throw.
 */

import { signal } from "@preact/signals";
import { short } from "../draw/format.js";
import { type NamedChoice, nameAndOptions } from "./choice.js";
import { isError, kernel } from "./kernel.js";
import { change, lanes, playing, quiet, request, selected, setText, span, speed, text, time } from "./lab.js";
import { dragged } from "./view.js";

interface Held {
  readonly offset: number;
  readonly dimension: number;
  readonly base: Float64Array;
  wanted: readonly number[];
  /** The last places of the pointer, with their times in milliseconds. */
  readonly trace: { readonly at: number; readonly place: readonly number[] }[];
}

/** A throw is measured over this many milliseconds; a pointer that rested as long has not thrown. */
const throwing = 150;

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
    trace: [],
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

export function pull(to: readonly number[], at = performance.now()): void {
  if (held === undefined) return;
  held.wanted = [...to, ...held.wanted.slice(to.length)];
  held.trace.push({ at, place: held.wanted });
  if (held.trace.length > 60) held.trace.shift();
  void follow();
}

/** The velocity of a pointer that lets go now, in units of the model; undefined if it rested. */
export function thrownBy(now: number): readonly number[] | undefined {
  const recent = held?.trace.filter(({ at }) => now - at < throwing) ?? [];
  const [first, last] = [recent[0], recent.at(-1)];
  if (first === undefined || last === undefined || last.at - first.at < 4) return undefined;
  const seconds = ((last.at - first.at) / 1000) * speed.peek();
  return last.place.map((x, c) => (x - first.place[c]) / seconds);
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

/** Releases the mass: the projected pose becomes the model's start, at rest or thrown with a velocity. */
export async function release(thrown?: readonly number[]): Promise<void> {
  const recording = selected.peek()?.recording.peek();
  if (held === undefined || recording === undefined) return;
  while (busy) await new Promise((done) => setTimeout(done, 4));
  const { scene, names, n } = recording.opened;
  const last = pose && (await withVelocity(pose, n, thrown));
  const how = thrown === undefined ? "at rest" : `thrown with (${thrown.map((v) => short(v)).join(", ")})`;
  announced.value = last === undefined ? "Let go." : `Let go: ${inWords(last)}, ${how}. The run starts there.`;
  held = undefined;
  heldOffset.value = -1;
  if (last === undefined) {
    dragged.value = undefined;
    return;
  }
  const values: Record<string, number[] | number> = {};
  for (const { name, offset } of scene.points) {
    if (offset < 0) continue;
    values[name] = Array.from(last.slice(offset, offset + scene.dimension));
    values[`${name}'`] = Array.from(last.slice(n + offset, n + offset + scene.dimension));
  }
  const inPoints = new Set(
    scene.points.flatMap(({ offset }) => [0, 1, 2].slice(0, scene.dimension).map((c) => offset + c)),
  );
  for (let k = 0; k < n; k++)
    if (!inPoints.has(k)) {
      values[names[k]] = last[k];
      values[`${names[k]}'`] = last[n + k];
    }
  const moved = await kernel().moveStart(text.peek(), values);
  if (isError(moved)) {
    announced.value = moved.messages.join(" ");
    dragged.value = undefined;
    return;
  }
  time.value = span.peek().from;
  const formulations = lanes.peek().map((lane) => ({ lane, before: lane.offers.peek()?.choice.formulation }));
  await setText(moved);
  // another start is the same model: a choice that was automatic stays as it was
  for (const { lane, before } of formulations) {
    const now = lane.offers.peek()?.choice.formulation;
    if (before === undefined || now === undefined || nameAndOptions(before).name === nameAndOptions(now).name) continue;
    change(lane, { formulation: before });
  }
  dragged.value = undefined;
  playing.value = !quiet();
}

/** The pose with the velocity of the throw, as far as the constraints allow it; at rest without a throw. */
async function withVelocity(
  at: Float64Array,
  n: number,
  thrown: readonly number[] | undefined,
): Promise<Float64Array | undefined> {
  const state = Float64Array.from(at);
  state.fill(0, n);
  if (thrown === undefined || held === undefined) return state;
  state.set(thrown, n + held.offset);
  const answer = await kernel().project(request(), "newton", Array.from(state));
  if (isError(answer)) return state;
  return answer.status === "ok" ? Float64Array.from([...answer.q, ...answer.v]) : Float64Array.from(at).fill(0, n);
}
