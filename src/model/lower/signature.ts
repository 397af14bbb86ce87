/**
 * The laws of an element for one signature: which of its nodes are free, fixed or moving, how many components points
 * have, and which flag is set. Instances with equal signatures share one law and its kernels.
 */

import { own } from "../../core/index.js";
import {
  add,
  dot,
  type Expr,
  gradient,
  hessian,
  isVector,
  type LanguageFunction,
  neg,
  parse,
  type Scope,
  substitute,
  symbolsOf,
  topologicalOrder,
  type Value,
} from "../../symbolic/index.js";
import { type Laws, lawKinds, lawsOf, parameterOf } from "../definition.js";
import type { LawKind } from "../lowered.js";
import { fail, show, withErrorsAt } from "../model-errors.js";
import type { ScalarOrVector } from "../shapes.js";
import type { Column } from "./columns.js";
import type { Context } from "./context.js";
import { type ParameterColumns, readMotions } from "./element-parameters.js";
import type { Family } from "./families.js";
import type { Block } from "./instances.js";
import { letWithoutCoordinates } from "./lets.js";
import { type FreeNode, FreeNodes, type LocalNode, localNode, rateIn } from "./local-nodes.js";
import type { Start } from "./start.js";
import { exponentNames } from "./texts.js";

/** A law of a signature, without its tables. */
export interface LawTemplate {
  readonly kind: LawKind;
  readonly outputs: readonly Expr[];
  /** Endings of component names: "" for the only one. */
  readonly suffixes: readonly string[];
}

export interface Signature {
  readonly key: string;
  readonly nodes: readonly LocalNode[];
  /** The coordinates of the nodes, each once. */
  readonly free: readonly FreeNode[];
  /** The angles of joints among the nodes. */
  readonly angles: readonly Expr[];
  /** The columns, for this block, of the symbols that are not coordinates. */
  readonly columns: ReadonlyMap<Expr, Column>;
  /** The element's parameters inside the laws: symbols, or constants for uniform parameters in exponents. */
  readonly parameters: ReadonlyMap<string, Value>;
}

export function signatureOf(
  context: Context,
  block: Block,
  parameters: ParameterColumns,
  start: Start,
  space: number,
): Signature {
  const { definition, element, flag, omega } = block.item;
  const columns = new Map<Expr, Column>();
  const found = new FreeNodes(block);
  const nodes = block.places.map((place, k) => localNode(context, definition.on[k], place, start, columns, found));
  const structural = exponentNames(lawsOf(definition, flag, space));
  const values = new Map<string, Value>();
  const constants: [string, number][] = [];
  for (const [name, components] of parameters) {
    const { vector } = parameterOf(definition, name);
    if (!vector && structural.has(name) && components[0].length === 1) {
      constants.push([name, components[0][0]]);
      values.set(name, context.graph.num(components[0][0]));
    } else {
      const symbols = components.map((_, c) => context.graph.symbol(vector ? `${name}_${"xyz"[c] ?? c}` : name));
      for (const [c, symbol] of symbols.entries()) columns.set(symbol, components[c]);
      values.set(name, vector ? symbols : symbols[0]);
    }
  }
  const motions = readMotions(context, block);
  for (const [name, expr] of motions) values.set(name, expr);
  if (motions.size > 0) for (const [symbol, column] of block.columns) columns.set(symbol, column);
  const kindOf = ({ anchor, kind, name, follows }: Family): string => {
    if (follows !== undefined) return `${follows.key} ${follows.nodes.map(({ family }) => kindOf(family)).join(" ")}`;
    if (anchor === undefined) return kind;
    return anchor.motion === undefined ? "fixed" : `moving ${name}`;
  };
  const kinds = block.places.map(({ family }) => kindOf(family));
  return {
    key: JSON.stringify([
      element,
      flag,
      block.item.variant,
      kinds,
      found.pattern,
      omega !== undefined,
      constants,
      motions.size > 0 && block.item.where,
    ]),
    nodes,
    free: found.all,
    angles: nodes.flatMap(({ place, position }) =>
      place.family.follows === undefined || place.family.kind === "point"
        ? []
        : topologicalOrder(position).filter(({ op }) => op === "atan2"),
    ),
    columns,
    parameters: values,
  };
}

