/** The times of lanes, taken when all of them are done. It is loaded when it is first asked for. */

import { type Model, prepareRun } from "taut";
import type { LaneRequest } from "./protocol.js";
import { type Timed, type Timing, timeInTurns } from "./turns.js";

/** Steps between two looks at the clock. */
const steps = 20;

export function timeLanes(
  model: Model,
  requests: readonly Pick<LaneRequest, "settings" | "set">[],
  isWanted: () => boolean,
): Promise<readonly Timing[] | undefined> {
  const runs = requests.map(
    ({ settings, set }): Timed => ({
      start(until) {
        const { run, workspace } = prepareRun(model, {
          settings: until === undefined ? settings : { ...settings, until },
          set,
          keepStates: false,
        });
        return {
          from: workspace.initialTime,
          finish(isLate) {
            while (run.advance(steps) === "running" && !isLate());
            return run.state.t;
          },
        };
      },
    }),
  );
  return timeInTurns(runs, {
    now: () => performance.now(),
    pause: async () => {
      await new Promise((done) => setTimeout(done));
      return isWanted();
    },
  });
}
