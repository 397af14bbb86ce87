/** Plots of quantities over time, one curve per lane, each with a line at the clock and a table of its numbers. */

import { type Signal, signal, useSignal, useSignalEffect } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { NumberTable } from "../panels/number-table.js";
import { lanes, opened, selected } from "../state/lab.js";
import { Chart, showWholeRun, zoom } from "./chart.js";
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
        {zoom.value !== undefined && (
          <button type="button" class="plain" onClick={showWholeRun}>
            Whole run
          </button>
        )}
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

/** Rows of a table behind a plot. */
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
      rows={rows.map((row) => [
        first.x[row],
        ...curves.value.map(({ y }) => (Number.isFinite(y[row]) ? y[row] : null)),
      ])}
      onToggle={(now) => {
        open.value = now;
      }}
    />
  );
}
