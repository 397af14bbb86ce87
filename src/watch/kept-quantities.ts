/**
 * The conscience of a run. What must hold for this model (energy, momenta, constraints) is measured after every
 * accepted step and compared with a threshold:
 *
 *  - Under error control the threshold is `margin` times the sum, over the accepted steps, of the change that the
 *    tolerance allows (`watched.ts`). The exact motion carries the error of a step in an invariant on unchanged, so
 *    errors within the tolerance add up to at most that sum.
 *  - With fixed steps there is no tolerance. The threshold is a tenth of the size of the kinetic energy, or of the parts
 *    that make up a momentum or a constraint; a jump of the energy in one step and a trend over many oscillations count
 *    from a hundredth on.
 *  - Formulations that stay near the constraints by forces which dissipate are compared in the same way, whatever paces the
 *    steps. Constraints count from a hundredth of their parts on, and the energy may change by what these forces store.
 *
 * Where the run keeps the account of the energy of a driven or damped model, its remainder is watched as an energy, for a warning only.
 *
 * A quantity beyond its threshold is a warning. Far beyond it the run ends as "unreliable", unless the run accepts that
 * kind of quantity.
 */

import {
  type ByteReader,
  type ByteWriter,
  type Conscience,
  copyWork,
  type Measured,
  noWork,
  type Pacer,
  type Problem,
  type State,
  type Verdict,
  type WatchedRun,
} from "../core/index.js";
import { EnergyCourse } from "./energy-course.js";
import { messageOf, type Pacing } from "./messages.js";
import { type Detection, QuantityRecord } from "./quantity-record.js";
import { Unresolved } from "./unresolved.js";
import { accountName, type Watched } from "./watched.js";

/** Local errors may exceed their estimates by this factor before there is a warning. */
const margin = 3;
/** Deviations of this many thresholds end the run: under error control, and with fixed steps. */
const farBeyond = { controlled: 100, fixed: 10 } as const;
/** The same while fixed steps are too few to know the sizes: a motion that blows up goes far beyond this. */
const farBeyondEarly = 1000;
/** A constraint, or its rate, that is off by this fraction of the parts that make it up ends the run: under error control, where thresholds
 * add up to more over many steps at a loose tolerance, and with fixed steps, whose threshold is a tenth of the parts. Rates do not count with
 * fixed steps: methods that correct positions alone leave more of them, and say themselves when they fail. */
const gross = { controlled: 0.1, fixed: 0.25 } as const;
/** States inside a step are interpolated and projected; they may be off by this many thresholds. */
const inside = 3;
/** The fraction of a quantity's size by which fixed steps may move it, and the one from which a jump or trend counts. */
const coarse = 0.1;
const fine = 0.01;
/** Forces that hold the constraints only nearly may change the energy by a tenth of this times what they store: they take it up at the start. */
const stored = 20;
/** Energy and residuals are compared after every step. Momenta, bounds and sizes are sampled: after each of the first
 * steps, then after every second, fourth, … one, up to this distance. Fixed steps are cheaper, so it is longer there; without bounds that add up, sizes must be
 * those of the last step. */
const sparsest = { controlled: 8, fixed: 64, near: 1 } as const;
const dense = 2;
/** A start whose residuals exceed this fraction of the sizes in the constraints is off them. */
const off = 1e-9;
/** With fixed steps sizes are known after this many; a start at rest has none. */
const settled = 50;

export class KeptQuantities implements Conscience {
  /** The verdict that ends the run, once there is one. */
  broken: Verdict | undefined;
  private readonly watched: Watched;
  private readonly records: readonly QuantityRecord[];
  /** Undefined with fixed steps, and where tolerances do not say how near the formulation stays to the model. */
  private readonly pacer: Pacer | undefined;
  private readonly options: WatchedRun;
  /** The formulation keeps only nearly what the model keeps. */
  private readonly isNear: boolean;
  private readonly work: Problem["work"];
  private readonly workBefore = noWork();
  /** With fixed steps, when the energy is watched. */
  private readonly course: EnergyCourse | undefined;
  /** Under error control, for a method that damps, when the energy is watched. */
  private readonly unresolved: Unresolved | undefined;
  /** The ledger, which measures before the conscience judges. */
  private readonly measured: Measured;
  private readonly now: Float64Array;
  private readonly bound: Float64Array;
  /** The bounds of the sample before one that was taken out of turn. */
  private readonly sampled: Float64Array;
  private steps = 0;
  /** The kinetic energy that rounding alone may make, with fixed steps. */
  private rounding = 0;
  /** The largest energy in forces that hold the constraints only nearly. */
  private strain = 0;
  /** Steps from one sample to the next. */
  private stride = 1;

