/** The shape of a study file: a model, what varies, what is kept. The types of the data follow from it. */

import { observableSchema, runSchema } from "../model/schema.js";
import { exact, nameMap, notA, text, truth } from "../model/shapes.js";
import { z } from "../model/z.js";

const number = z.number(notA("a number"));
const pair = z.tuple([number, number], notA("a pair of numbers", "Write [a, b]."));
const count = z
  .number(notA("a whole number"))
  .refine((n) => Number.isSafeInteger(n) && n >= 1, { error: "this is not a whole number of at least 1." });

const range = exact("a range", {
  from: number.describe("First value."),
  to: number.describe("Last value, which is one of them."),
  count: count.describe("How many values."),
  spacing: z
    .enum(["linear", "log"], { error: 'spacing is "linear" or "log".' })
    .optional()
    .describe("Equal differences, or equal ratios. Default: linear."),
});

const setting = z.union([number, text, z.object({ name: z.string() }).catchall(z.unknown())], {
  error:
    "a value is a number; of run.formulation, run.method and run.projection a name, or a map with a name and options.",
});
const values = z.union([range, z.array(setting, notA("a list of values"))], {
  error: "what varies has a range {from, to, count}, or a list of values.",
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
      "a distribution is {uniform: [from, to]}, {logUniform: [from, to]}, {normal: [mean, deviation]} or {logNormal: [median, factor]}.",
  },
);

const { events: _, ...runShape } = runSchema.shape;

export const studySchema = exact("a study", {
  study: z
    .literal(1, notA("a version of the format that is read here", "Write study: 1."))
    .describe("Version of the format."),
  name: text.optional().describe("Title."),
  about: text.optional().describe("One sentence on what to look at."),
  model: z
    .union([text, z.record(z.string(), z.unknown())], { error: "the model is a file name, or a model." })
    .describe("The model: a file, relative to this one, or the model itself."),
  set: nameMap(number, "parameters").optional().describe("Parameters that have other values than in the model."),
  run: exact("run", runShape).optional().describe("Settings that win over those of the model."),
  vary: nameMap(values, "what varies")
    .optional()
    .describe("Every combination of these: parameters by name, settings as run.omega, run.rtol, run.method."),
  list: z
    .array(nameMap(setting, "values"), notA("a list of combinations"))
    .optional()
    .describe("Combinations of values that belong together, each with every combination of `vary`."),
  random: nameMap(distribution, "distributions").optional().describe("Parameters that are drawn for each sample."),
  samples: count.optional().describe("How often `random` is drawn, for each of the above."),
  replicas: count.optional().describe("Runs of each of the above, with seeds of their own."),
  seed: z
    .number(notA("a whole number"))
    .refine((n) => Number.isSafeInteger(n) && n >= 0, { error: "a seed is a whole number from 0." })
    .optional()
    .describe("What all random numbers of the study follow from. Default: 0."),
  keep: exact("keep", {
    final: truth.optional().describe("The last state and its multipliers. Default: true up to 100 numbers."),
    ledger: truth.optional().describe("Largest residuals, energy, invariants. Default: true."),
    work: truth.optional().describe("Steps and evaluations. Default: true."),
    observables: nameMap(observableSchema, "observables")
      .optional()
      .describe(
        "Measured along each run, beside those of its model: at the saved states unless run.observe says otherwise.",
      ),
    after: number.optional().describe("Observables count from this time on. Default: from the start."),
    trajectory: z
      .enum(["parquet", "csv", "npz"], { error: 'a trajectory is kept as "parquet", "csv" or "npz".' })
      .optional()
      .describe("Keep the saved states of every run in a file of its own."),
  })
    .optional()
    .describe("What to keep of every run."),
  plot: z
    .array(text, notA("a list of outcomes"))
    .optional()
    .describe("Outcomes that the report shows, by the names of the table's columns."),
});

/** A study as plain data: what a file holds. */
export type StudyData = z.infer<typeof studySchema>;
export type VaryData = z.infer<typeof values>;
export type DistributionData = z.infer<typeof distribution>;
export type SettingValue = z.infer<typeof setting>;
