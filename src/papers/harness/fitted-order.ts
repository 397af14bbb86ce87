import { hostMath } from "../../math/index.js";

/** The slope of log y against log x by least squares: a measured order. */
export function fittedOrder(x: readonly number[], y: readonly number[]): number {
  const [u, w] = [x.map(hostMath.log), y.map(hostMath.log)];
  const mean = (a: readonly number[]): number => a.reduce((sum, v) => sum + v, 0) / a.length;
  const [mu, mw] = [mean(u), mean(w)];
  const top = u.reduce((sum, v, k) => sum + (v - mu) * (w[k] - mw), 0);
  return top / u.reduce((sum, v) => sum + (v - mu) * (v - mu), 0);
}
