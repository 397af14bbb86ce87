/** The Greek letters that names may spell out, for printing, and for advice when a text contains the letter itself. */

const letters = "αβγδεζηθικλμνξπρστυφχψωΓΔΘΛΞΠΣΥΦΨΩ";
const names =
  "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau upsilon phi chi psi omega " +
  "Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega";

/** The name of each letter: θ is theta. */
export const greekNames: ReadonlyMap<string, string> = new Map(names.split(" ").map((name, i) => [letters[i], name]));

const spelt: ReadonlySet<string> = new Set(greekNames.values());

/** Whether `name` spells a Greek letter that TeX knows by that name. */
export function isGreek(name: string): boolean {
  return spelt.has(name);
}
