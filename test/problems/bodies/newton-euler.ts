/**
 * Systems of rigid bodies by Newton's and Euler's equations, independent of the library: each body has its centre, a
 * quaternion, its velocity and its angular velocity in body axes; joints are kept by multipliers at the level of
 * accelerations, from a dense matrix; and steps are extrapolated midpoint steps of order 20 and fixed length.
 */

export interface BodySetup {
  readonly mass: number;
  readonly inertia: readonly number[];
  readonly at: readonly number[];
  /** The attitude at the start: turned by `angle` about `axis`. */
  readonly axis: readonly number[];
  readonly angle: number;
  /** In body axes. */
  readonly spin: readonly number[];
  readonly velocity: readonly number[];
}

/** A ball joint, or a hinge if it has an axis, at a place in space; body -1 is the world. */
export interface JointSetup {
  readonly between: readonly [number, number];
  readonly at: readonly number[];
  readonly axis?: readonly number[];
}

export interface Setup {
  readonly bodies: readonly BodySetup[];
  readonly joints: readonly JointSetup[];
  readonly gravity: readonly number[];
}

type Vector = readonly number[];
/** A joint in the frames of its bodies: arms to the place, the axis in the first, two normals of it in the second. */
interface Joint {
  readonly between: readonly [number, number];
  readonly arms: readonly [Vector, Vector];
  readonly axis?: Vector;
  readonly normals?: readonly Vector[];
}

/** Entries of a body: centre, quaternion, velocity, angular velocity. */
const size = 13;
/** Numbers of substeps of the extrapolated midpoint rule. */
const substeps = [2, 4, 6, 8, 10, 12, 14, 16, 18, 20];

export const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a: Vector, b: Vector): number[] => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const unit = (a: Vector): number[] => a.map((x) => x / Math.sqrt(dot(a, a)));

/** The axes of a quaternion, one after the other. */
function axesOf([a, b, c, d]: Vector): number[][] {
  const two = 2 / (a * a + b * b + c * c + d * d);
  return [
    [1 - two * (c * c + d * d), two * (b * c + a * d), two * (b * d - a * c)],
    [two * (b * c - a * d), 1 - two * (b * b + d * d), two * (c * d + a * b)],
    [two * (b * d + a * c), two * (c * d - a * b), 1 - two * (b * b + c * c)],
  ];
}

export class NewtonEuler {
  readonly start: Float64Array;
  private readonly bodies: readonly BodySetup[];
  private readonly joints: readonly Joint[];
  private readonly gravity: Vector;

  constructor({ bodies, joints, gravity }: Setup) {
    this.bodies = bodies;
    this.gravity = gravity;
    this.start = new Float64Array(size * bodies.length);
    bodies.forEach(({ at, axis, angle, velocity, spin }, k) => {
      const turn = unit(axis).map((x) => Math.sin(angle / 2) * x);
      this.start.set([...at, Math.cos(angle / 2), ...turn, ...velocity, ...spin], size * k);
    });
    this.joints = joints.map(({ between, at, axis }) => {
      const frames = between.map((k) => this.frame(this.start, k));
      const local = ({ axes }: { axes: readonly Vector[] }, x: Vector): number[] => axes.map((a) => dot(a, x));
      const arm = (side: 0 | 1): number[] => {
        const { x } = frames[side];
        return local(
          frames[side],
          at.map((value, c) => value - x[c]),
        );
      };
      const arms = [arm(0), arm(1)] as const;
      if (axis === undefined) return { between, arms };
      const along = unit(axis);
      const aside = unit(cross(along, Math.abs(along[0]) < 0.6 ? [1, 0, 0] : [0, 1, 0]));
      const normals = [aside, cross(along, aside)].map((x) => local(frames[1], x));
      return { between, arms, axis: local(frames[0], along), normals };
    });
  }

  /** The state at time t + span. */
  advance(s: Float64Array, span: number, longest: number): Float64Array {
    const steps = Math.max(1, Math.ceil(span / longest - 1e-9));
    let state: Float64Array = Float64Array.from(s);
    for (let k = 0; k < steps; k++) state = this.extrapolated(state, span / steps);
    return state;
  }

