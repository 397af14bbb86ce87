/**
 * The files that a model names beside itself: `include` for files with further sections, and `file` for the points of a
 * table. They are read once, before the model is validated, by a function of the caller; a name is a path below the folder
 * of the model.
 */

import { mostPoints } from "./interpolate.js";
import { below, fail, path, show } from "./model-errors.js";
import { takeSource } from "./places.js";
import { longestText, parseModelText } from "./text.js";

/** Reads a file beside the model; throws a `ModelError` if it cannot. */
export type ReadBeside = (name: string, where: string) => string;

/** The most files that a model may include. */
const mostIncluded = 100;

/** The most columns that an error names. */
const mostNamed = 20;

/** Sections that an included file may have. */
const sections = ["parameters", "tables", "let", "define", "templates", "elements"] as const;

type Data = Record<string, unknown>;

/** `data` with the contents of the files that it names. */
export function withFiles(data: unknown, readOne: ReadBeside): unknown {
  if (!isMap(data)) return data;
  const read = bounded(readOne);
  const { include, ...own } = data;
  takeSource(own, data);
  let whole: Data = own;
  const names = include === undefined ? [] : Array.isArray(include) ? include : [include];
  if (names.length > mostIncluded)
    fail("include", `a model may include at most ${mostIncluded} files; this one names ${names.length}. Join some.`);
  names.forEach((name, k) => {
    const where = Array.isArray(include) ? path("include", k) : "include";
    whole = merged(whole, included(name, where, read), where, String(name));
  });
  const tables = isMap(whole.tables) ? Object.entries(whole.tables) : [];
  const filled = tables.map(([name, table]) => [name, withPoints(table, path("tables", name), read)] as const);
  if (include === undefined && filled.every(([, table], k) => table === tables[k][1])) return data;
  const made = tables.length === 0 ? whole : { ...whole, tables: Object.fromEntries(filled) };
  takeSource(made, whole);
  return made;
}

/** The same reader; all that it reads together may be as long as one text. A file that is named twice counts twice. */
function bounded(read: ReadBeside): ReadBeside {
  let length = 0;
  return (name, where) => {
    const text = read(name, where);
    length += text.length;
    if (length > longestText)
      fail(
        where,
        `the files that a model names may have ${longestText} characters together; with ${show(name)} they have more. Leave some out.`,
      );
    return text;
  };
}

function included(name: unknown, where: string, read: ReadBeside): Data {
  const file = beside(name, where);
  const data = parseModelText(read(file, where), { file });
  if (!isMap(data)) return fail(where, `${show(file)} must be a map of sections; it is not. Write define: {…}.`);
  const wrong = Object.keys(data).find((key) => key !== "taut" && !(sections as readonly string[]).includes(key));
  if (wrong !== undefined)
    fail(
      where,
      `an included file may have ${sections.join(", ")}; ${show(file)} has ${show(wrong)}. Move that section.`,
    );
  return data;
}

/** Both maps of sections; a name that both define is refused. */
function merged(own: Data, other: Data, where: string, file: string): Data {
  const whole: Data = { ...own };
  const keys = new Set<string>();
  for (const section of sections) {
    const [mine, theirs] = [own[section], other[section]];
    if (theirs === undefined) continue;
    if (section === "elements") {
      whole.elements = [...(Array.isArray(mine) ? mine : []), ...(Array.isArray(theirs) ? theirs : [theirs])];
      continue;
    }
    if (!isMap(theirs)) fail(where, `${section} of ${show(file)} must be a map; got ${show(theirs)}.`);
    for (const name of Object.keys(theirs as Data)) {
      if (isMap(mine) && Object.hasOwn(mine, name))
        fail(where, `${path(section, name)} is defined here and in ${show(file)}. Rename or remove one of them.`);
      keys.add(path(section, name));
    }
    whole[section] = { ...(isMap(mine) ? mine : {}), ...(theirs as Data) };
  }
  takeSource(whole, own, other, keys);
  return whole;
}

