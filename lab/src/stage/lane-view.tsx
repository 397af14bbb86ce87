/** One lane on the stage: its title, its picture and its key figures. */

import { useComputed, useSignalEffect } from "@preact/signals";
import { useRef } from "preact/hooks";
import { type Bounds, boundsOf } from "../draw/bounds.js";
import { camera, type Fit } from "../draw/camera.js";
import { drawPlane } from "../draw/plane-view.js";
import { theme } from "../draw/theme.js";
import { allowedCamera } from "../state/camera-limits.js";
import { nameAndOptions } from "../state/choice.js";
import { heldOffset } from "../state/drag.js";
import { type LaneState, lanes, opened, reference, removeLane, reopen, selectedId, time } from "../state/lab.js";
import { lazy } from "../state/lazy.js";
import { dragged, view } from "../state/view.js";
import { Figures } from "./figures.js";
import { type Ground, type Hand, handlers, newHand, reach } from "./hand.js";
import { StageCanvas } from "./stage-canvas.js";
import { useCanvasSize } from "./use-canvas-size.js";

const SpaceView = lazy(() => import("./space-view.js").then((m) => m.SpaceView));

export function LaneView({ lane, index }: { readonly lane: LaneState; readonly index: number }) {
  const messages = lane.messages.value;
  const choice = lane.recording.value?.opened.choice ?? lane.offers.value?.choice;
  const title = choice
    ? [choice.formulation, choice.method, choice.projection].map((part) => nameAndOptions(part).name).join(" · ")
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
            {lane.status.value === "stopped" && (
              <button type="button" onClick={() => void reopen(lane)}>
                Run again
              </button>
            )}
          </div>
        )}
      </div>
      {messages.length === 0 && <Warnings lane={lane} />}
      <Figures lane={lane} />
    </section>
  );
}

/** The sentence of a warning that names a flag of the command line, which the page does not have. */
const flag = / To accept it, use --accept [\w-]+\./;

/** What the run itself finds questionable so far. */
function Warnings({ lane }: { readonly lane: LaneState }) {
  lane.arrived.value;
  const { warnings = [] } = lane.recording.value?.account ?? {};
  if (warnings.length === 0) return null;
  return (
    <details class="warned" open>
      <summary>{warnings.length === 1 ? "A warning" : `${warnings.length} warnings`}</summary>
      <div role="status">
        {warnings.map((words) => (
          <p key={words}>{words.replace(flag, "")}</p>
        ))}
      </div>
    </details>
  );
}

function PlaneView({ lane, index }: { readonly lane: LaneState; readonly index: number }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const last = useRef<{ fit: Fit; places: Float64Array } | null>(null);
  const hand = useRef<Hand>(newHand());
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
      held: heldOffset.value,
      options: view.value,
      theme: theme.value,
      colour: colour.value,
    });
    lane.pictured.value = true;
  });

  const ground: Ground = {
    massAt(x, y) {
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
    },
    place: (x, y) => last.current?.fit.toWorld(x, y),
    drag(dx, dy, box) {
      const now = camera.peek();
      const part = 1 / (box.width * now.zoom);
      camera.value = allowedCamera({ ...now, x: now.x - dx * part, y: now.y + dy * part });
    },
  };

  return <StageCanvas canvas={canvas} {...handlers(canvas, lane, hand.current, ground)} />;
}
