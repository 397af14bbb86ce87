/** Chains of rods: a step of RATTLE, one evaluation of the eliminated right-hand side, and a whole run to an error; chains of bodies. */

import { readFileSync } from "node:fs";
import { compileSystem } from "../../src/compile/index.js";
import { errorControlled, fixed } from "../../src/controllers/index.js";
import type { Workspace } from "../../src/core/index.js";
import { catalogue } from "../../src/elements/index.js";
import { rigid, underlying } from "../../src/formulations/index.js";
import { dop853, gbs, rattle } from "../../src/methods/index.js";
import { lower, parseModelText, validateModel } from "../../src/model/index.js";
import { stabilise } from "../../src/projections/index.js";
import { Run } from "../../src/solve/index.js";
import { hinged } from "../hinged.js";
import { chainFloor } from "./chain-floor.js";
import { type Compiler, type Contender, type Contest, flags, inC, numbersOf, processorTime } from "./contest.js";

/** Nothing is reported of runs: no states are saved, and the ledger does not look at steps. */
const quiet = { saveAt: [], start: "assume", ledger: "saved" } as const;

/** The constraint of a rod: its length, or the square of its length, as in the programs in C. */
type Form = "length" | "square";
const forms: readonly Form[] = ["length", "square"];

/** The chain of the gallery with n rods. */
function fallingWorkspace(n: number, form: Form): Workspace {
  const file = new URL("../../../gallery/chain.yaml", import.meta.url);
  const model = parseModelText(readFileSync(file, "utf8")) as { readonly elements: readonly object[] };
  const elements = model.elements.map((element) =>
    "rod" in element ? { rod: { ...(element.rod as object), squared: form === "square" } } : element,
  );
  const chain = validateModel({ ...model, elements, parameters: { n, l: "1/n", m: "1/n" } }, catalogue);
  return compileSystem(lower(chain, catalogue)).workspace();
}

/** Nanoseconds per rod and step of RATTLE on the chain of the gallery. */
export function rattleChain(compiler: Compiler, n: number): Contest {
  const step = 0.02 / n;
  const steps = Math.round(200_000 / n);
  const ours = forms.map((form): Contender => {
    const run = new Run(rigid().apply(fallingWorkspace(n, form)), {
      method: rattle(),
      controller: fixed({ step }),
      ...quiet,
      until: 1e3,
      maxSteps: Number.MAX_SAFE_INTEGER,
    });
    const advance = () => run.advance(steps);
    advance();
    return { name: `rattle, ${form}`, turn: () => (1000 * processorTime(advance)) / n / steps };
  });
  return {
    work: `RATTLE, chain of ${n} rods`,
    unit: "ns per rod and step",
    c: inC(compiler, "chain-rattle.c", [n, step, steps, 10]),
    taut: ours,
    wanted: 1.5,
  };
}

/** Nanoseconds per rod of one evaluation of the rigid view with its multipliers eliminated. */
export function eliminatedChain(compiler: Compiler, n: number): Contest {
  const evaluations = Math.round(200_000 / n);
  const timed = (name: string, evaluate: () => void): Contender => {
    const many = (): void => {
      for (let k = 0; k < evaluations; k++) evaluate();
    };
    many();
    return { name, turn: () => (1000 * processorTime(many)) / n / evaluations };
  };
  const ours = forms.map((form) => {
    const workspace = fallingWorkspace(n, form);
    const { arena, dimension, initial } = workspace;
    const [y, dy] = [arena.f64(dimension), arena.f64(dimension)];
    y.set(initial);
    const evaluate = workspace.mechanics!.constraints!.underlying;
    return timed(`underlying, ${form}`, () => evaluate(dy, 0, y));
  });
  const c = inC(compiler, "chain-eliminated.c", [n, evaluations, 10]);
  const floor = chainFloor(n);
  // at rest in the horizontal, the chain's last bead falls freely
  if (Math.abs(floor() + 9.81) > 1e-9) throw new Error(`the floor is wrong: the last bead has ${floor()}, not -9.81`);
  return {
    work: `rigid view eliminated, one evaluation, ${n} rods`,
    unit: "ns per rod",
    c,
    taut: ours,
    floors: [timed("the loops of C in WebAssembly, by hand", floor)],
    wanted: 1.3,
  };
}

