/** A run that the caller's own loop advances by an amount of time at each call: for games, three.js and other pictures. */

import { checkNames, type Failure, SettingError, TautError } from "../core/index.js";
import { validateModel } from "../model/index.js";
import { Frames } from "../observers/index.js";
import { nearest } from "../symbolic/index.js";
import { catalogueWith, type PrepareOptions, prepareWith } from "./run.js";
import { type RunSettings, settingNames } from "./settings.js";

/** Options of `simulate`. Settings take precedence over the `run:` section of the model. */
export interface SimulateOptions extends Pick<PrepareOptions, "set" | "elements">, RunSettings {
  /** Recorded states per unit of time, between which `step` interpolates. Default 240. */
  readonly rate?: number;
}

/** A simulation that `simulate` has started. */
export interface Live {
  /** The time that is shown. */
  readonly t: number;
  /** The state at `t`: positions, then velocities. The array is the same after every step. */
  readonly y: Float64Array;
  /** The names of the entries of `y`. */
  readonly names: readonly string[];
  /** Why the run ended before its time; undefined while it goes on. */
  readonly failure: Failure | undefined;
  /** Whether the run is over: it has failed, or reached `until`. */
  readonly done: boolean;
  /** Lets `dt` of the model's time pass, as far as the run goes, and returns whether it goes on. */
  step(dt: number): boolean;
  /** The place of a point, as an array that the next call overwrites, or the value of a single coordinate. */
  of(name: string): Float64Array;
  /** Gives the memory back; nothing may be called afterwards. */
  release(): void;
}

/** The end of a simulation for which none is given. */
const farAway = 1e6;

/**
 * Starts a simulation for a loop of your own. The method takes its own steps, with the accuracy of the settings; what is
 * shown between its recorded states is the cubic through positions and velocities.
 *
 * @example
 * const live = simulate(pendulum, { rtol: 1e-6 });
 * live.step(1 / 60); // in requestAnimationFrame: the time since the last frame
 * live.of("bob"); // x and y
 * live.release();
 */
export function simulate(data: unknown, options: SimulateOptions = {}): Live {
  checkNames("simulate", options, [...settingNames, "formulation", "method", "projection", "set", "elements", "rate"]);
  const { set, elements, rate = 240, ...settings } = options;
  if (!(rate > 0 && rate < Infinity)) throw new TautError("simulate", `rate must be a number above 0; got ${rate}.`);
  const all = catalogueWith(elements);
  let frames: Frames | undefined;
  const { run, workspace, lowered, problem } = prepareWith(all, validateModel(data, all), {
    settings: { ...settings, until: settings.until ?? farAway },
    ...(set && { set }),
    keepStates: false,
    observe: (observed, until) => {
      frames = new Frames(observed, { every: 1 / rate, until });
      return frames;
    },
  });
  const { width, y: first } = frames!.layout;
  const { names } = workspace;
  const [size, n] = [names.length, problem.n];
  const direction = (settings.until ?? farAway) < workspace.initialTime ? -1 : 1;
  const y = Float64Array.from(workspace.initial);
  /** The recorded states from the one before the time shown. */
  let rows = new Float64Array(0);
  let [t, done] = [workspace.initialTime, false];

  const take = (): void => {
    const fresh = frames!.take();
    if (fresh.length === 0) return;
    const joined = new Float64Array(rows.length + fresh.length);
    joined.set(rows);
    joined.set(fresh, rows.length);
    rows = joined;
  };
  const last = (): number => rows[rows.length - width];
  const show = (): void => {
    let row = 0;
    while ((row + 2) * width <= rows.length && (rows[(row + 1) * width] - t) * direction <= 0) row++;
    rows = rows.slice(row * width);
    const next = rows.length >= 2 * width ? width : 0;
    const h = rows[next] - rows[0];
    const x = h === 0 ? 0 : (t - rows[0]) / h;
    for (let k = 0; k < size; k++) {
      const [a, b] = [rows[first + k], rows[next + first + k]];
      if (k >= n) y[k] = a + x * (b - a);
      else {
        const [u, v] = [h * rows[first + n + k], h * rows[next + first + n + k]];
        y[k] = a + x * (u + x * (3 * (b - a) - 2 * u - v + x * (2 * (a - b) + u + v)));
      }
    }
  };

  done = run.advance(0) === "done";
  frames!.begin(run.state);
  take();
  show();
  const groups = new Map(lowered.groups.map((group) => [group.name, group]));
  const places = new Map<string, Float64Array>();
  return {
    names,
    y,
    get t() {
      return t;
    },
    get done() {
      return done && t === last();
    },
    get failure() {
      return run.failure;
    },
    step(dt) {
      if (!(dt >= 0 && dt < Infinity)) throw new SettingError("step", `dt must be 0 or more; got ${dt}.`, "step");
      const target = t + direction * dt;
      while (!done && (target - last()) * direction > 0) {
        done = run.advance(1) === "done";
        if (done) frames!.end(run.state);
        take();
      }
      t = (target - last()) * direction > 0 ? last() : target;
      show();
      return !(done && t === last());
    },
    of(name) {
      const group = groups.get(name);
      const at = group?.count === 1 ? group.offset : names.indexOf(name);
      if (at < 0) {
        const meant = nearest(name, [...groups.keys(), ...names]);
        const known = [...groups.keys()].slice(0, 12).join(", ");
        throw new TautError(
          "of",
          `must be a point or an entry of the state; there is no "${name}". ${meant === undefined ? `The model has: ${known}.` : `Did you mean "${meant}"?`}`,
        );
      }
      const dim = group?.count === 1 ? group.dim : 1;
      const place = places.get(name) ?? new Float64Array(dim);
      places.set(name, place);
      place.set(y.subarray(at, at + dim));
      return place;
    },
    release: () => workspace.release(),
  };
}
