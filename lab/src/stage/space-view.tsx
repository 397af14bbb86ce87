/** One lane in space. The drawing itself (three) is loaded when the first model in space is. */

import { useSignalEffect } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { boundsOf } from "../draw/bounds.js";
import { camera } from "../draw/camera.js";
import type { SpacePicture } from "../draw/space-picture.js";
import { theme } from "../draw/theme.js";
import { type LaneState, opened, reference, time } from "../state/lab.js";
import { view } from "../state/view.js";
import { useCanvasSize } from "./use-canvas-size.js";

export function SpaceView({ lane, index }: { readonly lane: LaneState; readonly index: number }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const picture = useRef<SpacePicture | null>(null);
  const from = useRef<{ readonly x: number; readonly y: number } | null>(null);
  const size = useCanvasSize(canvas);

  const draw = (): void => {
    const recording = lane.recording.value;
    const first = reference.value?.recording.value;
    lane.arrived.value;
    reference.value?.arrived.value;
    const state = { t: time.value, camera: camera.value, size: size.value, theme: theme.value, options: view.value };
    if (recording === undefined || recording.length === 0 || state.size.width === 0) return;
    const bounds = boundsOf(first !== undefined && first.length > 0 ? first : recording);
    picture.current?.draw({ ...state, recording, bounds, colour: state.theme.series[index] });
  };
  useSignalEffect(draw);

  useEffect(() => {
    let gone = false;
    void import("../draw/space-picture.js").then(({ SpacePicture }) => {
      if (gone || canvas.current === null) return;
      picture.current = new SpacePicture(canvas.current);
      draw();
    });
    return () => {
      gone = true;
      picture.current?.dispose();
    };
  }, []);

  return (
    <canvas
      ref={canvas}
      role="img"
      aria-label={`Motion of ${opened.value?.title ?? "the model"} in space; the state is told in words below.`}
      onPointerDown={(event) => {
        canvas.current!.setPointerCapture(event.pointerId);
        from.current = { x: event.clientX, y: event.clientY };
      }}
      onPointerMove={(event) => {
        if (from.current === null) return;
        const now = camera.peek();
        camera.value = {
          ...now,
          turn: now.turn - (event.clientX - from.current.x) / 150,
          tilt: Math.max(-1.5, Math.min(1.5, now.tilt + (event.clientY - from.current.y) / 150)),
        };
        from.current = { x: event.clientX, y: event.clientY };
      }}
      onPointerUp={() => {
        from.current = null;
      }}
      onWheel={(event) => {
        if (!event.ctrlKey) return;
        event.preventDefault();
        const now = camera.peek();
        camera.value = { ...now, zoom: Math.min(50, Math.max(0.2, now.zoom * Math.exp(-event.deltaY / 300))) };
      }}
    />
  );
}
