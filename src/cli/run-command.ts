/** `taut run MODEL`: integrate a model, say what happened, keep the result if asked. */

import { availableParallelism } from "node:os";
import { dirname, resolve } from "node:path";
import type { Command } from "commander";
import { refusesThreads } from "../compile/index.js";
import type { Crew } from "../core/index.js";
import { defaultFormat, refusesAtoms, refusesColumns, runJson } from "../io/index.js";
import type { Lowered } from "../model/index.js";
import { prepareRun } from "../run/index.js";
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

/** Frames for plots and animation when nobody says how often to save. */
const frames = 400;

export function addRunCommand(program: Command): void {
  addRunOptions(
    program
      .command("run")
      .argument("<model>", "model file (YAML or JSON)")
      .summary("integrate a model in time")
      .description("Integrate a model in time and print where it ends, what the constraints did and what it cost."),
  )
    .addHelpText("after", examples)
    .action(run);
}

const examples = `Examples:
  taut run pendulum.yaml --until 5 --out results           then open results/report.html
  taut run chain.yaml --set n=50 --rtol 1e-9 --json
  taut run pendulum.yaml --formulation stiff --omega 200   the rod as a very stiff spring
  taut run pendulum.yaml --method rattle --step 0.01
  taut run pendulum.yaml --project newton:when=drift,above=1e-8
  taut run argon.yaml --from melted --until 400 --out liquid   go on from where the result in melted ended`;

async function run(file: string, flags: RunFlags): Promise<void> {
  const crew = (flags.threads ?? 1) > 1 ? await startCrew(flags.threads!) : undefined;
  try {
    await runWith(crew, file, flags);
  } finally {
    await crew?.stop();
  }
}

async function runWith(crew: Crew | undefined, file: string, flags: RunFlags): Promise<void> {
  // 1. everything that can be refused, before anything is written
  const { out } = flags;
  const keeps = out !== undefined;
  for (const option of ["every", "format"] as const)
    if (!keeps && flags[option] !== undefined)
      throw new UsageError(`--${option}`, "states are kept in a folder only. Name one with --out.");
  const model = await fromEarlier(readModel(file), flags);
  const resumed = flags.resume === undefined ? undefined : readCheckpoint(flags.resume);
  const prepared = prepareRun(model, {
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
  });
  if (crew) remarkOnThreads(crew.threads, prepared.lowered);
  // a run that goes on in its own folder replaces what it left there
  const ownFolder = keeps && flags.resume !== undefined && resolve(dirname(flags.resume)) === resolve(out);
  const columns = 1 + prepared.workspace.dimension + (prepared.workspace.mechanics?.m ?? 0);
  const format = flags.format ?? defaultFormat(columns);
  const objection = isAtoms(format) ? refusesAtoms(prepared, format) : refusesColumns(format, columns);
  if (keeps && objection !== undefined) throw new UsageError("--format", objection);
  const interrupt = onInterrupt();
  if (keeps) claimFolder(out, resultNames, flags.force === true || ownFolder);

  // 2. run; a checkpoint is taken before the solution, whose multipliers count as work
  const progress = new Progress();
  await drive(prepared.run, interrupt.signal, () => {
    progress.show(prepared.run.progress, `t = ${prepared.run.state.t.toPrecision(4)}`);
  });
  progress.clear();
  interrupt.release();
  const stopped = prepared.run.failure?.status === "stopped";
  const checkpoint = stopped ? encodeCheckpoint(prepared) : undefined;
  const solution = prepared.run.solution();
  process.exitCode = stopped ? exitCode.interrupted : solution.failure ? exitCode.numerical : exitCode.ok;

  // 3. keep and print; what cannot be written does not lose what can be printed
  let written: string | undefined;
  let complaint: unknown;
  try {
    if (keeps) {
      writeResult(out, prepared, solution, format, checkpoint);
      written = out;
    }
    if (checkpoint !== undefined) {
      const path = keeps ? `${out}/${checkpointName}` : keepCheckpoint("taut-checkpoint.bin", checkpoint);
      say(`Interrupted. Go on with --resume ${path} and the same options.`);
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
  if (refusal !== undefined) say(`--threads ${threads}: one is used; ${refusal}`);
  else if (threads > cores) say(`--threads ${threads}: there are ${cores} cores, so threads have to take turns.`);
}