const [length, push, target] = [1000, 100, 1e-5];

const hanging = (form: Form) => {
  const rod = { length: 1, squared: form === "square" };
  return validateModel(
    {
      taut: 1,
      parameters: { n: length },
      points: { bead: { repeat: "n", mass: 1, at: [0, "-(i + 1)"], velocity: [`${push}*(i + 1)/n`, 0] } },
      elements: [
        { rod: { between: ["origin", "bead[0]"], ...rod } },
        { rod: { repeat: "n - 1", between: ["bead[i]", "bead[i+1]"], ...rod } },
        { gravity: [0, -9.81] },
      ],
    },
    catalogue,
  );
};

/** Every tenth part's last bead. */
const tenths = Array.from({ length: 10 }, (_, k) => ((k + 1) * length) / 10 - 1);
const stepCounts = Array.from({ length: 17 }, (_, k) => Math.round(100 * 10 ** (k / 8)));

/** Milliseconds of one second of a hanging chain that is pushed to the side, to an error of 1e-5 in its positions. */
export function hangingChain(compiler: Compiler): Contest {
  const views = forms.map((form) => {
    const workspace = compileSystem(lower(hanging(form), catalogue)).workspace();
    return { form, workspace, constrained: rigid().apply(workspace), eliminated: underlying().apply(workspace) };
  });
  const common = { ...quiet, until: 1, maxSteps: 1e6 } as const;
  const exact = (() => {
    const run = new Run(views[0].eliminated, {
      method: dop853(),
      controller: errorControlled({ rtol: 1e-12, atol: 1e-12 }),
      projection: stabilise(),
      ...common,
    });
    while (run.advance(Number.POSITIVE_INFINITY) === "running");
    return beads(run.solution().q);
  })();
  const error = (found: readonly number[]): number =>
    found.reduce((most, x, k) => Math.max(most, Math.abs(x - exact[k])), 0);
  /** The first setting that reaches the error and whose tighter neighbour does too. */
  const loosest = <T>(settings: readonly T[], errorAt: (setting: T) => number): T | undefined => {
    const errors = settings.map(errorAt);
    return settings.find((_, k) => errors[k] <= target && errors[k + 1] <= target);
  };
  const contender = (
    name: string,
    workspace: Workspace,
    make: (setting: number) => Run,
    settings: readonly number[],
  ): Contender[] => {
    const runAt = (setting: number): Run => {
      const run = make(setting);
      while (run.advance(Number.POSITIVE_INFINITY) === "running");
      return run;
    };
    const errorAt = (setting: number): number => {
      const end = workspace.lease();
      const { status, q } = runAt(setting).solution();
      const found = status === "ok" ? error(beads(q)) : Number.POSITIVE_INFINITY;
      end();
      return found;
    };
    const setting = loosest(settings, errorAt);
    if (setting === undefined) return [];
    const run = runAt(setting);
    const again = (): void => {
      run.restart();
      while (run.advance(Number.POSITIVE_INFINITY) === "running");
    };
    return [{ name: `${name}, ${setting.toPrecision(3)}`, turn: () => processorTime(again, 2) / 1000 }];
  };
  const ours = views.flatMap(({ form, workspace, constrained, eliminated }) => [
    ...[rattle(), rattle({ iterations: 1 })].flatMap((method) =>
      contender(
        `${method.name}, ${form}`,
        workspace,
        (count) => new Run(constrained, { method, controller: fixed({ step: 1 / count }), ...common }),
        stepCounts,
      ),
    ),
    ...[dop853(), gbs()].flatMap((method) =>
      contender(
        `${method.name}, ${form}`,
        workspace,
        (rtol) => new Run(eliminated, { method, controller: errorControlled({ rtol, atol: rtol }), ...common }),
        Array.from({ length: 17 }, (_, k) => 10 ** (-2 - k / 2)),
      ),
    ),
  ]);
  const args = (count: number, rounds: number) => [length, 1 / count, count, rounds, push];
  const c = flags.map((options): Contender => {
    const program = compiler.compile("chain-rattle.c", options);
    const count = loosest(stepCounts, (steps) => error(numbersOf(program, args(steps, 1)).slice(2)));
    if (count === undefined) throw new Error(`no number of steps reaches ${target} in C`);
    return {
      name: `gcc ${options.join(" ")}, ${count} steps`,
      turn: () => (numbersOf(program, args(count, 10))[0] * count * length) / 1e6,
    };
  });
  return {
    work: `hanging chain, ${length} rods, 1 s, error ${target}`,
    unit: "ms, whole run",
    c,
    taut: ours,
    wanted: 1,
  };
}

