/** Dimensions of physical quantities: powers of a few base quantities. */

/** The base quantities, in the order of the powers. An angle is counted, although it is a pure number, to label it. */
export const baseQuantities = ["length", "mass", "time", "current", "temperature", "amount", "angle"] as const;
export type BaseQuantity = (typeof baseQuantities)[number];

/** Powers of the base quantities: a speed is `[1, 0, -1, 0, 0, 0, 0]`. */
export type Dimension = readonly number[];

export const pure: Dimension = baseQuantities.map(() => 0);

/** The dimension with these powers. */
export function dimension(powers: Partial<Readonly<Record<BaseQuantity, number>>>): Dimension {
  return baseQuantities.map((name) => powers[name] ?? 0);
}

/** a times b to a power. */
export function times(a: Dimension, b: Dimension, power = 1): Dimension {
  return a.map((x, k) => x + power * b[k]);
}

const angle = baseQuantities.indexOf("angle");
const time = baseQuantities.indexOf("time");

/** Whether two quantities may be added: an angle is a pure number. */
export function isSame(a: Dimension, b: Dimension): boolean {
  return a.every((x, k) => k === angle || Math.abs(x - b[k]) < 1e-9);
}

/** Whether this is an angle, or a rate of one, such as rad/s. */
export function isRotation(a: Dimension): boolean {
  return a[angle] !== 0 && a.every((x, k) => k === angle || k === time || x === 0);
}
