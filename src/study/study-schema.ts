/** The schema of a study file: a model, what varies, what is kept. The types of the data are inferred from it. */

import { observableSchema, runSchema } from "../model/schema.js";
import { exact, nameMap, notA, text, truth } from "../model/shapes.js";
import { z } from "../model/z.js";

const number = z.number(notA("a number"));
const quantity = z.union([number, text], notA("a number")).describe("A number, or a number with a unit.");
const pair = z.tuple([quantity, quantity], notA("a pair of numbers", "Write [a, b]."));
const count = z
  .number(notA("a whole number"))
  .refine((n) => Number.isSafeInteger(n) && n >= 1, { error: "this must be a whole number of at least 1." });

const range = exact("a range", {
  from: quantity.describe("First value."),
  to: quantity.describe("Last value (included)."),
  count: count.describe("Number of values."),
  spacing: z
    .enum(["linear", "log"], { error: 'spacing must be "linear" or "log".' })
    .optional()
    .describe("linear for equal differences, log for equal ratios. Default: linear."),
});

const setting = z.union([number, text, z.object({ name: z.string() }).catchall(z.unknown())], {
  error:
    "a value must be a number; for run.formulation, run.method and run.projection, a name or a map with a name and options.",
});
const values = z.union([range, z.array(setting, notA("a list of values"))], {
  error: "the values must be a range {from, to, count}, or a list.",
});

const distribution = z.union(
  [
    exact("a distribution", { uniform: pair }),
    exact("a distribution", { logUniform: pair }),
    exact("a distribution", { normal: pair }),
    exact("a distribution", { logNormal: pair }),
  ],
  {
    error:
      "a distribution must be {uniform: [from, to]}, {logUniform: [from, to]}, {normal: [mean, deviation]} or {logNormal: [median, factor]}.",
  },
);

const { events: _, ...runShape } = runSchema.shape;

export const studySchema = exact("a study", {
  study: z
    .literal(1, notA("a version of the format that is read here", "Write study: 1."))
    .describe("Version of the format."),
  name: text.optional().describe("Title."),
  about: text.optional().describe("One sentence about what to look at."),
  model: z
    .union([text, z.record(z.string(), z.unknown())], { error: "the model must be a file name, or a model." })
    .describe("The model: a file name, relative to this file, or the model itself."),
  set: nameMap(quantity, "parameters").optional().describe("Values that replace those of the model's parameters."),
  run: exact("run", runShape).optional().describe("Settings that replace those of the model."),
  vary: nameMap(values, "what varies")
    .optional()
    .describe("Every combination of these values is run: parameters by name, settings as run.omega, run.method, …"),
  list: z
    .array(nameMap(setting, "values"), notA("a list of combinations"))
    .optional()
    .describe("Values that vary together. Each entry is run with every combination of `vary`."),
  random: nameMap(distribution, "distributions").optional().describe("Parameters that are drawn for each sample."),
  samples: count.optional().describe("Number of draws from `random`, for each of the combinations above."),
  replicas: count.optional().describe("Number of runs of each of the above, with different seeds."),
  seed: z
    .number(notA("a whole number"))
    .refine((n) => Number.isSafeInteger(n) && n >= 0, { error: "a seed must be a whole number, 0 or above." })
    .optional()
    .describe("The seed of all random numbers of the study. Default: 0."),
  keep: exact("keep", {
    final: truth.optional().describe("The final state and its multipliers. Default: true up to 100 numbers."),
    ledger: truth.optional().describe("Largest residuals, energy and invariants. Default: true."),
    work: truth.optional().describe("Numbers of steps and evaluations. Default: true."),
    observables: nameMap(observableSchema, "observables")
      .optional()
      .describe(
        "Observables besides those of the model, measured at the saved states unless run.observe says otherwise.",
      ),
    after: number.optional().describe("Observables are measured from this time on. Default: from the start."),
    trajectory: z
      .enum(["parquet", "csv", "npz"], { error: 'the format of trajectories must be "parquet", "csv" or "npz".' })
      .optional()
      .describe("Format in which the saved states of every run are kept, in a file each. Default: they are not kept."),
  })
    .optional()
    .describe("What to keep of every run."),
  plot: z
    .array(text, notA("a list of outcomes"))
    .optional()
    .describe("Outcomes that the report shows, by their column names in the table."),
});

/** A study as a file holds it: numbers may have units. */
export type StudyFile = z.infer<typeof studySchema>;
/** A study as plain data, with its numbers in the units of the model. */
export interface StudyData extends Omit<StudyFile, "set" | "vary" | "list" | "random"> {
  set?: Record<string, number>;
  vary?: Record<string, VaryData>;
  list?: Record<string, SettingValue>[];
  random?: Record<string, DistributionData>;
}
export type VaryData =
  | (Omit<z.infer<typeof range>, "from" | "to"> & { readonly from: number; readonly to: number })
  | SettingValue[];
type Pair = [number, number];
export type DistributionData = { uniform: Pair } | { logUniform: Pair } | { normal: Pair } | { logNormal: Pair };
export type SettingValue = z.infer<typeof setting>;