  /** Positions and velocities in the order of the library: centre and directors of each body. */
  directors(s: Float64Array): { readonly q: number[]; readonly v: number[] } {
    const [q, v]: number[][] = [[], []];
    this.bodies.forEach(({ inertia }, k) => {
      const { x, axes, speed, omega } = this.frame(s, k);
      const half = (inertia[0] + inertia[1] + inertia[2]) / 2;
      q.push(...x);
      v.push(...speed);
      axes.forEach((axis, j) => {
        if (half - inertia[j] <= 1e-12 * half) return;
        q.push(...axis);
        v.push(...cross(this.inSpace(axes, omega), axis));
      });
    });
    return { q, v };
  }

  /** The state moved by a small displacement and a small change of velocities that the joints permit. */
  perturbed(s: Float64Array, displacement: Vector, change: Vector): Float64Array {
    const moved = Float64Array.from(s);
    const shift = this.permitted(s, displacement);
    this.bodies.forEach((_, k) => {
      const at = size * k;
      const [a, b, c, d] = s.subarray(at + 3, at + 7);
      const [w1, w2, w3] = shift.slice(6 * k + 3, 6 * k + 6).map((x) => x / 2);
      for (let i = 0; i < 3; i++) moved[at + i] += shift[6 * k + i];
      [-b * w1 - c * w2 - d * w3, a * w1 + c * w3 - d * w2, a * w2 + d * w1 - b * w3, a * w3 + b * w2 - c * w1].forEach(
        (x, i) => {
          moved[at + 3 + i] += x;
        },
      );
    });
    const twist = this.bodies.flatMap((_, k) => [...s.subarray(size * k + 7, size * k + 13)]);
    const fast = this.permitted(
      moved,
      twist.map((x, i) => x + change[i]),
    );
    this.bodies.forEach((_, k) => {
      moved.set(fast.slice(6 * k, 6 * k + 6), size * k + 7);
    });
    return moved;
  }

  private frame(s: Float64Array, k: number) {
    if (k < 0) return { x: [0, 0, 0], axes: axesOf([1, 0, 0, 0]), speed: [0, 0, 0], omega: [0, 0, 0] };
    const part = (from: number, to: number): number[] => [...s.subarray(size * k + from, size * k + to)];
    return { x: part(0, 3), axes: axesOf(part(3, 7)), speed: part(7, 10), omega: part(10, 13) };
  }

  private inSpace(axes: readonly Vector[], u: Vector): number[] {
    return [0, 1, 2].map((c) => axes[0][c] * u[0] + axes[1][c] * u[1] + axes[2][c] * u[2]);
  }

  /** Rows of the joints on (velocity, omega) of all bodies, and their terms in accelerations without derivatives. */
  private rows(s: Float64Array): { readonly J: number[][]; readonly bias: number[] } {
    const J: number[][] = [];
    const bias: number[] = [];
    const width = 6 * this.bodies.length;
    for (const { between, arms, axis, normals } of this.joints) {
      const frames = between.map((k) => this.frame(s, k));
      const turned = (side: number, u: Vector): number[] => this.inSpace(frames[side].axes, u);
      const spun = (side: number, u: Vector): number[] => cross(frames[side].omega, u);
      for (let c = 0; c < 3; c++) {
        const row = new Array<number>(width).fill(0);
        let rest = 0;
        between.forEach((k, side) => {
          const sign = side === 0 ? 1 : -1;
          const direction = frames[side].axes.map((a) => a[c]);
          rest += sign * dot(direction, spun(side, spun(side, arms[side])));
          if (k < 0) return;
          row[6 * k + c] += sign;
          cross(arms[side], direction).forEach((x, i) => {
            row[6 * k + 3 + i] += sign * x;
          });
        });
        J.push(row);
        bias.push(rest);
      }
      for (const normal of normals ?? []) {
        const row = new Array<number>(width).fill(0);
        const vectors = [axis!, normal];
        vectors.forEach((u, side) => {
          const k = between[side];
          if (k < 0) return;
          const other = turned(1 - side, vectors[1 - side]);
          cross(
            u,
            frames[side].axes.map((a) => dot(a, other)),
          ).forEach((x, i) => {
            row[6 * k + 3 + i] += x;
          });
        });
        const [first, second] = [0, 1].map((side) => turned(side, vectors[side]));
        const [firstRate, secondRate] = [0, 1].map((side) => turned(side, spun(side, vectors[side])));
        const [firstPull, secondPull] = [0, 1].map((side) => turned(side, spun(side, spun(side, vectors[side]))));
        J.push(row);
        bias.push(dot(firstPull, second) + 2 * dot(firstRate, secondRate) + dot(first, secondPull));
      }
    }
    return { J, bias };
  }

