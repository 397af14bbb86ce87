/**
 * The key figures of a lane at the time of the clock: its cost per simulated time in evaluations, its
 * residual, its energy error, and, where lanes can be compared, the time that it takes.
 */

import { useComputed } from "@preact/signals";
import { short } from "../draw/format.js";
import { type LaneState, reference, time } from "../state/lab.js";
import type { Recording } from "../state/recording.js";
import { timings } from "../state/timing.js";

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
    return [...figuresOf(recording, time.value, other), ...timeOf(lane)];
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

/** The time that the computation takes; only where it can be compared with that of another lane. */
function timeOf({ id }: LaneState): readonly Figure[] {
  const timing = timings.value.get(id);
  if (timing === undefined) return [];
  const { perTime, until, rounds } = timing;
  return [
    {
      name: "ms/time",
      value: short(perTime, 2),
      about: `Milliseconds of computation per unit of simulated time: the best of ${rounds} runs to t = ${short(until)}. The lanes are run in turns, after a run of each that is not counted.`,
    },
  ];
}

export function figuresOf(recording: Recording, t: number, other: Recording | undefined): readonly Figure[] {
  const { layout, from } = recording.opened;
  const row = recording.rowAt(t);
  const at = (column: number): number => recording.value(row, column);
  const passed = Math.abs(at(0) - from);
  const rate = (column: number): string => (passed > 0 ? short(at(column) / passed) : "–");
  const { position, energy, keepsEnergy = false } = recording.account ?? {};
  const figures: Figure[] = [
    {
      name: "forces/time",
      value: rate(layout.forces),
      about: "Evaluations of the forces per unit of simulated time.",
    },
  ];
  if (layout.position >= 0)
    figures.push({
      name: "solves/time",
      value: rate(layout.solves),
      about: "Linear solves per unit of simulated time.",
    });
  if (position !== undefined)
    figures.push({
      name: "residual",
      value: short(position, 2),
      about: "Largest |g| at any accepted step so far: how far the run was from the constraints.",
    });
  if (energy !== undefined && keepsEnergy)
    figures.push({
      name: "energy error",
      value: short(energy, 2),
      about: "Largest distance of the energy from its start, at any accepted step so far.",
    });
  else if (layout.energy >= 0)
    figures.push({
      name: "energy change",
      value: short(at(layout.energy) - recording.value(0, layout.energy), 2),
      about: "Energy now minus energy at the start. The model puts energy in or takes it out, so this is not an error.",
    });
  if (other !== undefined) {
    const separation = distanceAt(recording, other, t);
    if (separation !== undefined)
      figures.push({
        name: "from lane 1",
        value: short(separation, 2),
        about: "Largest distance of a coordinate from lane 1.",
      });
  }
  return figures;
}

/** The distance at the last common frame before a time; undefined if there is none yet. */
function distanceAt(a: Recording, b: Recording, t: number): number | undefined {
  const row = a.rowAt(t);
  const k = a.regular.findLastIndex((each) => each <= row);
  return k >= 0 && k < b.regular.length ? distance(a, b, k) : undefined;
}

/** The largest difference of a coordinate at the k-th frame of the grid, which lanes of one model have in common. */
export function distance(a: Recording, b: Recording, k: number): number {
  const { layout, n, names } = a.opened;
  const [i, j] = [a.regular[k], b.regular[k]];
  let most = 0;
  for (let c = 0; c < (n || names.length); c++)
    most = Math.max(most, Math.abs(a.value(i, layout.y + c) - b.value(j, b.opened.layout.y + c)));
  return most;
}
