/**
 * Joints between two bodies, or a body and the world, as constraints of low degree. Places and axes are given in space, at
 * the start; each body stores them in its own axes. With the place P, the axis a and a triad a, u, w, all fixed in a body:
 *
 *     ball       P_A = P_B                                                    (a pin in the plane)
 *     hinge      ball, and a_A at right angles to u_B and w_B
 *     universal  ball, and a_A at right angles to b_B, its two axes
 *     slider     P_A - P_B at right angles to u_B and w_B, and no relative rotation
 *     weld       ball, and no relative rotation
 */

import { minimum } from "../core/index.js";
import type { AddedConstraints, AddedParameters, Body } from "./body-parts.js";
import { below, fail, path, show } from "./model-errors.js";
import { labelError } from "./names.js";
import type { JointData } from "./schema.js";
import { didYouMean, type Scalar } from "./shapes.js";

/** What each kind does, and how many axes it needs. */
export const jointKinds = {
  ball: { about: "Holds two bodies together at a place; a pin in the plane.", axes: 0 },
  hinge: { about: "A pin in space: the bodies turn against each other about an axis.", axes: 1 },
  universal: { about: "Two axes at right angles, one fixed in each body, that cross at a place.", axes: 2 },
  slider: { about: "One body moves along an axis of the other and does not turn against it.", axes: 1 },
  weld: { about: "Two bodies move as one.", axes: 0 },
} as const;
type Kind = keyof typeof jointKinds;
const kinds = Object.keys(jointKinds) as Kind[];

export function expandJoint(
  added: AddedParameters,
  joint: Readonly<Record<string, JointData>>,
  index: number,
  bodies: ReadonlyMap<string, Body>,
  rows: AddedConstraints,
): void {
  const entries = Object.entries(joint);
  const where = path("joints", index);
  if (entries.length !== 1)
    fail(where, `must have one kind of joint; got ${entries.length}. Write {hinge: {between: [a, b], …}}.`);
  const [[given, data]] = entries;
  if (!kinds.includes(given as Kind))
    fail(where, `there is no joint ${show(given)}.${didYouMean(given, kinds) || ` Known are: ${kinds.join(", ")}.`}`);
  const kind = given as Kind;
  const at = `${where}.${kind}`;
  const problem = data.name === undefined ? undefined : labelError(data.name);
  if (problem !== undefined) fail(`${at}.name`, problem);
  const label = data.name ?? `${kind} ${index}`;
  const row = (suffix: string, expression: string): void =>
    rows.add(at, { kind: "joint", name: label }, `${label}${suffix}`, expression);
  const sides = data.between.map((name, k) => {
    if (name === "world") return undefined;
    const body = bodies.get(name);
    return (
      body ??
      fail(
        `${at}.between[${k}]`,
        `there is no body ${show(name)}.${didYouMean(name, bodies.keys()) || ' The other side of a single body is "world".'}`,
      )
    );
  });
  const body = sides[0] ?? sides[1];
  if (body === undefined) fail(`${at}.between`, "at least one side must be a body; both are the world. Name a body.");
  const { dimension } = body;
  if (data.at.length !== dimension)
    fail(`${at}.at`, `must have ${dimension} components, like the bodies; it has ${data.at.length}.`);
  if (dimension === 2 && (kind === "hinge" || kind === "universal"))
    fail(at, `a joint with an axis of rotation needs bodies in space; ${show(kind)} is in the plane. Use "ball".`);

  // places and directions in each body become parameters, so that expressions stay short
  const parameter = (key: string, value: Scalar, place = at): string => added.add(place, index, key, value);
  const fixedIn = (side: number, key: string, world: readonly string[], from: boolean): string => {
    const owner = sides[side];
    if (owner === undefined) return `[${world.join(", ")}]`;
    const full = owner.dimension === 2 ? [owner.start[0], [`-${owner.start[0][1]}`, owner.start[0][0]]] : owner.start;
    const terms = full.flatMap((axis, k) => {
      const local = parameter(
        `${key}${side}${k + 1}`,
        world.map((x, c) => `(${x}${from ? ` - ${owner.at[c]}` : ""})*(${axis[c]})`).join(" + "),
      );
      const expression = owner.axes[k];
      if (expression !== undefined) return [`${local}*${expression}`];
      if (Math.abs(added.decide(local)) > 1e-9)
        fail(
          at,
          `this joint needs a place or direction off the axis of the bar ${show(owner.name)}, which has one director. Give the bar some inertia about its axis.`,
        );
      return [];
    });
    return [...(from ? [owner.name] : []), ...terms].join(" + ") || `${owner.name}*0`;
  };
  const place = data.at.map((x, c) => parameter(`p${c + 1}`, x, below(at, "at", c)));
  const separation = `(${fixedIn(0, "p", place, true)}) - (${fixedIn(1, "p", place, true)})`;
  const vectors = triad(at, kind, data, dimension, parameter, added);
  const along = (side: number, v: "a" | "b" | "u" | "w"): string => `(${fixedIn(side, v, vectors[v]!, false)})`;
  const square = (name: string, x: "a" | "b" | "u" | "w", y: "a" | "b" | "u" | "w"): void => {
    row(` ${name}`, `dot(${along(0, x)}, ${along(1, y)})`);
  };

  // the constraints
  if (kind === "slider") {
    row(" across", `dot(${separation}, ${along(1, "u")})`);
    if (dimension === 3) row(" aside", `dot(${separation}, ${along(1, "w")})`);
  } else row("", separation);
  if (kind === "universal") square("cross", "a", "b");
  if (kind === "hinge") {
    square("axis u", "a", "u");
    square("axis w", "a", "w");
  }
  if (kind === "slider" || kind === "weld") {
    square("turn", "a", "u");
    if (dimension === 3) {
      square("pitch", "a", "w");
      square("roll", "u", "w");
    }
  }
}

