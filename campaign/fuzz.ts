/** Mutated models, studies, files of atoms and tables: each gives a result or a sentence, soon and without growing memory. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { TautError } from "../src/core/index.js";
import { catalogue } from "../src/elements/index.js";
import { importAtoms, readAtoms, readTable } from "../src/io/index.js";
import { lower, type Model, modelHash, parseModelText, runSection, validateModel } from "../src/model/index.js";
import { prepareRun } from "../src/run/index.js";
import { validateStudy } from "../src/study/index.js";
import type { Campaign, Dice, Outcome } from "./campaign.js";
import { mutatedData, mutatedText } from "./mutate.js";
import { sampleAtoms, sampleTables } from "./samples.js";

/** Longest time (s of processor) of one input. */
const patience = 2;
/** The same for models that may be large: members are limited, and reading them takes a time in proportion. */
const patienceWithMany = 30;
/** A number from which on a model may be large. */
const many = 1e5;
const root = process.cwd();

/** Sound inputs, as texts and as what they say: reading a text takes longer than most tries. */
interface Seeds {
  readonly modelTexts: readonly string[];
  readonly models: readonly unknown[];
  readonly studies: readonly unknown[];
}

function readSeeds(): Seeds {
  const all = (folder: string): string[] =>
    readdirSync(join(root, folder)).map((name) => readFileSync(join(root, folder, name), "utf8"));
  const modelTexts = all("gallery");
  const parsed = (texts: readonly string[]): unknown[] => texts.map((text) => parseModelText(text));
  return { modelTexts, models: parsed(modelTexts), studies: parsed(all("studies")) };
}

export type Kind = "model" | "model text" | "steps" | "study" | "atoms" | "csv";

/** What is done with an input of each kind; `steps` also compiles a model and makes its first steps. */
export const uses: Readonly<Record<Kind, (input: string) => unknown>> = {
  model: (input) => lowered(JSON.parse(input)),
  "model text": (input) => lowered(parseModelText(input)),
  steps(input) {
    const model = validateModel(JSON.parse(input), catalogue);
    if (sizeOf(model) > 3000) return;
    const { run, workspace } = prepareRun(model, { settings: { maxSteps: 20 }, keepStates: false });
    run.advance(20);
    run.solution();
    workspace.release();
  },
  study: (input) => validateStudy(JSON.parse(input), (file) => readModel(file)),
  atoms(input) {
    for (const file of ["a.xyz", "a.pdb"]) {
      attempted(() => readAtoms(file, input));
      attempted(() => importAtoms(file, input, {}));
    }
  },
  csv: (input) => readTable(new TextEncoder().encode(input), "csv", false),
};

function lowered(data: unknown): void {
  const model = validateModel(data, catalogue);
  modelHash(model);
  runSection(model);
  lower(model, catalogue);
}

const sizeOf = (model: Model): number => lower(model, catalogue).n;

function readModel(file: string): Model {
  const path = join(root, "gallery", `${file.replace(/^.*\//, "")}`);
  if (!readdirSync(join(root, "gallery")).includes(file.replace(/^.*\//, "")))
    throw new TautError("model", "there is no such file.");
  return validateModel(parseModelText(readFileSync(path, "utf8")), catalogue);
}

/** Calls `work`; only errors that are not sentences are thrown. */
function attempted(work: () => unknown): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof TautError)) throw error;
  }
}

/** Uses one input, and says how that ended. */
export async function tried(kind: Kind, input: string): Promise<Outcome> {
  const before = process.cpuUsage();
  let ended = "accepted";
  let failure: string | undefined;
  try {
    await uses[kind](input);
  } catch (error) {
    ended = "refused";
    if (!isSentence(error, kind)) failure = `internal error: ${error instanceof Error ? error.stack : String(error)}`;
  }
  const { user, system } = process.cpuUsage(before);
  const seconds = (user + system) / 1e6;
  if (seconds > (holdsMany(input) ? patienceWithMany : patience)) failure ??= `it took ${seconds.toFixed(1)} s`;
  return { kind, ended, most: seconds, ...(failure !== undefined && { failure, input }) };
}

const holdsMany = (input: string): boolean =>
  input.match(/\d[\d.]*(e\+?\d+)?/gi)?.some((number) => Number(number) >= many) === true;

/** Errors of tables are sentences that the command puts behind the name of the file. */
function isSentence(error: unknown, kind: Kind): boolean {
  if (kind === "csv" && error instanceof Error && error.constructor === Error) return true;
  return error instanceof TautError && error.message.length > 0 && !/undefined|\[object/.test(error.message);
}

function draw(dice: Dice, seeds: Seeds): { kind: Kind; input: string } {
  const times = 1 + dice.below(3);
  const change = (data: unknown): string => {
    let changed = data;
    for (let k = 0; k < times; k++) changed = mutatedData(changed, dice);
    return JSON.stringify(changed) ?? "null";
  };
  const text = (of: string): string => {
    let changed = of;
    for (let k = 0; k < times; k++) changed = mutatedText(changed, dice);
    return changed;
  };
  const n = dice.below(100);
  if (n < 45) return { kind: "model", input: change(dice.pick(seeds.models)) };
  if (n < 70) return { kind: "model text", input: text(dice.pick(seeds.modelTexts)) };
  if (n < 72) return { kind: "steps", input: change(dice.pick(seeds.models)) };
  if (n < 82) return { kind: "study", input: change(dice.pick(seeds.studies)) };
  if (n < 92) return { kind: "atoms", input: text(dice.pick(sampleAtoms)) };
  return { kind: "csv", input: text(sampleTables().csv) };
}

export const fuzz: Campaign = {
  about:
    "Mutated models, studies, files of atoms and tables give a result or a sentence within 2 s of processor time, and large models within 30 s.",
  measures: "seconds",
  async run(dice, goesOn, report) {
    const seeds = readSeeds();
    let memory = 0;
    for (let k = 0; goesOn(k); k++) {
      const { kind, input } = draw(dice, seeds);
      report(await tried(kind, input));
      if (k % 10_000 === 9999) {
        const now = process.memoryUsage().rss;
        // after the first inputs everything is loaded; what grows from then on would grow without end
        if (memory === 0) memory = now;
        else if (now > memory + 2e9)
          report({ kind: "memory", ended: "grew", failure: `${memory} bytes became ${now}` });
      }
    }
  },
};
