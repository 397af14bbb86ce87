/**
 * The key figures of a lane at the time of the clock: its residual, its energy error and its cost per simulated time.
 */

import { useComputed } from "@preact/signals";
import { short } from "../draw/format.js";
import { type LaneState, reference, time } from "../state/lab.js";
import type { Recording } from "../state/recording.js";

interface Figure {
  readonly name: string;
  readonly value: string;
  readonly about: string;
}

export function Figures({ lane }: { readonly lane: LaneState }) {
  const figures = useComputed((): readonly Figure[] => {
    lane.arrived.value;
    const recording = lane.recording.value;
    if (recording === undefined || recording.length === 0) return [];
    const first = reference.value;
    const other = first !== undefined && first !== lane ? first.recording.value : undefined;
    first?.arrived.value;
    return figuresOf(recording, time.value, other);
  });
  return (
    <dl class="figures">
      {figures.value.map(({ name, value, about }) => (
        <div key={name} title={about}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

export function figuresOf(recording: Recording, t: number, other: Recording | undefined): readonly Figure[] {
  const { layout, from } = recording.opened;
  const row = recording.rowAt(t);
  const at = (column: number): number => recording.value(row, column);
  const passed = Math.abs(at(0) - from);
  const rate = (column: number): string => (passed > 0 ? short(at(column) / passed) : "–");
  const all = Math.abs(recording.reached - from);
  const figures: Figure[] = [];
  if (layout.position >= 0)
    figures.push({
      name: "residual",
      value: short(at(layout.position), 2),
      about: "Largest |g|: how far the state is from the constraints.",
    });
  if (layout.energy >= 0) {
    const start = recording.value(0, layout.energy);
    figures.push({
      name: "energy off",
      value: short(at(layout.energy) - start, 2),
      about: "Energy now minus energy at the start.",
    });
  }
  figures.push({
    name: "forces/time",
    value: rate(layout.forces),
    about: "Evaluations of the forces per unit of simulated time.",
  });
  if (layout.position >= 0)
    figures.push({
      name: "solves/time",
      value: rate(layout.solves),
      about: "Linear solves per unit of simulated time.",
    });
  figures.push({
    name: "ms/time",
    value: all > 0 ? short(recording.spent / all, 2) : "–",
    about: "Milliseconds of computing per unit of simulated time, without drawing.",
  });
  if (other !== undefined && other.length > row)
    figures.push({
      name: "from lane 1",
      value: short(distance(recording, other, row), 2),
      about: "Largest distance of a coordinate from lane 1.",
    });
  return figures;
}

/** The largest difference of a coordinate at the same frame. Lanes of one model have the same frame times. */
export function distance(a: Recording, b: Recording, row: number): number {
  const { layout, n, names } = a.opened;
  let most = 0;
  for (let k = 0; k < (n || names.length); k++)
    most = Math.max(most, Math.abs(a.value(row, layout.y + k) - b.value(row, b.opened.layout.y + k)));
  return most;
}
