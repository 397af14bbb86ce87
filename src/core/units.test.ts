import { expect, test } from "vitest";
import { timeInWords, type UnitsName, unitFactor, unitSets } from "./units.js";

const relative = (a: number, b: number) => Math.abs(a / b - 1);

test("the constants agree with CODATA 2018 to all published digits", () => {
  const eV = unitSets["eV-Å-amu"];
  const kcal = unitSets["kcal/mol-Å-amu"];
  const kJ = unitSets["kJ/mol-nm-amu"];
  expect(relative(eV.boltzmann, 8.617333262e-5)).toBeLessThan(1e-9);
  expect(relative(kJ.boltzmann, 8.314462618e-3)).toBeLessThan(1e-9);
  expect(relative(kcal.boltzmann, 8.314462618e-3 / 4.184)).toBeLessThan(1e-9);
  expect(relative(eV.coulomb, 14.3996454784)).toBeLessThan(1e-9);
  expect(relative(kcal.coulomb, 332.0637133)).toBeLessThan(1e-9);
  // sqrt(amu Å²/eV), with the atomic mass constant 1.66053906660e-27 kg, which differs from 1 g/mol by 3e-10
  expect(relative(eV.femtoseconds, 1e15 * Math.sqrt((1.6605390666e-27 * 1e-20) / 1.602176634e-19))).toBeLessThan(1e-9);
  expect(relative(kJ.femtoseconds, 1000)).toBeLessThan(1e-14);
  expect(relative(kcal.femtoseconds, 48.88821)).toBeLessThan(1e-6);
});

test("converting back and forth is the identity, and the physics does not depend on the units", () => {
  const names = Object.keys(unitSets) as UnitsName[];
  for (const from of names) {
    for (const to of names) {
      const energy = unitFactor(from, to, { energy: 1 });
      const length = unitFactor(from, to, { length: 1 });
      expect(relative(unitFactor(from, to, { energy: 2, length: -3 }), energy ** 2 / length ** 3)).toBeLessThan(1e-14);
      expect(relative(energy * unitFactor(to, from, { energy: 1 }), 1)).toBeLessThan(1e-15);
      // kT, e²/r and a kinetic energy of 1 amu (Å/fs)² are energies
      expect(relative(unitSets[from].boltzmann * energy, unitSets[to].boltzmann)).toBeLessThan(1e-14);
      const charge = unitFactor(from, to, { charge: 1 });
      expect(relative((unitSets[from].coulomb * energy * length) / charge ** 2, unitSets[to].coulomb)).toBeLessThan(
        1e-14,
      );
      const kinetic = (name: UnitsName) => (unitSets[name].femtoseconds / unitSets[name].angstrom) ** 2;
      const mass = unitFactor(from, to, { mass: 1 });
      expect(relative((kinetic(from) * energy) / mass, kinetic(to))).toBeLessThan(1e-14);
    }
  }
});

test("a time is written in a suitable unit", () => {
  const units = unitSets["kJ/mol-nm-amu"];
  expect([0.0005, 1, 2500].map((t) => timeInWords(t, units))).toEqual(["0.5 fs", "1 ps", "2.5 ns"]);
});
