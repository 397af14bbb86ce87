/**
 * Integrals of functions over a step, as parts 0 <= x <= 1 of it. The integral over a part of the step is that of Kronrod with
 * 7 points around the 3 of Gauss; parts whose estimated error is above `accuracy` times the integral of the absolute values are
 * halved, up to 64 parts. Where the 3 points alone are as accurate, the next steps that are not longer use only these, unless
 * the functions may have kinks, which a step does not tell of the next one.
 */

/** Nodes from the middle outwards, weights of Kronrod, and those of Gauss (0 where Gauss has no node). */
const nodes = [0, 0.43424374934680254, 0.7745966692414834, 0.9604912687080203] as const;
const kronrod = [0.4509165386584741, 0.4013974147759622, 0.26848808986833345, 0.10465622602646726] as const;
const gauss = [8 / 9, 0, 5 / 9, 0] as const;
const mostParts = 64;
/** This many steps in a row may do without an error estimate of their own. */
const unchecked = 7;

export class StepIntegral {
  /** The last integrals, one per function, and the estimate of the sum of their errors. */
  readonly values: Float64Array;
  error = 0;
  private readonly evaluate: (out: Float64Array, x: number) => void;
  private readonly accuracy: number;
  private readonly unchecked: number;
  /** Ends of the parts that are still to be integrated. */
  private readonly ends = new Float64Array(mostParts + 1);
  private readonly now: Float64Array;
  private readonly fine: Float64Array;
  private readonly coarse: Float64Array;
  /** Of the last part: the integral of the absolute values, the difference of the two rules, and the estimated error. */
  private size = 0;
  private difference = 0;
  private partError = 0;
  /** The longest step that Gauss's points are accurate enough for, its size, and how many more steps may use these. */
  private easy = 0;
  private easySize = 0;
  private left = 0;

  /** `evaluate` writes the functions at x; `count` is their number. */
  constructor(count: number, accuracy: number, isSmooth: boolean, evaluate: (out: Float64Array, x: number) => void) {
    this.evaluate = evaluate;
    this.unchecked = isSmooth ? unchecked : 0;
    this.accuracy = accuracy;
    this.values = new Float64Array(count);
    this.now = new Float64Array(count);
    this.fine = new Float64Array(count);
    this.coarse = new Float64Array(count);
  }

  begin(): void {
    this.left = 0;
  }

  /** Integrates from 0 to `end` over a step of length h, by Gauss's points alone if the step is like those before it. */
  integrate(h: number, end = 1): void {
    if (!this.isEasy(h, end)) this.integrateParts(h, end);
  }

  get isFinite(): boolean {
    for (let k = 0; k < this.values.length; k++) if (!Number.isFinite(this.values[k])) return false;
    return true;
  }

  numbers(): number[] {
    return [this.easy, this.easySize, this.left];
  }

  restore([easy, easySize, left]: readonly number[]): void {
    this.easy = easy;
    this.easySize = easySize;
    this.left = left;
  }

  private isEasy(h: number, end: number): boolean {
    const { values } = this;
    if (this.left === 0 || Math.abs(h) > this.easy) return false;
    this.left--;
    this.integratePart(0, end, false);
    if (!(this.size <= 2 * this.easySize)) return false;
    const half = 0.5 * end;
    for (let k = 0; k < values.length; k++) values[k] = half * this.coarse[k];
    this.error = this.accuracy * this.size;
    return true;
  }

  /** Adds up the parts from the end of the step to its beginning. */
  integrateParts(h: number, end = 1): void {
    const { ends, values } = this;
    values.fill(0);
    this.error = 0;
    this.integratePart(0, end, true);
    const allowed = this.accuracy * this.size;
    this.left = this.difference <= allowed ? this.unchecked : 0;
    this.easy = 1.01 * Math.abs(h);
    this.easySize = this.size;
    let waiting = 1;
    let parts = 1;
    ends[0] = 0;
    ends[1] = end;
    while (waiting > 0) {
      const a = ends[waiting - 1];
      const b = ends[waiting];
      if (a !== 0 || b !== end) this.integratePart(a, b, true);
      const isFine = this.partError <= allowed;
      if (isFine || parts === mostParts || !Number.isFinite(this.size)) {
        const half = 0.5 * (b - a);
        for (let k = 0; k < values.length; k++) values[k] += half * this.fine[k];
        this.error += this.partError;
        waiting--;
      } else {
        ends[waiting] = 0.5 * (a + b);
        ends[waiting + 1] = b;
        waiting++;
        parts++;
      }
    }
  }

  /** Sums of both rules over the part from a to b, and how far the finer one may be off; Gauss's alone unless `checked`. */
  private integratePart(a: number, b: number, checked: boolean): void {
    const { now, fine, coarse } = this;
    const middle = 0.5 * (a + b);
    const half = 0.5 * (b - a);
    fine.fill(0);
    coarse.fill(0);
    let size = 0;
    for (let i = 0; i < nodes.length; i++) {
      if (!checked && gauss[i] === 0) continue;
      for (let side = i === 0 ? 1 : -1; side <= 1; side += 2) {
        this.evaluate(now, middle + side * half * nodes[i]);
        for (let k = 0; k < now.length; k++) {
          fine[k] += kronrod[i] * now[k];
          coarse[k] += gauss[i] * now[k];
          size += kronrod[i] * Math.abs(now[k]);
        }
      }
    }
    this.size = half * size;
    // the difference is the error of Gauss, of order rho^-6 where f is analytic inside an ellipse of radius rho; that of
    // Kronrod is of order rho^-11, so the power 11/6 relates them; 7/4 with a factor of 10 is on the safe side
    let difference = 0;
    for (let k = 0; k < now.length; k++) difference += Math.abs(fine[k] - coarse[k]);
    this.difference = half * difference;
    const ratio = this.size === 0 ? 0 : (10 * this.difference) / this.size;
    const root = Math.sqrt(Math.sqrt(ratio));
    this.partError = ratio >= 1 ? this.difference : this.size * ratio * root * root * root;
  }
}
