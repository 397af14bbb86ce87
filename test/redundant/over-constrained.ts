/**
 * Spatial loops of hinges that move although they have more constraints than freedoms would allow: the linkages of Bennett
 * and Bricard, that of Sarrus, and a planar four-bar linkage turned in space. `error` is how far a motion is from the
 * closed form of the loop, which is computed from the angles of its joints only.
 */

import type { Model } from "../../src/index.js";

type Vector = readonly number[];
type Angles = (joint: string) => number;

export interface OverConstrained {
  readonly name: string;
  readonly model: Model;
  /** Constraints that are too many. */
  readonly extra: number;
  /** How far the angles are from the closed form. */
  error(angle: Angles): number;
}

const mix = (u: Vector, c: number, w: Vector, s: number): number[] => u.map((x, k) => c * x + s * w[k]);

/** Places and axes of the joints of a loop, each link given by the angle before it, its length and its twist. */
function loopOf(
  links: readonly (readonly [angle: number, length: number, twist: number])[],
): { at: number[]; axis: number[] }[] {
  let [x, y, z]: number[][] = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ];
  let place: number[] = [0, 0, 0];
  const joints = [{ at: place, axis: z }];
  for (const [angle, length, twist] of links) {
    [x, y] = [mix(x, Math.cos(angle), y, Math.sin(angle)), mix(y, Math.cos(angle), x, -Math.sin(angle))];
    place = mix(place, 1, x, length);
    [y, z] = [mix(y, Math.cos(twist), z, Math.sin(twist)), mix(z, Math.cos(twist), y, -Math.sin(twist))];
    joints.push({ at: place, axis: z });
  }
  return joints;
}

/** A machine of one bar between each two joints; the first and the last joint are on the ground. */
function machineOf(
  joints: readonly { at: Vector; axis: Vector }[],
  speed: number,
  gravity: Vector,
  more: Partial<Model> = {},
): Model {
  const bar = (k: number): string => (k < 0 || k === joints.length - 1 ? "world" : `bar${k}`);
  return {
    taut: 1 as const,
    bodies: Object.fromEntries(
      joints.slice(1).map(({ at }, k) => [
        bar(k),
        {
          ...{ mass: 1, inertia: [0.1, 0.12, 0.09], at: mix(at, 0.5, joints[k].at, 0.5) },
          ...(k === 0 && { spin: joints[0].axis.map((a) => speed * a) }),
        },
      ]),
    ),
    joints: joints.map((joint, k) => ({ hinge: { between: [bar(k - 1), bar(k)], ...joint, name: `J${k}` } })),
    ...more,
    elements: [{ gravity: [...gravity] }, ...((more.elements as []) ?? [])],
    run: { until: 4 },
  } as Model;
}

const degrees = Math.PI / 180;

function bennett(name: string, ratio: number, twist: number, speed: number): OverConstrained {
  const alpha = twist * degrees;
  const beta = Math.asin(ratio * Math.sin(alpha));
  const constant = Math.sin((beta + alpha) / 2) / Math.sin((beta - alpha) / 2);
  const first = 70 * degrees;
  const second = 2 * Math.atan(constant / Math.tan(first / 2));
  const joints = loopOf([
    [first, 1, alpha],
    [second, ratio, beta],
    [-first, 1, alpha],
  ]);
  return {
    ...{ name, extra: 3 },
    model: machineOf(joints, speed, [0, -9.81, 0]),
    // tan(theta/2) tan(phi/2) = constant, without its poles; opposite angles are opposite
    error(angle) {
      const [theta, phi] = [(first + angle("J0")) / 2, (second + angle("J1")) / 2];
      const closed = Math.sin(theta) * Math.sin(phi) - constant * Math.cos(theta) * Math.cos(phi);
      return Math.max(...[closed, angle("J0") + angle("J2"), angle("J1") + angle("J3")].map(Math.abs));
    },
  };
}