  constructor(watched: Watched, problem: Problem, options: WatchedRun, pacer: Pacer, measured: Measured) {
    this.measured = measured;
    this.watched = watched;
    this.records = watched.quantities.map((quantity) => new QuantityRecord(quantity));
    this.isNear = problem.conserves === "nearly";
    this.pacer = options.controller.needsError && !this.isNear ? pacer : undefined;
    this.options = options;
    this.work = problem.work;
    const watchesEnergy = this.records[0]?.quantity.kind === "energy" && !watched.isAccounted;
    this.course = watchesEnergy && this.pacer === undefined ? new EnergyCourse() : undefined;
    const rate = watched.rate;
    const mayDamp = watchesEnergy && this.pacer !== undefined && options.method.damps === true;
    this.unresolved = mayDamp && rate !== undefined ? new Unresolved(problem, rate, pacer) : undefined;
    this.now = new Float64Array(this.records.length);
    this.bound = new Float64Array(this.records.length);
    this.sampled = new Float64Array(this.records.length);
  }

  begin(s: State): void {
    const { watched, records, now, bound, measured } = this;
    this.broken = undefined;
    this.steps = 0;
    this.stride = 1;
    this.strain = 0;
    copyWork(this.workBefore, this.work);
    watched.begin(s);
    this.unresolved?.begin();
    watched.values(now, measured);
    watched.measureHidden(now, s);
    watched.measureMomenta(now, s);
    watched.sizes(bound, s);
    // a start that is assumed off the constraints is not a state of the model, so nothing that the model keeps can be expected
    if (records.some(({ quantity: { kind } }, k) => kind === "constraints" && Math.abs(now[k]) > off * bound[k]))
      watched.isKept.fill(0);
    copyWork(this.work, this.workBefore);
    records.forEach((record, k) => {
      record.begin(record.quantity.kind === "constraints" ? 0 : now[k]);
    });
    this.course?.begin(s.t, now[0], watched.kinetic(s));
  }

  /** Looks at the end of an accepted step of length h. */
  step(s: State, h: number): void {
    const { watched, records, now, bound, pacer, course, measured } = this;
    if (this.broken !== undefined) return;
    const most = this.isNear ? sparsest.near : pacer === undefined ? sparsest.fixed : sparsest.controlled;
    while (this.stride < most && this.steps >= 2 * dense * this.stride) this.stride *= 2;
    const isSampled = this.steps % this.stride === 0;
    this.steps++;
    this.unresolved?.step(h);

    // 1. measure; looking at a run is not part of its work
    watched.values(now, measured);
    watched.measureHidden(now, s);
    if (isSampled) this.sample(s, h);
    // where errors set the steps, the many short ones at a start at rest must not make up the size of the motion
    const weight = this.isNear ? this.stride * Math.abs(h) : this.stride;
    course?.step(s.t, now[0], isSampled ? bound[0] : undefined, weight);
    if (!Number.isFinite(measured.energyError)) watched.isKept[0] = 0;

    if (this.steps === 1 && course !== undefined) this.rounding = watched.rounding(s, h, now[0]);

    // 2. judge
    let isFresh = isSampled;
    for (let k = 0; k < records.length; k++) {
      const record = records[k];
      if (pacer === undefined) record.scale = Math.max(record.scale, bound[k]);
      else {
        record.largest = Math.max(record.largest, bound[k]);
        record.scale += bound[k] + (k === watched.position ? Math.abs(h) * records[watched.velocity].scale : 0);
      }
      if (k === 0 && course !== undefined) {
        // forces that dissipate cannot make a motion blow up, so a loss is compared with the largest kinetic energy
        const isLoss = this.isNear && now[0] <= record.initial;
        record.scale = Math.max(isLoss ? course.largest : course.kinetic, this.rounding) + stored * this.strain;
      }
      if (watched.isKept[k] === 0) continue;
      const distance = Math.abs(now[k] - record.initial);
      if (!(distance <= record.deviation)) record.deviation = distance;
      // a motion that grows in a few steps has outgrown the last sample
      if (pacer !== undefined && !isFresh && record.deviation > this.threshold(record)) {
        this.sampled.set(bound);
        this.sample(s, h);
        record.largest = Math.max(record.largest, bound[k]);
        for (let i = 0; i <= k; i++) records[i].scale += Math.max(bound[i] - this.sampled[i], 0);
        isFresh = true;
      }
      if (pacer !== undefined || this.steps >= settled) this.judge(record, s);
    }
  }

