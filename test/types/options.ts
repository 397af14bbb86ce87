// Wrong options that must not compile. Checked by `npm run types`, never run.

import {
  dop853,
  errorControlled,
  type Formulation,
  fixed,
  type Method,
  newton,
  type Problem,
  type Projection,
  rattle,
  resume,
  run,
  shake,
  solve,
  stabilise,
  stiff,
  underlying,
  type Workspace,
} from "../../src/index.js";

declare const problem: Problem;
declare const workspace: Workspace;
const method = dop853();
const controller = errorControlled({ rtol: 1e-8, norm: "max", atol: [1, 2] });

// what is right compiles
solve(problem, { method, controller, until: 1 });
solve(problem, { method, controller, projection: stabilise(), when: { when: "interval", every: 0.1 }, until: 1 });
run({}, { settings: { method: { name: "rattle", iterations: 5 }, step: 0.1 }, set: { n: 3 } });

// methods, formulations, projections, controllers
// @ts-expect-error a step is a number
fixed({ step: "0.1" });
// @ts-expect-error there is no default step
fixed();
// @ts-expect-error there is no default step
fixed({});
// @ts-expect-error a tolerance is a number
errorControlled({ rtol: "1e-6" });
// @ts-expect-error rms or max
errorControlled({ norm: "euclidean" });
// @ts-expect-error it is spelt safety
errorControlled({ saftey: 0.9 });
// @ts-expect-error a number of iterations
rattle({ iterations: "one" });
// @ts-expect-error it is called iterations
shake({ maxIterations: 5 });
// @ts-expect-error omega is a number
stiff({ omega: "big" });
// @ts-expect-error both, position or velocity
stabilise({ level: "acceleration" });
// @ts-expect-error it is called tolerance
newton({ tol: 1e-12 });
// @ts-expect-error it has no options
dop853({ order: 5 });
// @ts-expect-error a method is no formulation
export const mixed: Formulation = dop853();
// @ts-expect-error a projection is no method
export const confused: Method = newton();
// @ts-expect-error a formulation is no projection
export const swapped: Projection = underlying();

// solve
// @ts-expect-error until when
solve(problem, { method, controller });
// @ts-expect-error who chooses the steps
solve(problem, { method, until: 1 });
// @ts-expect-error names are for files: here it is a value
solve(problem, { method: "dop853", controller, until: 1 });
// @ts-expect-error a formulation makes a problem of a system
solve(workspace, { method, controller, until: 1 });
// @ts-expect-error never, start, step, evaluation, interval, drift
solve(problem, { method, controller, projection: newton(), when: { when: "sometimes" }, until: 1 });
// @ts-expect-error every which interval
solve(problem, { method, controller, projection: newton(), when: { when: "interval" }, until: 1 });
// @ts-expect-error above which drift
solve(problem, { method, controller, projection: newton(), when: { when: "drift", every: 1 }, until: 1 });
// @ts-expect-error project, check or assume
solve(problem, { method, controller, start: "hope", until: 1 });
// @ts-expect-error times, not a text
solve(problem, { method, controller, saveAt: "1, 2", until: 1 });
// @ts-expect-error an event says in which direction
solve(problem, { method, controller, until: 1, events: [{ name: "zero", value: (t: number) => t, stop: true }] });
// @ts-expect-error a checkpoint is bytes
resume(problem, { method, controller, until: 1 }, "bytes");

// runs of models
// @ts-expect-error a method is a name, or a name with options
run({}, { settings: { method: dop853 } });
// @ts-expect-error a choice with options has a name
run({}, { settings: { method: { iterations: 5 } } });
// @ts-expect-error it is spelt until
run({}, { settings: { untl: 1 } });
// @ts-expect-error numbers in a program; expressions belong to files
run({}, { settings: { until: "2*pi" } });
// @ts-expect-error parameters become numbers
run({}, { set: { n: "3" } });
