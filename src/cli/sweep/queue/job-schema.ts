/**
 * What a job may contain. Anything that can reach the Redis server can add jobs, so a job is only a request: it is
 * checked here before a worker acts on it, and it contains no name of a file.
 */

import { isAbsolute } from "node:path";
import { checkShape } from "../../../model/issues.js";
import { ErrorCollector } from "../../../model/model-errors.js";
import { z } from "../../../model/z.js";
import { UsageError } from "../../exit.js";
import { mostInBatch } from "../batch.js";

const sha256 = (what: string) =>
  z.string().refine((text) => /^[0-9a-f]{64}$/.test(text), {
    error: `${what} must be 64 hexadecimal digits.`,
  });

const longestPath = 4096;

const run = z
  .number({ error: "the number of a run must be a number." })
  .refine((n) => Number.isSafeInteger(n) && n >= 0, {
    error: "the number of a run must be a whole number, 0 or above.",
  });

const runs = (what: string) =>
  z
    .array(run, { error: `${what} must be a list of numbers of runs.` })
    .refine((list) => list.length > 0 && list.length <= mostInBatch && new Set(list).size === list.length, {
      error: `${what} must hold 1 to ${mostInBatch} different runs.`,
    });

const jobSchema = z.strictObject({
  study: sha256("the id of the study"),
  folder: z.string().refine((path) => path.length <= longestPath && isAbsolute(path) && !path.includes("\0"), {
    error: "the folder must be an absolute path.",
  }),
  indices: runs("indices"),
  missing: runs("missing"),
  signature: sha256("the signature").optional(),
});

export interface JobData {
  /** The id of the study, and the path of its folder on the machine of the sweep. */
  readonly study: string;
  readonly folder: string;
  /** The runs of the batch, from which its name follows, and those of them that the folder lacks. */
  readonly indices: readonly number[];
  readonly missing: readonly number[];
  /** HMAC of all the above, if the sweep has a key. */
  readonly signature?: string | undefined;
}

/** The data of a job from the queue. Throws a `UsageError` that says what is wrong with it. */
export function checkedJob(data: unknown): JobData {
  refuseLongLists(data);
  const errors = new ErrorCollector();
  const job = checkShape(jobSchema, data, "job", errors);
  errors.check();
  const all = new Set(job!.indices);
  const other = job!.missing.find((index) => !all.has(index));
  if (other !== undefined)
    throw new UsageError("job.missing", `every run must be one of the job's indices, and ${other} is not.`);
  return job!;
}

/** Shapes report every entry that does not fit, which could be millions. */
function refuseLongLists(data: unknown): void {
  if (typeof data !== "object" || data === null) return;
  for (const [name, value] of Object.entries(data))
    if (Array.isArray(value) && value.length > mostInBatch)
      throw new UsageError(`job.${name.slice(0, 40)}`, `must not have more than ${mostInBatch} entries.`);
}

/** Throws a `UsageError` unless the study has every run of the job. */
export function checkRuns({ indices }: JobData, count: number): void {
  const beyond = indices.find((index) => index >= count);
  if (beyond !== undefined)
    throw new UsageError("job.indices", `the study has the runs 0 to ${count - 1}; the job asks for run ${beyond}.`);
}
