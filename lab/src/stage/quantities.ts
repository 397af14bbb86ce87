/** The quantities that can be plotted over time, and their curves. */

import { type LaneState, lanes, opened, selected } from "../state/lab.js";
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

export function quantities(): readonly Quantity[] {
  const now = opened.value;
  if (now === undefined) return [];
  const { layout, names, units } = now;
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
    ...names.slice(0, mostPlotted).map((name, k) => ({ key: `y${k}`, title: name, log: false, unit: units?.y[k] })),
  ];
}

export function curvesOf({ key, log }: Quantity): Curve[] {
  const all = lanes.value.map((lane, index) => ({ lane, index }));
  const shown = key === "lambda" ? all.filter(({ lane }) => lane === selected.value) : all;
  return shown.flatMap(({ lane, index }) => {
    lane.arrived.value;
    const recording = lane.recording.value;
    if (recording === undefined || recording.length === 0) return [];
    const x = recording.column(0);
    const curve = (name: string, colour: number, y: Float64Array): Curve => ({
      name,
      colour,
      x,
      y: log ? y.map((value) => (value > 0 ? value : Number.NaN)) : y,
    });
    if (key === "lambda") {
      const { constraintNames, layout } = recording.opened;
      return constraintNames.slice(0, mostCurves).map((name, k) => curve(name, k, recording.column(layout.lambda + k)));
    }
    const y = values(recording, key, lane);
    return y === undefined ? [] : [curve(`Lane ${index + 1}`, index, y)];
  });
}

function values(recording: Recording, key: string, lane: LaneState): Float64Array | undefined {
  const { layout } = recording.opened;
  if (key === "energy") {
    const energy = recording.column(layout.energy);
    return energy.map((value) => value - energy[0]);
  }
  if (key === "position" || key === "velocity") return recording.column(layout[key]);
  if (key === "distance") {
    const first = lanes.value[0];
    const other = first.recording.value;
    if (first === lane || other === undefined) return undefined;
    const length = Math.min(recording.length, other.length);
    return Float64Array.from({ length }, (_, row) => distance(recording, other, row));
  }
  const k = Number(key.slice(1));
  return k < recording.opened.names.length ? recording.column(layout.y + k) : undefined;
}
