/** Symbols of common chemical elements and their standard atomic masses (IUPAC, abridged). */
const masses: ReadonlyMap<string, number> = new Map(
  Object.entries({
    ...{ H: 1.008, He: 4.0026, Li: 6.94, Be: 9.0122, B: 10.81, C: 12.011, N: 14.007, O: 15.999, F: 18.998, Ne: 20.18 },
    ...{ Na: 22.99, Mg: 24.305, Al: 26.982, Si: 28.085, P: 30.974, S: 32.06, Cl: 35.45, Ar: 39.948, K: 39.098 },
    ...{ Ca: 40.078, Ti: 47.867, Cr: 51.996, Mn: 54.938, Fe: 55.845, Ni: 58.693, Cu: 63.546, Zn: 65.38, Br: 79.904 },
    ...{ Kr: 83.798, Ag: 107.87, I: 126.9, Xe: 131.29, Pt: 195.08, Au: 196.97, Pb: 207.2 },
  }),
);

export const massOf = (symbol: string): number | undefined => masses.get(symbol);

/** The element of a site, from its name without digits (`O`, `H1`) or else from its mass; "X" if both are unknown. */
export function symbolOf(name: string, mass: number): string {
  const letters = name.replace(/[^A-Za-z].*$/, "");
  if (masses.has(letters)) return letters;
  for (const [symbol, standard] of masses) if (Math.abs(mass - standard) < 2e-3 * standard) return symbol;
  return "X";
}

/** The element in an atom's name such as HW1 or CA: its first letter if that is an element, or else its first two. */
export function symbolInName(name: string): string | undefined {
  const letters = name.replace(/^[^A-Za-z]*/, "");
  const both = letters.slice(0, 1).toUpperCase() + letters.slice(1, 2).toLowerCase();
  return [letters.slice(0, 1).toUpperCase(), both].find((symbol) => masses.has(symbol));
}
