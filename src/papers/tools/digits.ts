import type { Closeness } from "../harness/index.js";

/** The unit of the last of `digits` significant digits of a number. */
export function lastDigit(value: number, digits: number): number {
  const exponent = Number(value.toExponential(digits - 1).split("e")[1]);
  return Number(`1e${exponent - digits + 1}`);
}

/** Agreement in all printed digits, of which the last may be rounded or cut off. */
export function inDigits(value: number, digits: number): Closeness {
  const why = `one unit of digit ${digits}, the last that is printed, which may be rounded or cut off`;
  return { absolute: 1.01 * lastDigit(value, digits), basis: "digits", why };
}
