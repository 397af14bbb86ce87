/**
 * Units that a model may declare. Energy, length and mass fix the unit of time; charges are multiples of the elementary
 * charge. A model's numbers are never rescaled: the units only say what the numbers mean, so that kelvin, femtoseconds
 * and published parameters can be converted where they enter and leave.
 */

import { power } from "../math/root.js";

/** Defining constants of the SI (2019), and the electric constant of CODATA 2018. */
const avogadro = 6.02214076e23;
const elementaryCharge = 1.602176634e-19;
const boltzmannSI = 1.380649e-23;
const electric = 8.8541878128e-12;
/** The thermochemical calorie in joules. */
const calorie = 4.184;
/** 1 g/mol per particle, which equals the atomic mass unit to 3e-10. */
const amu = 1e-3 / avogadro;

/**
 * The units of a model's numbers, and the constants of physics in them; a `System` has them if its model declares
 * units.
 */
export interface Units {
  readonly name: UnitsName;
  /** Symbols to show to users. */
  readonly energy: string;
  readonly length: string;
  readonly mass: string;
  /** The unit of time, `sqrt(mass length^2 / energy)`, in femtoseconds. */
  readonly femtoseconds: number;
  /** Boltzmann's constant: energy per kelvin. */
  readonly boltzmann: number;
  /** `e^2 / (4 pi eps0)`, an energy times a length: two elementary charges at distance r have the energy `coulomb /
   * r`. */
  readonly coulomb: number;
  /** The unit of length in ångström. */
  readonly angstrom: number;
}

/** The names of the unit sets that a model may declare. */
export type UnitsName = "eV-Å-amu" | "kcal/mol-Å-amu" | "kJ/mol-nm-amu";

/** The energy and length units of each set in SI units. */
const sizes: Readonly<Record<UnitsName, { readonly joule: number; readonly metre: number }>> = {
  "eV-Å-amu": { joule: elementaryCharge, metre: 1e-10 },
  "kcal/mol-Å-amu": { joule: (1000 * calorie) / avogadro, metre: 1e-10 },
  "kJ/mol-nm-amu": { joule: 1000 / avogadro, metre: 1e-9 },
};

/** Unit sets by name, in the order in which they are listed. */
export const unitSets: Readonly<Record<UnitsName, Units>> = {
  "eV-Å-amu": unitSet("eV-Å-amu"),
  "kcal/mol-Å-amu": unitSet("kcal/mol-Å-amu"),
  "kJ/mol-nm-amu": unitSet("kJ/mol-nm-amu"),
};

function unitSet(name: UnitsName): Units {
  const { joule, metre } = sizes[name];
  const [energy, length, mass] = name.split("-");
  return {
    ...{ name, energy, length, mass },
    femtoseconds: Math.sqrt((amu * metre * metre) / joule) * 1e15,
    boltzmann: boltzmannSI / joule,
    coulomb: (elementaryCharge * elementaryCharge) / (4 * Math.PI * electric) / (joule * metre),
    angstrom: metre / 1e-10,
  };
}

/** All accepted spellings of the names: "A" may replace "Å", which is not on every keyboard. */
export const unitsSpellings: readonly string[] = Object.keys(unitSets).flatMap((name) => [
  ...new Set([name, name.replace("Å", "A")]),
]);

/** The unit set with this name, in any of its spellings. */
export const unitsOf = (spelling: string): Units => unitSets[spelling.replace("-A-", "-Å-") as UnitsName];

/** Powers of energy and length in a quantity. The coefficient of r^-6, for example, has `{ energy: 1, length: 6 }`. */
export interface Dimension {
  readonly energy?: number;
  readonly length?: number;
}

/**
 * The factor that converts a number from units `from` to units `to`. Masses and charges are the same in all unit sets.
 */
export function unitFactor(from: UnitsName, to: UnitsName, { energy = 0, length = 0 }: Dimension): number {
  const [a, b] = [sizes[from], sizes[to]];
  const whole = (x: number, n: number): number => (n < 0 ? 1 / power(x, -n) : power(x, n));
  return whole(a.joule / b.joule, energy) * whole(a.metre / b.metre, length);
}

/** A time with a suitable unit: `203.6 fs`, `5 ns`. */
export function timeInWords(t: number, { femtoseconds }: Units): string {
  const fs = t * femtoseconds;
  const [value, unit] = Math.abs(fs) < 1e3 ? [fs, "fs"] : Math.abs(fs) < 1e6 ? [fs / 1e3, "ps"] : [fs / 1e6, "ns"];
  return `${Number(value.toPrecision(4))} ${unit}`;
}
