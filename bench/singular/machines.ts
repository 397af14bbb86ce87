/**
 * Four-bar linkages of bars with mass that pass positions in which they are in line: of points, of planar bodies, and of
 * bodies in space with hinges, which are redundant. A bar of points has its mass in three of them, with the same centre
 * and moment of inertia as the body: a sixth at each end, two thirds in the middle.
 */

type Data = Readonly<Record<string, unknown>>;
type Place = readonly [number, number];

export interface Machine {
  readonly name: string;
  /** The moving pins of crank and rocker, at an angle of the crank; the fixed ones are at (0, 0) and (frame, 0). */
  pins(angle: number): { readonly b: Place; readonly c: Place };
  readonly frame: number;
  readonly gravity: number;
  readonly start: { readonly angle: number; readonly speed: number };
  readonly until: number;
}

const masses = { crank: 1, coupler: 1.3, rocker: 0.8 } as const;
export const ways = ["points", "plane", "space"] as const;
export type Way = (typeof ways)[number];

/** A parallelogram, a kite, and a four-bar whose links line up because the longest is as long as the other sums. */
export const machines: readonly Machine[] = [
  {
    name: "parallelogram",
    pins: (angle) => ({ b: [Math.cos(angle), Math.sin(angle)], c: [2 + Math.cos(angle), Math.sin(angle)] }),
    ...{ frame: 2, gravity: 1, start: { angle: 1, speed: 2 }, until: 4 },
  },
  {
    name: "kite",
    pins(angle) {
      const far = 2 * Math.cos(angle / 2) + Math.sqrt(1 - (2 * Math.sin(angle / 2)) ** 2);
      return {
        b: [2 * Math.cos(angle), 2 * Math.sin(angle)],
        c: [far * Math.cos(angle / 2), far * Math.sin(angle / 2)],
      };
    },
    ...{ frame: 2, gravity: 0, start: { angle: 0.5, speed: -0.9 }, until: 0.9 },
  },
  // crank 1, coupler 2, rocker 3, frame 4: crank + frame = coupler + rocker, in line when the crank points away
  {
    name: "four-bar with a change point",
    pins: changePoint,
    frame: 4,
    gravity: 0.5,
    start: { angle: 2, speed: 1.5 },
    until: 2,
  },
];

/** The pin of the rocker: above the line from the end of the crank to the frame before pi, and below it afterwards. */
function changePoint(angle: number): { b: Place; c: Place } {
  const [crank, coupler, rocker, frame] = [1, 2, 3, 4];
  const b: Place = [crank * Math.cos(angle), crank * Math.sin(angle)];
  const [x, y] = [frame - b[0], -b[1]];
  const far = Math.hypot(x, y);
  const along = (coupler * coupler - rocker * rocker + far * far) / (2 * far);
  // coupler^2 - along^2 is (coupler + rocker - far) times a positive factor, and that is proportional to (1 + cos angle)
  const short = (2 * crank * frame * (1 + Math.cos(angle))) / (coupler + rocker + far);
  const factor = ((coupler + rocker + far) * (coupler - rocker + far) * (far - coupler + rocker)) / (4 * far * far);
  const across = Math.sign(Math.cos(angle / 2)) * Math.sqrt(short * factor);
  return { b, c: [b[0] + (along * x - across * y) / far, b[1] + (along * y + across * x) / far] };
}

/** Ends of the bars at an angle. */
const barsAt = (
  { pins, frame }: Machine,
  angle: number,
): Readonly<Record<keyof typeof masses, readonly [Place, Place]>> => {
  const { b, c } = pins(angle);
  return { crank: [[0, 0], b], coupler: [b, c], rocker: [[frame, 0], c] };
};

const middle = ([p, q]: readonly [Place, Place]): Place => [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2];

/** Centres of the bars at an angle, x and y of each. */
export const centresAt = (machine: Machine, angle: number): number[] =>
  Object.values(barsAt(machine, angle)).flatMap(middle);

const weights = [4 / 5, -1 / 5, 4 / 105, -1 / 280];
function slope(f: (angle: number) => number[], angle: number, h: number): number[] {
  const sums = f(angle).map(() => 0);
  weights.forEach((weight, k) => {
    const [after, before] = [f(angle + (k + 1) * h), f(angle - (k + 1) * h)];
    sums.forEach((_, i) => {
      sums[i] += (weight * (after[i] - before[i])) / h;
    });
  });
  return sums;
}

