/**
 * States s with rates, and algebraic variables w with equations, beside the coordinates of a mechanical model:
 *
 *     M q'' = f(t, q, v, s, w) - grad V(q, s, w) - G^T lambda,   g(q, t) = 0
 *     s' = r(t, q, v, s, w),   0 = a(t, q, v, s, w)
 *
 * The laws of mechanics keep their stencils of coordinates and read s and w as parameters that follow the motion. Rates
 * and equations become laws of a first-order system with the states y = (q, v, s), in that order, and the variables w.
 */

import { append } from "../../core/index.js";
import { add, type Expr, symbolsOf } from "../../symbolic/index.js";
import type { CoupledLaws, Law, StencilNode } from "../lowered.js";
import { fail, show } from "../model-errors.js";
import type { AlgebraicEquations } from "../structure/reduce-index.js";
import { analyse, equationsIn } from "./algebraic-structure.js";
import type { Context } from "./context.js";
import { coordinateName, type Families } from "./families.js";
import type { Start } from "./start.js";
import { type Symbols, stencilOf } from "./symbols.js";

export interface Coupling {
  /** The laws of mechanics. */
  readonly laws: readonly Law[];
  readonly coupled: CoupledLaws;
}

/** Undefined after an error. */
export function coupleStates(
  context: Context,
  families: Families,
  symbols: Symbols,
  laws: readonly Law[],
  start: Start,
): Coupling | undefined {
  const { errors } = context;
  const isBeside = ({ kind }: Law): boolean => kind === "rate" || kind === "balance" || kind === "invariant";
  const own = laws.filter((law) => !isBeside(law));
  const mechanics = own.flatMap((law) => errors.attempt(() => withInputs(law, families, start)) ?? []);
  if (mechanics.length < own.length) return undefined;
  const equations = laws.filter(({ kind }) => kind === "balance").map((law) => inStates(law, families));
  const analysed =
    families.algebraic === 0
      ? undefined
      : analyse(
          context,
          families,
          systemOf(context, families, symbols, laws),
          [...start.q0.subarray(0, families.coordinates), ...start.v0, ...start.q0.subarray(families.coordinates)],
          equations.map((law) => ({ ...law, kind: "constraint" as const })),
        );
  if (families.algebraic > 0 && analysed === undefined) return undefined;
  return {
    laws: mechanics,
    coupled: {
      states: families.states,
      algebraic: families.algebraic,
      laws: [
        ...laws.filter(({ kind }) => kind === "rate" || kind === "invariant").map((law) => inStates(law, families)),
        ...(families.algebraic > 0 ? [ratesOfPositions(context, families, symbols)] : []),
        ...(analysed?.laws ?? []),
      ],
      ...(analysed && { structure: analysed.structure }),
      drives: mechanics.some(({ params }) => params.some(({ slot }) => slot !== undefined)),
    },
  };
}

/** A law of mechanics that reads states and variables as parameters. */
function withInputs(law: Law, families: Families, start: Start): Law {
  const { coordinates } = families;
  const { q0 } = start;
  const isInput = ({ index }: StencilNode): boolean => index.some((k) => k >= coordinates);
  const inputs = law.stencil.filter(isInput);
  const penalised = law.penalised && { penalised: withInputs(law.penalised, families, start) };
  if (inputs.length === 0) return penalised === undefined ? law : { ...law, ...penalised };
  const name = coordinateName(families, inputs[0].index.find((k) => k >= coordinates)!);
  const isOfElement = law.params.some(({ multiplier, omega2 }) => multiplier === undefined && omega2 === undefined);
  if (law.count !== 1 || isOfElement)
    fail(law.where, `an element joins points and coordinates; ${show(name)} is neither. Write a force instead.`);
  if (law.kind === "constraint")
    fail(
      law.where,
      `a constraint that contains states needs an algebraic variable that enforces it; this one contains ${show(name)}, and there is no variable. Write algebraic: [u], and use u in the rate of ${show(name)}, or let a stiff spring follow the state.`,
    );
  if (law.kind === "kinetic")
    fail(law.where, `a kinetic energy must not depend on states; it contains ${show(name)}. Remove it.`);
  // forces have an output for each coordinate, and none acts on states
  let place = 0;
  const outputs =
    law.kind === "force"
      ? law.stencil.flatMap((node) => {
          const mine = law.outputs.slice(place, place + node.dim);
          place += node.dim;
          return isInput(node) ? [] : mine;
        })
      : law.outputs;
  return {
    ...law,
    outputs,
    stencil: law.stencil.filter((node) => !isInput(node)),
    params: [
      ...law.params,
      ...inputs.map(({ q, index }) => ({
        symbol: q[0],
        values: Float64Array.of(q0[index[0]]),
        slot: index[0] - coordinates,
      })),
    ],
    followed: true,
    ...penalised,
  };
}

