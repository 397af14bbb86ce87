/** Every method of the registry that steps the rigid double pendulum: on the underlying ODE, or on the constraints itself. */

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
import { recycled } from "../../test/problems/recycled.js";
import { type Contender, type Outcome, steps, timed, tolerances, until } from "./contender.js";

/** Options worth trying beside the default ones. */
const variants: Readonly<Record<string, readonly Record<string, unknown>[]>> = {
  gbs: [{}, { dense: false }],
  "rattle-8": [{}, { scheme: "suzuki-umeno" }],
};

/** Scans stop at runs that need more. */
const maxSteps = 8000;

/** One compiled system for all of them. */
export function ourContenders(): Contender[] {
  const file = new URL("../../../gallery/double-pendulum.yaml", import.meta.url);
  const model = validateModel(parseModelText(readFileSync(file, "utf8")), catalogue);
  const system = compileSystem(lower(model, catalogue), { workBytes: 2 ** 28 });
  const views = [
    { problem: underlying().apply(system), projections: [stabilise(), undefined] },
    { problem: rigid().apply(system), projections: [undefined] },
  ];
  return views.flatMap(({ problem, projections }) =>
    methods.flatMap((factory) =>
      made(factory)
        .filter(({ method }) => method.refuses(problem) === undefined)
        .flatMap(({ name, method }) =>
          projections.map((projection) => {
            const how = projection === undefined ? problem.name : `${problem.name}, ${projection.name}`;
            const projected = projection !== undefined || problem.name === "rigid";
            return contender(`${name} (${how})`, problem, method, { ...(projection && { projection }) }, projected);
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
  bound: Problem,
  method: Method,
  how: Pick<SolveOptions, "projection">,
  projected: boolean,
): Contender {
  const { problem, recycle } = recycled(bound, 2 ** 20);
  const bind = (setting: number): Run => {
    recycle();
    const controller = method.estimatesError
      ? errorControlled({ rtol: setting, atol: setting })
      : fixed({ step: setting });
    return new Run(problem, { method, controller, ...how, until, saveAt: [], ledger: "saved", maxSteps });
  };
  const advance = (run: Run): void => {
    while (run.advance(Number.POSITIVE_INFINITY) === "running");
  };
  const one = (setting: number): Outcome | "max-steps" | undefined => {
    const run = bind(setting);
    advance(run);
    const { status, q, work } = run.solution();
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
    time: (setting, milliseconds) =>
      timed(() => {
        const run = bind(setting);
        return () => advance(run);
      }, milliseconds),
  };
}
