/**
 * Conservative models made from a seed: points with springs and rods, coordinates with potentials, M(q), attraction. Seeds
 * up to 200 write their potentials; from 201 on the models have forces instead, whose derivative is symmetric.
 */

import { type Data, Draw } from "../draw.js";

const kinds = [springs, rods, coordinates, angles, attraction] as const;
const kindsOfForces = [forcedLinks, forcedCoordinates, swirl, cord] as const;

/** Models with written potentials, and those with forces only, which come after them. */
export const counts = { potentials: 200, forces: 60 } as const;

/** The model of a seed; models of one kind follow each other every few seeds. */
export function conservativeModel(seed: number): Data {
  const list = seed <= counts.potentials ? kinds : kindsOfForces;
  const kind = list[seed % list.length];
  return { taut: 1, name: `${kind.name} ${seed}`, ...kind(new Draw(seed)) };
}

/** Points in a row, joined by springs, free or tied to the origin, with or without gravity. */
function springs(draw: Draw): Data {
  const dimension = draw.whole(2, 3);
  const names = letters(draw.whole(2, 5));
  const isTied = draw.is(0.5);
  return {
    points: chain(names, dimension, draw),
    elements: [
      ...(draw.is(0.5) ? [{ gravity: axis(dimension, -9.81) }] : []),
      ...links(names, isTied).map((between) => ({
        spring: { between, stiffness: draw.between(5, 200), length: draw.between(0.5, 1.5) },
      })),
    ],
  };
}

/** Points in a row, joined by rods and springs, tied to the origin or free. */
function rods(draw: Draw): Data {
  const dimension = draw.whole(2, 3);
  const names = letters(draw.whole(2, 4));
  return {
    points: chain(names, dimension, draw),
    elements: [
      ...(draw.is(0.7) ? [{ gravity: axis(dimension, -9.81) }] : []),
      ...links(names, draw.is(0.7)).map((between, k) =>
        k > 0 && draw.is(0.3) ? { spring: { between, stiffness: draw.between(5, 100) } } : { rod: { between } },
      ),
    ],
  };
}

/** Coordinates in a smooth well with couplings of third and fourth degree. */
function coordinates(draw: Draw): Data {
  const names = letters(draw.whole(1, 4));
  const wells = names.map((x) => `${draw.between(0.5, 20)}*${x}^2/2 + ${draw.between(0.1, 2)}*${x}^4/4`);
  const couplings = names.slice(1).map((x, k) => `${draw.between(-0.3, 0.3)}*${x}*${names[k]}^2`);
  return {
    coordinates: Object.fromEntries(
      names.map((x) => [x, { at: draw.between(-1, 1), velocity: draw.between(-1, 1), mass: draw.between(0.5, 2) }]),
    ),
    potential: [...wells, ...couplings].join(" + "),
  };
}

/** A double pendulum in its angles: a mass that depends on them. */
function angles(draw: Draw): Data {
  const [m1, m2, l1, l2] = draw.list(4, 0.5, 2);
  const g = 9.81;
  return {
    parameters: { m1, m2, l1, l2 },
    coordinates: { a: { at: draw.between(-2, 2) }, b: { at: draw.between(-2, 2), velocity: draw.between(-1, 1) } },
    kinetic: "(m1 + m2)*l1^2*a'^2/2 + m2*l2^2*b'^2/2 + m2*l1*l2*a'*b'*cos(a - b)",
    potential: `-(m1 + m2)*${g}*l1*cos(a) - m2*${g}*l2*cos(b)`,
  };
}

/** Two or three points that attract each other by softened gravity, or repel each other in a well. */
function attraction(draw: Draw): Data {
  const names = letters(draw.whole(2, 3));
  const pairs = names.flatMap((a, i) => names.slice(i + 1).map((b) => [a, b] as const));
  const strength = draw.is(0.5) ? -draw.between(0.5, 2) : draw.between(0.2, 1);
  const well = strength > 0 ? names.map((a) => `dot(${a}, ${a})`) : [];
  return {
    points: Object.fromEntries(
      names.map((name, k) => [
        name,
        {
          mass: draw.between(0.5, 2),
          at: [Number((1.5 * Math.cos(2.2 * k)).toPrecision(4)), Number((1.5 * Math.sin(2.2 * k)).toPrecision(4))],
          velocity: draw.list(2, -0.6, 0.6),
        },
      ]),
    ),
    potential: [...pairs.map(([a, b]) => `${strength}/sqrt(dot(${a} - ${b}, ${a} - ${b}) + 0.05)`), ...well].join(
      " + ",
    ),
  };
}

