import { type TableReader, timeColumn } from "./table.js";

const number = /^[+-]?(\d+\.?\d*([eE][+-]?\d+)?|\.\d+([eE][+-]?\d+)?|Infinity)$/;

/** Comma-separated values with a header line. Every line must be complete, with a number in every column. */
export function readCsv(bytes: Uint8Array): TableReader {
  const lines = new TextDecoder("utf-8", { fatal: true }).decode(bytes).split(/\r?\n/);
  // a file that was cut off ends within a line, and a number that was cut off is still a number
  if (lines.pop() !== "")
    throw new Error("its last line has no end, so it may have been cut off (add a line end if it is complete)");
  const [header, ...rows] = lines;
  if (header === undefined) throw new Error("it is empty");
  const names = namesIn(header);
  const time = timeColumn(names);
  const cells = (line: string, k: number): number[] => {
    const texts = line.split(",");
    if (texts.length !== names.length)
      throw new Error(`line ${k + 2} must have ${names.length} numbers, one for each column, and has ${texts.length}`);
    return texts.map((text, c) => {
      if (text !== "NaN" && !number.test(text))
        throw new Error(`line ${k + 2} must have a number in column ${names[c]}; found "${text.slice(0, 40)}"`);
      return Number(text);
    });
  };
  return { names, times: rows.map((line, k) => cells(line, k)[time]), row: (k) => cells(rows[k], k) };
}

/** Names that contain commas are quoted: "argon[0,0,1]_x". */
function namesIn(header: string): string[] {
  return Array.from(header.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g), ([, quoted, plain]) =>
    quoted === undefined ? plain : quoted.replaceAll('""', '"'),
  );
}
