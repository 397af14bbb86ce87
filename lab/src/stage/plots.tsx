/** Plots of quantities over time, one curve per lane, each with a line at the clock and a table of its numbers. */

import { type Signal, signal, useSignal, useSignalEffect } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { short } from "../draw/format.js";
import { theme } from "../draw/theme.js";
import { NumberTable } from "../panels/number-table.js";
import { lanes, opened, selected, time } from "../state/lab.js";
import { type Curve, curvesOf, type Quantity, quantities } from "./quantities.js";

const chosen = signal<readonly string[]>(["energy", "position"]);
/** Milliseconds between updates while frames arrive. */
const patience = 200;

export function Plots() {
  const all = quantities();
  if (all.length === 0) return null;
  return (
    <section class="plots" aria-label="Plots over time">
      {chosen.value.map((key, place) => {
        const quantity = all.find((each) => each.key === key) ?? all[Math.min(place, all.length - 1)];
        return <PlotCard key={place} place={place} quantity={quantity} all={all} />;
      })}
      {chosen.value.length < 4 && (
        <button
          type="button"
          class="add"
          onClick={() => {
            const free = all.find(({ key }) => !chosen.value.includes(key)) ?? all[0];
            chosen.value = [...chosen.value, free.key];
          }}
        >
          Add a plot
        </button>
      )}
    </section>
  );
}

function PlotCard({
  place,
  quantity,
  all,
}: {
  readonly place: number;
  readonly quantity: Quantity;
  readonly all: readonly Quantity[];
}) {
  const curves = useSignal<readonly Curve[]>([]);
  useSlowly(curves, quantity);
  return (
    <figure class="plot">
      <figcaption>
        <select
          aria-label={`Quantity of plot ${place + 1}`}
          value={quantity.key}
          onChange={(event) => {
            chosen.value = chosen.value.map((key, k) => (k === place ? event.currentTarget.value : key));
          }}
        >
          {all.map(({ key, title }) => (
            <option key={key} value={key}>
              {title}
            </option>
          ))}
        </select>
        <span class="keys">
          {curves.value.map(({ name, colour }) => (
            <span key={name} class={`c${colour}`}>
              <i />
              {name}
            </span>
          ))}
        </span>
        {chosen.value.length > 1 && (
          <button
            type="button"
            class="plain"
            aria-label={`Remove plot ${place + 1}`}
            onClick={() => {
              chosen.value = chosen.value.filter((_, k) => k !== place);
            }}
          >
            ×
          </button>
        )}
      </figcaption>
      <Chart quantity={quantity} curves={curves} />
      <DataTable quantity={quantity} curves={curves} />
    </figure>
  );
}

/** Updates the curves a few times a second while frames arrive. */
function useSlowly(curves: Signal<readonly Curve[]>, quantity: Quantity): void {
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  useEffect(() => {
    curves.value = curvesOf(quantity);
  }, [quantity.key, quantity.log, opened.value]);
  useSignalEffect(() => {
    // subscribe to the signals that the curves depend on, and update after a while
    for (const { arrived, recording } of lanes.value) [arrived.value, recording.value];
    selected.value;
    timer.current ??= setTimeout(() => {
      timer.current = null;
      curves.value = curvesOf(quantity);
    }, patience);
  });
}

function Chart({ quantity, curves }: { readonly quantity: Quantity; readonly curves: Signal<readonly Curve[]> }) {
  const host = useRef<HTMLDivElement>(null);
  const chart = useRef<uPlot | null>(null);
  const hand = useRef<HTMLDivElement>(null);
  const shape = `${quantity.key} ${curves.value.map(({ name, colour }) => `${name}${colour}`).join()} ${theme.value.ink}`;

  useEffect(() => {
    const element = host.current!;
    const made = new uPlot(optionsFor(quantity, curves.peek(), element.clientWidth), dataOf(curves.peek()), element);
    chart.current = made;
    const observer = new ResizeObserver(() => made.setSize({ width: element.clientWidth, height: 190 }));
    observer.observe(element);
    return () => {
      observer.disconnect();
      made.destroy();
    };
  }, [shape]);

  useSignalEffect(() => {
    const data = dataOf(curves.value);
    if (chart.current !== null && chart.current.series.length === data.length) chart.current.setData(data);
    placeHand(chart.current, hand.current, time.peek());
  });
  useSignalEffect(() => placeHand(chart.current, hand.current, time.value));

  return (
    <div class="chart" role="img" aria-label={`${quantity.title} over time; the numbers are in the table below.`}>
      <div ref={host} />
      <div ref={hand} class="hand" />
    </div>
  );
}

