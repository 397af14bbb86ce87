/** One lane in space. The drawing code is loaded with the first model in space. */

import { useSignal, useSignalEffect } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { boundsOf } from "../draw/bounds.js";
import { camera } from "../draw/camera.js";
import type { SpacePicture } from "../draw/space-picture.js";
import { theme } from "../draw/theme.js";
import { allowedCamera } from "../state/camera-limits.js";
import { heldOffset, wantedPlace } from "../state/drag.js";
import { computing, type LaneState, reference, time } from "../state/lab.js";
import { dragged, view } from "../state/view.js";
import { type Ground, type Hand, handlers, newHand, reach } from "./hand.js";
import { StageCanvas } from "./stage-canvas.js";
import { useCanvasSize } from "./use-canvas-size.js";

export function SpaceView({ lane, index }: { readonly lane: LaneState; readonly index: number }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const picture = useRef<SpacePicture | null>(null);
  const hand = useRef<Hand>(newHand());
  const size = useCanvasSize(canvas);
  /** Why nothing can be drawn; empty if something can. */
  const unable = useSignal("");

  const draw = (): void => {
    const recording = lane.recording.value;
    const first = reference.value?.recording.value;
    lane.arrived.value;
    reference.value?.arrived.value;
    const state = { t: time.value, camera: camera.value, size: size.value, theme: theme.value, options: view.value };
    const [pose, held] = [dragged.value, heldOffset.value];
    if (recording === undefined || recording.length === 0 || state.size.width === 0) return;
    const bounds = boundsOf(first !== undefined && first.length > 0 ? first : recording);
    const colour = state.theme.series[index];
    if (picture.current === null) return;
    picture.current.draw({
      ...state,
      recording,
      bounds,
      growing: computing.value,
      colour,
      held,
      ...(pose && { pose }),
    });
    lane.pictured.value = true;
  };
  useSignalEffect(draw);

  useEffect(() => {
    let gone = false;
    void import("../draw/space-picture.js").then(({ SpacePicture }) => {
      if (gone || canvas.current === null) return;
      try {
        picture.current = new SpacePicture(canvas.current);
      } catch (error) {
        unable.value = (error as Error).message;
        lane.pictured.value = true;
        return;
      }
      draw();
    });
    return () => {
      gone = true;
      picture.current?.dispose();
    };
  }, []);

  const ground: Ground = {
    massAt(x, y) {
      const i = picture.current?.nearest(x, y, reach) ?? -1;
      return i < 0 ? -1 : (lane.recording.peek()?.opened.scene.points[i].offset ?? -1);
    },
    // the place is in the plane through the mass that faces the camera
    place: (x, y) => picture.current?.under(x, y, wantedPlace()),
    drag(dx, dy) {
      const now = camera.peek();
      camera.value = allowedCamera({ ...now, turn: now.turn - dx / 150, tilt: now.tilt + dy / 150 });
    },
  };

  return (
    <>
      <StageCanvas canvas={canvas} {...handlers(canvas, lane, hand.current, ground)} />
      {unable.value !== "" && (
        <div class="trouble" role="alert">
          <p>{unable}</p>
        </div>
      )}
    </>
  );
}
