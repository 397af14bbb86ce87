/** `taut run MODEL`: integrates a model, prints a summary and, with --out, keeps the result. */

import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import type { Command } from "commander";
import { refusesThreads } from "../compile/index.js";
import type { Crew } from "../core/index.js";
import { type RunKey, reactionColumnCount, runJson, withVerification } from "../io/index.js";
import type { Lowered, Model } from "../model/index.js";
import { type PreparedRun, type PrepareOptions, prepareRun, retried } from "../run/index.js";
import type { Solution, Verification } from "../solve/index.js";
import {
  checkpointName,
  checkpointNames,
  checkSameRun,
  encodeCheckpoint,
  keepCheckpoint,
  readCheckpoint,
} from "./checkpoint.js";
import { moveToThread } from "./command-thread.js";
import { startCrew } from "./crew/index.js";
import { CheckpointFile } from "./disk/checkpoint-file.js";
import { inFolder } from "./disk/claim.js";
import { drive } from "./drive.js";
import { exitCode, explainError, UsageError } from "./exit.js";
import { readModel } from "./files.js";
import { onInterrupt } from "./interrupt.js";
import { Periodic, usualInterval } from "./periodic.js";
import { Progress } from "./progress.js";
import { addRunOptions, inUnitsOf, type RunFlags, settingsOf, type Typed } from "./run-options.js";
import { runSummary } from "./summary.js";
import { print, printJson, remark, say } from "./terminal.js";
import { verified } from "./verified.js";

/** The number of saved states without --every, for plots and the animation. */
const frames = 400;

export function addRunCommand(program: Command): void {
  addRunOptions(
    program
      .command("run")
      .argument("<model>", "model file (YAML or JSON)")
      .summary("integrate a model in time")
      .description("Integrate a model in time, and print its final state, the constraint residuals and the work done."),
  )
    .addHelpText("after", examples)
    .action(run);
}

const examples = `Examples:
  taut run pendulum.yaml --until 5 --out results           then open results/report.html
  taut run chain.yaml --set n=50 --rtol 1e-9 --json
  taut run crank.yaml --until 500ms --set "l=20 mm"        if the model declares units
  taut run pendulum.yaml --formulation stiff --omega 200   the rod becomes a very stiff spring
  taut run pendulum.yaml --method rattle --step 0.01
  taut run pendulum.yaml --project newton:when=drift,above=1e-8
  taut run argon.yaml --from melted --until 400 --out liquid   continue from the end of the result in melted`;

/** Up to this dimension a step takes less time than a person waits for Ctrl-C, also with a dense matrix. */
const shortSteps = 300;

async function run(file: string, flags: Typed<RunFlags>): Promise<void> {
  const { threads = 1, resume, from } = flags;
  const looksAhead = threads > 1 || resume !== undefined || from !== undefined;
  if (looksAhead && moveToThread()) return;
  const crew = (flags.threads ?? 1) > 1 ? await startCrew(flags.threads!) : undefined;
  try {
    await runWith(crew, file, flags);
  } finally {
    await crew?.stop();
  }
}

/**
 * The run of a checkpoint. What is chosen for a run may depend on its end, which may be another one now: then the run is
 * prepared with what was chosen before.
 */
function prepareResumed(model: Model, options: PrepareOptions, key: RunKey): PreparedRun {
  try {
    return prepareRun(model, options);
  } catch (error) {
    const { settings = {} } = options;
    const names = (["formulation", "method", "projection"] as const).filter((name) => {
      const given = settings[name] ?? model.run?.[name];
      return name in key && (given === undefined || given === "auto");
    });
    if (!(error instanceof UsageError) || names.length === 0) throw error;
    const chosen = Object.fromEntries(names.map((name) => [name, key[name]]));
    return prepareRun(model, { ...options, settings: { ...settings, ...chosen } });
  }
}

async function runWith(crew: Crew | undefined, file: string, typed: Typed<RunFlags>): Promise<void> {
  // 1. make all checks that may refuse the run, before anything is written
  const resumed = typed.resume === undefined ? undefined : readCheckpoint(typed.resume);
  if (resumed?.remark !== undefined) remark(resumed.remark);
  const out = typed.out ?? (resumed?.isFolder ? resumed.folder : undefined);
  const keeps = out !== undefined;
  for (const [option, given] of [
    ["every", typed.every],
    ["format", typed.format],
    ["reactions", typed.reactions],
    ["checkpoint-every", typed.checkpointEvery],
  ] as const)
    if (!keeps && given !== undefined)
      throw new UsageError(`--${option}`, "needs --out, because states are saved only in a result folder. Name one.");
  const given = readModel(file);
  const flags = inUnitsOf<RunFlags>(given, typed);
  const needsEarlier = flags.from !== undefined || flags.at !== undefined;
  const model = needsEarlier ? await (await import("./earlier-state.js")).fromEarlier(given, flags) : given;
  const options: PrepareOptions = {
    settings: settingsOf(flags),
    ...(flags.set && { set: flags.set }),
    solve: { multipliers: keeps, momenta: keeps, account: flags.account !== false },
    ...(resumed && {
      checkpoint: (prepared) => {
        checkSameRun(resumed.key, prepared);
        return resumed.bytes;
      },
    }),
    keepStates: keeps,
    frames,
    ...(crew && { crew }),
  };
  const prepared = resumed === undefined ? prepareRun(model, options) : prepareResumed(model, options, resumed.key);
  if (prepared.workspace.dimension > shortSteps && moveToThread()) {
    prepared.workspace.release();
    return;
  }
  if (crew) remarkOnThreads(crew.threads, prepared.lowered);
  const results = keeps ? await resultsOf(prepared, flags) : undefined;

  // 2. run, as the only writer of the folder; a resumed run may replace its own earlier result
  const isOwn = keeps && resumed !== undefined && resolve(resumed.folder) === resolve(out);
  const interrupt = onInterrupt();
  const claim = { names: results?.names ?? [], checkpoints: checkpointNames, force: flags.force === true || isOwn };
  await inFolder(out, claim, async () => {
    const kept = keeps ? new CheckpointFile(out, checkpointName) : undefined;
    if (!isOwn) kept?.remove();
    const minutes = flags.checkpointEvery ?? usualInterval;
    let reached = prepared;
    for (let next: PreparedRun | undefined = prepared; next !== undefined; next = retried(reached, options)) {
      reached = next;
      await driven(reached, interrupt.signal, kept, minutes);
    }
    const progress = new Progress();
    const verification = await verified(reached, options, flags.verify, interrupt.signal, (other) =>
      progress.show(other.progress, "verifying"),
    );
    progress.clear();
    interrupt.release();
    finish(reached, flags, out, kept, results?.write, verification);
  });
}