/** Moves the line that shows the clock. */
function placeHand(chart: uPlot | null, hand: HTMLDivElement | null, t: number): void {
  if (chart === null || hand === null) return;
  const x = chart.valToPos(t, "x");
  hand.style.transform = `translateX(${x + chart.bbox.left / devicePixelRatio}px)`;
  hand.hidden = !Number.isFinite(x);
}

function dataOf(curves: readonly Curve[]): uPlot.AlignedData {
  const longest = curves.reduce<Curve | undefined>(
    (most, c) => (most && most.x.length >= c.x.length ? most : c),
    undefined,
  );
  return [longest?.x ?? new Float64Array(), ...curves.map(({ y }) => [...y])] as unknown as uPlot.AlignedData;
}

function optionsFor({ log }: Quantity, curves: readonly Curve[], width: number): uPlot.Options {
  const { muted, grid, series } = theme.peek();
  const { from = 0, until = 1 } = opened.peek() ?? {};
  const axis = { stroke: muted, grid: { stroke: grid, width: 1 }, ticks: { show: false }, font: "11px system-ui" };
  return {
    width,
    height: 190,
    legend: { show: false },
    cursor: { y: false, points: { show: false } },
    scales: { x: { time: false, range: [Math.min(from, until), Math.max(from, until)] }, y: { distr: log ? 3 : 1 } },
    axes: [
      { ...axis, size: 28 },
      {
        ...axis,
        size: 62,
        ...(log && { splits: (_: uPlot, __: number, low: number, high: number) => powersOfTen(low, high) }),
        values: (_, ticks) => ticks.map((tick) => (tick === null ? "" : short(tick, 3).replace(/^1×/, ""))),
      },
    ],
    series: [
      {},
      ...curves.map(({ colour }, k) => ({
        stroke: series[colour % series.length],
        width: 1.6,
        points: { show: false },
        ...(k > 0 && { dash: [[], [7, 3], [2, 3], [9, 3, 2, 3]][k % 4] }),
      })),
    ],
  };
}

/** At most six powers of ten in a range. */
function powersOfTen(low: number, high: number): number[] {
  const [first, last] = [Math.ceil(Math.log10(low) - 1e-9), Math.floor(Math.log10(high) + 1e-9)];
  const stride = Math.max(1, Math.ceil((last - first) / 5));
  const powers: number[] = [];
  for (let k = first; k <= last; k += stride) powers.push(Number(`1e${k}`));
  return powers;
}

/** The most rows in the table of a plot. */
const mostRows = 40;

function DataTable({ quantity, curves }: { readonly quantity: Quantity; readonly curves: Signal<readonly Curve[]> }) {
  const open = useSignal(false);
  const [first] = curves.value;
  const length = first?.x.length ?? 0;
  const count = Math.min(mostRows, length);
  const rows = open.value
    ? Array.from({ length: count }, (_, i) => Math.round((i * (length - 1)) / (count - 1 || 1)))
    : [];
  return (
    <NumberTable
      caption={`${quantity.title} over time`}
      columns={["t", ...curves.value.map(({ name }) => name)]}
      rows={rows.map((row) => [first.x[row], ...curves.value.map(({ y }) => y[row] ?? null)])}
      onToggle={(now) => {
        open.value = now;
      }}
    />
  );
}
