// Tables of options, from the data that the command, the lab and the checks use.

import { code, plain, table } from "./markdown.mjs";

/** @typedef {import("taut").Option} Option */

/** @param {Readonly<Record<string, Option>>} options */
export function optionTable(options) {
  const names = Object.keys(options);
  if (names.length === 0) return "It has no options.";
  return table(
    ["option", "meaning", "values", "default"],
    names.map((name) => [code(name), plain(options[name].about), plain(values(options[name])), usual(options[name])]),
  );
}

/** @param {Option} option */
function usual(option) {
  if ("required" in option) return "must be given";
  return option.default === undefined ? "see meaning" : code(String(option.default));
}

/** @param {Option} option */
function values(option) {
  const unit = option.unit === undefined ? "" : ` (${option.unit})`;
  switch (option.type) {
    case "boolean":
      return "true or false";
    case "choice":
      return option.of.join(", ");
    case "method":
      return "a method";
    case "numbers":
      return `a number or a list of numbers${bounds(option)}${unit}`;
    default:
      return `${option.type === "integer" ? "a whole number" : "a number"}${bounds(option)}${unit}`;
  }
}

/** @param {{ from?: number, above?: number, to?: number, below?: number }} rule */
function bounds({ from, above, to, below }) {
  return [
    ...(from === undefined ? [] : [` from ${from}`]),
    ...(above === undefined ? [] : [` above ${above}`]),
    ...(to === undefined ? [] : [` up to ${to}`]),
    ...(below === undefined ? [] : [` below ${below}`]),
  ].join("");
}