  /** Measures momenta and bounds, or sizes, at the end of a step; that is not part of the run's work. */
  private sample(s: State, h: number): void {
    const { watched, now, bound, pacer } = this;
    copyWork(this.workBefore, this.work);
    watched.measureMomenta(now, s);
    if (pacer !== undefined) watched.bounds(bound, s, pacer);
    else watched.sizes(bound, s, h);
    if (this.isNear) this.strain = Math.max(this.strain, watched.strain(s));
    // where a force has no value, the next step ends the run and says so
    for (let k = 0; k < bound.length; k++) if (Number.isNaN(bound[k])) bound[k] = 0;
    copyWork(this.work, this.workBefore);
  }

  /** Looks at a state that is shown at time t and that the ledger has just measured. */
  shown(t: number): void {
    const { watched, records, now, measured } = this;
    if (this.broken !== undefined || this.steps === 0) return;
    watched.values(now, measured);
    for (let k = 0; k < records.length; k++) {
      const record = records[k];
      const { kind } = record.quantity;
      if (watched.isKept[k] === 0 || (kind !== "energy" && kind !== "invariants")) continue;
      const distance = Math.abs(now[k] - record.initial);
      if (distance <= inside * this.threshold(record) || distance <= record.deviation) continue;
      record.shown = Math.max(record.shown, distance);
      record.cross(t, this.threshold(record));
    }
  }

  /** The run has ended at `s`: looks at what was not sampled there, and judges what was too short to be judged before. */
  end(s: State): void {
    const { watched, records, now } = this;
    if (this.broken !== undefined) return;
    this.shown(s.t);
    copyWork(this.workBefore, this.work);
    watched.measureMomenta(now, s);
    copyWork(this.work, this.workBefore);
    records.forEach((record, k) => {
      if (watched.isKept[k] === 0) return;
      const isSampled = record.quantity.kind.endsWith("momentum");
      const distance = isSampled ? Math.abs(now[k] - record.initial) : 0;
      if (!(distance <= record.deviation)) record.deviation = distance;
      this.judge(record, s);
    });
  }

  /** What became of every watched quantity so far, at time t. */
  verdicts(t: number): readonly Verdict[] {
    return this.records.filter((_, k) => this.watched.isKept[k] === 1).map((record) => this.verdict(record, t));
  }

  save(to: ByteWriter): void {
    to.number(this.steps);
    to.number(this.stride);
    to.number(this.rounding);
    to.number(this.strain);
    to.numbers(this.watched.isKept);
    to.numbers(this.bound);
    to.numbers(this.now);
    for (const record of this.records) record.save(to);
    this.course?.save(to);
    this.unresolved?.save(to);
  }

  restore(from: ByteReader): void {
    this.steps = from.number();
    this.stride = from.number();
    this.rounding = from.number();
    this.strain = from.number();
    this.watched.isKept.set(from.numbers());
    this.bound.set(from.numbers());
    this.now.set(from.numbers());
    for (const record of this.records) record.restore(from);
    this.course?.restore(from);
    this.unresolved?.restore(from);
  }

  /** How many thresholds end the run. */
  private get factor(): number {
    if (this.pacer !== undefined) return farBeyond.controlled;
    return this.steps >= settled ? farBeyond.fixed : farBeyondEarly;
  }

  private threshold({ scale, quantity }: QuantityRecord): number {
    const { energyError, account } = this.measured;
    const uncertain =
      quantity.kind === "energy" ? energyError + (this.watched.isAccounted ? (account?.uncertainty ?? 0) : 0) : 0;
    if (this.pacer !== undefined) return margin * scale + uncertain;
    return (this.isNear && quantity.kind === "constraints" ? fine : coarse) * scale + uncertain;
  }

  /** What the likely cause of a violation depends on. */
  private get pacing(): Pacing {
    return this.isNear ? "near" : this.pacer === undefined ? "fixed" : "controlled";
  }

