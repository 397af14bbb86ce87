/**
 * The window of a filtering projection: the fast motion around the point, the weights of the filter, the filtered
 * value.
 */

import { useSignal } from "@preact/signals";
import { linePlot, type ProjectionWindow } from "taut";
import { short } from "../draw/format.js";
import { opened } from "../state/lab.js";
import { NumberTable } from "./number-table.js";

/** The number of iterations whose fast motion is drawn together; the last of them is the selected one. */
const mostCurves = 4;
/** The most constraints, and the most coordinates, that can be chosen. */
const mostNames = 60;

export function WindowView({
  windows,
  shown,
}: {
  readonly windows: readonly ProjectionWindow[];
  readonly shown: number;
}) {
  const chosen = useSignal("g0");
  const { names = [], constraintNames = [], n = 0 } = opened.value ?? {};
  const quantities = [
    ...constraintNames.slice(0, mostNames).map((name, k) => ({ key: `g${k}`, title: `g of ${name}` })),
    ...names.slice(0, Math.min(n, mostNames)).map((name, k) => ({ key: `q${k}`, title: name })),
  ];
  const { key, title } = quantities.find((each) => each.key === chosen.value) ?? quantities[0];
  const [kind, index] = [key[0] as "g" | "q", Number(key.slice(1))];
  const { t, weights, filtered } = windows[shown];
  const first = Math.max(0, shown - mostCurves + 1);
  const motion = linePlot({
    title: `${title} over the window, and its filtered value`,
    x: { label: "time from the point" },
    y: { label: title },
    series: windows.slice(first, shown + 1).map((window, k) => ({
      name: first + k === 0 ? "pushed" : `after iteration ${first + k}`,
      x: window.t,
      y: window[kind][index],
      markers: false,
    })),
    levels: [{ name: "filtered", y: filtered[kind][index] }],
  });
  const kernel = linePlot({
    title: "Weights of the filter",
    x: { label: "time from the point" },
    y: { label: "weight" },
    series: [{ name: "weight", x: t, y: weights }],
  });
  return (
    <section class="window" aria-label="The window of the filter">
      <p>
        From the point, the stiff motion is followed in both directions of time, for {(t.length - 1) / 2} small steps of{" "}
        {short(t[1] - t[0])} each, and averaged with these weights. The vibration cancels and the slow motion remains:
        the mean is the next point.
      </p>
      <label class="wide">
        <span>Look at</span>
        <select
          value={key}
          onChange={(event) => {
            chosen.value = event.currentTarget.value;
          }}
        >
          {quantities.map((each) => (
            <option key={each.key} value={each.key}>
              {each.title}
            </option>
          ))}
        </select>
      </label>
      <div class="drawing" dangerouslySetInnerHTML={{ __html: motion }} />
      <div class="drawing" dangerouslySetInnerHTML={{ __html: kernel }} />
      <NumberTable
        caption="The window of the filter"
        columns={["t", title, "weight"]}
        rows={Array.from(t, (time, k) => [time, windows[shown][kind][index][k], weights[k]])}
      />
    </section>
  );
}
