/**
 * A quantity over time, drawn as in reports. Lines on top of the drawing show the clock and the cursor, whose values
 * are read out. Dragging chooses the times that all plots show, dragging with Shift moves them, and a double click shows
 * the whole run again. A plot against a quantity other than time has neither clock nor zoom.
 */

import { computed, type ReadonlySignal, signal, useSignal } from "@preact/signals";
import { useMemo, useRef } from "preact/hooks";
import { type PlacedPlot, placedPlot } from "taut";
import { short } from "../draw/format.js";
import { opened, time } from "../state/lab.js";
import type { PlotSpec } from "../state/plots.js";
import type { Curve, Quantity } from "./quantities.js";

type Range = readonly [number, number];

const chosen = signal<Range | undefined>(undefined);

const wholeRun = computed((): Range => {
  const { from = 0, until = 1 } = opened.value ?? {};
  return [Math.min(from, until), Math.max(from, until)];
});

/** The chosen times, if the run contains them. */
export const zoom = computed((): Range | undefined => {
  const [[low, high], range] = [wholeRun.value, chosen.value];
  return range !== undefined && range[0] >= low && range[1] <= high ? range : undefined;
});

export function showWholeRun(): void {
  chosen.value = undefined;
}

/** A drag over fewer pixels than this is a click. */
const shortestDrag = 5;

interface ChartProps {
  readonly spec: PlotSpec;
  readonly quantity: Quantity;
  readonly curves: ReadonlySignal<readonly Curve[]>;
}

export function Chart({ spec, quantity, curves }: ChartProps) {
  const host = useRef<HTMLElement>(null);
  /** The time under the pointer. */
  const cursor = useSignal<number | undefined>(undefined);
  /** The place where a drag began, in pixels and as a time. */
  const began = useRef({ pixel: 0, t: 0 });
  const selection = useSignal<Range | undefined>(undefined);
  /** Whether the plot is over the times that all plots share. */
  const isTime = spec.x === undefined && spec.logX !== true;
  const range = isTime ? (zoom.value ?? wholeRun.value) : undefined;
  const plot = useMemo(
    () => drawn(spec, quantity, curves.value, range),
    [JSON.stringify(spec), quantity.title, quantity.log, curves.value, range],
  );

  const timeAt = ({ clientX }: PointerEvent): number => {
    const { left, width } = host.current!.getBoundingClientRect();
    return plot.xAt((clientX - left) / width);
  };
  const release = (event: PointerEvent): void => {
    const range = selection.peek();
    if (range === undefined) return;
    selection.value = undefined;
    if (Math.abs(event.clientX - began.current.pixel) >= shortestDrag && range[0] < range[1]) chosen.value = range;
  };
  return (
    <figure
      ref={host}
      class="chart drawing"
      aria-label={`Plot of ${quantity.title}`}
      onPointerDown={(event) => {
        if (event.button !== 0 || !isTime) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        const t = timeAt(event);
        began.current = { pixel: event.clientX, t };
        selection.value = [t, t];
      }}
      onPointerMove={(event) => {
        const t = timeAt(event);
        cursor.value = t;
        if (selection.peek() === undefined) return;
        const { t: start } = began.current;
        if (event.shiftKey && zoom.peek() !== undefined) {
          pan(start - t);
          selection.value = [start, start];
          return;
        }
        selection.value = [Math.min(start, t), Math.max(start, t)];
      }}
      onPointerUp={release}
      onPointerCancel={() => {
        selection.value = undefined;
      }}
      onPointerLeave={() => {
        cursor.value = undefined;
      }}
      onDblClick={showWholeRun}
    >
      <div dangerouslySetInnerHTML={{ __html: plot.svg }} />
      {spec.x === undefined && <Mark kind="hand" plot={plot} at={time} />}
      <Mark kind="cursor" plot={plot} at={cursor} />
      <Band plot={plot} range={selection} />
      <Readout name={spec.x ?? "t"} curves={curves} cursor={cursor} />
    </figure>
  );
}

/** Moves the chosen times, as far as the run goes. */
function pan(by: number): void {
  const range = zoom.peek();
  if (range === undefined) return;
  const [low, high] = wholeRun.peek();
  const shift = Math.min(Math.max(by, low - range[0]), high - range[1]);
  chosen.value = [range[0] + shift, range[1] + shift];
}

function drawn(
  spec: PlotSpec,
  { title, log, unit }: Quantity,
  curves: readonly Curve[],
  range: Range | undefined,
): PlacedPlot {
  const isSection = spec.at !== undefined;
  const unitAcross = spec.x === undefined ? opened.value?.units?.time : undefined;
  return placedPlot({
    title: `${title} over ${spec.x ?? "time"}${isSection ? ` at ${spec.at}` : ""}`,
    description: "The numbers are in the table below.",
    x: {
      label: spec.x ?? "t",
      ...(range && { range }),
      ...(spec.logX && { scale: "log" as const }),
      ...withUnit(unitAcross),
    },
    y: { label: title, scale: log ? "log" : "linear", ...withUnit(unit) },
    series: curves.map((curve) => ({ ...curve, markers: isSection, line: !isSection })),
    height: 150,
  });
}

const withUnit = (unit: string | undefined): { unit?: string } => (unit ? { unit } : {});

const percent = (part: number): string => `${(100 * part).toFixed(3)}%`;
const upright = ({ top, bottom }: PlacedPlot) => ({ top: percent(top), height: percent(bottom - top) });

/** A vertical line at a time; nothing if the time is outside the axis. */
function Mark({
  kind,
  plot,
  at,
}: {
  readonly kind: "hand" | "cursor";
  readonly plot: PlacedPlot;
  readonly at: ReadonlySignal<number | undefined>;
}) {
  const t = at.value;
  const across = t === undefined ? Number.NaN : plot.across(t);
  if (!(across >= plot.across(plot.xAt(0)) - 1e-9 && across <= plot.across(plot.xAt(1)) + 1e-9)) return null;
  return <div class={kind} style={{ ...upright(plot), left: percent(across) }} />;
}

/** The times that are being chosen. */
function Band({ plot, range }: { readonly plot: PlacedPlot; readonly range: ReadonlySignal<Range | undefined> }) {
  if (range.value === undefined) return null;
  const [left, right] = range.value.map(plot.across);
  return <div class="band" style={{ ...upright(plot), left: percent(left), width: percent(right - left) }} />;
}

/** The values of the curves under the pointer. */
function Readout({
  name,
  curves,
  cursor,
}: {
  readonly name: string;
  readonly curves: ChartProps["curves"];
  readonly cursor: ReadonlySignal<number | undefined>;
}) {
  const t = cursor.value;
  if (t === undefined) return null;
  const values = curves.value.map(({ name, colour, x, y }) => {
    const value = y[nearest(x, t)];
    return (
      <span key={name} class={`c${colour}`}>
        <i />
        {Number.isFinite(value) ? short(value, 4) : "–"}
      </span>
    );
  });
  return (
    <p class="readout">
      {name} = {short(t, 4)} {values}
    </p>
  );
}

/** The sample whose time is nearest; times ascend or descend. */
function nearest(x: ArrayLike<number>, t: number): number {
  const sign = Math.sign(x[x.length - 1] - x[0]) || 1;
  let [low, high] = [0, x.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (sign * (x[middle] - t) <= 0) low = middle;
    else high = middle;
  }
  return Math.abs(x[low] - t) <= Math.abs(x[high] - t) ? low : high;
}
