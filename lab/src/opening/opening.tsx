/** The live stage of the first page: one pendulum with springs, whose stiffness a slider sets, beside one with rods. */

import { type Signal, useSignal, useSignalEffect } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { short } from "../draw/format.js";
import { theme } from "../draw/theme.js";
import { useCanvasSize } from "../stage/use-canvas-size.js";
import { quiet } from "../state/lab.js";
import type { Links, OpeningMotion } from "../worker/opening.js";
import { drawOpening } from "./draw.js";
import { openingLink } from "./link.js";

/** The slider: from the softest spring to the stiffest, by powers, and the last position for rods. */
const softest = 5;
const perDecade = 12;
const rigid = 28;
const first = 8;

const linksAt = (position: number): Links =>
  position >= rigid ? "rigid" : Number((softest * 10 ** (position / perDecade)).toPrecision(2));
const inWords = (links: Links): string => (links === "rigid" ? "rigid rods" : `springs, ω = ${links}`);

export function Opening() {
  const position = useSignal(first);
  const left = useSignal<OpeningMotion | undefined>(undefined);
  const right = useSignal<OpeningMotion | undefined>(undefined);
  const time = useSignal(0);
  const playing = useSignal(!quiet());
  const link = useSignal("#/");
  useMotion(position, left, right);
  useClock(playing, time, left);
  useSignalEffect(() => {
    const links = linksAt(position.value);
    void openingLink(links).then((address) => {
      link.value = address;
    });
  });
  const links = linksAt(position.value);
  return (
    <div class="opening-live" data-ready={left.value !== undefined && right.value !== undefined}>
      <div class="pair">
        <Half motion={left} time={time} series={0} title={inWords(links)} />
        <Half motion={right} time={time} series={1} title="rigid rods" />
      </div>
      <div class="opening-bar">
        <button
          type="button"
          class="primary"
          onClick={() => {
            playing.value = !playing.value;
          }}
        >
          {playing.value ? "Pause" : "Play"}
        </button>
        <label class="softness">
          <span class="hidden">Stiffness of the links on the left</span>
          <span aria-hidden="true">soft</span>
          <input
            type="range"
            min={0}
            max={rigid}
            step={1}
            value={position.value}
            aria-valuetext={inWords(links)}
            onInput={(event) => {
              position.value = Number(event.currentTarget.value);
            }}
          />
          <span aria-hidden="true">rigid</span>
        </label>
        <a class="button" href={link.value}>
          Open in the stage
        </a>
      </div>
    </div>
  );
}

interface HalfProps {
  readonly motion: Signal<OpeningMotion | undefined>;
  readonly time: Signal<number>;
  readonly series: number;
  readonly title: string;
}

function Half({ motion, time, series, title }: HalfProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const size = useCanvasSize(canvas);
  useSignalEffect(() => {
    const context = canvas.current?.getContext("2d");
    const { width, height, ratio } = size.value;
    const now = { width, height, ratio, theme: theme.value, colour: theme.value.series[series] };
    if (context && width > 0 && motion.value !== undefined) drawOpening(context, motion.value, time.value, now);
  });
  const cost = motion.value?.cost;
  return (
    <figure class={`half c${series}`}>
      <canvas ref={canvas} role="img" aria-label={`A double pendulum with ${title}`} />
      <figcaption>
        <strong>
          <span class="swatch" aria-hidden="true" />
          {title}
        </strong>
        <span class="quiet">{cost === undefined ? "…" : `${short(cost)} evaluations of the forces per second`}</span>
      </figcaption>
    </figure>
  );
}

/** Asks the worker for the motion of both pendulums; while it computes, only the newest position waits. */
function useMotion(
  position: Signal<number>,
  left: Signal<OpeningMotion | undefined>,
  right: Signal<OpeningMotion | undefined>,
): void {
  const worker = useRef<Worker | null>(null);
  const busy = useRef(true);
  const ask = (): void => {
    const links = linksAt(position.peek());
    if (links === left.peek()?.links) return;
    busy.current = true;
    worker.current?.postMessage(links);
  };
  useEffect(() => {
    const mine = new Worker(new URL("../worker/opening.ts", import.meta.url), { type: "module", name: "opening" });
    worker.current = mine;
    mine.onmessage = ({ data }: MessageEvent<OpeningMotion>) => {
      if (right.peek() === undefined) right.value = data;
      else left.value = data;
      busy.current = false;
      ask();
    };
    mine.postMessage("rigid" satisfies Links);
    return () => mine.terminate();
  }, []);
  useSignalEffect(() => {
    position.value;
    if (!busy.current) ask();
  });
}

/** Lets the clock run, from the start again after the end. */
function useClock(playing: Signal<boolean>, time: Signal<number>, motion: Signal<OpeningMotion | undefined>): void {
  useSignalEffect(() => {
    if (!playing.value || motion.value === undefined) return;
    const { every, states, width } = motion.value;
    const end = (states.length / width - 1) * every;
    let last: number | undefined;
    let asked = requestAnimationFrame(function tick(now) {
      const passed = last === undefined ? 0 : Math.min(0.1, (now - last) / 1000);
      last = now;
      const next = time.peek() + passed;
      time.value = next > end ? 0 : next;
      asked = requestAnimationFrame(tick);
    });
    return () => cancelAnimationFrame(asked);
  });
}