type WriteResult = (out: string, prepared: PreparedRun, solution: Solution) => void;

/** How the result is written and the names of its files. Its code is loaded only for runs that keep their result. */
async function resultsOf(
  prepared: PreparedRun,
  { format, reactions = false }: RunFlags,
): Promise<{ readonly names: readonly string[]; readonly write: WriteResult }> {
  const { formatFor, resultNames, writeResult } = await import("./result-folder.js");
  const { dimension, mechanics } = prepared.workspace;
  const columns = 1 + dimension + (mechanics?.m ?? 0) + (reactions ? reactionColumnCount(prepared) : 0);
  const chosen = formatFor(prepared, format, columns);
  return {
    names: resultNames,
    write: (out, ended, solution) => writeResult(out, ended, solution, chosen, reactions),
  };
}

/** Advances the run to its end, or until the signal aborts, with a checkpoint every few minutes. */
async function driven(
  prepared: PreparedRun,
  signal: AbortSignal,
  kept: CheckpointFile | undefined,
  minutes: number,
): Promise<void> {
  const { run } = prepared;
  const progress = new Progress();
  let complained = false;
  const periodic = new Periodic(minutes, () => {
    try {
      kept?.write(encodeCheckpoint(prepared));
    } catch (error) {
      // the run may well end before the disk is needed again, so it goes on
      if (!complained) say(`No checkpoint could be written. ${explainError(error).message} The run goes on.`);
      complained = true;
    }
  });
  await drive(run, signal, () => {
    periodic.tick();
    progress.show(run.progress, `t = ${run.state.t.toPrecision(4)}`);
  });
  progress.clear();
}

/** Keeps and prints the result; the summary is printed even if the result cannot be written. */
function finish(
  prepared: PreparedRun,
  flags: RunFlags,
  out: string | undefined,
  kept: CheckpointFile | undefined,
  write: WriteResult | undefined,
  verification: Verification | undefined,
): void {
  const stopped = prepared.run.failure?.status === "stopped";
  // the checkpoint is taken before `solution()`, which computes multipliers and so adds to the work counts; until the
  // result is complete, it can be continued from there, even if the process is killed while the result is written
  const isResumable = stopped || prepared.run.failure === undefined;
  const checkpoint = isResumable && (stopped || kept !== undefined) ? encodeCheckpoint(prepared) : undefined;
  const solution = withVerification(prepared, prepared.run.solution(), verification);
  process.exitCode = stopped ? exitCode.interrupted : solution.failure ? exitCode.numerical : exitCode.ok;

  let written: string | undefined;
  let complaint: unknown;
  try {
    if (checkpoint !== undefined) saveEnd(kept, checkpoint, stopped);
    if (out !== undefined) {
      write?.(out, prepared, solution);
      written = out;
    }
    if (!stopped) kept?.remove();
    if (stopped) {
      const path = out ?? keepCheckpoint("taut-checkpoint.bin", checkpoint!);
      say(`Interrupted. Continue with --resume ${path} and the same options.`);
    }
  } catch (error) {
    complaint = error;
  }
  if (flags.json) printJson(runJson(prepared, solution, written ?? null));
  else print(runSummary(prepared, solution, written));
  if (solution.failure && !stopped) say(solution.failure.message);
  if (complaint !== undefined) {
    const { message, code } = explainError(complaint);
    const advice = kept?.exists ? ` Make room, and continue with --resume ${out} and the same options.` : "";
    say(`${message}${advice}`);
    process.exitCode ||= code;
  }
}

/** A stopped run is lost without this checkpoint. A finished one needs it only while its result is being written. */
function saveEnd(kept: CheckpointFile | undefined, checkpoint: Uint8Array, stopped: boolean): void {
  try {
    kept?.write(checkpoint);
  } catch (error) {
    if (stopped) throw error;
  }
}

function remarkOnThreads(threads: number, lowered: Lowered): void {
  const refusal = refusesThreads(lowered);
  const cores = availableParallelism();
  if (refusal !== undefined) remark(`--threads ${threads}: only one thread is used; ${refusal}`);
  else if (threads > cores) remark(`--threads ${threads}: there are only ${cores} cores, so the threads share them.`);
}
