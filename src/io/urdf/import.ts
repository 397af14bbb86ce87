/**
 * Makes a model from a URDF file. Links become bodies, and links that fixed joints join become one; joints become joints
 * with their damping, friction and limits; a mimicking joint gets a constraint with its ratio; loops are closed by joints.
 */

import { append, ModelError, maximum } from "../../core/index.js";
import { catalogue } from "../../elements/index.js";
import { type ModelData, validateModel } from "../../model/index.js";
import { drawingsOf, inWorld, massOf, placeEntries } from "./bodies.js";
import { Names } from "./names.js";
import { column, type Matrix, turned, type Vector, within } from "./poses.js";
import { type Link, type Loop, type Robot, type RobotJoint, readRobot } from "./robot.js";
import { hasValue, isTurning, type PlacedLink, type StartOptions, type Tree, treeOf } from "./tree.js";
import { readXml } from "./xml.js";

interface ImportedRobot {
  readonly model: ModelData;
  /** Sentences on what was renamed, left out or chosen. */
  readonly remarks: readonly string[];
}

type Entry = Record<string, unknown>;

const kinds = { revolute: "hinge", continuous: "hinge", prismatic: "slider", planar: "planar" } as const;

/** Stiffness of the stops at limits (N m/rad, N/m), and the speed at which friction is half developed. */
const parameters = { g: 9.81, stop: 10_000, slow: 0.01 };

const stop = {
  about: "A soft stop: nothing between two values of a coordinate, a spring beyond them.",
  on: ["q"],
  parameters: {
    lower: { about: "lower end of the range", unit: "q" },
    upper: { about: "upper end of the range", unit: "q" },
    stiffness: { about: "force or torque for each unit beyond the range", unit: "energy/q^2" },
  },
  potential: "stiffness/2*(max(0, q - upper)^2 + max(0, lower - q)^2)",
};

export function importUrdf(file: string, text: string, options: StartOptions = {}): ImportedRobot {
  const robot = readRobot(file, readXml(file, text));
  const tree = treeOf(robot, options);
  const names = new Names(Object.keys(parameters));
  const remarks: string[] = [];

  // 1. bodies
  const parts = new Map<Link, PlacedLink[]>();
  for (const placed of tree.links.values())
    if (placed.body !== undefined) parts.set(placed.body, [...(parts.get(placed.body) ?? []), placed]);
  if (parts.size === 0)
    throw new ModelError(
      `${file}:${robot.links[0].line}`,
      "every link is fixed to the root, so nothing moves. Add a joint that moves, or use --floating.",
    );
  const nameOf = new Map<Link, string>();
  for (const link of parts.keys()) nameOf.set(link, names.ofBody(link.name));
  const bodies: Record<string, Entry> = {};
  for (const [link, members] of parts) {
    const { mass, centre, inertia } = massOf(robot, link, members);
    const name = nameOf.get(link)!;
    const points = Object.fromEntries(
      members.flatMap((each) =>
        each.link === link ? [] : [[names.ofPoint(name, each.link.name), [...each.inBody.at]]],
      ),
    );
    bodies[name] = {
      mass,
      inertia: inertiaEntry(inertia),
      ...placeEntries(tree.links.get(link.name)!.pose),
      ...(centre.some((x) => x !== 0) && { centre: [...centre] }),
      ...(Object.keys(points).length > 0 && { points }),
    };
  }
  const sideOf = ({ body }: PlacedLink): string => (body === undefined ? "world" : nameOf.get(body)!);

  // 2. joints, and what acts on their coordinates
  const joints: Entry[] = [];
  const elements: Entry[] = [{ gravity: [0, 0, "-g"] }];
  const constraints: Record<string, string> = {};
  const points: Record<string, Entry> = {};
  const coordinate = new Map<RobotJoint, string>();
  for (const joint of tree.joints.values()) {
    if (joint.type === "fixed" || joint.type === "floating") continue;
    const [parent, child] = [tree.links.get(joint.parent)!, tree.links.get(joint.child)!];
    const axes = within(parent.pose, joint.pose);
    const name = names.ofJoint(joint.name);
    const value = tree.values.get(joint.name);
    if (value !== undefined) coordinate.set(joint, `${name}_${isTurning(joint) ? "angle" : "travel"}`);
    joints.push({
      [kinds[joint.type]]: {
        between: [sideOf(parent), sideOf(child)],
        at: [...(joint.type === "prismatic" ? child.pose.at : axes.at)],
        axis: [...turned(axes.turn, joint.axis)],
        ...(value !== undefined && value !== 0 && { [isTurning(joint) ? "angle" : "travel"]: value }),
        name,
      },
    });
  }
  for (const [joint, q] of coordinate) {
    const { damping, friction, mimic, lower, upper } = joint;
    if (damping > 0) elements.push({ "torsion-damper": { on: q, damping } });
    const force = `-${friction}*tanh(${q}'/slow)`;
    if (friction > 0)
      elements.push(isTurning(joint) ? { torque: { on: q, torque: force } } : { push: { on: q, force } });
    if (mimic !== undefined) {
      const master = coordinate.get(tree.joints.get(mimic.joint)!)!;
      constraints[`mimic ${q.replace(/_(angle|travel)$/, "")}`] =
        `${q} - (${mimic.multiplier})*${master}${mimic.offset === 0 ? "" : ` - (${mimic.offset})`}`;
    } else if (lower !== undefined) elements.push({ stop: { on: q, lower, upper: upper!, stiffness: "stop" } });
  }
  for (const loop of robot.loops) joints.push(closing(loop));

  // 3. the picture, and what the user should know
  const { draw, meshes } = drawingsOf(tree, nameOf);
  const used = new Set(elements.flatMap((element) => Object.keys(element)));
  const hasFriction = [...coordinate.keys()].some(({ friction }) => friction > 0);
  const about = `Made from ${file.replace(/^.*[\\/]/, "")}. The root ${options.floating === true ? "moves freely" : "is fixed to the world"}.`;
  const model = {
    ...{ taut: 1, name: robot.name, about, units: "SI" },
    parameters: {
      g: parameters.g,
      ...(used.has("stop") && { stop: parameters.stop }),
      ...(hasFriction && { slow: parameters.slow }),
    },
    ...(used.has("stop") && { define: { stop } }),
    ...(Object.keys(points).length > 0 && { points }),
    bodies,
    ...(joints.length > 0 && { joints }),
    elements,
    ...(Object.keys(constraints).length > 0 && { constraints }),
    ...(draw.length > 0 && { draw }),
    run: { until: 2 },
  } as unknown as ModelData;
  append(remarks, names.renamed);
  append(remarks, chosen(robot, tree, meshes, { hasStops: used.has("stop"), hasFriction }));
  validateModel(model, catalogue);
  return { model, remarks };

  /** Both sides are points, so that the start is assembled where they are apart. */
  function closing({ name, line, type, sides, axis }: Loop): Entry {
    const fail = (what: string): never => {
      throw new ModelError(`${file}:${line}`, what);
    };
    const label = names.ofJoint(name);
    const ends = sides.map(({ link, pose }) => {
      const found =
        tree.links.get(link) ?? fail(`the loop "${name}" names the link "${link}", which does not exist. Add it.`);
      return { found, pose, turn: within(found.pose, pose).turn };
    });
    const [a, b] = ends;
    if (a.found.body === b.found.body)
      fail(`the loop "${name}" must join two bodies; both of its links belong to "${sideOf(a.found)}". Correct it.`);
    const apart =
      type === "weld"
        ? difference(a.turn, b.turn)
        : type === "ball"
          ? 0
          : angleBetween(turned(a.turn, axis), turned(b.turn, axis));
    if (apart > 1e-6)
      fail(
        `the frames of the loop "${name}" must have the same ${type === "weld" ? "axes" : "axis"} at the start; they are turned by ${apart.toPrecision(3)} rad. Choose the start with --at.`,
      );
    const between = ends.map(({ found, pose }) => {
      if (found.body === undefined) {
        const fixed = names.ofFixed(`${label}_place`);
        points[fixed] = { fixed: true, at: [...inWorld(found, pose.at)] };
        return fixed;
      }
      const body = sideOf(found);
      const point = names.ofPoint(body, label);
      bodies[body].points = { ...(bodies[body].points as Entry), [point]: [...within(found.inBody, pose).at] };
      return `${body}_${point}`;
    });
    const held = type === "hinge" || type === "slider" ? { axis: [...turned(a.turn, axis)] } : {};
    return { [type]: { between, ...held, name: label } };
  }
}

