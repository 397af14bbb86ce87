/** `taut compare MODEL`: solves one model in several ways and sets their work against their error. */

import type { Command } from "commander";
import { type ComparePoint, type Comparison, compare, contendersIn, parseContender } from "../analysis/index.js";
import { maximum } from "../core/index.js";
import type { Model } from "../model/index.js";
import { type CompareRow, compareReport, formatNumber } from "../report/index.js";
import { inFolder } from "./disk/claim.js";
import { manifestName } from "./disk/manifest.js";
import { replaceResult } from "./disk/write.js";
import { exitCode, UsageError } from "./exit.js";
import { readModel } from "./files.js";
import { Progress } from "./progress.js";
import { addModelOptions, inUnitsOf, number, quantity, type RunFlags, type Typed } from "./run-options.js";
import { print, printJson, say } from "./terminal.js";
import { version } from "./version.js";

interface CompareFlags extends Pick<RunFlags, "set" | "omega" | "until" | "out" | "force" | "json"> {
  readonly methods?: string;
  readonly against?: string;
  readonly repeats?: number;
}

/** Baumgarte's method, the common alternative for constraints, is compared with the default choice. */
const defaultMethods = "dop853,dopri5,bs32,baumgarte:gamma=step/dop853";

export function addCompareCommand(program: Command): void {
  addModelOptions(
    program
      .command("compare")
      .argument("<model>", "model file (YAML or JSON)")
      .summary("solve a model in several ways: work against error")
      .description(
        "Solve a model in several ways over a range of tolerances or steps, and show what each accuracy costs. The code is compiled and warm when it is timed: each run is repeated for at least 0.1 s, and the fastest time is shown.",
      ),
  )
    .option(
      "--methods <list>",
      `ways to solve, separated by commas: method, formulation/method or formulation/method/projection; baumgarte:gamma=step takes its rate from the step (default ${defaultMethods})`,
    )
    .option("--against <way>", "how to compute the reference, which runs at rtol 1e-13 (default dop853)")
    .option("--until <t>", "time at which the runs end", quantity("--until"))
    .option("--repeats <n>", "smallest number of runs per point (default 3)", number("--repeats"))
    .option("--json", "print one JSON object instead of text")
    .option("--out <folder>", "write results.json and report.html (plots) there")
    .option("--force", "replace a result that is already there")
    .action(run);
}

async function run(file: string, typed: Typed<CompareFlags>): Promise<void> {
  const model = readModel(file);
  const flags = inUnitsOf<CompareFlags>(model, typed);
  const { repeats } = flags;
  if (repeats !== undefined && !(Number.isSafeInteger(repeats) && repeats > 0))
    throw new UsageError("--repeats", `must be a whole number above 0; got ${repeats}.`);
  const contenders = contendersIn(flags.methods ?? defaultMethods);
  await inFolder(flags.out, { names: resultNames, force: flags.force === true }, () =>
    compareAll(model, contenders, flags),
  );
}

type Contenders = readonly ReturnType<typeof parseContender>[];

async function compareAll(model: Model, contenders: Contenders, flags: CompareFlags): Promise<void> {
  const { repeats } = flags;
  // these runs are timed, so nothing polls for Ctrl-C between steps: it ends the process at once
  const progress = new Progress();
  const result = await compare(model, {
    contenders,
    ...(flags.against !== undefined && { against: parseContender(flags.against) }),
    settings: {
      ...(flags.until !== undefined && { until: flags.until }),
      ...(flags.omega !== undefined && { omega: flags.omega }),
    },
    ...(flags.set && { set: flags.set }),
    ...(repeats !== undefined && { repeats }),
    now: () => performance.now(),
    progress: (fraction, label) => progress.show(fraction, label),
  }).finally(() => progress.clear());
  if (result.points.length === 0) process.exitCode = exitCode.usage;
  // a refusal is worth reporting only for methods that the user named
  const refused = flags.methods === undefined ? [] : result.refused;
  for (const { label, reason } of refused) say(`${label}: refused. ${reason}`);
  if (result.warning !== undefined) say(result.warning);
  if (flags.json) printJson(result);
  else print(text(result));
  if (flags.out === undefined) return;
  const title = model.name ?? "Model";
  const files = {
    "results.json": `${JSON.stringify(result, null, 1)}\n`,
    "report.html": compareReport({
      title,
      reference: reference(result),
      ...(result.warning !== undefined && { warning: result.warning }),
      rows: result.points.map(row),
      refused,
      footer: `taut ${version}`,
    }),
  };
  const manifest = { taut: version, model: title, methods: flags.methods ?? defaultMethods };
  replaceResult(flags.out, files, manifest, resultNames);
}

const resultNames = ["results.json", "report.html", manifestName];

const reference = ({ reference: { label, rtol, uncertainty } }: Comparison): string =>
  `${label} at rtol ${rtol}, whose end is known to ${uncertainty.toExponential(1)}`;

function row({ label, rtol, step, gamma, status, error, velocityError, drift, work, time }: ComparePoint): CompareRow {
  const pace = rtol === undefined ? `step ${formatNumber(step!)}` : `rtol ${formatNumber(rtol)}`;
  const setting = gamma === undefined ? pace : `${pace}, gamma ${gamma.toPrecision(2)}`;
  const { steps, forces, solves } = work;
  return { label, setting, status, error, velocityError, drift, steps, forces, solves, time };
}

function text(result: Comparison): string {
  const rows = result.points.map(row);
  const width = maximum(
    rows.map((r) => r.label.length),
    6,
  );
  const settings = maximum(
    rows.map((r) => r.setting.length),
    14,
  );
  const head = `${"way".padEnd(width)}  ${"setting".padEnd(settings)}  ${"error".padStart(11)}  ${"drift".padStart(9)}  ${"forces".padStart(9)}  ${"solves".padStart(9)}  ${"ms".padStart(9)}`;
  const lines = rows.map((r) => {
    const error = r.status === "ok" ? r.error.toExponential(2) : r.status;
    const cells = [
      error.padStart(11),
      (r.status === "ok" ? r.drift.toExponential(1) : "").padStart(9),
      String(r.forces).padStart(9),
      String(r.solves).padStart(9),
      r.time.toPrecision(3).padStart(9),
    ];
    return `${r.label.padEnd(width)}  ${r.setting.padEnd(settings)}  ${cells.join("  ")}`;
  });
  return `${[`Errors at the end against ${reference(result)}.`, "", head, ...lines].join("\n")}\n`;
}
