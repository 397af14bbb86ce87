/**
 * The tree of a robot: which link each joint carries, the values of the joints at the start, and where every link is then.
 * Links that fixed joints join are one body, of the first of them.
 */

import { ModelError } from "../../core/index.js";
import { noPose, type Pose, rotation, scaled, within } from "./poses.js";
import type { Link, Robot, RobotJoint } from "./robot.js";

export interface PlacedLink {
  readonly link: Link;
  /** The joint that carries it; undefined for the root. */
  readonly joint: RobotJoint | undefined;
  /** The first link of its body; undefined for the world. */
  readonly body: Link | undefined;
  /** Its pose in the world, and in the frame of the first link of its body (or in the world). */
  readonly pose: Pose;
  readonly inBody: Pose;
}

export interface Tree {
  /** Parents before their children. */
  readonly links: ReadonlyMap<string, PlacedLink>;
  readonly joints: ReadonlyMap<string, RobotJoint>;
  /** The values of joints with one degree of freedom. */
  readonly values: ReadonlyMap<string, number>;
  /** Joints that begin at a limit, because 0 is beyond it. */
  readonly moved: readonly RobotJoint[];
}

export interface StartOptions {
  /** Whether the root is a body that moves freely; otherwise it is fixed to the world. */
  readonly floating?: boolean;
  /** Values of joints at the start (rad, m); others are 0, or the limit nearest to 0. */
  readonly at?: Readonly<Record<string, number>>;
}

export const isTurning = ({ type }: RobotJoint): boolean => type === "revolute" || type === "continuous";
export const hasValue = (joint: RobotJoint): boolean => isTurning(joint) || joint.type === "prismatic";

