/**
 * The animation of a report: a canvas with a play button, a time slider and a choice of speed. It reads its colours
 * from the page's custom properties and touches nothing outside its figure. If the reader prefers reduced motion, it
 * starts only when the button is pressed.
 */

import type { Viewpoint } from "../../scene/index.js";
import type { AnimationData } from "./data.js";
import { Drawing, readColours } from "./drawing.js";
import { momentOf } from "./motion.js";

/**
 * The clock advances by at most this many seconds per frame of the screen, so a page that was hidden continues where it
 * was.
 */
const longestTick = 0.25;

/** Starts the player of a figure that `animation` made. Without a canvas to draw on, the still picture stays. */
export function play(figure: HTMLElement, data: AnimationData): void {
  const find = <E extends Element>(selector: string): E => figure.querySelector<E>(selector)!;
  const canvas = find<HTMLCanvasElement>("canvas");
  const [button, clock] = [find<HTMLButtonElement>("button"), find<HTMLOutputElement>("output")];
  const [slider, speed] = [find<HTMLInputElement>("input"), find<HTMLSelectElement>("select")];
  const pen = canvas.getContext("2d");
  if (pen === null) return;

  const drawing = new Drawing(data);
  const look: Viewpoint = { turn: 0.6, tilt: 0.35 };
  const [first, last] = [data.t[0], data.t[data.t.length - 1]];
  let colours = readColours(figure);
  let now = first;
  let playing = false;
  /** When the previous frame was shown (ms); undefined if the clock has just been started. */
  let shownAt: number | undefined;

  function paint(): void {
    const [wide, high] = [canvas.clientWidth, canvas.clientHeight];
    if (wide === 0) return;
    const dots = globalThis.devicePixelRatio || 1;
    const size = [Math.round(wide * dots), Math.round(high * dots)];
    if (canvas.width !== size[0]) canvas.width = size[0];
    if (canvas.height !== size[1]) canvas.height = size[1];
    pen!.setTransform(dots, 0, 0, dots, 0, 0);
    drawing.draw(pen!, colours, momentOf(data.t, now), look, wide, high);
  }

  function show(): void {
    const words = `t = ${now.toFixed(data.decimals)}${data.unit === "" ? "" : ` ${data.unit}`}`;
    clock.textContent = words;
    slider.value = String((1000 * (now - first)) / (last - first));
    slider.setAttribute("aria-valuetext", words);
    button.textContent = playing ? "Pause" : now >= last ? "Replay" : "Play";
    paint();
  }

  function tick(milliseconds: number): void {
    if (!playing) return;
    const passed = shownAt === undefined ? 0 : Math.min(longestTick, (milliseconds - shownAt) / 1000);
    now = Math.min(last, now + data.rate * Number(speed.value) * passed);
    shownAt = milliseconds;
    playing = now < last;
    show();
    if (playing) requestAnimationFrame(tick);
  }

  function toggle(): void {
    playing = !playing;
    shownAt = undefined;
    if (playing && now >= last) now = first;
    show();
    if (playing) requestAnimationFrame(tick);
  }

  button.addEventListener("click", toggle);
  slider.addEventListener("input", () => {
    playing = false;
    now = first + (Number(slider.value) / 1000) * (last - first);
    show();
  });
  slider.addEventListener("keydown", (event) => {
    if (event.key !== " ") return;
    event.preventDefault();
    toggle();
  });
  if (drawing.inSpace) turnable(canvas, look, paint);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
    colours = readColours(figure);
    paint();
  });
  new ResizeObserver(paint).observe(canvas);
  figure.classList.add("live");
  find<HTMLElement>(".stage").hidden = false;
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) show();
  else toggle();
}

/** Lets the reader turn the view by dragging. */
function turnable(canvas: HTMLCanvasElement, look: Viewpoint, paint: () => void): void {
  let from: readonly [number, number] | undefined;
  canvas.style.touchAction = "pan-y";
  canvas.style.cursor = "grab";
  canvas.addEventListener("pointerdown", (event) => {
    from = [event.clientX, event.clientY];
    canvas.setPointerCapture(event.pointerId);
  });
  canvas.addEventListener("pointermove", (event) => {
    if (from === undefined) return;
    look.turn -= (event.clientX - from[0]) / 150;
    look.tilt = Math.max(-1.5, Math.min(1.5, look.tilt + (event.clientY - from[1]) / 150));
    from = [event.clientX, event.clientY];
    paint();
  });
  for (const end of ["pointerup", "pointercancel"] as const)
    canvas.addEventListener(end, () => {
      from = undefined;
    });
}
