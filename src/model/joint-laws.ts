/**
 * The laws of joints between two bodies, or a body and the world: one definition for each kind of joint and each pair of
 * kinds of bodies. Places and axes are given in space, at the start; each body stores them along its directors, as parameters
 * of the law. With the places P, an axis n and a triad n, u, w, each fixed in the body of its index:
 *
 *     ball       P_A = P_B                                                    (a pin in the plane)
 *     hinge      ball, and n_A at right angles to u_B and w_B
 *     universal  ball, and n_A at right angles to the other axis in B
 *     slider     P_A - P_B at right angles to u_B and w_B, and no relative rotation
 *     weld       ball, and no relative rotation
 *
 * The angle of a joint is that of B against A about n, and its travel is that of P_B from P_A along n; a point of A in a slot of
 * B travels along the slot.
 */

import { alongAxes, axesOf, type BodyFrame, frameKey, nodesOf } from "./body-parts.js";
import type { ElementDefinition } from "./definition.js";

type Side = "a" | "b";

/** What a law needs to know of one side of a joint. */
export interface JointSide {
  /** The kind of body; undefined for the world. */
  readonly frame: BodyFrame | undefined;
  /** The side is given by a point, whose place at the start is `pa` or `pb`. Otherwise the place is `at`. */
  readonly byPoint: boolean;
}

export interface JointLaw {
  readonly definition: ElementDefinition;
  /** Parameters that are evaluated although no law names them. */
  readonly also: readonly string[];
  /** The coordinates of the joint, in the names of the definition. */
  readonly coordinates: Readonly<Partial<Record<"angle" | "travel", string>>>;
}

/** What a kind of joint gives: its rows, and which coordinates it has. */
interface Written {
  readonly constraint?: Readonly<Record<string, string>>;
  readonly potential?: string;
  readonly dissipation?: string;
  readonly coordinates?: readonly ("angle" | "travel")[];
  /** The travel is that of a point of A along an axis of B. */
  readonly slides?: boolean;
}

/** The world's values of vectors fixed in bodies, as names of parameters or texts. */
type Vectors = "n" | "u" | "w" | "b" | "x" | "y" | "z";

export class JointText {
  readonly dimension: 2 | 3;
  readonly parameters: Record<string, NonNullable<ElementDefinition["parameters"]>[string]> = {};
  readonly also = new Set<string>();
  private readonly sides: Readonly<Record<Side, JointSide>>;

  constructor(sides: Readonly<Record<Side, JointSide>>, dimension: 2 | 3) {
    this.sides = sides;
    this.dimension = dimension;
    // a side without a place of its own has that of the point on the other side
    const other = (["a", "b"] as const).find((side) => sides[side].byPoint);
    this.parameters.at = {
      ...{ about: "place of the joint at the start", unit: "length", vector: true },
      ...(other && { default: this.placeAtStart(other) }),
    };
    // places and axes along the directors are kept for pictures and reactions, also where no law names them
    for (const side of ["a", "b"] as const) this.place(side);
  }

  /** The place of the joint on a side. */
  place(side: Side): string {
    const { frame } = this.sides[side];
    const world = this.placeAtStart(side);
    return frame === undefined ? world : `_${side} + ${this.along(side, frame, "p", `${world} - _${side}`)}`;
  }

  /** The place of the joint on a side at the start; a point of the world is a node, which may move. */
  private placeAtStart(side: Side): string {
    const { frame, byPoint } = this.sides[side];
    return byPoint ? `_${frame === undefined ? "w" : "p"}${side}` : "at";
  }

  /** P_A - P_B. */
  get offset(): string {
    return `((${this.place("a")}) - (${this.place("b")}))`;
  }

  /** A direction that is fixed in a side. */
  fixed(side: Side, vector: Vectors): string {
    const { frame } = this.sides[side];
    const world = this.world(vector);
    return frame === undefined ? world : `(${this.along(side, frame, vector, world)})`;
  }

  /** The origin of the second body in space; its components along the directors are the parameters `_o1`, `_o2`, `_o3`. */
  origin(): string {
    const names = Array.from({ length: this.dimension }, (_, k) => `_o${k + 1}`);
    for (const name of names) this.parameters[name] = {};
    return `_b + ${alongAxes("_b", this.sides.b.frame!, names)}`;
  }

  /** An axis of the second body with these components along its directors. */
  axis(components: readonly number[]): string {
    const axes = axesOf("_b", this.sides.b.frame!);
    const one = components.findIndex((x, k) => x === 1 && axes[k] !== undefined);
    if (one >= 0) return axes[one]!;
    return `(${alongAxes(
      "_b",
      this.sides.b.frame!,
      components.map((x) => `(${x})`),
    )})`;
  }

  dot(x: Vectors, y: Vectors): string {
    return `dot(${this.fixed("a", x)}, ${this.fixed("b", y)})`;
  }

  angle(): string {
    const [u, w]: [Vectors, Vectors] = this.dimension === 2 ? ["x", "y"] : ["u", "w"];
    this.parameters.angle ??= { about: "angle at the start", unit: "angle", default: 0 };
    return `angle + atan2(dot(${this.fixed("a", w)}, ${this.fixed("b", u)}), dot(${this.fixed("a", u)}, ${this.fixed("b", u)}))`;
  }

