import { type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";

export interface CanvasSize {
  /** The size in CSS pixels. */
  readonly width: number;
  readonly height: number;
  /** The number of device pixels per CSS pixel. */
  readonly ratio: number;
}

/** The layout size of a canvas. The canvas gets as many pixels as the screen shows, so that lines are sharp. */
export function useCanvasSize(canvas: { readonly current: HTMLCanvasElement | null }): Signal<CanvasSize> {
  const size = useSignal<CanvasSize>({ width: 0, height: 0, ratio: 1 });
  useEffect(() => {
    const element = canvas.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => {
      const { clientWidth: width, clientHeight: height } = element;
      const ratio = devicePixelRatio || 1;
      element.width = Math.round(width * ratio);
      element.height = Math.round(height * ratio);
      size.value = { width, height, ratio };
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [canvas, size]);
  return size;
}
