// Writing to read-only data must not compile. `npm run types` checks this file, which never runs.

import type { Mechanics } from "../../src/core/index.js";
import {
  type Failure,
  type Model,
  type PreparedRun,
  type Problem,
  type RunJson,
  type RunSettings,
  registry,
  type Solution,
  type SolveOptions,
  type State,
  type Status,
  TautError,
  type Workspace,
} from "../../src/index.js";
import { dop853, rk4 } from "../../src/methods/index.js";

declare const solution: Solution;
declare const problem: Problem;
declare const workspace: Workspace;
declare const mechanics: Mechanics;
declare const prepared: PreparedRun;
declare const json: RunJson;
declare const model: Model;
declare const options: SolveOptions;
declare const settings: RunSettings;
declare const failure: Failure;
declare const state: State;

// writable data can be written
state.t = 1;
state.y[0] = 1;
mechanics.omega2[0] = 100;

// results
// @ts-expect-error readonly
solution.status = "ok";
// @ts-expect-error readonly
solution.y = new Float64Array(2);
// @ts-expect-error readonly
solution.ledger.position = 0;
// @ts-expect-error readonly
solution.ledger.invariants.energy = { initial: 0, final: 0, maxDeviation: 0 };
// @ts-expect-error a list to read
solution.dropped.push("rod");
// @ts-expect-error a list to read
solution.events.length = 0;
// @ts-expect-error readonly
json.ledger.energy = null;
// @ts-expect-error a list to read
json.q[0] = 1;
// @ts-expect-error readonly
failure.message = "fine";

// what was configured
// @ts-expect-error readonly
problem.dimension = 3;
// @ts-expect-error readonly
problem.rate = undefined;
// @ts-expect-error readonly
workspace.initial = new Float64Array(2);
// @ts-expect-error a list to read
workspace.names[0] = "x";
// @ts-expect-error readonly
mechanics.mass = "diagonal";
// @ts-expect-error readonly
state.q = new Float64Array(2);
// @ts-expect-error readonly
options.until = 2;
// @ts-expect-error readonly
settings.rtol = 1e-9;
// @ts-expect-error readonly
prepared.settings.rtol = 1e-9;
// @ts-expect-error readonly
prepared.run = solution;
// @ts-expect-error readonly
dop853().order = 9;
// @ts-expect-error a list to read
registry.method.push({ name: "mine", about: "", options: {}, make: rk4 });
// @ts-expect-error readonly
registry.projection = [];
// @ts-expect-error readonly
new TautError("where", "what").where = "there";
// @ts-expect-error a model is checked data: change the data and check it again
model.name = "other";

// statuses are a closed set
// @ts-expect-error no such status
export const status: Status = "fine";
