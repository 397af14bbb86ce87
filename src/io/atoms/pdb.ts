/** Files of the Protein Data Bank: ATOM and HETATM records in fixed columns, with three decimals and no velocities. */

import { append } from "../../core/index.js";
import { massOf, symbolInName } from "../../core/periodic-table.js";
import { type AtomFrame, badLine } from "./atoms.js";

/** The largest coordinate that fits into the eight columns of the format. */
const widest = 9999.999;

export function toPdb(frames: Iterable<AtomFrame>): Uint8Array {
  const lines: string[] = [];
  let model = 0;
  for (const { symbols, positions, box, molecules } of frames) {
    if (box)
      lines.push(
        `CRYST1${box.map((edge) => edge.toFixed(3).padStart(9)).join("")}  90.00  90.00  90.00 P 1           1`,
      );
    lines.push(`MODEL     ${String(++model).padStart(4)}`);
    const inside = new Map<string, number>();
    let current = -1;
    symbols.forEach((symbol, i) => {
      const { number = i + 1, name = "MOL" } = molecules?.[i] ?? {};
      if (number !== current) inside.clear();
      current = number;
      inside.set(symbol, (inside.get(symbol) ?? 0) + 1);
      const place = Array.from(positions.subarray(3 * i, 3 * i + 3), (x) =>
        Math.max(-999.999, Math.min(widest, x)).toFixed(3).padStart(8),
      ).join("");
      const label = `${symbol}${inside.get(symbol)}`
        .slice(0, 4)
        .padEnd(symbol.length === 1 ? 3 : 4)
        .padStart(4);
      const residue = name
        .replace(/[^A-Za-z0-9]/g, "")
        .slice(0, 3)
        .toUpperCase()
        .padStart(3);
      lines.push(
        `HETATM${String((i + 1) % 100_000).padStart(5)} ${label} ${residue} A${String(number % 10_000).padStart(4)}    ${place}  1.00  0.00          ${symbol.padStart(2).toUpperCase()}`,
      );
    });
    lines.push("ENDMDL");
  }
  lines.push("END");
  return new TextEncoder().encode(`${lines.join("\n")}\n`);
}

/** Reads the last model of a file. */
export function readPdb(file: string, text: string): AtomFrame {
  let symbols: string[] = [];
  let positions: number[] = [];
  let box: number[] | undefined;
  let ended = false;
  text.split(/\r?\n/).forEach((line, k) => {
    const record = line.slice(0, 6).trimEnd();
    if (record === "CRYST1") box = edges(file, k + 1, line);
    else if (record === "MODEL" || record === "ENDMDL") ended ||= record === "ENDMDL";
    if (record !== "ATOM" && record !== "HETATM") return;
    if (ended) [symbols, positions, ended] = [[], [], false];
    const place = [30, 38, 46].map((from) => Number(line.slice(from, from + 8).trim() || Number.NaN));
    if (!place.every(Number.isFinite))
      badLine(file, k + 1, line, "columns 31 to 54 must hold three numbers of eight characters each.");
    const stated = line.slice(76, 78).trim();
    const element = stated.slice(0, 1).toUpperCase() + stated.slice(1).toLowerCase();
    const symbol = massOf(element) === undefined ? symbolInName(line.slice(12, 16)) : element;
    if (symbol === undefined)
      badLine(file, k + 1, line, "columns 77 and 78, or the name of the atom, must give a known element.");
    symbols.push(symbol!);
    append(positions, place);
  });
  if (symbols.length === 0)
    badLine(file, 1, text.slice(0, 60), "there is no ATOM or HETATM record. Check that this is a PDB file.");
  return { symbols, positions: Float64Array.from(positions), ...(box && { box }) };
}

function edges(file: string, line: number, text: string): number[] | undefined {
  const numbers = [6, 15, 24].map((from) => Number(text.slice(from, from + 9).trim() || Number.NaN));
  const angles = [33, 40, 47].map((from) => Number(text.slice(from, from + 7).trim() || Number.NaN));
  // by convention, a unit cell of 1 Å means that there is none
  if (numbers.every((edge) => edge === 1)) return undefined;
  if (!numbers.every((edge) => edge > 0) || !angles.every((angle) => angle === 90))
    badLine(file, line, text, "a box must have three edges above 0 and right angles.");
  return numbers;
}
