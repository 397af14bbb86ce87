/**
 * Formats numbers for readers: six significant digits, and exponents only where they help. The plain form (`1.5e-9`)
 * can be pasted into a program; the page form (`1.5×10⁻⁹`, with a true minus sign) is easier to read.
 */

const superscripts = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** An integer in Unicode superscripts, which can be copied and used in SVG text: -12 becomes ⁻¹². */
export function superscript(exponent: number): string {
  return String(exponent).replace(/./g, (c) => (c === "-" ? "⁻" : superscripts[Number(c)]));
}

/**
 * A number as plain text: `digits` significant digits, no trailing zeros, an exponent below 1e-4 and from 1e6
 * (`1.5e-9`).
 *
 * @example
 * formatNumber(1.5e-9); // "1.5e-9"
 * formatNumber(Math.PI, 3); // "3.14"
 */
export function formatNumber(value: number, digits = 6): string {
  if (!Number.isFinite(value)) return String(value);
  if (value === 0) return "0";
  const [mantissa, exponent] = parts(value, digits);
  if (exponent < -4 || exponent >= Math.max(6, digits)) return `${mantissa}e${exponent}`;
  return trimZeros(value.toPrecision(Math.max(digits, exponent + 1)));
}

/**
 * Like `formatNumber`, but for pages: with `×10ⁿ`, a true minus sign and ∞. The result needs no escaping.
 *
 * @example
 * formatNumberHtml(1.5e-9); // "1.5×10⁻⁹"
 */
export function formatNumberHtml(value: number, digits = 6): string {
  if (Number.isNaN(value)) return "NaN";
  if (!Number.isFinite(value)) return value > 0 ? "∞" : "−∞";
  const [mantissa, exponent] = formatNumber(value, digits).split("e");
  const power = exponent === undefined ? "" : `×10${superscript(Number(exponent))}`;
  return (mantissa + power).replace("-", "−");
}

/** A count for pages: all digits, in groups of three separated by narrow no-break spaces. */
export function formatCount(value: number): string {
  if (!Number.isSafeInteger(value)) return formatNumberHtml(value);
  return String(value)
    .replace(/\B(?=(\d{3})+$)/g, "\u202f")
    .replace("-", "−");
}

/** "1 step", "2 steps". */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/**
 * The mantissa as text and the decimal exponent of the value rounded to `digits` digits. A logarithm would not be
 * exact.
 */
function parts(value: number, digits: number): [string, number] {
  const [mantissa, exponent] = value.toExponential(digits - 1).split("e");
  return [trimZeros(mantissa), Number(exponent)];
}

function trimZeros(text: string): string {
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}

/** The decimal exponent of a positive number: 10^e <= value < 10^(e+1). */
export function decimalExponent(value: number): number {
  return Number(value.toExponential().split("e")[1]);
}

/** The integer `digits` times 10^exponent as an exact plain decimal: (25, -1) is 2.5. */
export function decimal(digits: number, exponent: number): string {
  if (digits === 0) return "0";
  const sign = digits < 0 ? "−" : "";
  const text = String(Math.abs(digits));
  if (exponent >= 0) return sign + text + "0".repeat(exponent);
  const padded = text.padStart(1 - exponent, "0");
  return sign + trimZeros(`${padded.slice(0, exponent)}.${padded.slice(exponent)}`);
}
