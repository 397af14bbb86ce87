/** Plots of quantities and expressions, one curve per lane, each with a table of its numbers. */

import { type Signal, useSignal, useSignalEffect } from "@preact/signals";
import { useEffect, useId, useRef } from "preact/hooks";
import { NumberTable } from "../panels/number-table.js";
import { lanes, opened, selected } from "../state/lab.js";
import { mostPlots, type PlotSpec, plots } from "../state/plots.js";
import { Chart, showWholeRun, zoom } from "./chart.js";
import { keepPlot } from "./keep-plot.js";
import { type Curve, curvesOf, type Quantity, quantities, quantityOf } from "./quantities.js";

/** Milliseconds between updates while frames arrive. */
const patience = 200;
/** The choice of the menu that opens a field for an expression. */
const own = "=";

export function Plots() {
  const all = quantities();
  if (all.length === 0) return null;
  return (
    <section class="plots" aria-label="Plots">
      {plots.value.map((spec, place) => (
        <PlotCard key={place} place={place} spec={available(spec, place, all)} all={all} />
      ))}
      {plots.value.length < mostPlots && (
        <button
          type="button"
          class="add"
          onClick={() => {
            const free = all.find(({ key }) => !plots.value.some(({ y }) => y === key)) ?? all[0];
            plots.value = [...plots.value, { y: free.key }];
          }}
        >
          Add a plot
        </button>
      )}
    </section>
  );
}

/** A quantity of the lab that this model does not have is replaced by one that it has. */
function available(spec: PlotSpec, place: number, all: readonly Quantity[]): PlotSpec {
  const isOfLab = ["energy", "position", "velocity", "lambda", "distance"].includes(spec.y);
  return isOfLab && !all.some(({ key }) => key === spec.y)
    ? { ...spec, y: all[Math.min(place, all.length - 1)].key }
    : spec;
}

interface CardProps {
  readonly place: number;
  readonly spec: PlotSpec;
  readonly all: readonly Quantity[];
}

function PlotCard({ place, spec, all }: CardProps) {
  const curves = useSignal<readonly Curve[]>([]);
  const wrong = useSignal("");
  const host = useRef<HTMLElement>(null);
  const quantity = quantityOf(spec, all);
  const isOwn = !all.some(({ key }) => key === spec.y);
  useSlowly(curves, wrong, spec, quantity);
  const change = (part: Partial<Record<keyof PlotSpec, unknown>>): void => {
    plots.value = plots.value.map((each, k) => (k === place ? tidy({ ...spec, ...part }) : each));
  };
  return (
    <figure class="plot" ref={host}>
      <figcaption>
        <select
          aria-label={`Quantity of plot ${place + 1}`}
          value={isOwn ? own : spec.y}
          onChange={(event) => change({ y: event.currentTarget.value === own ? "" : event.currentTarget.value })}
        >
          {all.map(({ key, title }) => (
            <option key={key} value={key}>
              {title}
            </option>
          ))}
          <option value={own}>An expression…</option>
        </select>
        {zoom.value !== undefined && (
          <button type="button" class="plain" onClick={showWholeRun}>
            Whole run
          </button>
        )}
        {plots.value.length > 1 && (
          <button
            type="button"
            class="plain"
            aria-label={`Remove plot ${place + 1}`}
            onClick={() => {
              plots.value = plots.value.filter((_, k) => k !== place);
            }}
          >
            ×
          </button>
        )}
      </figcaption>
      {isOwn && (
        <TextField
          label={`Expression of plot ${place + 1}, for example ${opened.value?.names[0] ?? "x"}^2`}
          value={spec.y}
          onEnter={(y) => change({ y })}
        />
      )}
      {wrong.value !== "" && (
        <p class="wrong" role="alert">
          {wrong}
        </p>
      )}
      <Chart spec={spec} quantity={quantity} curves={curves} />
      <Axes spec={spec} place={place} quantity={quantity} host={host} change={change} />
      <DataTable spec={spec} quantity={quantity} curves={curves} />
    </figure>
  );
}

/** A specification without what is empty or false. */
function tidy(spec: Partial<Record<keyof PlotSpec, unknown>>): PlotSpec {
  const given = Object.entries(spec).filter(([key, value]) => key === "y" || key === "logY" || (value && value !== ""));
  return Object.fromEntries(given) as unknown as PlotSpec;
}

