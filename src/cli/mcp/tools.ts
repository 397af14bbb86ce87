/** The tools of `taut mcp`. Models come as text, and no tool reads or writes a file of the user. */

import { explain } from "../../analysis/index.js";
import { ModelError, own } from "../../core/index.js";
import { catalogue } from "../../elements/index.js";
import { type Column, runJson, trajectoryColumns, withVerification } from "../../io/index.js";
import { checkedModel, type Model, modelJsonSchema, parseModelText, withFiles, withPlaces } from "../../model/index.js";
import { linePlot } from "../../report/index.js";
import { type PreparedRun, prepareRun, registry, retried } from "../../run/index.js";
import type { Solution } from "../../solve/index.js";
import { drive } from "../drive.js";
import { UsageError } from "../exit.js";
import { readText } from "../files.js";
import { galleryFile, galleryList, galleryNames } from "../gallery.js";
import { columnOf } from "../plot-columns.js";
import { verified } from "../verified.js";
import { type Arguments, map, numberWithin, readArguments, schemaOf, text, textsUpTo } from "./arguments.js";
import { mostSeconds, usualSeconds } from "./in-thread.js";
import type { Tool } from "./protocol.js";

/** The most rows of a table in an answer, and the number without the argument. */
const [mostRows, usualRows] = [2000, 20];
/** The most columns of a table, and the most curves of a plot. */
const [mostColumns, mostCurves] = [200, 20];
/** Saved states of a run that is drawn. */
const frames = 400;

const model = {
  kind: text,
  about: "The text of a model file (YAML or JSON), or the name of a model of the gallery.",
  needed: true,
} as const;
const settings = {
  kind: map,
  about:
    "Settings that replace those of the model's run section: until, rtol, step, formulation, method, projection, omega, seed, accept …",
} as const;
const set = { kind: map, about: "Values of parameters that replace those of the model: {k: 3}." } as const;
const seconds = {
  kind: numberWithin(0.1, mostSeconds),
  about: `The run is stopped after this many seconds, and its status says so. Default: ${usualSeconds}.`,
} as const;

function tool<A extends Arguments>(
  name: string,
  description: string,
  args: A,
  call: (given: ReturnType<typeof readArguments<A>>, signal: AbortSignal) => Promise<string> | string,
): Tool {
  return {
    ...{ name, description, inputSchema: schemaOf(args) },
    call: (given, signal) => call(readArguments(args, given), signal),
  };
}