export function treeOf(robot: Robot, { floating = false, at = {} }: StartOptions): Tree {
  const { file } = robot;
  const fail = (line: number, what: string): never => {
    throw new ModelError(`${file}:${line}`, what);
  };

  // 1. every name once, every link known, one parent each
  const links = new Map<string, Link>();
  for (const link of robot.links) {
    const before = links.get(link.name);
    if (before !== undefined)
      fail(link.line, `each link must have its own name; "${link.name}" is also that of line ${before.line}.`);
    links.set(link.name, link);
  }
  if (links.size === 0) fail(1, "a robot needs links, and there are none. Name a URDF file with links.");
  const joints = new Map<string, RobotJoint>();
  const carrier = new Map<string, RobotJoint>();
  const carried = new Map<string, RobotJoint[]>();
  for (const joint of robot.joints) {
    const before = joints.get(joint.name);
    if (before !== undefined)
      fail(joint.line, `each joint must have its own name; "${joint.name}" is also that of line ${before.line}.`);
    joints.set(joint.name, joint);
    for (const name of [joint.parent, joint.child])
      if (!links.has(name))
        fail(joint.line, `the joint "${joint.name}" names the link "${name}", which does not exist. Add it.`);
    const other = carrier.get(joint.child);
    if (other !== undefined)
      fail(
        joint.line,
        `a link has one parent; "${joint.child}" is the child of "${other.name}" (line ${other.line}) and of "${joint.name}". Close the loop by a <loop_joint> instead.`,
      );
    carrier.set(joint.child, joint);
    carried.set(joint.parent, [...(carried.get(joint.parent) ?? []), joint]);
  }
  const [root, second] = robot.links.filter(({ name }) => !carrier.has(name));
  if (root === undefined)
    fail(
      robot.joints[0].line,
      `one link must have no parent, the root; the joints form a cycle: ${cycleFrom(robot.links[0].name)}. Close the loop by a <loop_joint> instead.`,
    );
  if (second !== undefined)
    fail(
      second.line,
      `one link must have no parent, the root; "${root.name}" and "${second.name}" have none. Add a joint between them.`,
    );

  // 2. values of the joints
  const values = new Map<string, number>();
  const moved: RobotJoint[] = [];
  for (const name of Object.keys(at)) {
    const joint = joints.get(name);
    if (joint === undefined || !hasValue(joint) || joint.mimic !== undefined)
      throw new ModelError(
        "--at",
        `must name a joint that turns or slides and does not mimic another; got "${name}". Known are: ${[...joints.values()].flatMap((each) => (hasValue(each) && each.mimic === undefined ? [each.name] : [])).join(", ")}.`,
      );
  }
  for (const joint of robot.joints) startOf(joint, []);

  // 3. poses, from the root outwards
  const placed = new Map<string, PlacedLink>();
  const fixed = !floating;
  const first: PlacedLink = {
    link: root,
    joint: undefined,
    body: fixed ? undefined : root,
    pose: noPose,
    inBody: noPose,
  };
  const waiting = [first];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    placed.set(next.link.name, next);
    const from = next;
    for (const joint of (carried.get(from.link.name) ?? []).toReversed()) {
      const link = links.get(joint.child)!;
      const step = within(joint.pose, motionOf(joint));
      const pose = within(from.pose, step);
      if (joint.type === "fixed")
        waiting.push({ link, joint, body: from.body, pose, inBody: within(from.inBody, step) });
      else waiting.push({ link, joint, body: link, pose, inBody: noPose });
    }
  }
  const lost = robot.links.find(({ name }) => !placed.has(name));
  if (lost !== undefined)
    fail(
      lost.line,
      `every link must hang on the root "${root.name}"; the joints of "${lost.name}" form a cycle: ${cycleFrom(lost.name)}. Close the loop by a <loop_joint> instead.`,
    );
  return { links: placed, joints, values, moved };

  function cycleFrom(name: string): string {
    const seen = new Set<string>();
    let here = name;
    for (; !seen.has(here); here = carrier.get(here)!.parent) seen.add(here);
    const names = [...seen];
    return [...names.slice(names.indexOf(here)), here].slice(0, 12).join(" ← ");
  }

  /** The value at the start; that of a joint that mimics another follows from it. */
  function startOf(joint: RobotJoint, before: readonly string[]): number {
    const known = values.get(joint.name);
    if (known !== undefined) return known;
    const { mimic, lower = Number.NEGATIVE_INFINITY, upper = Number.POSITIVE_INFINITY } = joint;
    let value = 0;
    if (mimic !== undefined) {
      const master = joints.get(mimic.joint);
      if (!hasValue(joint) || master === undefined || !hasValue(master))
        return fail(
          mimic.line,
          `"${joint.name}" and the joint that it mimics must turn or slide; ${master === undefined ? `there is no joint "${mimic.joint}"` : `"${joint.name}" is ${joint.type} and "${master.name}" ${master.type}`}. Correct it.`,
        );
      if (before.includes(joint.name))
        return fail(
          mimic.line,
          `"${joint.name}" mimics itself${before.length > 1 ? ` through ${before.join(", ")}` : ""}. Remove one <mimic>.`,
        );
      value = mimic.multiplier * startOf(master, [...before, joint.name]) + mimic.offset;
    } else if (hasValue(joint)) {
      value = Object.hasOwn(at, joint.name) ? at[joint.name] : Math.min(Math.max(0, lower), upper);
      if (value !== 0 && !Object.hasOwn(at, joint.name)) moved.push(joint);
      if (value < lower || value > upper)
        throw new ModelError(`--at ${joint.name}`, `must be within the limits, ${lower} to ${upper}; got ${value}.`);
    }
    if (hasValue(joint)) values.set(joint.name, value);
    return value;
  }

  function motionOf(joint: RobotJoint): Pose {
    const value = values.get(joint.name);
    if (value === undefined || value === 0) return noPose;
    if (isTurning(joint)) return { ...noPose, turn: rotation(joint.axis, value) };
    return { ...noPose, at: scaled(joint.axis, value) };
  }
}
