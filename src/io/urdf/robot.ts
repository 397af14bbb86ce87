/** Reads the elements of a URDF file: links, joints and the extensions that close loops. */

import { ModelError } from "../../core/index.js";
import { type Matrix, noPose, type Pose, rollPitchYaw, type Vector } from "./poses.js";
import type { XmlElement } from "./xml.js";

export interface Link {
  readonly name: string;
  readonly line: number;
  readonly inertial?: {
    readonly line: number;
    readonly mass: number;
    readonly pose: Pose;
    /** About the centre of mass, in the axes of `pose`. */
    readonly inertia: Matrix;
  };
  readonly visuals: readonly Visual[];
}

export interface Visual {
  readonly pose: Pose;
  readonly line: number;
  readonly shape:
    | { readonly kind: "box"; readonly size: Vector }
    | { readonly kind: "cylinder"; readonly radius: number; readonly length: number }
    | { readonly kind: "sphere"; readonly radius: number }
    | { readonly kind: "mesh"; readonly file: string };
}

const jointTypes = ["fixed", "revolute", "continuous", "prismatic", "floating", "planar"] as const;
type JointType = (typeof jointTypes)[number];

export interface RobotJoint {
  readonly name: string;
  readonly line: number;
  readonly type: JointType;
  readonly parent: string;
  readonly child: string;
  readonly pose: Pose;
  /** A unit vector in the frame of the joint. */
  readonly axis: Vector;
  readonly lower?: number;
  readonly upper?: number;
  readonly damping: number;
  readonly friction: number;
  readonly mimic?: {
    readonly joint: string;
    readonly multiplier: number;
    readonly offset: number;
    readonly line: number;
  };
}

/** A joint that closes a loop. */
export interface Loop {
  readonly name: string;
  readonly line: number;
  readonly type: "ball" | "hinge" | "weld" | "slider";
  readonly sides: readonly [LoopSide, LoopSide];
  /** In the frame of the first side. */
  readonly axis: Vector;
}

interface LoopSide {
  readonly link: string;
  readonly pose: Pose;
}

export interface Robot {
  readonly name: string;
  readonly file: string;
  readonly links: readonly Link[];
  readonly joints: readonly RobotJoint[];
  readonly loops: readonly Loop[];
  /** Elements that were skipped, because they do not concern the motion or are not known. */
  readonly ignored: readonly string[];
}

/** Elements that do not concern the motion. */
const idle = new Set([
  "material",
  "transmission",
  "gazebo",
  "sensor",
  "ros2_control",
  "group",
  "fixed_frame",
  "version",
]);
/** Extensions that would change the motion, with what to do. */
const refused: Readonly<Record<string, string>> = {
  loop: "Write a <loop_joint> with <link1> and <link2> instead.",
  coupling: "Write a <mimic> in the joint that follows instead.",
  closed_loop: "Write a <loop_joint> with <link1> and <link2> instead.",
  "drake:linear_bushing_rpy": "Remove it, and add a bushing to the model.",
  "drake:linear_spring_damper": "Remove it, and add a spring and a damper to the model.",
  "drake:tendon_constraint": "Remove it, and add a constraint to the model.",
};