/** The model of a machine, made in one of three ways. */
export function machineModel(machine: Machine, way: Way): Data {
  const { frame, gravity, start } = machine;
  const { angle, speed } = start;
  const ends = barsAt(machine, angle);
  const flat = (at: number): number[] => Object.values(barsAt(machine, at)).flat(2);
  const rates = slope(flat, angle, 5e-3).map((x) => speed * x);
  const space = way === "space";
  const z = space ? [0] : [];
  const { b, c } = machine.pins(angle);
  const pulled = gravity === 0 ? [] : [{ gravity: [0, -gravity, ...z] }];
  if (way === "points") {
    const third = (list: readonly number[], k: number): number[] => list.slice(4 * k, 4 * k + 4);
    const points: Record<string, Data> = { d: { fixed: true, at: [frame, 0] } };
    const [vb, vc] = [third(rates, 0).slice(2), third(rates, 1).slice(2)];
    const { crank, coupler, rocker } = masses;
    points.b = { mass: (crank + coupler) / 6, at: b, velocity: vb };
    points.c = { mass: (coupler + rocker) / 6, at: c, velocity: vc };
    const names = { crank: ["origin", "b"], coupler: ["b", "c"], rocker: ["d", "c"] } as const;
    const elements: Data[] = [];
    Object.entries(ends).forEach(([bar, place], k) => {
      const [a0, a1, b0, b1] = third(rates, k);
      const mass = (2 / 3) * masses[bar as keyof typeof masses];
      points[bar] = { mass, at: middle(place), velocity: [(a0 + b0) / 2, (a1 + b1) / 2] };
      elements.push({ rod: { between: names[bar as keyof typeof names], name: `${bar}_rod` } });
    });
    const constraints = {
      crank_middle: "crank - 0.5*b",
      coupler_middle: "coupler - 0.5*(b + c)",
      rocker_middle: `rocker - 0.5*(c + [${frame}, 0])`,
    };
    return { taut: 1, name: machine.name, points, constraints, elements: [...elements, ...pulled] };
  }
  const bodies: Record<string, Data> = {};
  Object.entries(ends).forEach(([bar, place], k) => {
    const mass = masses[bar as keyof typeof masses];
    const [p, q] = place;
    const [x, y] = [q[0] - p[0], q[1] - p[1]];
    const [a0, a1, b0, b1] = rates.slice(4 * k, 4 * k + 4);
    const length2 = x * x + y * y;
    const spin = (x * (b1 - a1) - y * (b0 - a0)) / length2;
    const inertia = (mass * length2) / 12;
    bodies[bar] = {
      mass,
      inertia: space ? [0.02 * inertia, 1.01 * inertia, inertia] : inertia,
      at: [...middle(place), ...z],
      angle: Math.atan2(y, x),
      velocity: [(a0 + b0) / 2, (a1 + b1) / 2, ...z],
      spin: space ? [0, 0, spin] : spin,
    };
  });
  const joint = (name: string, first: string, second: string, at: Place): Data => ({
    [space ? "hinge" : "ball"]: {
      name,
      between: [first, second],
      at: [...at, ...z],
      ...(space && { axis: [0, 0, 1] }),
    },
  });
  const joints = [
    joint("A", "world", "crank", [0, 0]),
    joint("B", "crank", "coupler", b),
    joint("C", "coupler", "rocker", c),
    joint("D", "world", "rocker", [frame, 0]),
  ];
  return { taut: 1, name: machine.name, bodies, joints, elements: pulled };
}

/** The angle at the end, by the equation of motion in the angle and the classical method of order 4. */
export function angleAtEnd(machine: Machine): number {
  const { gravity, until } = machine;
  const h = 5e-3;
  const flat = (angle: number): number[] => Object.values(barsAt(machine, angle)).flat(2);
  const each = Object.values(masses);
  const inertia = (angle: number): number => {
    const rates = slope(flat, angle, h);
    return each.reduce((sum, mass, k) => {
      const [a0, a1, b0, b1] = rates.slice(4 * k, 4 * k + 4);
      return sum + (mass / 3) * (a0 * a0 + a1 * a1 + b0 * b0 + b1 * b1 + a0 * b0 + a1 * b1);
    }, 0);
  };
  const potential = (angle: number): number =>
    each.reduce((sum, mass, k) => sum + mass * gravity * centresAt(machine, angle)[2 * k + 1], 0);
  const turning = (angle: number, speed: number): number => {
    const [byInertia] = slope((x) => [inertia(x)], angle, h);
    const [byPotential] = slope((x) => [potential(x)], angle, h);
    return (-0.5 * byInertia * speed * speed - byPotential) / inertia(angle);
  };
  const steps = Math.ceil(until / 2e-3);
  const dt = until / steps;
  let { angle, speed } = machine.start;
  for (let k = 0; k < steps; k++) {
    const a1 = turning(angle, speed);
    const [v2, a2] = [speed + (dt / 2) * a1, turning(angle + (dt / 2) * speed, speed + (dt / 2) * a1)];
    const [v3, a3] = [speed + (dt / 2) * a2, turning(angle + (dt / 2) * v2, speed + (dt / 2) * a2)];
    const [v4, a4] = [speed + dt * a3, turning(angle + dt * v3, speed + dt * a3)];
    angle += (dt / 6) * (speed + 2 * v2 + 2 * v3 + v4);
    speed += (dt / 6) * (a1 + 2 * a2 + 2 * a3 + a4);
  }
  return angle;
}
