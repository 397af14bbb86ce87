/** One lane on the stage: its picture, what it is, what it costs and how well it keeps its word. */

import { useComputed, useSignalEffect } from "@preact/signals";
import { useRef } from "preact/hooks";
import { type Bounds, boundsOf } from "../draw/bounds.js";
import { camera, type Fit } from "../draw/camera.js";
import { drawPlane } from "../draw/plane-view.js";
import { theme } from "../draw/theme.js";
import { apart } from "../state/choice.js";
import { grab, pull, release } from "../state/drag.js";
import { type LaneState, lanes, opened, reference, removeLane, selectedId, time } from "../state/lab.js";
import { dragged, view } from "../state/view.js";
import { Figures } from "./figures.js";
import { SpaceView } from "./space-view.js";
import { useCanvasSize } from "./use-canvas-size.js";

/** Pixels from a mass within which a finger means it. */
const reach = 26;

export function LaneView({ lane, index }: { readonly lane: LaneState; readonly index: number }) {
  const messages = lane.messages.value;
  const choice = lane.offers.value?.choice;
  const title = choice
    ? [choice.formulation, choice.method, choice.projection].map((part) => apart(part).name).join(" · ")
    : "…";
  const isSelected = selectedId.value === lane.id;
  const inSpace = opened.value?.scene.dimension === 3;
  return (
    <section
      class={`lane c${index}${lane.status.value === "ok" || lane.status.value === "failed" ? " done" : ""}`}
      aria-label={`Lane ${index + 1}: ${title}`}
    >
      <header>
        <button
          type="button"
          class="lane-name"
          aria-pressed={isSelected}
          onClick={() => {
            selectedId.value = lane.id;
          }}
        >
          <span class="swatch" aria-hidden="true" />
          {title}
        </button>
        {lanes.value.length > 1 && (
          <button type="button" class="plain" aria-label={`Remove lane ${index + 1}`} onClick={() => removeLane(lane)}>
            ×
          </button>
        )}
      </header>
      <div class="picture">
        {inSpace ? <SpaceView lane={lane} index={index} /> : <PlaneView lane={lane} index={index} />}
        {messages.length > 0 && (
          <div class="trouble" role="alert">
            {messages.map((message) => (
              <p key={message}>{message}</p>
            ))}
          </div>
        )}
      </div>
      <Figures lane={lane} />
    </section>
  );
}

function PlaneView({ lane, index }: { readonly lane: LaneState; readonly index: number }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const last = useRef<{ fit: Fit; places: Float64Array } | null>(null);
  const hand = useRef<Hand>({ holding: false, panning: undefined });
  const size = useCanvasSize(canvas);
  const colour = useComputed(() => theme.value.series[index % theme.value.series.length]);

  useSignalEffect(() => {
    const context = canvas.current?.getContext("2d");
    const recording = lane.recording.value;
    const first = reference.value?.recording.value;
    const { width, height, ratio } = size.value;
    lane.arrived.value;
    reference.value?.arrived.value;
    camera.value;
    if (!context || width === 0) return;
    if (recording === undefined || recording.length === 0) return;
    const bounds: Bounds = boundsOf(first !== undefined && first.length > 0 ? first : recording);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    last.current = drawPlane(context, {
      width,
      height,
      recording,
      bounds,
      t: time.value,
      ...(dragged.value && { pose: dragged.value }),
      options: view.value,
      theme: theme.value,
      colour: colour.value,
    });
  });

  return (
    <canvas
      ref={canvas}
      role="img"
      aria-label={`Motion of ${opened.value?.title ?? "the model"}; the state is told in words below.`}
      {...pointerHandlers(canvas, last, lane, hand.current)}
    />
  );
}

/** What the pointer is doing. */
interface Hand {
  holding: boolean;
  panning: { readonly x: number; readonly y: number } | undefined;
}

/** Drag a mass, or else the picture; the wheel with Ctrl magnifies. */
function pointerHandlers(
  canvas: { readonly current: HTMLCanvasElement | null },
  last: { readonly current: { fit: Fit; places: Float64Array } | null },
  lane: LaneState,
  hand: Hand,
) {
  const at = (event: PointerEvent): [number, number] => {
    const box = canvas.current!.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };
  const nearest = (x: number, y: number): number => {
    const points = lane.recording.peek()?.opened.scene.points ?? [];
    const places = last.current?.places;
    let best = -1;
    let distance = reach;
    points.forEach(({ offset }, i) => {
      if (offset < 0 || places === undefined) return;
      const d = Math.hypot(places[2 * i] - x, places[2 * i + 1] - y);
      if (d < distance) [best, distance] = [offset, d];
    });
    return best;
  };
  return {
    onPointerDown(event: PointerEvent) {
      const [x, y] = at(event);
      const offset = nearest(x, y);
      canvas.current!.setPointerCapture(event.pointerId);
      selectedId.value = lane.id;
      hand.holding = offset >= 0;
      if (hand.holding) grab(offset);
      else hand.panning = { x: event.clientX, y: event.clientY };
    },
    onPointerMove(event: PointerEvent) {
      const [x, y] = at(event);
      const fit = last.current?.fit;
      if (fit === undefined) return;
      if (hand.holding) pull(fit.toWorld(x, y));
      else if (hand.panning !== undefined) {
        const box = canvas.current!.getBoundingClientRect();
        const now = camera.peek();
        const part = 1 / (box.width * now.zoom);
        camera.value = {
          ...now,
          x: now.x - (event.clientX - hand.panning.x) * part,
          y: now.y + (event.clientY - hand.panning.y) * part,
        };
        hand.panning = { x: event.clientX, y: event.clientY };
      } else canvas.current!.style.cursor = nearest(x, y) >= 0 ? "grab" : "default";
    },
    onPointerUp() {
      if (hand.holding) void release();
      hand.holding = false;
      hand.panning = undefined;
    },
    onWheel(event: WheelEvent) {
      if (!event.ctrlKey) return;
      event.preventDefault();
      const now = camera.peek();
      camera.value = { ...now, zoom: Math.min(50, Math.max(0.2, now.zoom * Math.exp(-event.deltaY / 300))) };
    },
  };
}