/** Points joined by springs or by an attraction, or hung from rods, with forces in place of potentials. */
function forcedLinks(draw: Draw): Data {
  const dimension = draw.whole(2, 3);
  const names = letters(draw.whole(2, 4));
  const isHung = draw.is(0.5);
  const forces = new Map<string, string[]>(names.map((name) => [name, []]));
  names.slice(1).forEach((b, k) => {
    const a = names[k];
    const distance = `norm(${a} - ${b})`;
    const pull = draw.is(0.5)
      ? `${draw.between(5, 60)}*(${distance} - ${draw.between(0.5, 1.5)})/${distance}`
      : `${draw.between(0.5, 4)}/(${distance}^2 + 0.05)^1.5`;
    forces.get(a)!.push(`- ${pull}*(${a} - ${b})`);
    forces.get(b)!.push(`+ ${pull}*(${a} - ${b})`);
  });
  return {
    points: chain(names, dimension, draw),
    elements: [{ gravity: axis(dimension, -9.81) }, ...(isHung ? [{ rod: { between: ["origin", names[0]] } }] : [])],
    force: Object.fromEntries([...forces].map(([name, terms]) => [name, terms.join(" ").replace(/^\+ /, "")])),
  };
}

/** Coordinates with forces of third degree, some across each other, and forces that turn the velocity. */
function forcedCoordinates(draw: Draw): Data {
  const names = letters(draw.whole(1, 4));
  const turning = names.length > 1 && draw.is(0.5) ? draw.between(0.2, 2) : 0;
  const c = draw.list(names.length, -0.3, 0.3);
  return {
    coordinates: Object.fromEntries(
      names.map((x) => [x, { at: draw.between(-1, 1), velocity: draw.between(-1, 1), mass: draw.between(0.5, 2) }]),
    ),
    ...(draw.is(0.5) && { potential: names.map((x) => `${draw.between(0.1, 2)}*${x}^4/4`).join(" + ") }),
    force: Object.fromEntries(
      names.map((x, k) => {
        const before = k > 0 ? ` - ${c[k]}*${names[k - 1]}^2` : "";
        const after = k + 1 < names.length ? ` - 2*${c[k + 1]}*${names[k + 1]}*${x}` : "";
        const side = k > 1 ? "" : ` ${k === 0 ? "+" : "-"} ${turning}*${names[1 - k]}'`;
        const turn = turning === 0 ? "" : side;
        return [x, `-${draw.between(0.5, 20)}*${x} - ${x}^3${before}${after}${turn}`];
      }),
    ),
  };
}

/** A well with a force around the origin that is symmetric but has no single-valued potential: it drives the motion round. */
function swirl(draw: Draw): Data {
  const [k, s] = [draw.between(1, 10), draw.between(0.05, 0.3)];
  return {
    coordinates: { x: { at: 1 }, y: { at: 0, velocity: draw.between(0.8, 2) } },
    mass: draw.between(0.5, 2),
    force: { x: `-${k}*x - ${s}*y/(x^2 + y^2)`, y: `-${k}*y + ${s}*x/(x^2 + y^2)` },
  };
}

/** A bead on a rope that pulls beyond its length only. */
function cord(draw: Draw): Data {
  const pull = `${draw.between(20, 200)}*max(norm(a) - ${draw.between(0.8, 1.4)}, 0)/norm(a)`;
  return {
    points: { a: { mass: draw.between(0.5, 2), at: [1, draw.between(0.1, 0.5)], velocity: draw.list(2, -1, 1) } },
    elements: [{ gravity: [0, -9.81] }],
    force: { a: `-${pull}*a` },
  };
}

const letters = (count: number): string[] => ["p", "q", "r", "s", "u"].slice(0, count);
const axis = (dimension: number, g: number): number[] => [...Array.from({ length: dimension - 1 }, () => 0), g];
const links = (names: readonly string[], isTied: boolean): string[][] =>
  [...(isTied ? ["origin"] : []), ...names].slice(0, -1).map((name, k) => [name, (isTied ? names : names.slice(1))[k]]);

function chain(names: readonly string[], dimension: number, draw: Draw): Data {
  return Object.fromEntries(
    names.map((name, k) => [
      name,
      {
        mass: draw.between(0.5, 2),
        at: [k + 1, ...draw.list(dimension - 1, -0.4, 0.4)],
        velocity: draw.list(dimension, -1, 1),
      },
    ]),
  );
}
