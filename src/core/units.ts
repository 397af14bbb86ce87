/**
 * Units that a model may declare. Energy, length and mass fix the unit of time; charges count elementary charges. The
 * numbers of a model are never touched: units say what they mean, so that kelvin, femtoseconds and published parameters
 * can be converted at the edges.
 */

import { power } from "../math/root.js";

/** Defining constants of the SI (2019), and the electric constant of CODATA 2018. */
const avogadro = 6.02214076e23;
const elementaryCharge = 1.602176634e-19;
const boltzmannSI = 1.380649e-23;
const electric = 8.8541878128e-12;
/** Thermochemical. */
const calorie = 4.184;
/** 1 g/mol per particle: the atomic mass unit to 3e-10. */
const amu = 1e-3 / avogadro;

export interface Units {
  readonly name: UnitsName;
  /** Symbols, for people. */
  readonly energy: string;
  readonly length: string;
  readonly mass: string;
  /** The unit of time, `sqrt(mass length^2 / energy)`, in femtoseconds. */
  readonly femtoseconds: number;
  /** Energy per kelvin. */
  readonly boltzmann: number;
  /** `e^2 / (4 pi eps0)`, energy times length: the energy of two elementary charges is `coulomb / r`. */
  readonly coulomb: number;
  /** The unit of length in ångström. */
  readonly angstrom: number;
}

export type UnitsName = "eV-Å-amu" | "kcal/mol-Å-amu" | "kJ/mol-nm-amu";

/** What a unit set is in SI units: joule and metre. */
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

/** Every way to write a name: Å is not on every keyboard. */
export const unitsSpellings: readonly string[] = Object.keys(unitSets).flatMap((name) => [
  ...new Set([name, name.replace("Å", "A")]),
]);

/** The unit set of a name in any of its spellings. */
export const unitsOf = (spelling: string): Units => unitSets[spelling.replace("-A-", "-Å-") as UnitsName];

/** Powers of energy and length in a quantity: `{ energy: 1, length: 6 }` of the coefficient of r^-6. */
export interface Dimension {
  readonly energy?: number;
  readonly length?: number;
}

/** What a number in units `from` is multiplied by to mean the same in `to`. Masses and charges are the same in all. */
export function unitFactor(from: UnitsName, to: UnitsName, { energy = 0, length = 0 }: Dimension): number {
  const [a, b] = [sizes[from], sizes[to]];
  const whole = (x: number, n: number): number => (n < 0 ? 1 / power(x, -n) : power(x, n));
  return whole(a.joule / b.joule, energy) * whole(a.metre / b.metre, length);
}

/** A time in words: `203.6 fs`, `5 ns`. */
export function timeInWords(t: number, { femtoseconds }: Units): string {
  const fs = t * femtoseconds;
  const [value, unit] = Math.abs(fs) < 1e3 ? [fs, "fs"] : Math.abs(fs) < 1e6 ? [fs / 1e3, "ps"] : [fs / 1e6, "ns"];
  return `${Number(value.toPrecision(4))} ${unit}`;
}
