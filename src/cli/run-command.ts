/** `taut run MODEL`: integrates a model, prints a summary and, with --out, keeps the result. */

import { availableParallelism } from "node:os";
import { dirname, resolve } from "node:path";
import type { Command } from "commander";
import { refusesThreads } from "../compile/index.js";
import type { Crew } from "../core/index.js";
import { defaultFormat, refusesAtoms, refusesColumns, runJson } from "../io/index.js";
import type { Lowered } from "../model/index.js";
import { type PrepareOptions, prepareRun, retried } from "../run/index.js";
import { checkSameRun, encodeCheckpoint, keepCheckpoint, readCheckpoint } from "./checkpoint.js";
import { startCrew } from "./crew/index.js";
import { drive } from "./drive.js";
import { fromEarlier } from "./earlier-state.js";
import { exitCode, explainError, UsageError } from "./exit.js";
import { claimFolder, readModel } from "./files.js";
import { onInterrupt } from "./interrupt.js";
import { Progress } from "./progress.js";
import { checkpointName, isAtoms, resultNames, writeResult } from "./result-folder.js";
import { addRunOptions, type RunFlags, settingsOf } from "./run-options.js";
import { runSummary } from "./summary.js";
import { print, printJson, say } from "./terminal.js";

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
  taut run pendulum.yaml --formulation stiff --omega 200   the rod becomes a very stiff spring
  taut run pendulum.yaml --method rattle --step 0.01
  taut run pendulum.yaml --project newton:when=drift,above=1e-8
  taut run argon.yaml --from melted --until 400 --out liquid   continue from the end of the result in melted`;

async function run(file: string, flags: RunFlags): Promise<void> {
  const crew = (flags.threads ?? 1) > 1 ? await startCrew(flags.threads!) : undefined;
  try {
    await runWith(crew, file, flags);
  } finally {
    await crew?.stop();
  }
}

async function runWith(crew: Crew | undefined, file: string, flags: RunFlags): Promise<void> {
  // 1. refuse whatever has to be refused before anything is written
  const { out } = flags;
  const keeps = out !== undefined;
  for (const option of ["every", "format"] as const)
    if (!keeps && flags[option] !== undefined)
      throw new UsageError(`--${option}`, "needs --out, because states are saved only in a result folder. Name one.");
  const model = await fromEarlier(readModel(file), flags);
  const resumed = flags.resume === undefined ? undefined : readCheckpoint(flags.resume);
  const options: PrepareOptions = {
    settings: settingsOf(flags),
    ...(flags.set && { set: flags.set }),
    solve: { multipliers: keeps, momenta: keeps },
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
  let prepared = prepareRun(model, options);
  if (crew) remarkOnThreads(crew.threads, prepared.lowered);
  // a resumed run may replace its own earlier result
  const ownFolder = keeps && flags.resume !== undefined && resolve(dirname(flags.resume)) === resolve(out);
  const columns = 1 + prepared.workspace.dimension + (prepared.workspace.mechanics?.m ?? 0);
  const format = flags.format ?? defaultFormat(columns);
  const objection = isAtoms(format) ? refusesAtoms(prepared, format) : refusesColumns(format, columns);
  if (keeps && objection !== undefined) throw new UsageError("--format", objection);
  const interrupt = onInterrupt();
  if (keeps) claimFolder(out, resultNames, flags.force === true || ownFolder);

  // 2. run; the checkpoint is taken before `solution()`, which computes multipliers and so adds to the work counts
  const progress = new Progress();
  const driven = (): Promise<void> => {
    const { run } = prepared;
    return drive(run, interrupt.signal, () => progress.show(run.progress, `t = ${run.state.t.toPrecision(4)}`));
  };
  await driven();
  for (let next = retried(prepared, options); next !== undefined; next = retried(prepared, options)) {
    prepared = next;
    await driven();
  }
  progress.clear();
  interrupt.release();
  const stopped = prepared.run.failure?.status === "stopped";
  const checkpoint = stopped ? encodeCheckpoint(prepared) : undefined;
  const solution = prepared.run.solution();
  process.exitCode = stopped ? exitCode.interrupted : solution.failure ? exitCode.numerical : exitCode.ok;

  // 3. keep and print; the summary is printed even if the result cannot be written
  let written: string | undefined;
  let complaint: unknown;
  try {
    if (keeps) {
      writeResult(out, prepared, solution, format, checkpoint);
      written = out;
    }
    if (checkpoint !== undefined) {
      const path = keeps ? `${out}/${checkpointName}` : keepCheckpoint("taut-checkpoint.bin", checkpoint);
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
    say(message);
    process.exitCode ||= code;
  }
}

function remarkOnThreads(threads: number, lowered: Lowered): void {
  const refusal = refusesThreads(lowered);
  const cores = availableParallelism();
  if (refusal !== undefined) say(`--threads ${threads}: only one thread is used; ${refusal}`);
  else if (threads > cores) say(`--threads ${threads}: there are only ${cores} cores, so the threads share them.`);
}
