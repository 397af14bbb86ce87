/** The rigid double pendulum of the gallery to t = 10: the fastest way to an error of 1e-6 in C and here. */

import { type Contender as Entrant, errorOf, tolerances } from "../peers/contender.js";
import { ourContenders } from "../peers/ours.js";
import { type Compiler, type Contender, type Contest, flags, numbersOf } from "./contest.js";

const target = 1e-6;
/** So many of the tolerances are scanned in C, down to 1e-9. */
const tightest = 33;
const firstSteps = [0.03, 0.1, 0.3];
/** Methods that have won before; the bench "rigid-double-pendulum" compares all of them. */
const candidates = /^(gbs|dop853)/;

/** The loosest tolerance that reaches the error and whose tighter neighbour does too. */
function loosest(errors: readonly number[]): number | undefined {
  const k = errors.findIndex((error, i) => error <= target && errors[i + 1] <= target);
  return k < 0 ? undefined : tolerances[k];
}

export function doublePendulum(compiler: Compiler): Contest {
  const c = flags.map((options): Contender => {
    const program = compiler.compile("pendulum-extrapolation.c", options);
    const settings = [4, 5, 6, 7, 8].flatMap((k) =>
      firstSteps.flatMap((first) => {
        const errors = tolerances.slice(0, tightest).map((tolerance) => {
          const [, evaluations, ...q] = numbersOf(program, [k, tolerance, first, 1]);
          return errorOf({ q, evaluations, steps: 0 });
        });
        const tolerance = loosest(errors);
        return tolerance === undefined ? [] : [[k, tolerance, first]];
      }),
    );
    const timed = settings.map((setting) => ({ setting, time: numbersOf(program, [...setting, 20])[0] }));
    const { setting } = timed.reduce((a, b) => (b.time < a.time ? b : a));
    return {
      name: `gcc ${options.join(" ")}, order ${2 * setting[0]}`,
      turn: () => numbersOf(program, [...setting, 50])[0],
    };
  });
  const entered = ourContenders()
    .filter(({ name }) => candidates.test(name))
    .flatMap((entrant) => {
      const errors = entrant
        .scan(entrant.settings)
        .map((outcome) => (outcome === undefined ? Number.POSITIVE_INFINITY : errorOf(outcome)));
      const setting = loosest(errors);
      return setting === undefined ? [] : [{ entrant, setting, heat: timeOf(entrant, setting, 60) }];
    })
    .sort((a, b) => a.heat - b.heat);
  return {
    work: `rigid double pendulum to t = 10, error ${target}`,
    unit: "µs, whole run",
    c,
    taut: entered
      .slice(0, 3)
      .map(({ entrant, setting }) => ({ name: entrant.name, turn: () => timeOf(entrant, setting, 150) })),
    wanted: 1.1,
  };
}

const timeOf = (entrant: Entrant, setting: number, milliseconds: number): number =>
  entrant.time(setting, milliseconds)?.best ?? Number.POSITIVE_INFINITY;
