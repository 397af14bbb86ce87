/** Conservative models made from a seed: points with springs and rods, coordinates with potentials, M(q), attraction. */

import { type Data, Draw } from "../draw.js";

const kinds = [springs, rods, coordinates, angles, attraction] as const;

/** The model of a seed; models of one kind follow each other every five seeds. */
export function conservativeModel(seed: number): Data {
  const kind = kinds[seed % kinds.length];
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
