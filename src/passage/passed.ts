/**
 * The multipliers around singular positions that were passed in one step. With d the product of the times from them they
 * are p / d, where p is smooth. If p vanishes at a singular position, that is if the reaction that the motion needs has
 * no component in the direction that is lost there, the multipliers have limits. Otherwise they are unbounded.
 */

import type { ByteReader, ByteWriter, F64, Owners, PassedInstant, Status } from "../core/index.js";
import { basis, count, lastTerms, points } from "./gauss-points.js";

const through = Array.from(points.keys());
/** A residue counts if it is above this fraction of the largest p at the points. */
const vanishing = 1e-4;
/** Unbounded multipliers are not shown closer than this to the singular position, in half intervals. */
const closest = 1e-6;

/** An interval that was crossed, with the multipliers at its Gauss points. */
export class CrossedInterval {
  /** The places of the instants in it, from -1 to 1, and whether the multipliers are unbounded there. */
  readonly places: Float64Array;
  readonly unbounded: readonly boolean[];
  readonly centre: number;
  readonly half: number;
  /** Multipliers at the points, row after row. */
  readonly values: Float64Array;
  private readonly m: number;
  /** The places at which the multipliers are unbounded. */
  private readonly poles: readonly number[];
  private readonly weights = new Float64Array(count);

  constructor(centre: number, half: number, places: ArrayLike<number>, values: Float64Array) {
    this.centre = centre;
    this.half = half;
    this.places = Float64Array.from(places);
    this.values = values;
    this.m = values.length / count;
    const every = Array.from(this.places);
    this.unbounded = every.map((place) => this.isPole(place, every));
    this.poles = every.filter((_, i) => this.unbounded[i]);
  }

  multipliersAt(lambda: F64, t: number): Status {
    const { m, values, weights, poles } = this;
    const x = (t - this.centre) / this.half;
    const here = product(x, poles);
    if (poles.some((pole) => Math.abs(x - pole) < closest)) return "singular";
    basis(weights, x, through);
    for (let j = 0; j < m; j++) {
      let sum = 0;
      for (let i = 0; i < count; i++) sum += weights[i] * values[i * m + j] * (product(points[i], poles) / here);
      lambda[j] = sum;
    }
    return "ok";
  }

  /** What is missing in the polynomials of the multipliers, as a fraction of the largest one. */
  get missing(): number {
    const { m, values, poles } = this;
    const p = new Float64Array(count);
    let [missing, size] = [0, 0];
    for (let j = 0; j < m; j++) {
      for (let i = 0; i < count; i++) {
        p[i] = values[i * m + j] * product(points[i], poles);
        size = Math.max(size, Math.abs(p[i]));
      }
      const [last, earlier] = lastTerms(p);
      missing = Math.max(missing, last * (earlier > last ? last / earlier : 1));
    }
    return size === 0 ? 0 : missing / size;
  }

  /** Whether p does not vanish at a place, relative to its size at the points. */
  private isPole(place: number, places: readonly number[]): boolean {
    const { m, values, weights } = this;
    basis(weights, place, through);
    let [residue, size] = [0, 0];
    for (let j = 0; j < m; j++) {
      let sum = 0;
      for (let i = 0; i < count; i++) {
        const p = values[i * m + j] * product(points[i], places);
        sum += weights[i] * p;
        size = Math.max(size, Math.abs(p));
      }
      residue = Math.max(residue, Math.abs(sum));
    }
    return residue > vanishing * size;
  }
}

/** The product of the distances of x from some places. */
function product(x: number, places: readonly number[]): number {
  let value = 1;
  for (const place of places) value *= x - place;
  return value;
}

/** One instant of an interval. */
export class Passed implements PassedInstant {
  readonly constraints: readonly string[];
  /** The joints, and the constraints that belong to neither a joint nor a body. */
  readonly owners: Owners;
  readonly multipliers: "limits" | "unbounded";
  readonly t: number;
  private readonly interval: CrossedInterval;
  private readonly index: number;

  constructor(interval: CrossedInterval, index: number, constraints: readonly string[], owners: Owners) {
    this.interval = interval;
    this.index = index;
    this.constraints = constraints;
    this.owners = owners;
    this.t = interval.centre + interval.half * interval.places[index];
    this.multipliers = interval.unbounded[index] ? "unbounded" : "limits";
  }

  get joints(): readonly string[] {
    return this.owners.joints;
  }

  get reach(): number {
    return Math.abs(this.interval.half);
  }

  holds(t: number): boolean {
    return Math.abs(t - this.interval.centre) <= this.reach;
  }

  multipliersAt(lambda: F64, t: number): Status {
    return this.interval.multipliersAt(lambda, t);
  }

  save(to: ByteWriter): void {
    const { centre, half, places, values } = this.interval;
    to.text(JSON.stringify([this.constraints, this.owners]));
    to.numbers([this.index, centre, half]);
    to.numbers(places);
    to.numbers(values);
  }

  static restore(from: ByteReader): Passed {
    const [names, owners]: [string[], Owners] = JSON.parse(from.text());
    const [index, centre, half] = Array.from(from.numbers());
    const places = from.numbers();
    return new Passed(
      new CrossedInterval(centre, half, places, Float64Array.from(from.numbers())),
      index,
      names,
      owners,
    );
  }
}