export function lawTemplates(context: Context, block: Block, signature: Signature, space: number): LawTemplate[] {
  const { item } = block;
  const { definition, element, where } = item;
  const laws = lawsOf(definition, item.flag, space);
  const scope = localScope(context, block, signature);
  const { free } = signature;
  const velocities = new Set(free.flatMap(({ v }) => v));
  const coordinates = new Set([...velocities, ...free.flatMap(({ q }) => q)]);

  const templates = lawKinds.flatMap((kind): LawTemplate[] => {
    if (laws[kind] === undefined) return [];
    const made =
      kind === "force"
        ? forceTemplate(laws.force!)
        : kind === "dissipation"
          ? dissipationTemplate(laws.dissipation!)
          : template(kind, laws[kind]!);
    const found = symbolsOf(made.outputs);
    const velocity = found.find((symbol) => velocities.has(symbol));
    if (velocity !== undefined && (kind === "potential" || kind === "constraint")) {
      fail(
        where,
        `its ${kind} may depend on positions and t only; it contains the velocity ${velocity.name}. Write a force instead.`,
      );
    }
    if (kind !== "force" && kind !== "dissipation" && !found.some((symbol) => coordinates.has(symbol)))
      fail(where, `its ${kind} must depend on its nodes; it does not depend on ${definition.on.join(", ")}.`);
    if (kind === "kinetic") refuseHigherPowers(where, made.outputs[0], [...velocities]);
    return [made];
  });
  if (templates.length === 0)
    fail(where, `${element} has no law for points with ${space} component${space === 1 ? "" : "s"}.`);
  return templates;

  function read(value: ScalarOrVector): Value {
    if (typeof value === "number") return context.graph.num(value);
    if (typeof value === "string") return withErrorsAt(where, value, () => parse(value, scope));
    return value.map((each) => scalarOf(read(each)));
  }

  function scalarOf(value: Value): Expr {
    return isVector(value)
      ? fail(where, `a law of ${element} must be a scalar; it is a vector with ${value.length} components.`)
      : value;
  }

  function template(kind: "potential" | "constraint" | "kinetic", law: NonNullable<Laws["constraint"]>): LawTemplate {
    if (typeof law === "object" && !Array.isArray(law)) {
      const entries = Object.entries(law);
      return {
        kind,
        outputs: entries.map(([, value]) => scalarOf(read(value))),
        // bodies and joints write the endings out
        suffixes: entries.map(([name]) => (item.part === undefined ? `.${name}` : name)),
      };
    }
    const value = read(law);
    const outputs = isVector(value) && kind === "constraint" ? value : [scalarOf(value)];
    return { kind, outputs, suffixes: outputs.length === 1 ? [""] : outputs.map((_, c) => `.${c + 1}`) };
  }

  /** One output for each coordinate of the free nodes; forces on anchors are omitted. */
  function forceTemplate(force: NonNullable<Laws["force"]>): LawTemplate {
    const map: Readonly<Record<string, ScalarOrVector>> =
      typeof force === "object" && !Array.isArray(force) ? force : { [definition.on[0]]: force };
    const zero = context.graph.num(0);
    const sums = free.map(({ q }) => q.map(() => zero));
    signature.nodes.forEach(({ place, position }, k) => {
      const value = own(map, definition.on[k]);
      if (place.family.anchor !== undefined || value === undefined) return;
      const made = read(value);
      const components = isVector(made) ? made : [made];
      if (components.length !== position.length) {
        const counts = `must have ${position.length} components, like the node; it has ${components.length}`;
        fail(where, `its force on ${show(definition.on[k])} ${counts}.`);
      }
      free.forEach(({ q }, f) => {
        const onNode = q === position ? components : carriedForce(position, components, q);
        sums[f] = onNode.map((x, c) => add(sums[f][c], x));
      });
    });
    return { kind: "force", outputs: sums.flat(), suffixes: [] };
  }

  /** The forces -dD/dv of a dissipation D(q, v). */
  function dissipationTemplate(law: NonNullable<Laws["dissipation"]>): LawTemplate {
    const rate: LanguageFunction = {
      usage: "rate(a)",
      takes: ["scalar"],
      apply: ([x]) => rateIn(context, free, [x as Expr])[0],
    };
    const functions = new Map([...(scope.functions ?? []), ["rate", rate] as const]);
    const value =
      typeof law === "number"
        ? context.graph.num(law)
        : withErrorsAt(where, law, () => scalarOf(parse(law, { ...scope, functions })));
    const outputs = gradient(
      value,
      free.flatMap(({ v }) => v),
    ).map(neg);
    return { kind: "force", outputs, suffixes: [] };
  }
}

/** The part that coordinates q carry of a force on a place that depends on them: the transposed derivative times it. */
export function carriedForce(place: readonly Expr[], force: readonly Expr[], q: readonly Expr[]): readonly Expr[] {
  // the force does not vary with the displacement, so symbols stand for it while the work is differentiated
  const { graph } = force[0];
  const stands = force.map((_, k) => graph.symbol(`#force ${k}`));
  return substitute(gradient(dot(stands, place), q), new Map(stands.map((symbol, k) => [symbol, force[k]])));
}

/** A scope with nodes, their velocities and components, the parameters of the element and the model, and t. */
function localScope(context: Context, block: Block, signature: Signature): Scope {
  const { graph, time, parameters, lets, functions } = context;
  const { definition, where } = block.item;
  const names = new Map<string, Value>([["t", time], ...lets.known]);
  for (const [name, value] of parameters) names.set(name, graph.num(value));
  definition.on.forEach((node, k) => {
    const { place, position, velocity } = signature.nodes[k];
    const isPoint = place.family.kind === "point";
    names.set(node, isPoint ? position : position[0]).set(`${node}'`, isPoint ? velocity : velocity[0]);
    for (const [c, axis] of [..."xyz"].slice(0, isPoint ? position.length : 0).entries()) {
      names.set(`${node}_${axis}`, position[c]).set(`${node}_${axis}'`, velocity[c]);
    }
  });
  for (const [name, value] of signature.parameters) names.set(name, value);
  return {
    ...{ graph, functions },
    lookup: (name) => names.get(name) ?? letWithoutCoordinates(lets, where, name),
    names: () => names.keys(),
  };
}

/** Refuses a kinetic energy whose second derivatives still contain velocities. */
export function refuseHigherPowers(where: string, energy: Expr, velocities: readonly Expr[]): void {
  const left = symbolsOf(hessian(energy, velocities).map(({ expr }) => expr)).find((symbol) =>
    velocities.includes(symbol),
  );
  if (left !== undefined)
    fail(where, `a kinetic energy must be quadratic in the velocities; this one is not quadratic in ${left.name}.`);
}
