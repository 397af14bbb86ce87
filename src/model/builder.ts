/**
 * Builds models in TypeScript, with the same data as a file.
 *
 *     const pendulum = model("Pendulum")
 *       .parameter("l", 1)
 *       .point("bob", { mass: 1, at: ["l", 0] })
 *       .rod("origin", "bob", { length: "l" })
 *       .gravity([0, -9.81])
 *       .build(catalogue);
 *
 * Names of points are part of the type, so `.rod("origin", "bbo")` does not compile.
 */

import type { Catalogue, ElementDefinition } from "./definition.js";
import type { ForceFunction } from "./lowered.js";
import { fail, path } from "./model-errors.js";
import type {
  ConstraintData,
  CoordinateData,
  MassData,
  ModelData,
  ParameterData,
  PointData,
  RepeatData,
  RunData,
} from "./schema.js";
import type { Scalar, ScalarOrVector } from "./shapes.js";
import { type Model, validateModel } from "./validate.js";

/** A point by name, or a member of a family: `"bead[i+1]"`. */
export type PointRef<Points extends string> = "origin" | Points | `${Points}[${string}]`;

/** The entries that every element may have besides its parameters. */
interface Common {
  readonly name?: string;
  readonly repeat?: RepeatData;
}

interface RodOptions extends Common {
  readonly length?: Scalar;
  readonly squared?: boolean;
  readonly omega?: Scalar;
}

interface SpringOptions extends Common {
  readonly stiffness: Scalar;
  readonly length?: Scalar;
}

interface MorseOptions extends Common {
  readonly depth: Scalar;
  readonly width: Scalar;
  readonly length?: Scalar;
}

interface LineOptions extends Common {
  readonly through?: readonly Scalar[];
  readonly direction: readonly Scalar[];
  readonly omega?: Scalar;
}

interface PlaneOptions extends Common {
  readonly through?: readonly Scalar[];
  readonly normal: readonly Scalar[];
  readonly omega?: Scalar;
}

interface AngleSpringOptions extends Common {
  readonly stiffness: Scalar;
  readonly angle?: Scalar;
}

interface DihedralOptions extends Common {
  readonly stiffness: Scalar;
  readonly multiplicity?: Scalar;
  readonly phase?: Scalar;
}

interface PairOptions {
  readonly name?: string;
  readonly cutoff?: Scalar;
  readonly skin?: Scalar;
}

type Triple<Points extends string> = readonly [PointRef<Points>, PointRef<Points>, PointRef<Points>];
type Quadruple<Points extends string> = readonly [...Triple<Points>, PointRef<Points>];

interface ForceOptions {
  readonly name?: string;
  /** Whether the force reads v; if so, methods that need forces of positions only refuse the model. Default: true. */
  readonly readsVelocity?: boolean;
  readonly jacobian?: ForceFunction["jacobian"];
}

/** Begins a model; `build` checks it against the elements of `catalogue` unless it is given others. */
export function model(name: string, catalogue?: Catalogue): ModelBuilder<never> {
  return new ModelBuilder({ taut: 1, name }, [], catalogue);
}

/**
 * Builds a model in TypeScript; `model` begins one. Each call returns a new builder, so that several models can
 * continue from one unfinished model.
 *
 * @example
 * const hinge = model("Hinge").point("a", { mass: 1, at: [1, 0] }).gravity([0, -9.81]);
 * const rigidOne = hinge.rod("origin", "a").build();
 * const softOne = hinge.spring("origin", "a", { stiffness: 50 }).build();
 */
export class ModelBuilder<Points extends string> {
  readonly #data: ModelData;
  readonly #functions: readonly ForceFunction[];
  readonly #catalogue: Catalogue | undefined;

  constructor(data: ModelData, functions: readonly ForceFunction[], catalogue?: Catalogue) {
    this.#data = data;
    this.#functions = functions;
    this.#catalogue = catalogue;
  }

