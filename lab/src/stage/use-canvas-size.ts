import { type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";

export interface CanvasSize {
  /** Pixels of the page. */
  readonly width: number;
  readonly height: number;
  /** Pixels of the screen in one of the page. */
  readonly ratio: number;
}

/** The size of a canvas as the page lays it out; its own pixels follow, so that lines stay sharp. */
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