/** A law of one instance as a law of y = (q, v, s) and w. */
export function inStates(law: Law, { coordinates }: Pick<Families, "coordinates">): Law {
  const used = new Set(symbolsOf(law.outputs));
  const isScattered = law.kind === "rate";
  const outputs: Expr[] = [];
  const stencil: StencilNode[] = [];
  let place = 0;
  for (const { dim, q, v, index } of law.stencil) {
    const mine = law.outputs.slice(place, place + dim);
    place += dim;
    const isCoordinate = index[0] < coordinates;
    stencil.push({ dim, q, v: [], index: isCoordinate ? index : index.map((k) => k + coordinates) });
    append(outputs, mine);
    if (!v.some((symbol) => used.has(symbol))) continue;
    stencil.push({ dim, q: v, v: [], index: index.map((k) => k + coordinates) });
    append(
      outputs,
      mine.map(({ graph }) => graph.num(0)),
    );
  }
  return { ...law, stencil, outputs: isScattered ? outputs : law.outputs };
}

/** q' = v, which the derivatives of equations need. */
function ratesOfPositions({ graph }: Context, { coordinates, free }: Families, symbols: Symbols): Law {
  const nodes = free
    .filter(({ kind }) => kind === "point" || kind === "coordinate")
    .flatMap((family) => Array.from({ length: family.count }, (_, i) => symbols.node(family, i)));
  const zero = graph.num(0);
  return {
    kind: "rate",
    name: "rate",
    where: "coordinates",
    outputs: [...nodes.flatMap(({ v }) => v), ...nodes.flatMap(({ v }) => v.map(() => zero))],
    stencil: stencilOf([
      ...nodes.map((node) => ({ ...node, v: [] })),
      ...nodes.map(({ offset, dim, v }) => ({ offset: coordinates + offset, dim, q: v, v: [] })),
    ]),
    params: [],
    count: 1,
    componentName: () => "rate",
  };
}

/** The equations of w as those of a first-order system, in which accelerations are not known. */
function systemOf(
  { time, graph }: Context,
  { free, coordinates }: Families,
  symbols: Symbols,
  laws: readonly Law[],
): AlgebraicEquations {
  const ofKind = (...kinds: readonly string[]) =>
    free
      .filter(({ kind }) => kinds.includes(kind))
      .flatMap((family) => Array.from({ length: family.count }, (_, i) => symbols.node(family, i)));
  const moving = ofKind("point", "coordinate");
  const [q, v] = [moving.flatMap((node) => node.q), moving.flatMap((node) => node.v)];
  const states = ofKind("state").flatMap((node) => node.q);
  const rates: Expr[] = states.map(() => graph.num(0));
  for (const { kind, stencil, outputs } of laws) {
    if (kind !== "rate") continue;
    let place = 0;
    for (const { index, dim } of stencil) {
      const k = index[0] - coordinates;
      if (k >= 0 && k < rates.length) rates[k] = add(rates[k], outputs[place]);
      place += dim;
    }
  }
  const accelerations = v.map(({ name }) => graph.symbol(`${name}'`));
  return {
    time,
    states: [...q, ...v, ...states],
    rates: [...v, ...accelerations, ...rates],
    variables: ofKind("algebraic").flatMap((node) => node.q),
    equations: equationsIn(laws.filter(({ kind }) => kind === "balance")),
    opaque: new Set(accelerations),
  };
}
