// Wrong options that must not compile. `npm run types` checks this file, which never runs.

import { stiff, underlying } from "../../src/formulations/index.js";
import {
  errorControlled,
  type Formulation,
  fixed,
  type Method,
  type Problem,
  type Projection,
  resume,
  run,
  solve,
  type Workspace,
} from "../../src/index.js";
import { dop853, rattle, shake } from "../../src/methods/index.js";
import { newton, stabilise } from "../../src/projections/index.js";

declare const problem: Problem;
declare const workspace: Workspace;
const method = dop853();
const controller = errorControlled({ rtol: 1e-8, norm: "max", atol: [1, 2] });

// correct use compiles
solve(problem, { method, controller, until: 1 });
solve(problem, { method, controller, projection: stabilise(), when: { when: "interval", every: 0.1 }, until: 1 });
run({}, { method: { name: "rattle", iterations: 5 }, step: 0.1, set: { n: 3 } });

// methods, formulations, projections, controllers
// @ts-expect-error a step is a number
fixed({ step: "0.1" });
// @ts-expect-error there is no default step
fixed();
// @ts-expect-error there is no default step
fixed({});
// @ts-expect-error a tolerance is a number
errorControlled({ rtol: "1e-6" });
// @ts-expect-error norm is "rms" or "max"
errorControlled({ norm: "euclidean" });
// @ts-expect-error it is spelt safety
errorControlled({ saftey: 0.9 });
// @ts-expect-error iterations is a number
rattle({ iterations: "one" });
// @ts-expect-error it is called iterations
shake({ maxIterations: 5 });
// @ts-expect-error omega is a number
stiff({ omega: "big" });
// @ts-expect-error level is "both", "position" or "velocity"
stabilise({ level: "acceleration" });
// @ts-expect-error it is called tolerance
newton({ tol: 1e-12 });
// @ts-expect-error it has no options
dop853({ order: 5 });
// @ts-expect-error a method is not a formulation
export const mixed: Formulation = dop853();
// @ts-expect-error a projection is not a method
export const confused: Method = newton();
// @ts-expect-error a formulation is not a projection
export const swapped: Projection = underlying();

// solve
// @ts-expect-error until is missing
solve(problem, { method, controller });
// @ts-expect-error the controller is missing
solve(problem, { method, until: 1 });
// @ts-expect-error a method is a value here; names are for files
solve(problem, { method: "dop853", controller, until: 1 });
// @ts-expect-error a workspace is not a problem; a formulation makes one from it
solve(workspace, { method, controller, until: 1 });
// @ts-expect-error when is "never", "start", "step", "evaluation", "interval" or "drift"
solve(problem, { method, controller, projection: newton(), when: { when: "sometimes" }, until: 1 });
// @ts-expect-error the interval is missing
solve(problem, { method, controller, projection: newton(), when: { when: "interval" }, until: 1 });
// @ts-expect-error the largest drift is missing
solve(problem, { method, controller, projection: newton(), when: { when: "drift", every: 1 }, until: 1 });
// @ts-expect-error start is "project", "check" or "assume"
solve(problem, { method, controller, start: "hope", until: 1 });
// @ts-expect-error saveAt is a list of times, not a text
solve(problem, { method, controller, saveAt: "1, 2", until: 1 });
// @ts-expect-error an event needs a direction
solve(problem, { method, controller, until: 1, events: [{ name: "zero", value: (t: number) => t, stop: true }] });
// @ts-expect-error a checkpoint consists of bytes
resume(problem, { method, controller, until: 1 }, "bytes");

// runs of models
// @ts-expect-error a method is a name or a value, not the function that makes it
run({}, { method: dop853 });
// @ts-expect-error a choice with options has a name
run({}, { method: { iterations: 5 } });
// @ts-expect-error it is spelt until
run({}, { untl: 1 });
// @ts-expect-error settings in a program are numbers; expressions belong to files
run({}, { until: "2*pi" });
// @ts-expect-error values of parameters are numbers
run({}, { set: { n: "3" } });