export function readRobot(file: string, root: XmlElement): Robot {
  const fail = (line: number, what: string): never => {
    throw new ModelError(`${file}:${line}`, what);
  };
  if (root.name !== "robot")
    fail(root.line, `a URDF file must have the root element <robot>; this one has <${root.name}>. Name a URDF file.`);
  const links: Link[] = [];
  const joints: RobotJoint[] = [];
  const loops: Loop[] = [];
  const ignored = new Set<string>();
  for (const element of root.children) {
    const { name, line } = element;
    if (name.startsWith("xacro:"))
      fail(line, `<${name}> is a macro of xacro, and macros are not expanded. Run xacro on the file first.`);
    if (name === "link") links.push(readLink(element));
    else if (name === "joint") joints.push(readJoint(element));
    else if (name === "loop_joint") loops.push(readLoop(element));
    else if (name === "drake:ball_constraint") loops.push(readBall(element));
    else if (Object.hasOwn(refused, name)) fail(line, `<${name}> acts on the motion and is not read. ${refused[name]}`);
    else if (name === "gazebo" && element.children.some((child) => child.name === "joint"))
      fail(line, "a joint within <gazebo> acts on the motion and is not read. Write a <loop_joint> instead.");
    else ignored.add(idle.has(name) ? `<${name}>` : `<${name}>, which is not known`);
  }
  return { name: root.attributes.get("name") ?? "robot", file, links, joints, loops, ignored: [...ignored] };

  function readLink(element: XmlElement): Link {
    const name = attribute(element, "name");
    const given = only(element, "inertial");
    const visuals = element.children.filter((child) => child.name === "visual").flatMap(readVisual);
    if (given === undefined) return { name, line: element.line, visuals };
    const mass = number(needed(given, "mass"), "value");
    const matrix = needed(given, "inertia");
    const [xx, xy, xz, yy, yz, zz] = ["ixx", "ixy", "ixz", "iyy", "iyz", "izz"].map((key) => number(matrix, key));
    if (mass < 0)
      fail(given.line, `the mass of a link must not be negative; that of "${name}" is ${mass}. Correct it.`);
    return {
      ...{ name, line: element.line, visuals },
      inertial: {
        ...{ line: matrix.line, mass, pose: originOf(given) },
        inertia: [
          [xx, xy, xz],
          [xy, yy, yz],
          [xz, yz, zz],
        ],
      },
    };
  }

  function readVisual(element: XmlElement): Visual[] {
    const [shape] = needed(element, "geometry").children;
    const common = { pose: originOf(element), line: element.line };
    switch (shape?.name) {
      case "box":
        return [{ ...common, shape: { kind: "box", size: positive(shape, vector(shape, "size"), "size") } }];
      case "cylinder":
        return [
          { ...common, shape: { kind: "cylinder", radius: size(shape, "radius"), length: size(shape, "length") } },
        ];
      case "sphere":
        return [{ ...common, shape: { kind: "sphere", radius: size(shape, "radius") } }];
      case "mesh":
        return [{ ...common, shape: { kind: "mesh", file: attribute(shape, "filename") } }];
      default:
        ignored.add(`the shape <${shape?.name ?? "none"}> of a <visual>`);
        return [];
    }
  }

  function readJoint(element: XmlElement): RobotJoint {
    const { line } = element;
    const name = attribute(element, "name");
    const type = attribute(element, "type");
    if (!(jointTypes as readonly string[]).includes(type))
      fail(line, `the type of the joint "${name}" must be one of ${jointTypes.join(", ")}; got "${type}". Correct it.`);
    const [limit, dynamics, mimic] = ["limit", "dynamics", "mimic"].map((key) => only(element, key));
    const ranged = type === "revolute" || type === "prismatic";
    const [lower, upper] =
      limit === undefined || !ranged ? [undefined, undefined] : [number(limit, "lower", 0), number(limit, "upper", 0)];
    if (lower !== undefined && lower > upper!)
      fail(limit!.line, `the lower limit of "${name}" must be below the upper one; they are ${lower} and ${upper}.`);
    const [damping, friction] = ["damping", "friction"].map((key) =>
      dynamics === undefined ? 0 : number(dynamics, key, 0),
    );
    if (damping < 0 || friction < 0)
      fail(
        dynamics!.line,
        `damping and friction of "${name}" must not be negative; they are ${damping} and ${friction}.`,
      );
    return {
      ...{ name, line, type: type as JointType, pose: originOf(element), axis: axisOf(element), damping, friction },
      parent: attribute(needed(element, "parent"), "link"),
      child: attribute(needed(element, "child"), "link"),
      ...(lower !== undefined && { lower, upper }),
      ...(mimic && {
        mimic: {
          ...{ joint: attribute(mimic, "joint"), line: mimic.line },
          ...{ multiplier: number(mimic, "multiplier", 1), offset: number(mimic, "offset", 0) },
        },
      }),
    };
  }

  /** As in Drake, where it is a hinge, and in Isaac Sim, which gives its type. */
  function readLoop(element: XmlElement): Loop {
    const types: Readonly<Record<string, Loop["type"]>> = {
      ...{
        spherical: "ball",
        ball: "ball",
        revolute: "hinge",
        continuous: "hinge",
        fixed: "weld",
        prismatic: "slider",
      },
    };
    const given = element.attributes.get("type") ?? "revolute";
    const type = Object.hasOwn(types, given)
      ? types[given]
      : fail(
          element.line,
          `the type of a <loop_joint> must be one of ${Object.keys(types).join(", ")}; got "${given}".`,
        );
    const side = (key: string): LoopSide => {
      const at = needed(element, key);
      return { link: attribute(at, "link"), pose: poseOf(at) };
    };
    const sides = [side("link1"), side("link2")] as const;
    return { name: attribute(element, "name"), line: element.line, type, sides, axis: axisOf(element) };
  }

  function readBall(element: XmlElement): Loop {
    const side = (body: string, place: string): LoopSide => ({
      link: attribute(needed(element, `drake:ball_constraint_${body}`), "name"),
      pose: { ...noPose, at: vector(needed(element, `drake:ball_constraint_${place}`), "value") },
    });
    const sides = [side("body_A", "p_AP"), side("body_B", "p_BQ")] as const;
    return { name: `ball_constraint_${loops.length + 1}`, line: element.line, type: "ball", sides, axis: [1, 0, 0] };
  }

  function axisOf(element: XmlElement): Vector {
    const given = only(element, "axis");
    if (given === undefined) return [1, 0, 0];
    const axis = vector(given, "xyz");
    const length = Math.hypot(...axis);
    if (length === 0) fail(given.line, "an axis must not be zero, because zero has no direction. Give another vector.");
    return [axis[0] / length, axis[1] / length, axis[2] / length];
  }

  function originOf(element: XmlElement): Pose {
    const origin = only(element, "origin");
    return origin === undefined ? noPose : poseOf(origin);
  }

  function poseOf(element: XmlElement): Pose {
    return { at: vector(element, "xyz", [0, 0, 0]), turn: rollPitchYaw(vector(element, "rpy", [0, 0, 0])) };
  }

  function only(element: XmlElement, key: string): XmlElement | undefined {
    const [first, second] = element.children.filter(({ name }) => name === key);
    if (second !== undefined)
      fail(second.line, `<${element.name}> of line ${element.line} has <${key}> twice. Remove one.`);
    return first;
  }

  function needed(element: XmlElement, key: string): XmlElement {
    return only(element, key) ?? fail(element.line, `<${element.name}> needs <${key}>, and it has none. Add it.`);
  }

  function attribute({ name, line, attributes }: XmlElement, key: string): string {
    const value = attributes.get(key);
    if (value === undefined || value === "")
      return fail(line, `<${name}> needs the attribute ${key}, and it has none. Add it.`);
    return value;
  }

  function number(element: XmlElement, key: string, usual?: number): number {
    if (usual !== undefined && !element.attributes.has(key)) return usual;
    return parsed(element, key, attribute(element, key).trim());
  }

  function vector(element: XmlElement, key: string, usual?: Vector): Vector {
    if (usual !== undefined && !element.attributes.has(key)) return usual;
    const parts = attribute(element, key).trim().split(/\s+/);
    if (parts.length !== 3)
      fail(element.line, `${key} of <${element.name}> must have three numbers; it has ${parts.length}. Correct it.`);
    const [x, y, z] = parts.map((part) => parsed(element, key, part));
    return [x, y, z];
  }

  function parsed({ name, line }: XmlElement, key: string, text: string): number {
    const value = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(text) ? Number(text) : Number.NaN;
    return Number.isFinite(value)
      ? value
      : fail(line, `${key} of <${name}> must be a finite number; got "${text.slice(0, 60)}". Correct it.`);
  }

  function size(element: XmlElement, key: string): number {
    const value = number(element, key);
    positive(element, [value], key);
    return value;
  }

  function positive<T extends readonly number[]>({ name, line }: XmlElement, values: T, key: string): T {
    const wrong = values.find((value) => value <= 0);
    if (wrong !== undefined) fail(line, `${key} of <${name}> must be above 0; got ${wrong}. Correct it.`);
    return values;
  }
}
