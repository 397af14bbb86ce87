/** The quantities that can be plotted, and the curves of a plot: one for each lane. */

import { isError, kernel } from "../state/kernel.js";
import { type LaneState, lanes, opened, selected } from "../state/lab.js";
import type { PlotSpec } from "../state/plots.js";
import type { Recording } from "../state/recording.js";
import { mostCurves, mostPlotted } from "../worker/limits.js";
import { distance } from "./figures.js";

export interface Curve {
  readonly name: string;
  /** The index of its series colour. */
  readonly colour: number;
  readonly x: Float64Array;
  /** Values that are not numbers make gaps. */
  readonly y: Float64Array;
}

export interface Quantity {
  readonly key: string;
  readonly title: string;
  readonly log: boolean;
  readonly unit?: string | undefined;
}

/** Keys of what the lab itself offers. An output of the model with such a name has `output` before its key. */
const ownKeys = ["energy", "position", "velocity", "lambda", "distance"];
const before = "output ";
const keyOf = (output: string): string => (ownKeys.includes(output) ? `${before}${output}` : output);

/** What the lab itself offers; any other name is an expression of the model. */
export function quantities(): readonly Quantity[] {
  const now = opened.value;
  if (now === undefined) return [];
  const { layout, names, units, outputs } = now;
  return [
    ...(layout.energy >= 0 ? [{ key: "energy", title: "Change of the energy", log: false, unit: units?.energy }] : []),
    ...(layout.position >= 0
      ? [
          { key: "position", title: "Position residual |g|", log: true, unit: units?.position },
          { key: "velocity", title: "Velocity residual |G v + g_t|", log: true, unit: units?.velocity },
          { key: "lambda", title: "Multipliers", log: false, unit: units?.lambda },
        ]
      : []),
    ...(lanes.value.length > 1 ? [{ key: "distance", title: "Distance from lane 1", log: true }] : []),
    ...outputs.map((name) => ({ key: keyOf(name), title: name, log: false })),
    ...names.slice(0, mostPlotted).map((name, k) => ({ key: name, title: name, log: false, unit: units?.y[k] })),
  ];
}

/** The quantity of a plot; an expression is its own title. */
export function quantityOf({ y, logY }: PlotSpec, all: readonly Quantity[]): Quantity {
  const { log, ...found } = all.find(({ key }) => key === y) ?? { key: y, title: y, log: false };
  return { ...found, log: logY ?? log };
}

/** Whether the axis across is logarithmic; the time of a long run is unless the plot says otherwise. */
export const isLogAcross = ({ x, at, logX }: PlotSpec): boolean =>
  logX ?? (x === undefined && at === undefined && opened.value?.logTime === true);

/** The curves of a plot, or the message of an expression that cannot be evaluated. */
export async function curvesOf(spec: PlotSpec, { key, log }: Quantity): Promise<readonly Curve[] | string> {
  const all = lanes.peek().map((lane, index) => ({ lane, index }));
  const shown = key === "lambda" ? all.filter(({ lane }) => lane === selected.peek()) : all;
  const curves: Curve[] = [];
  for (const { lane, index } of shown) {
    const recording = lane.recording.peek();
    if (recording === undefined || recording.length === 0) continue;
    const times = recording.column(0);
    const common = Float64Array.from(recording.regular, (row) => times[row]);
    const x =
      spec.at !== undefined || spec.x !== undefined
        ? await along(lane, recording, spec.x ?? "t", spec.at)
        : key === "distance"
          ? common
          : times;
    if (typeof x === "string") return x;
    const drawn = (values: Float64Array, isLog: boolean): Float64Array =>
      isLog ? values.map((value) => (value > 0 ? value : Number.NaN)) : values;
    const add = (name: string, colour: number, y: Float64Array): void => {
      curves.push({ name, colour, x: drawn(x, isLogAcross(spec)), y: drawn(y, log) });
    };
    if (key === "lambda") {
      const { constraintNames, layout } = recording.opened;
      constraintNames.slice(0, mostCurves).forEach((name, k) => {
        add(name, k, recording.column(layout.lambda + k));
      });
      continue;
    }
    const y = own(recording, key, lane) ?? (await along(lane, recording, key, spec.at));
    if (typeof y === "string") return y;
    if (y.length > 0 || lanes.peek().length === 1) add(`Lane ${index + 1}`, index, y);
  }
  return curves;
}

/** A quantity that the recording has itself; undefined for expressions. */
function own(recording: Recording, key: string, lane: LaneState): Float64Array | undefined {
  const { layout } = recording.opened;
  if (key === "energy") {
    const energy = recording.column(layout.energy);
    return energy.map((value) => value - energy[0]);
  }
  if (key === "position" || key === "velocity") return recording.column(layout[key]);
  if (key !== "distance") return undefined;
  const other = lanes.peek()[0].recording.peek();
  if (lanes.peek()[0] === lane || other === undefined) return new Float64Array(0);
  const length = Math.min(recording.regular.length, other.regular.length);
  return Float64Array.from({ length }, (_, k) => distance(recording, other, k));
}

/** Values that were evaluated already, for each recording and expression. */
const known = new WeakMap<Recording, Map<string, Float64Array>>();

/** A coordinate, or an expression that the worker evaluates, at all frames or at the instants of an event. */
async function along(
  lane: LaneState,
  recording: Recording,
  key: string,
  event: string | undefined,
): Promise<Float64Array | string> {
  const expression = key.startsWith(before) ? key.slice(before.length) : key;
  if (event !== undefined) {
    const found = await kernel().values(lane.id, expression, { event });
    return isError(found) ? found.messages.join(" ") : found;
  }
  const { layout, names } = recording.opened;
  if (expression === "t") return recording.column(0);
  const k = names.indexOf(expression);
  if (k >= 0) return recording.column(layout.y + k);
  const values = known.get(recording) ?? new Map<string, Float64Array>();
  known.set(recording, values);
  const earlier = values.get(expression) ?? new Float64Array(0);
  const { length } = recording;
  if (earlier.length === length) return earlier;
  const times = new Float64Array(length - earlier.length);
  const states = new Float64Array(times.length * names.length);
  for (let i = 0; i < times.length; i++) {
    times[i] = recording.value(earlier.length + i, 0);
    for (let c = 0; c < names.length; c++)
      states[i * names.length + c] = recording.value(earlier.length + i, layout.y + c);
  }
  const found = await kernel().values(lane.id, expression, { times, states });
  if (isError(found)) return found.messages.join(" ");
  const all = new Float64Array(length);
  all.set(earlier);
  all.set(found, earlier.length);
  values.set(expression, all);
  return all;
}
