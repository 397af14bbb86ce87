/** Lets the user grab and move masses by pointer and by keys, in the plane and in space, and move the camera. */

import { camera } from "../draw/camera.js";
import { allowedCamera } from "../state/camera-limits.js";
import { cancel, grab, heldOffset, pull, release, thrownBy, wantedPlace } from "../state/drag.js";
import { type LaneState, selectedId } from "../state/lab.js";

/** A pointer within this many pixels of a mass grabs it. */
export const reach = 26;

/** Translates between the pixels of a picture and the model. */
export interface Ground {
  /** The first coordinate of the mass at a pixel; -1 if there is none. */
  massAt(x: number, y: number): number;
  /** The place of a pixel in the model, for the mass that is held. */
  place(x: number, y: number): readonly number[] | undefined;
  /** Called when the picture is dragged by this many pixels. */
  drag(dx: number, dy: number, box: DOMRect): void;
}

/** What the pointer of a lane is doing. */
export interface Hand {
  holding: boolean;
  dragging: Pixel | undefined;
  /** Where the pointers are that are down. */
  readonly pointers: Map<number, Pixel>;
}

interface Pixel {
  readonly x: number;
  readonly y: number;
}

export const newHand = (): Hand => ({ holding: false, dragging: undefined, pointers: new Map() });

/** The distance of two fingers, in pixels; 0 unless there are two. */
function spread({ pointers }: Hand): number {
  const [a, b, more] = [...pointers.values()];
  return a === undefined || b === undefined || more !== undefined ? 0 : Math.hypot(a.x - b.x, a.y - b.y);
}

function zoomBy(factor: number): void {
  const now = camera.peek();
  camera.value = allowedCamera({ ...now, zoom: now.zoom * factor });
}

export function handlers(
  canvas: { readonly current: HTMLCanvasElement | null },
  lane: LaneState,
  hand: Hand,
  ground: Ground,
) {
  const at = (event: PointerEvent): [number, number] => {
    const box = canvas.current!.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };
  return {
    /** The browser scrolls the page by a finger, unless the finger holds a mass or there are two of them. */
    keepsTouch({ touches }: TouchEvent): boolean {
      const box = canvas.current!.getBoundingClientRect();
      const [{ clientX, clientY }] = touches;
      return touches.length > 1 || ground.massAt(clientX - box.left, clientY - box.top) >= 0;
    },
    onPointerDown(event: PointerEvent) {
      hand.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      if (hand.pointers.size > 1) {
        hand.dragging = undefined;
        return;
      }
      const offset = ground.massAt(...at(event));
      canvas.current!.setPointerCapture(event.pointerId);
      selectedId.value = lane.id;
      hand.holding = offset >= 0;
      if (hand.holding) grab(offset);
      else hand.dragging = { x: event.clientX, y: event.clientY };
    },
    onPointerMove(event: PointerEvent) {
      const [x, y] = at(event);
      const before = spread(hand);
      if (hand.pointers.has(event.pointerId))
        hand.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      if (before > 0 && !hand.holding) zoomBy(spread(hand) / before);
      else if (hand.holding) {
        const to = ground.place(x, y);
        if (to !== undefined) pull(to, event.timeStamp);
      } else if (hand.dragging !== undefined) {
        const box = canvas.current!.getBoundingClientRect();
        ground.drag(event.clientX - hand.dragging.x, event.clientY - hand.dragging.y, box);
        hand.dragging = { x: event.clientX, y: event.clientY };
      } else canvas.current!.style.cursor = ground.massAt(x, y) >= 0 ? "grab" : "default";
    },
    onPointerUp(event: PointerEvent) {
      hand.pointers.delete(event.pointerId);
      if (hand.pointers.size > 0) return;
      if (hand.holding) void release(thrownBy(event.timeStamp));
      hand.holding = false;
      hand.dragging = undefined;
    },
    onPointerCancel(event: PointerEvent) {
      hand.pointers.delete(event.pointerId);
      if (hand.holding) cancel();
      hand.holding = false;
      hand.dragging = undefined;
    },
    onWheel(event: WheelEvent) {
      if (!event.ctrlKey) return;
      event.preventDefault();
      zoomBy(Math.exp(-event.deltaY / 300));
    },
    onKeyDown: (event: KeyboardEvent) => keyDown(event, lane),
  };
}

/** The axis and direction of the keys that move the held mass; the last two only in space. */
const moves: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  ArrowDown: [1, -1],
  ArrowUp: [1, 1],
  PageDown: [2, -1],
  PageUp: [2, 1],
};
/** A key moves the mass by this fraction of the model's extent; with Shift, by a tenth of that. */
const stride = 0.05;

/** M grabs the next mass; arrows (and Page up, Page down in space) move it; Enter lets go, Escape puts it back. */
function keyDown(event: KeyboardEvent, lane: LaneState): void {
  const recording = lane.recording.peek();
  if (recording === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
  const { points, dimension } = recording.opened.scene;
  const offsets = points.flatMap(({ offset }) => (offset < 0 ? [] : [offset]));
  const held = heldOffset.peek();
  const move = moves[event.key];
  if (event.key.toLowerCase() === "m" && offsets.length > 0) {
    selectedId.value = lane.id;
    grab(offsets[(offsets.indexOf(held) + 1) % offsets.length]);
  } else if (held < 0) return;
  else if (event.key === "Enter") void release();
  else if (event.key === "Escape") cancel();
  else if (move !== undefined && move[0] < dimension) {
    const to = [...wantedPlace()];
    to[move[0]] += move[1] * stride * (event.shiftKey ? 0.1 : 1) * extent(points.map(({ at }) => at));
    pull(to);
  } else return;
  event.preventDefault();
  event.stopPropagation();
}

/** The largest extent of the points of a model, at its start, along an axis. */
function extent(places: readonly (readonly number[])[]): number {
  let most = 0;
  for (const c of places[0].keys()) {
    const values = places.map((place) => place[c]);
    most = Math.max(most, values.reduce((a, b) => Math.max(a, b)) - values.reduce((a, b) => Math.min(a, b)));
  }
  return most || 1;
}

export const keysInWords =
  "Press M to grab a mass, and again for the next one; arrow keys move it, Enter lets go, Escape puts it back.";
