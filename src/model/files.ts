/**
 * The files that a model names beside itself: `include` for files with further sections, and `file` for the points of a
 * table. They are read once, before the model is validated, by a function of the caller; a name is a path below the folder
 * of the model.
 */

import { below, fail, path, show } from "./model-errors.js";
import { takeSource } from "./places.js";
import { parseModelText } from "./text.js";

/** Reads a file beside the model; throws a `ModelError` if it cannot. */
export type ReadBeside = (name: string, where: string) => string;

/** Sections that an included file may have. */
const sections = ["parameters", "tables", "let", "define", "templates", "elements"] as const;

type Data = Record<string, unknown>;

/** `data` with the contents of the files that it names. */
export function withFiles(data: unknown, read: ReadBeside): unknown {
  if (!isMap(data)) return data;
  const { include, ...own } = data;
  takeSource(own, data);
  let whole: Data = own;
  const names = include === undefined ? [] : Array.isArray(include) ? include : [include];
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
  const { file: name, x, y, ...rest } = table;
  const at = below(where, "file");
  const file = beside(name, at);
  const [head, ...lines] = read(file, at)
    .split(/\r?\n/)
    .filter((line) => line.trim() !== "");
  const names = (head ?? "").split(",").map((cell) => cell.trim().replace(/^"(.*)"$/, "$1"));
  const column = (key: "x" | "y", wanted: unknown, usual: number): number => {
    const k = wanted === undefined ? usual : names.indexOf(String(wanted));
    if (k >= 0 && k < names.length) return k;
    return fail(
      below(where, key),
      `there is no column ${show(wanted ?? usual + 1)} in ${show(file)}. Its columns are: ${names.join(", ")}.`,
    );
  };
  const places = [column("x", x, 0), column("y", y, 1)];
  const [xs, ys]: number[][] = [[], []];
  lines.forEach((line, row) => {
    const cells = line.split(",");
    const [a, b] = places.map((k) => (cells[k]?.trim() ? Number(cells[k]) : Number.NaN));
    if (!Number.isFinite(a) || !Number.isFinite(b))
      fail(
        at,
        `every line of ${show(file)} must have numbers; line ${row + 2} is ${show(line)}. Correct or remove it.`,
      );
    xs.push(a);
    ys.push(b);
  });
  return { ...rest, x: xs, y: ys };
}

/** A path below the folder of the model. */
function beside(name: unknown, where: string): string {
  if (typeof name !== "string" || name === "") return fail(where, `must be the name of a file; got ${show(name)}.`);
  const isBelow = !/^([/\\]|[A-Za-z]:)/.test(name) && !name.split(/[/\\]/).includes("..") && !name.includes("\0");
  if (!isBelow) fail(where, `a file must be in the folder of the model or below it; got ${show(name)}. Move it there.`);
  return name;
}

const isMap = (value: unknown): value is Data => typeof value === "object" && value !== null && !Array.isArray(value);
