/**
 * Units that a model may declare. Length, mass and time (in molecular sets energy instead of time) fix the others. Plain
 * numbers of a model are in these units and are never rescaled; numbers with a unit of their own, kelvin, femtoseconds and
 * published parameters are converted where they enter and leave.
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

/** A size in SI units, `times / over`. Both are whole numbers where that is possible, so that 35 mm is 35/1000. */
export interface Size {
  readonly times: number;
  readonly over: number;
}

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
  /** `s`; in molecular sets the unit of time in femtoseconds or picoseconds, such as `10.18 fs`. */
  readonly time: string;
  /** `A`; in molecular sets an elementary charge per unit of time, which has no symbol. */
  readonly current?: string;
  /** The sizes of the base units in SI units. */
  readonly base: {
    readonly length: Size;
    readonly mass: Size;
    readonly time: Size;
    readonly current: Size;
  };
  /** The unit of time, `sqrt(mass length^2 / energy)`, in femtoseconds. */
  readonly femtoseconds: number;
  /** Boltzmann's constant: energy per kelvin. */
  readonly boltzmann: number;
  /** `1 / (4 pi eps0)`, an energy times a length over a squared charge: two charges q at distance r have the energy
   * `coulomb q^2 / r`. In molecular sets charges are multiples of the elementary charge. */
  readonly coulomb: number;
  /** The unit of length in ångström. */
  readonly angstrom: number;
}

/** The names of the unit sets that a model may declare. */
export type UnitsName = EngineeringName | MolecularName;
type EngineeringName = "SI" | "mm-t-s" | "cgs";
type MolecularName = "eV-Å-amu" | "kcal/mol-Å-amu" | "kJ/mol-nm-amu";

/** Lengths and masses of engineers, whose unit of time is the second. */
const engineering: Readonly<
  Record<EngineeringName, { symbols: [energy: string, length: string, mass: string]; length: Size; mass: Size }>
> = {
  SI: { symbols: ["J", "m", "kg"], length: { times: 1, over: 1 }, mass: { times: 1, over: 1 } },
  "mm-t-s": { symbols: ["mJ", "mm", "t"], length: { times: 1, over: 1000 }, mass: { times: 1000, over: 1 } },
  cgs: { symbols: ["erg", "cm", "g"], length: { times: 1, over: 100 }, mass: { times: 1, over: 1000 } },
};

/** The energy and length units of each molecular set in SI units. */
const molecular: Readonly<Record<MolecularName, { readonly joule: number; readonly metre: number }>> = {
  "eV-Å-amu": { joule: elementaryCharge, metre: 1e-10 },
  "kcal/mol-Å-amu": { joule: (1000 * calorie) / avogadro, metre: 1e-10 },
  "kJ/mol-nm-amu": { joule: 1000 / avogadro, metre: 1e-9 },
};

/** Unit sets by name, in the order in which they are listed. */
export const unitSets: Readonly<Record<UnitsName, Units>> = {
  SI: engineeringSet("SI"),
  "mm-t-s": engineeringSet("mm-t-s"),
  cgs: engineeringSet("cgs"),
  "eV-Å-amu": molecularSet("eV-Å-amu"),
  "kcal/mol-Å-amu": molecularSet("kcal/mol-Å-amu"),
  "kJ/mol-nm-amu": molecularSet("kJ/mol-nm-amu"),
};

function engineeringSet(name: EngineeringName): Units {
  const { symbols, length, mass } = engineering[name];
  const [metre, kilogram] = [length, mass].map(({ times, over }) => times / over);
  const second = { times: 1, over: 1 };
  const joule = kilogram * metre * metre;
  const [energy, lengthSymbol, massSymbol] = symbols;
  return {
    ...{ name, energy, length: lengthSymbol, mass: massSymbol, time: "s", current: "A" },
    base: { length, mass, time: second, current: { times: 1, over: 1 } },
    femtoseconds: 1e15,
    boltzmann: boltzmannSI / joule,
    coulomb: 1 / (4 * Math.PI * electric) / (joule * metre),
    angstrom: metre / 1e-10,
  };
}

function molecularSet(name: MolecularName): Units {
  const { joule, metre } = molecular[name];
  const [energy, length, mass] = name.split("-");
  const femtoseconds = Math.sqrt((amu * metre * metre) / joule) * 1e15;
  const size = (times: number): Size => ({ times, over: 1 });
  return {
    ...{ name, energy, length, mass, time: written(femtoseconds).replace(/^1 /, "") },
    base: {
      ...{ length: size(metre), mass: size(amu), time: size(femtoseconds / 1e15) },
      current: size(elementaryCharge / (femtoseconds / 1e15)),
    },
    femtoseconds,
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

/** Powers of energy, length, mass and charge in a quantity. The coefficient of r^-6, for example, has `{ energy: 1,
 * length: 6 }`. */
export interface UnitPowers {
  readonly energy?: number;
  readonly length?: number;
  readonly mass?: number;
  readonly charge?: number;
}

/** The factor that converts a number from units `from` to units `to`. */
export function unitFactor(from: UnitsName, to: UnitsName, powers: UnitPowers): number {
  const [a, b] = [sizesOf(from), sizesOf(to)];
  const whole = (x: number, n: number): number => (n < 0 ? 1 / power(x, -n) : power(x, n));
  const { energy = 0, length = 0, mass = 0, charge = 0 } = powers;
  return (
    whole(a.joule / b.joule, energy) *
    whole(a.metre / b.metre, length) *
    whole(a.kilogram / b.kilogram, mass) *
    whole(a.coulomb / b.coulomb, charge)
  );
}

function sizesOf(name: UnitsName): { joule: number; metre: number; kilogram: number; coulomb: number } {
  const { base } = unitSets[name];
  const [metre, kilogram] = [base.length, base.mass].map(({ times, over }) => times / over);
  const isMolecular = Object.hasOwn(molecular, name);
  return {
    ...{ metre, kilogram, joule: kilogram * metre * metre },
    ...(isMolecular && molecular[name as MolecularName]),
    coulomb: isMolecular ? elementaryCharge : 1,
  };
}

/** A time with a suitable unit: `203.6 fs`, `5 ns`, `12 s`. */
export function timeInWords(t: number, { femtoseconds, time }: Units): string {
  return time === "s" ? `${Number(t.toPrecision(4))} s` : written(t * femtoseconds);
}

function written(fs: number): string {
  const [value, unit] = Math.abs(fs) < 1e3 ? [fs, "fs"] : Math.abs(fs) < 1e6 ? [fs / 1e3, "ps"] : [fs / 1e6, "ns"];
  return `${Number(value.toPrecision(4))} ${unit}`;
}

/** The units of the numbers in a result, as texts for axes and tables; undefined where the model does not tell. */
export interface UnitLabels {
  readonly time: string;
  readonly energy: string;
  /** Of entry k of the state: coordinates, their velocities, states. */
  entry(k: number): string | undefined;
  /** Of multiplier k, or of the algebraic variable in its place. */
  multiplier(k: number): string | undefined;
  /** Of the residuals of constraints and of their rates, if all are of one kind. */
  readonly residual?: { readonly position: string; readonly velocity: string };
  /** Of an invariant of the model. */
  invariant(name: string): string | undefined;
}