  /** Remembers the first crossing, and ends the run far beyond it. */
  private judge(record: QuantityRecord, s: State): void {
    const { deviation } = record;
    const threshold = this.threshold(record);
    const visible = record.quantity.kind === "constraints" ? this.visible(record) : Number.POSITIVE_INFINITY;
    if (deviation <= threshold && deviation <= visible) return;
    // an account that stays open never ends a run, so that runs with and without an account are the same
    const isWarning = record.quantity.kind === "energy" && this.watched.isAccounted;
    if (!isWarning && (deviation > this.factor * threshold || deviation > visible)) record.isFar = true;
    const { isFar } = record;
    if (record.quantity.kind === "energy" && (isFar || Number.isNaN(record.crossedAt))) this.lookForFast(s);
    record.cross(s.t, Math.min(threshold, visible));
    if (!isFar || this.isAccepted(record) || this.isDamped(record)) return;
    this.broken = this.verdict(record, s.t);
  }

  /** From where on a constraint or its rate is so far off that no tolerance and no step can mean it. Under error control the bound of a step
   * is the tolerance times the parts that make them up. */
  private visible({ quantity, largest, scale }: QuantityRecord): number {
    const { pacer } = this;
    const rtol = pacer?.rtol ?? 0;
    if (this.isNear) return gross.controlled * scale;
    if (pacer === undefined) {
      const isRate = quantity === this.records[this.watched.velocity]?.quantity;
      return this.steps >= settled && !isRate ? gross.fixed * scale : Number.POSITIVE_INFINITY;
    }
    return rtol === 0 ? Number.POSITIVE_INFINITY : Math.max(gross.controlled / rtol, margin) * largest;
  }

  /** Looks for motion that the steps do not resolve; looking is not part of the run's work. */
  private lookForFast(s: State): void {
    copyWork(this.workBefore, this.work);
    this.unresolved?.look(s);
    copyWork(this.work, this.workBefore);
  }

  private verdict(record: QuantityRecord, t: number): Verdict {
    const { quantity } = record;
    const deviation = Math.max(record.deviation, record.shown);
    const isLargest = quantity.kind === "constraints" && this.watched.isLargest(quantity);
    const component = isLargest ? this.measured.worstConstraint : undefined;
    const found = {
      ...{ kind: quantity.kind, quantity: quantity.name, deviation },
      ...(component !== undefined && { component }),
    };
    const crossing = this.detection(record, t);
    if (crossing === undefined) return { ...found, threshold: this.threshold(record), verdict: "kept" };
    const { finding, ...where } = crossing;
    if (this.isAccepted(record)) return { ...found, ...where, verdict: "accepted" };
    const isBroken =
      finding === "beyond" &&
      quantity.name !== accountName &&
      (record.isFar || record.deviation > this.factor * this.threshold(record));
    const message = messageOf({ ...found, ...crossing }, this.options.method.name, this.pacing);
    return { ...found, ...where, verdict: isBroken ? "broken" : "doubtful", message };
  }

  /** How the quantity was found to be off; undefined when it was kept. */
  private detection(record: QuantityRecord, t: number): Detection | undefined {
    const threshold = this.threshold(record);
    const isEnergy = record.quantity.kind === "energy";
    if (record.shown > record.deviation && record.deviation <= threshold)
      return { t: record.crossedAt, threshold: record.crossed, finding: "shown" };
    if (this.pacer !== undefined) {
      if (Number.isNaN(record.crossedAt)) return undefined;
      const finding = this.isDamped(record) ? "damped" : "beyond";
      return { t: record.crossedAt, threshold: record.crossed, finding };
    }
    if (!(record.deviation <= threshold))
      return { t: record.crossedAt || t, threshold, finding: this.isDamped(record) ? "damped" : "beyond" };
    const { jump, jumpedAt = t, trend = 0 } = (isEnergy && this.course) || {};
    if (jump !== undefined && !this.isNear && jump > fine * record.scale)
      return { t: jumpedAt, threshold, finding: "jump" };
    if (Math.abs(trend) > fine * record.scale) return { t, threshold, finding: "trend" };
    return undefined;
  }

  private isAccepted({ quantity }: QuantityRecord): boolean {
    return this.options.accept?.includes(quantity.kind) ?? false;
  }

  /** A method that damps has lost energy, and its steps miss motion in which that energy may have been. */
  private isDamped({ quantity, initial }: QuantityRecord): boolean {
    if (this.isNear || this.options.method.damps !== true || quantity.kind !== "energy" || this.now[0] > initial)
      return false;
    if (this.watched.isAccounted) return false;
    return this.unresolved?.found ?? true;
  }
}
