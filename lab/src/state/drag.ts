/** A mass in the hand: the pose is projected onto the constraints while it moves, and becomes the start when it is let go. */

import { apart, type NamedChoice } from "./choice.js";
import { isError, kernel } from "./kernel.js";
import { begin, lanes, playing, request, selected, set, text, time } from "./lab.js";
import { dragged } from "./view.js";

interface Held {
  readonly offset: number;
  readonly dimension: number;
  readonly base: Float64Array;
  wanted: readonly number[];
}

/** Residual of a pose that is on the constraints. */
const near = 1e-10;

let held: Held | undefined;
let busy = false;
/** What is being held was projected to this. */
let pose: Float64Array | undefined;

/** Take hold of the point whose first coordinate is `offset`, at the pose of the selected lane; its motion is stopped. */
export function grab(offset: number): void {
  const recording = selected.peek()?.recording.peek();
  if (recording === undefined || recording.length === 0) return;
  const { names, n, scene } = recording.opened;
  const base = new Float64Array(names.length);
  recording.stateAt(base, time.peek());
  base.fill(0, n);
  playing.value = false;
  pose = undefined;
  held = {
    offset,
    dimension: scene.dimension,
    base,
    wanted: Array.from(base.subarray(offset, offset + scene.dimension)),
  };
}

export function pull(to: readonly number[]): void {
  if (held === undefined) return;
  held.wanted = [...to, ...held.wanted.slice(to.length)];
  void follow();
}

/** The way back onto the constraints: the lane's own projection, where it has one. */
export function projectionOf(choice: NamedChoice | undefined): NamedChoice {
  const { name, options } = apart(choice ?? "none");
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
  // one correction may not be enough from afar: Newton goes all the way, but for slow manifolds, which lie off the constraints
  if (!isError(answer) && answer.slow === null && !(answer.status === "ok" && answer.position.after < near))
    answer = await kernel().project(request(), "newton", Array.from(from));
  busy = false;
  // without constraints there is nothing to project onto: the mass is where it was put
  if (isError(answer)) pose = from;
  else if (answer.status === "ok") pose = Float64Array.from([...answer.q, ...answer.v]);
  if (held === undefined) return;
  dragged.value = pose;
  held.base.set(pose ?? base);
  if (held.wanted !== wanted) void follow();
}

/** Let go: the projected pose, at rest, is the model's new start. */
export async function release(): Promise<void> {
  const recording = selected.peek()?.recording.peek();
  if (held === undefined || recording === undefined) return;
  while (busy) await new Promise((done) => setTimeout(done, 4));
  const last = pose;
  held = undefined;
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
  begin({ text: moved, lanes: lanes.peek().map(({ settings }) => settings.peek()), set: set.peek() });
  dragged.value = undefined;
}
