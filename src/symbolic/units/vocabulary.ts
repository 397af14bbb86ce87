/** The units that may follow a number, and the words for dimensions, as data. */

import { type Dimension, dimension, pure, times } from "./dimension.js";

/**
 * A unit: its value in SI units is `times / over`. Both are whole numbers wherever possible, so that 35 mm is 35/1000 and
 * is rounded once.
 */
export interface Unit {
  readonly text: string;
  readonly times: number;
  readonly over: number;
  readonly dimension: Dimension;
}

const length = dimension({ length: 1 });
const mass = dimension({ mass: 1 });
const time = dimension({ time: 1 });
const current = dimension({ current: 1 });
const temperature = dimension({ temperature: 1 });
const amount = dimension({ amount: 1 });
const angle = dimension({ angle: 1 });
const speed = times(length, time, -1);
const acceleration = times(speed, time, -1);
const force = times(mass, acceleration);
const energy = times(force, length);
const power = times(energy, time, -1);
const pressure = times(times(force, length, -1), length, -1);
const charge = times(current, time);
const voltage = times(power, current, -1);
const frequency = times(pure, time, -1);
const resistance = times(voltage, current, -1);

/** Words for dimensions, which definitions of elements use. The first word of a dimension is its name in messages. */
export const dimensionWords: ReadonlyMap<string, Dimension> = new Map([
  ["length", length],
  ["mass", mass],
  ["time", time],
  ["angle", angle],
  ["radian", angle],
  ["speed", speed],
  ["velocity", speed],
  ["acceleration", acceleration],
  ["force", force],
  ["energy", energy],
  ["torque", energy],
  ["power", power],
  ["pressure", pressure],
  ["frequency", frequency],
  ["inertia", times(mass, length, 2)],
  ["area", times(length, length)],
  ["volume", times(length, length, 2)],
  ["current", current],
  ["charge", charge],
  ["voltage", voltage],
  ["resistance", resistance],
  ["temperature", temperature],
  ["amount", amount],
]);

/** Prefixes: powers of ten. */
const prefixes: Readonly<Record<string, readonly [times: number, over: number]>> = {
  G: [1e9, 1],
  M: [1e6, 1],
  k: [1e3, 1],
  h: [100, 1],
  c: [1, 100],
  m: [1, 1e3],
  u: [1, 1e6],
  µ: [1, 1e6],
  n: [1, 1e9],
  p: [1, 1e12],
  f: [1, 1e15],
};

/** Symbols, their prefixes, sizes in SI units and dimensions. */
const rows: readonly (readonly [symbol: string, prefixes: string, times: number, over: number, of: Dimension])[] = [
  ["m", "kcmuµnp", 1, 1, length],
  ["in", "", 127, 5000, length],
  ["ft", "", 381, 1250, length],
  ["Å", "", 1, 1e10, length],
  ["angstrom", "", 1, 1e10, length],
  ["g", "kmuµ", 1, 1000, mass],
  ["t", "", 1000, 1, mass],
  ["lb", "", 45359237, 1e8, mass],
  ["amu", "", 1, 6.02214076e26, mass],
  ["s", "muµnpf", 1, 1, time],
  ["min", "", 60, 1, time],
  ["h", "", 3600, 1, time],
  ["day", "", 86400, 1, time],
  ["rad", "m", 1, 1, angle],
  ["deg", "", Math.PI, 180, angle],
  ["°", "", Math.PI, 180, angle],
  ["rev", "", 2 * Math.PI, 1, angle],
  ["rpm", "", Math.PI, 30, times(angle, time, -1)],
  ["Hz", "kMG", 1, 1, frequency],
  ["N", "kMmuµn", 1, 1, force],
  ["dyn", "", 1, 1e5, force],
  ["lbf", "", 4.4482216152605, 1, force],
  ["J", "kMmuµn", 1, 1, energy],
  ["erg", "", 1, 1e7, energy],
  ["eV", "kMm", 1.602176634e-19, 1, energy],
  ["cal", "k", 523, 125, energy],
  ["W", "kMmuµ", 1, 1, power],
  ["Wh", "kM", 3600, 1, energy],
  ["Pa", "hkMG", 1, 1, pressure],
  ["bar", "m", 1e5, 1, pressure],
  ["psi", "", 6894.757293168361, 1, pressure],
  ["K", "m", 1, 1, temperature],
  ["mol", "km", 1, 1, amount],
  ["A", "kmuµ", 1, 1, current],
  ["C", "muµn", 1, 1, charge],
  ["V", "kmuµ", 1, 1, voltage],
  ["ohm", "kMm", 1, 1, resistance],
  ["Ω", "kMm", 1, 1, resistance],
  ["F", "muµnp", 1, 1, times(charge, voltage, -1)],
  ["H", "muµ", 1, 1, times(resistance, time)],
  ["Wb", "m", 1, 1, times(voltage, time)],
  ["T", "m", 1, 1, times(times(voltage, time), length, -2)],
];

/** Every symbol with every prefix. */
export const unitSymbols: ReadonlyMap<string, Unit> = new Map(
  rows.flatMap(([symbol, prefixed, scale, over, of]): [string, Unit][] => [
    [symbol, { text: symbol, times: scale, over, dimension: of }],
    ...Array.from(prefixed, (prefix): [string, Unit] => {
      const text = prefix + symbol;
      const [up, down] = prefixes[prefix];
      return [text, { text, times: scale * up, over: over * down, dimension: of }];
    }),
  ]),
);