/** The table with the points of its file. */
function withPoints(table: unknown, where: string, read: ReadBeside): unknown {
  if (!isMap(table) || table.file === undefined) return table;
  const { file: name, x, y, z, layout, ...rest } = table;
  const at = below(where, "file");
  const file = beside(name, at);
  const given = { x, y, z };
  if (layout === "grid") {
    const key = (["x", "y", "z"] as const).find((each) => given[each] !== undefined);
    if (key !== undefined)
      fail(
        below(where, key),
        `a file that is a grid has no names of columns; got ${show(given[key])}. Remove this entry, or the layout.`,
      );
    return { ...rest, ...gridOf(linesOf(read(file, at)), file, at) };
  }
  // the schema refuses other layouts
  const [head, ...lines] = linesOf(read(file, at));
  if (lines.length > mostPoints)
    fail(at, `a table may have at most ${mostPoints} points; ${show(file)} has ${lines.length} lines. Leave some out.`);
  const names = cellsOf(head ?? "").map((cell) => cell.replace(/^"(.*)"$/, "$1"));
  const column = (key: "x" | "y" | "z", usual: number): number => {
    const wanted = given[key];
    const k = wanted === undefined ? usual : names.indexOf(String(wanted));
    if (k >= 0 && k < names.length) return k;
    return fail(
      below(where, key),
      `there is no column ${show(wanted ?? usual + 1)} in ${show(file)}. Its columns are: ${names.slice(0, mostNamed).join(", ").slice(0, 500)}${names.length > mostNamed ? ", …" : ""}.`,
    );
  };
  const places = [column("x", 0), column("y", 1), ...(z === undefined ? [] : [column("z", 2)])];
  const rows = lines.map((line, row) => {
    const cells = cellsOf(line);
    return numbersOf(
      places.map((k) => cells[k]),
      line,
      row + 2,
      file,
      at,
    );
  });
  const others = { ...rest, ...(layout !== undefined && layout !== "columns" && { layout }) };
  if (z !== undefined) return { ...others, ...gridOfPoints(rows, file, at) };
  return { ...others, x: rows.map((row) => row[0]), y: rows.map((row) => row[1]) };
}

const linesOf = (text: string): string[] =>
  text
    .replace(/^\uFEFF/, "")
    .split(/\r?\n/)
    .filter((line) => line.trim() !== "");

const cellsOf = (line: string): string[] => line.split(",").map((cell) => cell.trim());

function numbersOf(
  cells: readonly (string | undefined)[],
  line: string,
  row: number,
  file: string,
  at: string,
): number[] {
  return cells.map((cell) => {
    const value = cell ? Number(cell) : Number.NaN;
    if (Number.isFinite(value)) return value;
    return fail(
      at,
      `every line of ${show(file)} must have numbers; line ${row} is ${show(line)}. Correct or remove it.`,
    );
  });
}

/** A table whose first line has y, and whose other lines have x and the values; the first cell is not read. */
function gridOf([head, ...lines]: readonly string[], file: string, at: string): Data {
  const y = numbersOf(cellsOf(head ?? "").slice(1), head ?? "", 1, file, at);
  const rows = lines.map((line, k) => {
    const row = numbersOf(cellsOf(line), line, k + 2, file, at);
    if (row.length !== y.length + 1)
      fail(
        at,
        `line ${k + 2} of ${show(file)} must have x and a value for each y, that is ${y.length + 1} numbers; it has ${row.length}. Correct it.`,
      );
    return row;
  });
  return { x: rows.map((row) => row[0]), y, z: rows.map((row) => row.slice(1)) };
}

/** A table from lines (x, y, z) in any order, which must be all points of a grid. */
function gridOfPoints(rows: readonly (readonly number[])[], file: string, at: string): Data {
  const ascending = (k: number): number[] => [...new Set(rows.map((row) => row[k]))].sort((a, b) => a - b);
  const [x, y] = [ascending(0), ascending(1)];
  if (rows.length !== x.length * y.length)
    fail(
      at,
      `the lines of ${show(file)} must be all points of a grid; with ${x.length} values of x and ${y.length} of y that is ${x.length * y.length} lines, and there are ${rows.length}. Complete it.`,
    );
  const [placeX, placeY] = [x, y].map((list) => new Map(list.map((value, k) => [value, k])));
  const z = x.map(() => new Array<number>(y.length).fill(Number.NaN));
  for (const [a, b, value] of rows) {
    const [i, j] = [placeX.get(a)!, placeY.get(b)!];
    if (!Number.isNaN(z[i][j])) fail(at, `${show(file)} has the point ${a}, ${b} twice. Remove one of the lines.`);
    z[i][j] = value;
  }
  return { x, y, z };
}

/** A path below the folder of the model. */
function beside(name: unknown, where: string): string {
  if (typeof name !== "string" || name === "") return fail(where, `must be the name of a file; got ${show(name)}.`);
  const isBelow = !/^([/\\]|[A-Za-z]:)/.test(name) && !name.split(/[/\\]/).includes("..") && !name.includes("\0");
  if (!isBelow) fail(where, `a file must be in the folder of the model or below it; got ${show(name)}. Move it there.`);
  return name;
}

const isMap = (value: unknown): value is Data => typeof value === "object" && value !== null && !Array.isArray(value);