const beads = (q: ArrayLike<number>): number[] => tenths.flatMap((k) => [q[2 * k], q[2 * k + 1]]);

/** n bars on hinges in a row, each at an angle and with a rate of its own; and the numbers that the program in C reads. */
function hingedBars(n: number): { readonly workspace: Workspace; readonly y: Float64Array; readonly input: string } {
  const lowered = lower(validateModel(hinged(n), catalogue), catalogue);
  const workspace = compileSystem(lowered).workspace();
  const y = Float64Array.from(workspace.initial);
  let [x, z, u, w] = [0, 0, 0, 0];
  for (let i = 0; i < n; i++) {
    const [angle, rate] = [0.3 * Math.sin(i), Math.cos(2 * i)];
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    const rows = [
      [x + c / 2, 0, z - s / 2, u - (rate * s) / 2, 0, w - (rate * c) / 2],
      [c, 0, -s, -rate * s, 0, -rate * c],
      [0, 1, 0, 0, 0, 0],
      [s, 0, c, rate * c, 0, -rate * s],
    ];
    rows.forEach((row, k) => {
      y.set(row.slice(0, 3), 3 * (n * k + i));
      y.set(row.slice(3), lowered.n + 3 * (n * k + i));
    });
    [x, z, u, w] = [x + c, z - s, u - rate * s, w - rate * c];
  }
  const inverse = [0, 1, 2, 3].map((k) => 1 / lowered.massDiagonal[3 * n * k]);
  return { workspace, y, input: [...y, ...inverse].join(" ") };
}

/** Nanoseconds per body of one evaluation of the rigid view with its multipliers eliminated, of bars on hinges. */
export function eliminatedBodies(compiler: Compiler, n: number): Contest {
  const { workspace, y: state, input } = hingedBars(n);
  const { arena, dimension } = workspace;
  const [y, dy] = [arena.f64(dimension), arena.f64(dimension)];
  y.set(state);
  const evaluate = workspace.mechanics!.constraints!.underlying;
  const evaluations = Math.max(1, Math.round(50_000 / n));
  const many = (): void => {
    for (let k = 0; k < evaluations; k++) evaluate(dy, 0, y);
  };
  many();
  const [, ...found] = numbersOf(compiler.compile("bodies-eliminated.c", flags[0]), [n, 1, 1], input);
  const own = dy.subarray(dimension / 2);
  const largest = own.reduce((most, a) => Math.max(most, Math.abs(a)), 0);
  const isSame = found.length === own.length && found.every((a, k) => Math.abs(a - own[k]) <= 1e-9 * largest);
  if (!isSame) throw new Error("accelerations of bodies in C and here differ");
  return {
    work: `bodies on hinges eliminated, one evaluation, ${n} bodies`,
    unit: "ns per body",
    c: inC(compiler, "bodies-eliminated.c", [n, evaluations, 10], input),
    taut: [{ name: "underlying", turn: () => (1000 * processorTime(many)) / n / evaluations }],
    wanted: 1.5,
  };
}