  #with<Next extends string = Points>(change: Partial<ModelData>): ModelBuilder<Next> {
    return new ModelBuilder<Next>({ ...this.#data, ...change }, this.#functions, this.#catalogue);
  }

  /** One sentence on what to look at. */
  about(about: string): ModelBuilder<Points> {
    return this.#with({ about });
  }

  /** A number, or an expression of other parameters; a list is a vector, and a list of lists a matrix. */
  parameter(name: string, value: ParameterData): ModelBuilder<Points> {
    return this.#with({ parameters: added("parameters", this.#data.parameters, name, value) });
  }

  /** A point that moves, an anchor (`fixed: true`), or with `repeat` a family of them. */
  point<Name extends string>(name: Name, point: PointData): ModelBuilder<Points | Name> {
    return this.#with<Points | Name>({ points: added("points", this.#data.points, name, clean(point)) });
  }

  coordinate(name: string, coordinate: CoordinateData = {}): ModelBuilder<Points> {
    const before = this.#data.coordinates;
    if (Array.isArray(before))
      fail(
        "coordinates",
        "must all be added with the builder; the model has a list of them. Call coordinate() for each.",
      );
    return this.#with({ coordinates: added<Scalar | CoordinateData>("coordinates", before, name, clean(coordinate)) });
  }

  /** Masses of coordinates: a number for all, a map, or a list with dense blocks. */
  mass(mass: MassData): ModelBuilder<Points> {
    return this.#with({ mass });
  }

  kinetic(kinetic: Scalar): ModelBuilder<Points> {
    return this.#with({ kinetic });
  }

  potential(name: string, expression: Scalar): ModelBuilder<Points> {
    const before = this.#data.potential;
    const named = typeof before === "object" ? before : undefined;
    return this.#with({ potential: added("potential", named, name, expression) });
  }

  constraint(name: string, constraint: ConstraintData): ModelBuilder<Points> {
    return this.#with({ constraints: added("constraints", this.#data.constraints, name, constraint) });
  }

  /** A force on a coordinate or point, as an expression; or, only in the library, any force as a function. */
  force(on: string, expression: ScalarOrVector): ModelBuilder<Points>;
  force(force: ForceFunction["force"], options?: ForceOptions): ModelBuilder<Points>;
  force(first: string | ForceFunction["force"], second?: ScalarOrVector | ForceOptions): ModelBuilder<Points> {
    if (typeof first === "string") {
      return this.#with({ force: added("force", this.#data.force, first, second as ScalarOrVector) });
    }
    const {
      name = `force ${this.#functions.length + 1}`,
      readsVelocity = true,
      jacobian,
    } = (second ?? {}) as ForceOptions;
    const made: ForceFunction = { name, readsVelocity, force: first, ...(jacobian && { jacobian }) };
    return new ModelBuilder(this.#data, [...this.#functions, made], this.#catalogue);
  }

  /** Start values by name: `theta`, `theta'`, `a`, `a_x'`. */
  initial(values: Readonly<Record<string, ScalarOrVector>>): ModelBuilder<Points> {
    const initial = Object.entries(values).reduce(
      (sum, [name, value]) => added("initial", sum, name, value),
      this.#data.initial,
    );
    return this.#with({ initial });
  }

  invariant(name: string, expression: Scalar): ModelBuilder<Points> {
    return this.#with({ invariants: added("invariants", this.#data.invariants, name, expression) });
  }

  /** A state of a first-order system, with its start value and its rate. */
  state(name: string, start: Scalar, rate: Scalar): ModelBuilder<Points> {
    const { states, rates } = this.#data;
    return this.#with({
      states: added("states", states as Record<string, Scalar> | undefined, name, start),
      rates: added("rates", rates, name, rate),
    });
  }