  travel(): string {
    this.parameters.travel ??= { about: "travel at the start", unit: "length", default: 0 };
    return `travel - dot(${this.offset}, ${this.fixed("a", "n")}) + dot(${this.offsetAtStart()}, ${this.world("n")})`;
  }

  /** The travel of a point of A in a slot of B, which may turn against A. */
  slide(): string {
    this.parameters.travel ??= { about: "travel at the start", unit: "length", default: 0 };
    return `travel + dot(${this.offset}, ${this.fixed("b", "n")}) - dot(${this.offsetAtStart()}, ${this.world("n")})`;
  }

  /** P_A - P_B at the start. */
  offsetAtStart(): string {
    this.derive("_s", `${this.placeAtStart("a")} - ${this.placeAtStart("b")}`, true);
    return "_s";
  }

  /** The value of a direction in space, at the start. */
  private world(vector: Vectors): string {
    if (vector === "x" || vector === "y" || vector === "z") {
      const k = "xyz".indexOf(vector);
      return `[${Array.from({ length: this.dimension }, (_, c) => (c === k ? 1 : 0)).join(", ")}]`;
    }
    const why = "An axis must not be zero, because zero has no direction.";
    if (vector === "n" || vector === "b") {
      const given = vector === "n" ? "axis" : "other";
      this.parameters[given] ??= { about: "axis at the start", vector: true };
      this.parameters[`_v${vector}`] = {
        ...{ about: "the axis divided by its length", derived: true, vector: true, why },
        default: `${given}/norm(${given})`,
      };
      return `_v${vector}`;
    }
    this.world("n");
    if (this.dimension === 2) {
      this.derive("_vu", "[-y(_vn), x(_vn)]", true);
      return "_vu";
    }
    this.derive("_e", leastAxis, true);
    this.derive("_c", "cross(_vn, _e)", true);
    this.derive("_vu", "_c/norm(_c)", true);
    this.derive("_vw", "cross(_vn, _vu)", true);
    return `_v${vector}`;
  }

  /** A vector along the axes of a side, whose components are parameters. */
  private along(side: Side, frame: BodyFrame, key: string, world: string): string {
    const axes = axesOf(`_${side}`, frame);
    const names = axes.map((axis, k) => {
      const name = `_${key}${side}${k + 1}`;
      if (axis !== undefined) {
        this.derive(name, `dot(${world}, ${axis})`, false);
        if (key === "p" || key === "n") this.also.add(name);
      }
      return name;
    });
    if (axes.some((axis) => axis === undefined)) {
      // a bar has no director across its axis, so the part of the vector across it must vanish; lowering checks its size
      const [axis] = axes.filter((each) => each !== undefined);
      const off = `_off${key}${side}`;
      this.derive(off, `norm((${world}) - dot(${world}, ${axis})*${axis})`, false);
      this.also.add(off);
    }
    return alongAxes(`_${side}`, frame, names);
  }

  private derive(name: string, value: string | string[], vector: boolean): void {
    this.parameters[name] = { derived: true, default: value, ...(vector && { vector }) };
  }
}

/** The unit vector along the axis of space that is farthest from _vn, the first of several. */
const leastAxis = (() => {
  const [x, y, z] = ["abs(x(_vn))", "abs(y(_vn))", "abs(z(_vn))"];
  const first = `${x} - min(${y}, ${z})`;
  return [
    `where(${first}, 0, 1)`,
    `where(${first}, where(${y} - ${z}, 0, 1), 0)`,
    `where(${first}, where(${y} - ${z}, 1, 0), 0)`,
  ];
})();

/** The law of a joint; `write` says what its kind is. Equal keys share one definition. */
export function jointLaw(
  key: string,
  sides: Readonly<Record<Side, JointSide>>,
  dimension: 2 | 3,
  write: (text: JointText) => Written,
): JointLaw & { readonly variant: string } {
  const variant = `${key} ${(["a", "b"] as const).map((side) => sideKey(sides[side])).join(" ")}`;
  const before = known.get(variant);
  if (before !== undefined) return before;
  const text = new JointText(sides, dimension);
  const { constraint, potential, dissipation, coordinates = [], slides = false } = write(text);
  const written = Object.fromEntries(
    coordinates.map((each) => [each, each === "travel" && slides ? text.slide() : text[each]()]),
  );
  for (const word of Object.values(written)
    .join(" ")
    .match(/[A-Za-z_]\w*/g) ?? [])
    if (Object.hasOwn(text.parameters, word)) text.also.add(word);
  const made = {
    variant,
    coordinates: written,
    definition: {
      on: (["a", "b"] as const).flatMap((side) => {
        const { frame, byPoint } = sides[side];
        return frame !== undefined ? nodesOf(`_${side}`, frame) : byPoint ? [`_w${side}`] : [];
      }),
      parameters: text.parameters,
      ...(constraint && { constraint }),
      ...(potential !== undefined && { potential }),
      ...(dissipation !== undefined && { dissipation }),
    },
    also: [...text.also],
  };
  known.set(variant, made);
  return made;
}

const known = new Map<string, JointLaw & { readonly variant: string }>();

const sideKey = ({ frame, byPoint }: JointSide): string =>
  `${frame === undefined ? "world" : frameKey(frame)}${byPoint ? "p" : ""}`;