/** Three moments where the axes of the link are principal, otherwise the matrix. */
const inertiaEntry = (matrix: Matrix): unknown =>
  matrix.some((row, r) => row.some((x, c) => r !== c && x !== 0))
    ? matrix.map((row) => [...row])
    : matrix.map((row, r) => row[r]);

const angleBetween = (u: Vector, v: Vector): number =>
  2 * Math.asin(Math.min(1, Math.hypot(u[0] - v[0], u[1] - v[1], u[2] - v[2]) / 2));

const difference = (a: Matrix, b: Matrix): number =>
  maximum([0, 1, 2].map((c) => angleBetween(column(a, c), column(b, c))));

/** What was chosen or left out. */
function chosen(
  { ignored }: Robot,
  { moved, values, joints }: Tree,
  meshes: readonly string[],
  { hasStops, hasFriction }: { readonly hasStops: boolean; readonly hasFriction: boolean },
): string[] {
  const free = [...joints.values()].filter((joint) => hasValue(joint) && joint.type !== "continuous");
  const unlimited = free.filter(({ lower }) => lower === undefined).map(({ name }) => name);
  return [
    ...moved.map(
      ({ name }) =>
        `the joint "${name}" begins at ${values.get(name)}, its limit, because 0 is beyond it; --at ${name}=… chooses another value.`,
    ),
    ...(hasStops
      ? [
          `limits of joints are soft stops with the stiffness stop = ${parameters.stop} (N m/rad, N/m); limits of effort and speed are not kept.`,
        ]
      : []),
    ...(unlimited.length > 0 ? [`without <limit>, these joints move freely: ${unlimited.join(", ")}.`] : []),
    ...(hasFriction ? [`friction is friction*tanh(speed/slow) with slow = ${parameters.slow} (rad/s, m/s).`] : []),
    ...(meshes.length > 0
      ? [
          `meshes are not drawn (${meshes.slice(0, 3).join(", ")}${meshes.length > 3 ? `, and ${meshes.length - 3} more` : ""}); links without other shapes are drawn between their joints.`,
        ]
      : []),
    ...(ignored.length > 0
      ? [`these were not read, because the motion does not need them: ${ignored.join(", ")}.`]
      : []),
  ];
}
