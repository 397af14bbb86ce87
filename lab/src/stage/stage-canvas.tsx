/** The canvas of a lane, which can be dragged on and used by keys. */

import type { JSX, RefObject } from "preact";
import { useEffect } from "preact/hooks";
import { opened } from "../state/lab.js";
import { keysInWords } from "./hand.js";

type Handlers = Pick<
  JSX.HTMLAttributes<HTMLCanvasElement>,
  "onPointerDown" | "onPointerMove" | "onPointerUp" | "onPointerCancel" | "onWheel"
> & { onKeyDown(event: KeyboardEvent): void; keepsTouch(event: TouchEvent): boolean };

export function StageCanvas({
  canvas,
  onKeyDown,
  keepsTouch,
  ...handlers
}: Handlers & { readonly canvas: RefObject<HTMLCanvasElement> }) {
  useEffect(() => {
    const element = canvas.current;
    const touch = (event: TouchEvent): void => {
      if (keepsTouch(event)) event.preventDefault();
    };
    // only a listener that is not passive can keep the browser from scrolling
    element?.addEventListener("touchstart", touch, { passive: false });
    return () => element?.removeEventListener("touchstart", touch);
  }, []);
  return (
    <div
      class="hold"
      role="application"
      tabIndex={0}
      aria-roledescription="stage"
      aria-label={`Motion of ${opened.value?.title ?? "the model"}; the state is described in words below. ${keysInWords}`}
      onKeyDown={onKeyDown}
    >
      <canvas ref={canvas} {...handlers} />
    </div>
  );
}
