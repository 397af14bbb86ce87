/**
 * Extended XYZ: the number of atoms, a line of key=value pairs, then symbol, position and velocity of each atom.
 * Numbers are written with all their digits, so that they are read back exactly.
 */

import { type AtomFrame, badLine, mostAtoms } from "./atoms.js";

export function toXyz(frames: Iterable<AtomFrame>): Uint8Array {
  const lines: string[] = [];
  for (const { symbols, positions, velocities, box, time } of frames) {
    const lattice = box ? `Lattice="${box[0]} 0 0 0 ${box[1]} 0 0 0 ${box[2]}" ` : "";
    const moving = velocities === undefined ? "" : ":vel:R:3";
    lines.push(String(symbols.length));
    lines.push(
      `${lattice}Properties=species:S:1:pos:R:3${moving}${time === undefined ? "" : ` Time=${time}`} pbc="${box ? "T T T" : "F F F"}"`,
    );
    symbols.forEach((symbol, i) => {
      const numbers = [...positions.subarray(3 * i, 3 * i + 3), ...(velocities?.subarray(3 * i, 3 * i + 3) ?? [])];
      lines.push(`${symbol} ${numbers.join(" ")}`);
    });
  }
  return new TextEncoder().encode(`${lines.join("\n")}\n`);
}

/** Reads the last frame of a file of extended or plain XYZ. */
export function readXyz(file: string, text: string): AtomFrame {
  const lines = text.split(/\r?\n/);
  let frame: AtomFrame | undefined;
  let at = 0;
  while (at < lines.length && lines.slice(at).some((line) => line.trim() !== "")) {
    const head = lines[at].trim();
    const count = Number(head);
    if (!(/^\d+$/.test(head) && count > 0 && count <= mostAtoms))
      badLine(file, at + 1, head, "a frame must begin with the number of its atoms. Check that this is an XYZ file.");
    if (lines.length < at + 2 + count)
      badLine(
        file,
        at + 1,
        head,
        `the frame must have this many atoms, and the file ends after ${Math.max(0, lines.length - at - 2)}. Get the complete file.`,
      );
    frame = readFrame(file, lines, at, count);
    at += count + 2;
    // only blank lines may follow the last frame
    if (lines[at]?.trim() === "" && lines.slice(at).every((line) => line.trim() === "")) break;
  }
  return frame ?? badLine(file, 1, "", "the file is empty.");
}

function readFrame(file: string, lines: readonly string[], at: number, count: number): AtomFrame {
  const comment = lines[at + 1];
  const properties = /Properties=(\S+)/i.exec(comment)?.[1] ?? "species:S:1:pos:R:3";
  const columns = columnsOf(file, at + 2, comment, properties);
  const symbols: string[] = [];
  const positions = new Float64Array(3 * count);
  const velocities = columns.velocity === undefined ? undefined : new Float64Array(3 * count);
  for (let i = 0; i < count; i++) {
    const line = lines[at + 2 + i];
    const fields = line.trim().split(/\s+/);
    const read = (out: Float64Array, from: number): void => {
      for (let c = 0; c < 3; c++) {
        const number = Number(fields[from + c] || Number.NaN);
        if (!Number.isFinite(number))
          badLine(
            file,
            at + 3 + i,
            line,
            "this line must hold a symbol and as many finite numbers as the properties state.",
          );
        out[3 * i + c] = number;
      }
    };
    symbols.push(fields[columns.species]);
    read(positions, columns.position);
    if (velocities !== undefined) read(velocities, columns.velocity!);
  }
  const time = /\bTime=(\S+)/i.exec(comment)?.[1];
  const box = boxOf(file, at + 2, comment);
  return {
    symbols,
    positions,
    ...(velocities && { velocities }),
    ...(time !== undefined && Number.isFinite(Number(time)) && { time: Number(time) }),
    ...(box && { box }),
  };
}

/** The fields of a line in which species, positions and velocities begin. */
function columnsOf(file: string, line: number, comment: string, properties: string) {
  const parts = properties.split(":");
  const found: { species?: number; position?: number; velocity?: number } = {};
  let field = 0;
  for (let k = 0; k + 2 < parts.length; k += 3) {
    const [name, , width] = parts.slice(k, k + 3);
    const role = ({ species: "species", pos: "position", vel: "velocity", velo: "velocity" } as const)[
      name.toLowerCase()
    ];
    if (role !== undefined) found[role] ??= field;
    if (!(Number(width) > 0)) badLine(file, line, comment, "the properties must be a sequence of name:type:columns.");
    field += Number(width);
  }
  const { species, position, velocity } = found;
  if (species === undefined || position === undefined)
    return badLine(
      file,
      line,
      comment,
      "the properties must include species and pos. Write Properties=species:S:1:pos:R:3.",
    );
  return { species, position, velocity };
}

function boxOf(file: string, line: number, comment: string): number[] | undefined {
  const text = /Lattice="([^"]*)"/i.exec(comment)?.[1];
  if (text === undefined) return undefined;
  const m = text.trim().split(/\s+/).map(Number);
  const isBox = m.length === 9 && m.every((x, k) => (k % 4 === 0 ? x > 0 && x < Number.POSITIVE_INFINITY : x === 0));
  return isBox ? [m[0], m[4], m[8]] : badLine(file, line, comment, "the edges of a box must be along x, y and z.");
}