interface AxesProps {
  readonly spec: PlotSpec;
  readonly place: number;
  readonly quantity: Quantity;
  readonly host: { readonly current: HTMLElement | null };
  change(part: Partial<Record<keyof PlotSpec, unknown>>): void;
}

/** What the plot is drawn against, its scales, and its files. */
function Axes({ spec, place, quantity, host, change }: AxesProps) {
  const said = useSignal("");
  const events = opened.value?.events ?? [];
  const keep = (kind: "svg" | "png") => async () => {
    const svg = host.current?.querySelector("svg");
    said.value = svg ? await keepPlot(svg as SVGSVGElement, `${quantity.title} ${spec.x ?? ""}`, kind) : "";
  };
  return (
    <details class="table axes">
      <summary>Axes and files</summary>
      <TextField
        label={`Plot ${place + 1} against (a name or an expression; empty for the time)`}
        value={spec.x ?? ""}
        onEnter={(x) => change({ x: x === "t" ? "" : x })}
      />
      {events.length > 0 && (
        <label class="wide">
          <span>Points of plot {place + 1}</span>
          <select value={spec.at ?? ""} onChange={(event) => change({ at: event.currentTarget.value })}>
            <option value="">along the whole run</option>
            {events.map((name) => (
              <option key={name} value={name}>
                at every event {name}
              </option>
            ))}
          </select>
        </label>
      )}
      <div class="buttons">
        <label class="switch">
          <input
            type="checkbox"
            checked={spec.logX === true}
            onChange={(event) => change({ logX: event.currentTarget.checked })}
          />
          logarithmic horizontal axis
        </label>
        <label class="switch">
          <input
            type="checkbox"
            checked={quantity.log}
            onChange={(event) => change({ logY: event.currentTarget.checked })}
          />
          logarithmic vertical axis
        </label>
        <button type="button" onClick={() => void keep("svg")()}>
          SVG
        </button>
        <button type="button" onClick={() => void keep("png")()}>
          PNG
        </button>
      </div>
      <p class="quiet" role="status">
        {said}
      </p>
    </details>
  );
}

function TextField({
  label,
  value,
  onEnter,
}: {
  readonly label: string;
  readonly value: string;
  onEnter(text: string): void;
}) {
  const id = useId();
  return (
    <div class="wide">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="text"
        value={value}
        spellcheck={false}
        onChange={(event) => onEnter(event.currentTarget.value.trim())}
      />
    </div>
  );
}

/** Updates the curves a few times a second while frames arrive. */
function useSlowly(curves: Signal<readonly Curve[]>, wrong: Signal<string>, spec: PlotSpec, quantity: Quantity): void {
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const latest = useRef({ spec, quantity });
  latest.current = { spec, quantity };
  const turn = useRef(0);
  const update = async (): Promise<void> => {
    const mine = ++turn.current;
    const { spec, quantity } = latest.current;
    if (spec.y === "") {
      curves.value = [];
      wrong.value = "";
      return;
    }
    const found = await curvesOf(spec, quantity);
    if (mine !== turn.current) return;
    wrong.value = typeof found === "string" ? found : "";
    curves.value = typeof found === "string" ? [] : found;
  };
  useEffect(() => void update(), [JSON.stringify(spec), quantity.log, opened.value]);
  useSignalEffect(() => {
    // subscribe to the signals that the curves depend on, and update after a while
    for (const { arrived, recording } of lanes.value) [arrived.value, recording.value];
    selected.value;
    timer.current ??= setTimeout(() => {
      timer.current = null;
      void update();
    }, patience);
  });
}

/** Rows of a table behind a plot. */
const mostRows = 40;

interface DataTableProps {
  readonly spec: PlotSpec;
  readonly quantity: Quantity;
  readonly curves: Signal<readonly Curve[]>;
}

function DataTable({ spec, quantity, curves }: DataTableProps) {
  const open = useSignal(false);
  const [first] = curves.value;
  const length = first?.x.length ?? 0;
  const count = Math.min(mostRows, length);
  const rows = open.value
    ? Array.from({ length: count }, (_, i) => Math.round((i * (length - 1)) / (count - 1 || 1)))
    : [];
  return (
    <NumberTable
      caption={`${quantity.title} over ${spec.x ?? "time"}`}
      columns={[spec.x ?? "t", ...curves.value.map(({ name }) => name)]}
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