  /** The nearest twist, weighted by masses, with J twist = 0. */
  private permitted(s: Float64Array, twist: Vector): number[] {
    const { J } = this.rows(s);
    return this.corrected(
      J,
      twist,
      J.map(() => 0),
    );
  }

  /** x - M^-1 J^T lambda with J x = -bias. */
  private corrected(J: readonly Vector[], x: Vector, bias: Vector): number[] {
    const weights = this.bodies.flatMap(({ mass, inertia }) => [mass, mass, mass, ...inertia].map((m) => 1 / m));
    const sum = (a: Vector, b: Vector): number => a.reduce((all, value, i) => all + value * b[i], 0);
    const weighted = J.map((row) => row.map((value, i) => value * weights[i]));
    const lambda = solved(
      J.map((row) => weighted.map((other) => sum(row, other))),
      J.map((row, i) => sum(row, x) + bias[i]),
    );
    return x.map((value, i) => value - weighted.reduce((all, row, k) => all + row[i] * lambda[k], 0));
  }

  private rate(s: Float64Array): Float64Array {
    const ds = new Float64Array(s.length);
    const free = this.bodies.flatMap(({ inertia: [I1, I2, I3] }, k) => {
      const [w1, w2, w3] = s.subarray(size * k + 10, size * k + 13);
      const turning = [((I2 - I3) / I1) * w2 * w3, ((I3 - I1) / I2) * w3 * w1, ((I1 - I2) / I3) * w1 * w2];
      return [...this.gravity, ...turning];
    });
    const { J, bias } = this.rows(s);
    const accelerations = this.corrected(J, free, bias);
    this.bodies.forEach((_, k) => {
      const at = size * k;
      const [a, b, c, d] = s.subarray(at + 3, at + 7);
      const [w1, w2, w3] = Array.from(s.subarray(at + 10, at + 13), (w) => w / 2);
      ds.set(s.subarray(at + 7, at + 10), at);
      ds.set(
        [-b * w1 - c * w2 - d * w3, a * w1 + c * w3 - d * w2, a * w2 + d * w1 - b * w3, a * w3 + b * w2 - c * w1],
        at + 3,
      );
      ds.set(accelerations.slice(6 * k, 6 * k + 6), at + 7);
    });
    return ds;
  }

  private extrapolated(s: Float64Array, H: number): Float64Array {
    const first = this.rate(s);
    const T: Float64Array[] = [];
    substeps.forEach((count, j) => {
      const h = H / count;
      let before = s;
      let now = s.map((x, i) => x + h * first[i]);
      for (let k = 1; k < count; k++) {
        const rate = this.rate(now);
        const next = before.map((x, i) => x + 2 * h * rate[i]);
        before = now;
        now = next;
      }
      T[j] = now;
      for (let l = j; l > 0; l--) {
        const factor = 1 / ((substeps[j] / substeps[l - 1]) ** 2 - 1);
        T[l - 1] = T[l].map((x, i) => x + (x - T[l - 1][i]) * factor);
      }
    });
    return T[0];
  }
}

/** The solution of A x = b by elimination with pivots. */
function solved(A: number[][], b: number[]): number[] {
  const n = b.length;
  for (let k = 0; k < n; k++) {
    let best = k;
    for (let i = k + 1; i < n; i++) if (Math.abs(A[i][k]) > Math.abs(A[best][k])) best = i;
    [A[k], A[best], b[k], b[best]] = [A[best], A[k], b[best], b[k]];
    for (let i = k + 1; i < n; i++) {
      const factor = A[i][k] / A[k][k];
      for (let l = k; l < n; l++) A[i][l] -= factor * A[k][l];
      b[i] -= factor * b[k];
    }
  }
  for (let k = n - 1; k >= 0; k--) {
    for (let l = k + 1; l < n; l++) b[k] -= A[k][l] * b[l];
    b[k] /= A[k][k];
  }
  return b;
}