export const tools: readonly Tool[] = [
  tool(
    "gallery",
    "List the models that come with taut, or print the file of one of them as an example to start from.",
    { name: { kind: text, about: "The model whose file is printed. Default: all are listed." } },
    ({ name }) => {
      if (name === undefined) return JSON.stringify(galleryList());
      if (!galleryNames().includes(name))
        throw new UsageError("name", `must be one of ${galleryNames().join(", ")}; got ${JSON.stringify(name)}.`);
      return readText(galleryFile(name));
    },
  ),
  tool(
    "schema",
    "The JSON Schema of model files: every section, element, joint, method and option with a description. It is long; ask for one section.",
    { section: { kind: text, about: "A section of a model file, such as points, elements or run. Default: all." } },
    ({ section }) => {
      const whole = modelJsonSchema(catalogue, registry);
      if (section === undefined) return JSON.stringify(whole);
      const sections = whole.properties as Record<string, unknown>;
      const found = own(sections, section);
      if (found === undefined)
        throw new UsageError(
          "section",
          `must be one of ${Object.keys(sections).join(", ")}; got ${JSON.stringify(section)}.`,
        );
      return JSON.stringify(found);
    },
  ),
  tool(
    "validate",
    "Check a model. Every problem is named, with its line and what to do about it.",
    { model },
    ({ model }) => {
      const { name } = modelOf(model);
      return `The model${name === undefined ? "" : ` ${JSON.stringify(name)}`} is valid.`;
    },
  ),
  tool(
    "explain",
    "Describe a model before it is run, as JSON: degrees of freedom, redundant constraints, how consistent its start is, frequencies, the method a run would choose, and advice.",
    { model, settings, set },
    (given) => {
      const { set = {}, settings = {} } = given;
      return JSON.stringify(explain(modelOf(given.model), { settings, set: numbersOf(set) }));
    },
  ),
  tool(
    "run",
    "Integrate a model in time. The answer is JSON: status, final state, multipliers, work, what was watched (energy, momenta, constraints), how far the end is known (verification), messages, and a table of the motion.",
    {
      ...{ model, settings, set, seconds },
      columns: {
        kind: textsUpTo(mostColumns),
        about:
          "What the table has beside t: names (bob_x, theta', lambda(rod)) or expressions of them (norm(bob')). Default: all coordinates, at most 12.",
      },
      rows: {
        kind: numberWithin(0, mostRows),
        about: `The number of rows of the table, evenly spaced in saved states. Default: ${usualRows}.`,
      },
    },
    async (given, signal) => {
      const { prepared, solution } = await motion(given, signal);
      const rows = Math.floor(given.rows ?? usualRows);
      const columns = columnsOf(prepared, solution);
      const names = given.columns ?? prepared.workspace.names.slice(0, 12);
      const values = new Map(["t", ...names].map((name) => [name, columnOf("columns", name, columns)]));
      const length = columns.get("t")!.length;
      const picked = Array.from({ length: Math.min(rows, length) }, (_, k, last = Math.min(rows, length) - 1) =>
        last === 0 ? length - 1 : Math.round((k * (length - 1)) / last),
      );
      const table = picked.map((row) => Array.from(values.values(), (column) => column[row]));
      return JSON.stringify({ ...runJson(prepared, solution), table: { columns: [...values.keys()], rows: table } });
    },
  ),
  tool(
    "plot",
    "Integrate a model and draw columns of the motion, or expressions of them, against time or against each other. The answer is SVG.",
    {
      ...{ model, settings, set, seconds },
      y: { kind: textsUpTo(mostCurves), about: "What the vertical axis shows: names or expressions.", needed: true },
      x: { kind: text, about: "What the horizontal axis shows. Default: t." },
      title: { kind: text, about: "The title. Default: what is drawn." },
    },
    async (given, signal) => {
      const { prepared, solution } = await motion(given, signal);
      const { x = "t", y, title = `${y.join(", ")} against ${x}` } = given;
      const columns = columnsOf(prepared, solution);
      const series = y.map((name) => ({
        ...{ name, markers: false, x: columnOf("x", x, columns), y: columnOf("y", name, columns) },
      }));
      const axes = { x: { label: x }, y: { label: y.length === 1 ? y[0] : "value" } };
      return linePlot({ title, ...axes, series, height: 330 }, { standalone: true });
    },
  ),
];

/** The model of a text, or of the gallery. Files beside a model do not exist here. */
function modelOf(given: string): Model {
  const data = parseModelText(galleryNames().includes(given) ? readText(galleryFile(given)) : given, { file: "model" });
  const alone = withPlaces(data, () =>
    withFiles(data, (name, where) => {
      throw new ModelError(
        where,
        `a model that is given as text has no files beside it; it names "${name}". Write its contents into the model.`,
      );
    }),
  );
  return checkedModel(alone, catalogue);
}

function numbersOf(set: Readonly<Record<string, unknown>>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(set).map(([name, value]) => {
      if (typeof value === "number") return [name, value];
      throw new UsageError(`set.${name}`, `must be a number; got ${JSON.stringify(value)}.`);
    }),
  );
}

interface Wanted {
  readonly model: string;
  readonly settings?: Readonly<Record<string, unknown>> | undefined;
  readonly set?: Readonly<Record<string, unknown>> | undefined;
  readonly seconds?: number | undefined;
}

/** The motion of a model, to its end, or until it is cancelled or its time is over. */
async function motion(
  { model, settings = {}, set = {}, seconds = usualSeconds }: Wanted,
  signal: AbortSignal,
): Promise<{ readonly prepared: PreparedRun; readonly solution: Solution }> {
  const options = {
    ...{ settings, set: numbersOf(set), keepStates: true, frames },
    solve: { multipliers: true, momenta: true },
  };
  const either = AbortSignal.any([signal, AbortSignal.timeout(1000 * seconds)]);
  let prepared = prepareRun(modelOf(model), options);
  for (let next: PreparedRun | undefined = prepared; next !== undefined; next = retried(prepared, options)) {
    prepared = next;
    await drive(prepared.run, either, () => {});
  }
  const verification = await verified(prepared, options, undefined, either, () => {});
  return { prepared, solution: withVerification(prepared, prepared.run.solution(), verification) };
}

function columnsOf(prepared: PreparedRun, solution: Solution): ReadonlyMap<string, Float64Array> {
  return new Map(trajectoryColumns(prepared, solution).map(({ name, data }: Column) => [name, data]));
}
