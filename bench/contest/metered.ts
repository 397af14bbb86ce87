import type { Method, Stepper } from "../../src/core/index.js";
import { CostMeter } from "../../src/methods/composed/parts/cost.js";

/** The same method with a meter of its cost, which `bound` receives when the run is bound. */
export function metered(method: Method, bound: (meter: CostMeter) => void): Method {
  return {
    ...method,
    bind(problem, evaluator): Stepper {
      const inner = method.bind(problem, evaluator);
      const meter = new CostMeter(problem);
      bound(meter);
      return {
        start(s) {
          meter.clear();
          return inner.start(s);
        },
        attempt(next, s, h) {
          meter.begin();
          const status = inner.attempt(next, s, h);
          meter.end(inner.dense?.spared ?? 0);
          return status;
        },
        accept: () => inner.accept(),
        moved: (s, only) => inner.moved(s, only),
        ...(inner.pace && { pace: (pacer) => inner.pace!(pacer) }),
        error: inner.error,
        dense: inner.dense,
        checkpoint: inner.checkpoint,
        diagnosis: inner.diagnosis,
        get multipliers() {
          return inner.multipliers;
        },
      };
    },
  };
}
