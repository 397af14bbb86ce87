/** Mutations of data, texts and bytes. */

import type { Dice } from "./campaign.js";

/** Values that replace others. */
const strange: readonly unknown[] = [
  ...[0, -1, 1e308, 5e-324, 0.5, 2, 1e9, Number.MAX_SAFE_INTEGER, -0, true, null, [], {}, [0, 0], [[]]],
  ...[
    "",
    " ",
    "a",
    "t",
    "x",
    "bead[0]",
    "bead[i]",
    "1/0",
    "0/0",
    "i",
    "a'",
    "norm(a - b)",
    "[0, 1]",
    "sin(t)",
    "origin",
    "((",
  ],
  ...[
    "x^x",
    "10^400",
    "a_x",
    "bead",
    "constructor",
    "__proto__",
    "toString",
    "radau5",
    "rattle",
    "stiff",
    "auto",
    "none",
    "θ",
    "\0",
  ],
  ...[
    "where(t - 1, 2, 3)",
    "sqrt(-1)",
    "log(0)",
    "mass(a)",
    "pi",
    "e",
    { i: 2, j: 3 },
    { at: [0, 0] },
    { name: "rk4" },
    ["a", "b"],
  ],
];

const names = strange.filter((value) => typeof value === "string");

const isMap = (data: unknown): data is Record<string, unknown> =>
  typeof data === "object" && data !== null && !Array.isArray(data);

/** A copy of the data with one place changed: replaced, removed, doubled, renamed or exchanged with another place. */
export function mutatedData(data: unknown, dice: Dice): unknown {
  if (Array.isArray(data) && data.length > 0 && dice.below(8) > 0) {
    const k = dice.below(data.length);
    const how = dice.below(6);
    if (how === 0) return data.toSpliced(k, 1);
    if (how === 1) return [...data, data[k]];
    return data.with(k, mutatedData(data[k], dice));
  }
  if (isMap(data) && Object.keys(data).length > 0 && dice.below(12) > 0) {
    const entries = Object.entries(data);
    const k = dice.below(entries.length);
    const [key, value] = entries[k];
    const how = dice.below(12);
    if (how === 0) return Object.fromEntries(entries.toSpliced(k, 1));
    if (how === 1) return Object.fromEntries(entries.with(k, [dice.pick(names), value]));
    if (how === 2) return Object.fromEntries(entries.with(k, [key, dice.pick(entries)[1]]));
    return Object.fromEntries(entries.with(k, [key, mutatedData(value, dice)]));
  }
  if (typeof data === "number" && dice.below(2) === 0)
    return dice.pick([-data, 0, data * 1e3, data * 1e6, data / 1e6, data + 1, 1 / data]);
  if (typeof data === "string" && data.length > 0 && dice.below(2) === 0) return mutatedText(data, dice);
  return dice.pick(strange);
}

const pieces = [
  ...[
    "",
    " ",
    "\n",
    "\t",
    ":",
    "{",
    "}",
    "[",
    "]",
    "-",
    "?",
    "&a",
    "*a",
    "!!map",
    "|",
    ">",
    "'",
    '"',
    "%",
    "#",
    ",",
    "0",
    "1e999",
  ],
  ...["nan", "(", ")", "^", "/", "\0", "é", "null", "true", "<<: *a", "---\n", "  ", "1".repeat(400), "[".repeat(50)],
];

/** A copy of the text with some characters removed, put in, doubled or exchanged. */
export function mutatedText(text: string, dice: Dice): string {
  const at = dice.below(text.length + 1);
  const to = Math.min(text.length, at + 1 + dice.below(dice.pick([1, 1, 4, 40])));
  switch (dice.below(5)) {
    case 0:
      return text.slice(0, at) + text.slice(to);
    case 1:
      return text.slice(0, at) + dice.pick(pieces) + text.slice(at);
    case 2:
      return text.slice(0, to) + text.slice(at);
    case 3:
      return text.slice(0, at);
    default:
      return text.slice(0, at) + dice.pick(pieces) + text.slice(to);
  }
}

/** A copy of the bytes that differs: a flipped bit, a false byte, a cut, an addition, zeros, or exchanged pieces. */
export function damagedBytes(bytes: Uint8Array, dice: Dice): Uint8Array {
  const copy = Uint8Array.from(bytes);
  const at = dice.below(bytes.length);
  switch (dice.below(6)) {
    case 0:
      copy[at] ^= 1 << dice.below(8);
      return copy;
    case 1:
      copy[at] ^= 1 + dice.below(255);
      return copy;
    case 2:
      return copy.subarray(0, at);
    case 3: {
      const longer = new Uint8Array(copy.length + 1 + dice.below(64));
      longer.set(copy);
      return longer;
    }
    case 4: {
      const end = at + 1 + dice.below(64);
      const isZero = copy.subarray(at, end).every((value) => value === 0);
      return copy.fill(isZero ? 1 : 0, at, end);
    }
    default: {
      const turned = new Uint8Array(copy.length);
      turned.set(copy.subarray(at));
      turned.set(copy.subarray(0, at), copy.length - at);
      return turned.every((value, k) => value === bytes[k]) ? turned.subarray(1) : turned;
    }
  }
}
