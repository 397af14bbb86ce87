/** Our methods on the rigid double pendulum: on the underlying ODE, or on the constraints. */

import { readFileSync } from "node:fs";
import { compileSystem } from "../../src/compile/index.js";
import { errorControlled, fixed } from "../../src/controllers/index.js";
import type { Factory, Method, Problem } from "../../src/core/index.js";
import { catalogue } from "../../src/elements/index.js";
import { rigid, underlying } from "../../src/formulations/index.js";
import { methods } from "../../src/methods/index.js";
import { lower, parseModelText, validateModel } from "../../src/model/index.js";
import { stabilise } from "../../src/projections/index.js";
import { Run, type SolveOptions } from "../../src/solve/index.js";
import { type Contender, firstSteps, named, type Outcome, steps, timed, tolerances, until } from "./contender.js";

/** Methods for nonstiff equations; the others would only make the scan longer. */
const entrants = ["rk4", "dopri5", "dop853", "gbs", "adams", "rattle-4", "rattle-6", "rattle-8"];

/** Options that are tried besides the defaults. */
const variants: Readonly<Record<string, readonly Record<string, unknown>[]>> = {
  gbs: [{}, { dense: false }],
  "rattle-8": [{}, { scheme: "suzuki-umeno" }],
};

/** Scans stop at the first run that needs more steps. */
const maxSteps = 8000;

/** All contenders, on one compiled system. */
export function ourContenders(): Contender[] {
  const file = new URL("../../../gallery/double-pendulum.yaml", import.meta.url);
  const model = validateModel(parseModelText(readFileSync(file, "utf8")), catalogue);
  const workspace = compileSystem(lower(model, catalogue)).workspace();
  // one correction after every step, as in double-pendulum.c
  const views = [
    { problem: underlying().apply(workspace), projections: [stabilise({ corrections: 1 }), undefined] },
    { problem: rigid().apply(workspace), projections: [undefined] },
  ];
  return views.flatMap(({ problem, projections }) =>
    methods
      .filter(({ name }) => entrants.includes(name))
      .flatMap((factory) =>
        made(factory)
          .filter(({ method }) => method.refuses(problem) === undefined)
          .flatMap(({ name, method }) =>
            projections.flatMap((projection) => {
              const how = projection === undefined ? problem.name : `${problem.name}, ${projection.name}`;
              const projected = projection !== undefined || problem.name === "rigid";
              const options = { ...(projection && { projection }) };
              return (method.estimatesError ? firstSteps : [undefined]).map((first) =>
                contender(named(`${name} (${how})`, first), problem, method, options, projected, first),
              );
            }),
          ),
      ),
  );
}

function made(factory: Factory<Method>): { name: string; method: Method }[] {
  return (variants[factory.name] ?? [{}]).map((options) => ({
    name: [factory.name, ...Object.entries(options).map(([key, value]) => `${key}=${value}`)].join(" "),
    method: factory.make(options),
  }));
}

function contender(
  name: string,
  problem: Problem,
  method: Method,
  how: Pick<SolveOptions, "projection">,
  projected: boolean,
  initialStep: number | undefined,
): Contender {
  const bind = (setting: number): Run => {
    const controller = method.estimatesError
      ? errorControlled({ rtol: setting, atol: setting, ...(initialStep && { initialStep }) })
      : fixed({ step: setting });
    // the start is on the constraints, and the other solvers use it unchanged too
    const start = "assume";
    return new Run(problem, { method, controller, ...how, start, until, saveAt: [], ledger: "saved", maxSteps });
  };
  const advance = (run: Run): void => {
    while (run.advance(Number.POSITIVE_INFINITY) === "running");
  };
  const again = (run: Run) => (): void => {
    run.restart();
    advance(run);
  };
  /** Calls a function, and then frees the memory of everything that it has bound. */
  const leased = <T>(use: () => T): T => {
    const end = problem.workspace.lease();
    try {
      return use();
    } finally {
      end();
    }
  };
  const one = (setting: number): Outcome | "max-steps" | undefined => {
    const { status, q, work } = leased(() => {
      const run = bind(setting);
      advance(run);
      return run.solution();
    });
    if (status === "max-steps") return status;
    return status === "ok" ? { q, evaluations: work.forces, steps: work.steps } : undefined;
  };
  return {
    name,
    projected,
    settings: method.estimatesError ? tolerances : steps,
    scan(settings) {
      const outcomes: (Outcome | undefined)[] = [];
      for (const setting of settings) {
        const outcome = one(setting);
        if (outcome === "max-steps") break;
        outcomes.push(outcome);
      }
      return outcomes;
    },
    time: (setting, milliseconds) => leased(() => timed(again(bind(setting)), milliseconds)),
  };
}