/** Threefold symmetric, all twists right angles: cos(theta) + cos(phi) + cos(theta) cos(phi) = 0. */
function bricard(speed: number): OverConstrained {
  const theta = 60 * degrees;
  const phi = Math.acos(-Math.cos(theta) / (1 + Math.cos(theta)));
  const quarter = Math.PI / 2;
  const joints = loopOf([
    [theta, 1, quarter],
    [phi, 1, -quarter],
    [theta, 1, quarter],
    [phi, 1, -quarter],
    [theta, 1, quarter],
  ]);
  return {
    ...{ name: "the linkage of Bricard with threefold symmetry", extra: 1 },
    model: machineOf(joints, speed, [0, -2, 0]),
    error(angle) {
      const [c, d] = [Math.cos(theta + angle("J0")), Math.cos(phi + angle("J1"))];
      return Math.max(...[c + d + c * d, angle("J0") - angle("J2"), angle("J1") - angle("J3")].map(Math.abs));
    },
  };
}

/** Two legs of three hinges at right angles: the platform rises along a line. */
function sarrus(speed: number): OverConstrained {
  const [c, s] = [Math.cos(0.7), Math.sin(0.7)];
  const joints = [
    ...[
      [1, 0, 0],
      [1 + s, 0, c],
      [1, 0, 2 * c],
    ].map((at) => ({ at, axis: [0, 1, 0] })),
    ...[
      [0, 1, 2 * c],
      [0, 1 + s, c],
      [0, 1, 0],
    ].map((at) => ({ at, axis: [1, 0, 0] })),
  ];
  return {
    ...{ name: "the linkage of Sarrus", extra: 1 },
    model: machineOf(joints, speed, [0, 0, -1], {
      elements: [{ "torsion-spring": { on: "J0_angle", stiffness: 60 } }] as never,
    }),
    // the knees bend twice as far as the legs turn, and both legs alike
    error: (angle) =>
      Math.max(
        ...[
          angle("J1") + 2 * angle("J0"),
          angle("J2") - angle("J0"),
          angle("J4") + 2 * angle("J3"),
          angle("J5") - angle("J3"),
        ].map(Math.abs),
        Math.abs(Math.abs(angle("J3")) - Math.abs(angle("J0"))),
      ),
  };
}

/** A crank that turns and a rocker, in a plane that is not along any axis. */
function turnedFourBar(speed: number): OverConstrained {
  const [e, f, axis] = [
    [0.6, 0.8, 0],
    [-0.48, 0.36, 0.8],
    [0.64, -0.48, 0.6],
  ];
  const [ground, crank, coupler, rocker] = [3, 1, 3.2, 2];
  const start = 80 * degrees;
  const plane = (x: number, y: number): number[] => mix(e, x, f, y);
  const [bx, by] = [crank * Math.cos(start), crank * Math.sin(start)];
  const [dx, dy] = [ground - bx, -by];
  const d = Math.hypot(dx, dy);
  const along = (coupler ** 2 - rocker ** 2 + d * d) / (2 * d);
  const across = Math.sqrt(coupler ** 2 - along ** 2);
  const [cx, cy] = [bx + (along * dx - across * dy) / d, by + (along * dy + across * dx) / d];
  const places = [plane(0, 0), plane(bx, by), plane(cx, cy), plane(ground, 0)];
  const rockerStart = Math.atan2(cy, cx - ground);
  return {
    ...{ name: "a planar four-bar linkage turned in space", extra: 3 },
    model: machineOf(
      places.map((at) => ({ at, axis })),
      speed,
      [0, 0, -2],
    ),
    error(angle) {
      const [theta, psi] = [start + angle("J0"), rockerStart - angle("J3")];
      const x = ground + rocker * Math.cos(psi) - crank * Math.cos(theta);
      const y = rocker * Math.sin(psi) - crank * Math.sin(theta);
      return Math.abs(Math.hypot(x, y) - coupler);
    },
  };
}

export const linkages: readonly OverConstrained[] = [
  bennett("the linkage of Bennett", 1.3, 40, 0),
  bennett("the linkage of Bennett in full turns", 1.3, 40, 20),
  bennett("the linkage of Bennett, flat twists", 1.8, 15, 20),
  bricard(8),
  sarrus(2),
  turnedFourBar(20),
];