/** The axis a, with u and w at right angles to it and to each other; b is the second axis of a universal joint. */
function triad(
  at: string,
  kind: Kind,
  data: JointData,
  dimension: 2 | 3,
  parameter: (key: string, value: Scalar, place?: string) => string,
  added: AddedParameters,
): Partial<Record<"a" | "b" | "u" | "w", readonly string[]>> {
  const given = kind === "universal" ? data.axes : data.axis === undefined ? undefined : [data.axis];
  const needed = jointKinds[kind].axes;
  if (needed > 0 && given?.length !== needed)
    fail(
      at,
      needed === 2
        ? "a universal joint needs two axes. Write axes: [[…], […]]."
        : `a ${kind} needs an axis. Write axis: […].`,
    );
  const [first, second] = given ?? [dimension === 2 ? [1, 0] : [1, 0, 0]];
  for (const axis of [first, second])
    if (axis && axis.length !== dimension)
      fail(at, `an axis must have ${dimension} components here; this one has ${axis.length}.`);
  const placeOf = (key: string): string =>
    kind === "universal" ? below(at, "axes", key === "a" ? 0 : 1) : below(at, "axis");
  const unit = (key: string, v: readonly Scalar[]): string[] => {
    const isGiven = key === "a" || key === "b";
    const raw = v.map((x, c) => parameter(`${key}r${c + 1}`, x, isGiven ? below(placeOf(key), c) : at));
    const length = parameter(`${key}r0`, `sqrt(${raw.map((x) => `(${x})^2`).join(" + ")})`);
    if (!(added.decide(length) > 0))
      fail(at, "an axis must not be zero, because zero has no direction. Give another vector.");
    return raw.map((x, c) => parameter(`${key}u${c + 1}`, `${x}/${length}`));
  };
  const cross = (x: readonly string[], y: readonly string[]): string[] =>
    [0, 1, 2].map((i) => `${x[(i + 1) % 3]}*${y[(i + 2) % 3]} - ${x[(i + 2) % 3]}*${y[(i + 1) % 3]}`);

  const a = unit("a", first);
  if (dimension === 2) return { a, u: [`-${a[1]}`, a[0]] };
  if (kind === "universal") return { a, b: unit("b", second) };
  const sizes = a.map((name) => Math.abs(added.decide(name)));
  const least = sizes.indexOf(minimum(sizes));
  const u = unit(
    "u",
    cross(
      a,
      [0, 1, 2].map((k) => (k === least ? "1" : "0")),
    ),
  );
  return { a, u, w: unit("w", cross(a, u)) };
}
