import type { ObservableResult } from "../observers/index.js";
import type { ObservableData } from "../report/index.js";

/**
 * Converts a measured observable to the form that reports and the lab show: its mean, and curves with errors.
 *
 * @example
 * const { observables, run } = prepareRun(pendulum, { settings: { observables: { height: { of: "bob_y" } } } });
 * run.advance(Number.POSITIVE_INFINITY);
 * observables?.results().map(observableData); // one mean with its error
 */
export function observableData({
  name,
  mean,
  error,
  effective,
  histogram,
  correlation,
}: ObservableResult): ObservableData {
  const distribution = histogram && {
    ...(histogram.radial === undefined
      ? { title: `Distribution of ${name}`, x: name, y: "density", value: histogram.density, error: histogram.error }
      : {
          title: `Radial distribution of ${name}`,
          x: "r",
          y: "g(r)",
          value: histogram.radial.g,
          error: histogram.radial.error,
        }),
    at: histogram.density.map((_, k) => (histogram.edges[k] + histogram.edges[k + 1]) / 2),
  };
  const memory = correlation && {
    ...{ title: `Autocorrelation of ${name}`, x: "time between", y: "correlation" },
    ...{ at: correlation.lag, value: correlation.correlation, error: correlation.error },
  };
  return { name, mean, error, effective, curves: [distribution, memory].filter((curve) => curve !== undefined) };
}