  /** An algebraic variable of a first-order system, with the constraint that determines it and a guess of its start. */
  algebraic(name: string, constraint: Scalar, guess: Scalar = 0): ModelBuilder<Points> {
    const { algebraic, constraints } = this.#data;
    return this.#with({
      algebraic: added("algebraic", algebraic as Record<string, Scalar> | undefined, name, guess),
      constraints: added<ConstraintData>("constraints", constraints, name, constraint),
    });
  }

  /** A new kind of element, written like the built-in ones. */
  define(name: string, definition: ElementDefinition): ModelBuilder<Points> {
    return this.#with({ define: added("define", this.#data.define, name, definition) });
  }

  /** Any element: `element("angle", { on: ["a", "b", "c"] })`. */
  element(element: string, entry: unknown): ModelBuilder<Points> {
    const written = typeof entry === "object" && entry !== null && !Array.isArray(entry) ? clean(entry) : entry;
    return this.#with({ elements: [...(this.#data.elements ?? []), { [element]: written }] });
  }

  /** Keeps two points at a distance. */
  rod(a: PointRef<Points>, b: PointRef<Points>, options: RodOptions = {}): ModelBuilder<Points> {
    return this.element("rod", { between: [a, b], ...options });
  }

  spring(a: PointRef<Points>, b: PointRef<Points>, options: SpringOptions): ModelBuilder<Points> {
    return this.element("spring", { between: [a, b], ...options });
  }

  /** A force against the rate at which two points part: `{ damping }`. */
  damper(
    a: PointRef<Points>,
    b: PointRef<Points>,
    options: Common & { readonly damping: Scalar },
  ): ModelBuilder<Points> {
    return this.element("damper", { between: [a, b], ...options });
  }

  /** A bond that can break: V = depth (1 - exp(-width (r - length)))². */
  morse(a: PointRef<Points>, b: PointRef<Points>, options: MorseOptions): ModelBuilder<Points> {
    return this.element("morse", { between: [a, b], ...options });
  }

  /** A force -damping v on every free point, or on those named. */
  drag(damping: Scalar, on?: readonly PointRef<Points>[]): ModelBuilder<Points> {
    return this.element("drag", on === undefined ? damping : { on: [...on], damping });
  }

  /** Keeps a point on a line. */
  pointOnLine(on: PointRef<Points>, options: LineOptions): ModelBuilder<Points> {
    return this.element("point-on-line", { on: [on], ...options });
  }

  /** Keeps a point on a plane in space. */
  pointOnPlane(on: PointRef<Points>, options: PlaneOptions): ModelBuilder<Points> {
    return this.element("point-on-plane", { on: [on], ...options });
  }

  /** Keeps the angle at the second of three points. */
  angle(
    on: Triple<Points>,
    options: Common & { readonly angle?: Scalar; readonly omega?: Scalar } = {},
  ): ModelBuilder<Points> {
    return this.element("angle", { on: [...on], ...options });
  }

  /** A spring in the angle at the second of three points. */
  angleSpring(on: Triple<Points>, options: AngleSpringOptions): ModelBuilder<Points> {
    return this.element("angle-spring", { on: [...on], ...options });
  }

  /** A spring in one coordinate. */
  torsionSpring(coordinate: string, options: AngleSpringOptions): ModelBuilder<Points> {
    return this.element("torsion-spring", { on: [coordinate], ...options });
  }

  /** The energy of a rotation about the bond between the second and the third of four points. */
  dihedral(on: Quadruple<Points>, options: DihedralOptions): ModelBuilder<Points> {
    return this.element("dihedral", { on: [...on], ...options });
  }

  /** Charges act on each other, pair by pair. */
  coulomb(options: PairOptions & { readonly constant?: Scalar } = {}): ModelBuilder<Points> {
    return this.element("coulomb", options);
  }

  /** The Lennard-Jones energy between points with sigma and epsilon, pair by pair. */
  lennardJones(options: PairOptions & { readonly geometric?: boolean } = {}): ModelBuilder<Points> {
    return this.element("lennard-jones", options);
  }

  /** Gravity on every free point, or on those named. */
  gravity(acceleration: readonly Scalar[], on?: readonly PointRef<Points>[]): ModelBuilder<Points> {
    return this.element(
      "gravity",
      on === undefined ? [...acceleration] : { on: [...on], acceleration: [...acceleration] },
    );
  }

  time(time: Scalar): ModelBuilder<Points> {
    return this.#with({ time });
  }

  omega(omega: Scalar): ModelBuilder<Points> {
    return this.#with({ omega });
  }

  run(run: RunData): ModelBuilder<Points> {
    return this.#with({ run: { ...this.#data.run, ...clean(run) } });
  }

  /** The model, checked against the elements of `catalogue`. */
  build(catalogue: Catalogue = this.#catalogue ?? {}): Model {
    return validateModel(
      this.#functions.length === 0 ? this.#data : { ...this.#data, functions: this.#functions },
      catalogue,
    );
  }
}

/** `before` with one more entry, whose name must be new: a second one would replace the first silently. */
function added<T>(
  section: string,
  before: Readonly<Record<string, T>> | undefined,
  name: string,
  value: T,
): Record<string, T> {
  if (before !== undefined && Object.hasOwn(before, name))
    fail(path(section, name), "each name may be added once; this one has been added before. Choose another name.");
  return { ...before, [name]: value };
}

/** A copy without the keys whose value is undefined, which plain data cannot contain. */
function clean<T extends object>(entry: T): T {
  return Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== undefined)) as T;
}
