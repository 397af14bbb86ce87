/** The bodies of a robot: masses, centres and inertias of the links that each is made of, and what is drawn of them. */

import { ModelError } from "../../core/index.js";
import {
  axisAngle,
  column,
  identity,
  type Matrix,
  ofMass,
  type Pose,
  plus,
  scaled,
  sum,
  times,
  transposed,
  turned,
  type Vector,
  within,
} from "./poses.js";
import type { Link, Robot } from "./robot.js";
import type { PlacedLink, Tree } from "./tree.js";

interface MassOfBody {
  readonly mass: number;
  readonly centre: Vector;
  /** About the centre, in the axes of the first link. */
  readonly inertia: Matrix;
}

/** The mass of a body in the frame of its first link; `links` are the links that it is made of. */
export function massOf({ file }: Robot, body: Link, links: readonly PlacedLink[]): MassOfBody {
  const fail = (line: number, what: string): never => {
    throw new ModelError(`${file}:${line}`, what);
  };
  const parts = links.flatMap(({ link: { inertial }, inBody }) => {
    if (inertial === undefined) return [];
    const pose = within(inBody, inertial.pose);
    const inertia = times(pose.turn, times(inertial.inertia, transposed(pose.turn)));
    return [{ mass: inertial.mass, at: pose.at, inertia: pose.turn === identity ? inertial.inertia : inertia }];
  });
  const mass = parts.reduce((all, part) => all + part.mass, 0);
  const { line } = body.inertial ?? body;
  if (parts.length === 0)
    fail(
      line,
      `the link "${body.name}" moves and has no <inertial>, so its motion is not determined. Give it a mass and an inertia.`,
    );
  if (mass <= 0)
    fail(line, `the mass of the link "${body.name}", which moves, must be above 0; it is ${mass}. Correct it.`);
  const centre =
    parts.length === 1
      ? parts[0].at
      : scaled(
          parts.reduce<Vector>((all, part) => sum(all, part.at, part.mass), [0, 0, 0]),
          1 / mass,
        );
  const inertia =
    parts.length === 1
      ? parts[0].inertia
      : parts.map((part) => plus(part.inertia, ofMass(part.mass, sum(part.at, centre, -1)))).reduce(plus);
  const [a, b, c] = [inertia[0][0], inertia[1][1], inertia[2][2]];
  const most = Math.max(a, b, c);
  const wrong = [
    [a, b, c],
    [b, c, a],
    [c, a, b],
  ].some(([x, y, z]) => x < 0 || x > (y + z) * (1 + 1e-9));
  if (most <= 0 || wrong)
    fail(
      line,
      `the moments of inertia of the link "${body.name}" must be above 0, and each at most the sum of the other two; they are ${a}, ${b} and ${c}. Correct them.`,
    );
  return { mass, centre, inertia };
}

/** The place and the axes of a frame, as the entries of a body. */
export function placeEntries({ at, turn }: Pose): Record<string, unknown> {
  const rotated = axisAngle(turn);
  return { at: [...at], ...(rotated && { axis: [...rotated.axis], angle: rotated.angle }) };
}

/** The entries of `draw` for the shapes of all links, and the meshes, which cannot be drawn. */
export function drawingsOf(
  { links }: Tree,
  nameOf: ReadonlyMap<Link, string>,
): { readonly draw: Record<string, unknown>[]; readonly meshes: string[] } {
  const draw: Record<string, unknown>[] = [];
  const meshes: string[] = [];
  for (const { link, body, inBody } of links.values())
    for (const { shape, pose } of link.visuals) {
      if (shape.kind === "mesh") {
        meshes.push(shape.file);
        continue;
      }
      const at = within(inBody, pose);
      const common = { at: [...at.at], ...(body && { body: nameOf.get(body) }) };
      if (shape.kind === "sphere") draw.push({ sphere: { ...common, radius: shape.radius } });
      else if (shape.kind === "cylinder")
        draw.push({
          cylinder: { ...common, radius: shape.radius, length: shape.length, along: [...column(at.turn, 2)] },
        });
      else
        draw.push({
          box: { ...common, size: [...shape.size], along: [...column(at.turn, 0)], across: [...column(at.turn, 1)] },
        });
    }
  return { draw, meshes };
}

/** A vector or place of a link, in the world. */
export const inWorld = ({ pose }: PlacedLink, place: Vector): Vector => sum(pose.at, turned(pose.turn, place));
