/** The canvas of a lane, which can be dragged on and used by keys. */

import type { JSX, RefObject } from "preact";
import { announced } from "../state/drag.js";
import { opened } from "../state/lab.js";
import { keysInWords } from "./hand.js";

type Handlers = Pick<
  JSX.HTMLAttributes<HTMLCanvasElement>,
  "onPointerDown" | "onPointerMove" | "onPointerUp" | "onPointerCancel" | "onWheel"
> & { onKeyDown(event: KeyboardEvent): void };

export function StageCanvas({
  canvas,
  onKeyDown,
  ...handlers
}: Handlers & { readonly canvas: RefObject<HTMLCanvasElement> }) {
  return (
    <>
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
      <p class="hidden" role="status">
        {announced}
      </p>
    </>
  );
}
