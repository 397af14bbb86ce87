/**
 * The laws of an element for one signature: which of its nodes are free, fixed or moving, how many components points
 * have, which flag is set. Instances with equal signatures share one law and its kernels.
 */

import { type Expr, hessian, isVector, parse, parseSyntax, type Scope, type Syntax, symbolsOf, tangent, type Value } from "../../symbolic/index.js";
import { type Laws, lawKinds, lawsOf, parameterOf } from "../definition.js";
import type { LawKind } from "../lowered.js";
import { fail, reading, show } from "../problems.js";
import type { Scalar, ScalarOrVector } from "../shapes.js";
import { type Column, uniform } from "./columns.js";
import { type Context, unflatten } from "./context.js";
import { type ParameterColumns, startColumn } from "./element-parameters.js";
import type { Block, Place } from "./instances.js";
import type { Start } from "./start.js";

/** A law of a signature, before its tables. */
export interface LawTemplate {
  readonly kind: LawKind;
  readonly outputs: readonly Expr[];
  /** Endings of component names: "" for the only one. */
  readonly suffixes: readonly string[];
}

/** What stands for a node inside the laws. */
interface LocalNode {
  readonly place: Place;
  readonly position: readonly Expr[];
  readonly velocity: readonly Expr[];
}

export interface Signature {
  readonly key: string;
  readonly nodes: readonly LocalNode[];
  /** Columns of the symbols that are not coordinates, for this block. */
  readonly columns: ReadonlyMap<Expr, Column>;
  /** Parameters that stand in exponents and have one value: they become constants. */
  readonly constants: ReadonlyMap<string, number>;
}

export function signatureOf(context: Context, block: Block, parameters: ParameterColumns, start: Start, space: number): Signature {
  const { definition, element, flag, omega } = block.item;
  const columns = new Map<Expr, Column>();
  const nodes = block.places.map((place, k) => localNode(context, definition.on[k], place, start, columns));
  const structural = exponentNames(lawsOf(definition, flag, space));
  const constants = new Map<string, number>();
  for (const [name, components] of parameters) {
    if (structural.has(name) && components.length === 1 && components[0].length === 1) constants.set(name, components[0][0]);
    else components.forEach((column, c) => columns.set(parameterSymbols(context, name, components.length)[c], column));
  }
  const kinds = block.places.map(({ family }) => {
    if (family.anchor === undefined) return family.kind;
    return family.anchor.motion === undefined ? "fixed" : `moving ${family.name}`;
  });
  return { key: JSON.stringify([element, flag, kinds, omega !== undefined, [...constants]]), nodes, columns, constants };
}

function parameterSymbols({ graph }: Context, name: string, count: number): Expr[] {
  return count === 1 ? [graph.symbol(name)] : Array.from({ length: count }, (_, c) => graph.symbol(`${name}_${"xyz"[c] ?? c}`));
}

/** A free node has symbols, a fixed one is parameters, and a moving one is its motion in t. */
function localNode(context: Context, name: string, place: Place, start: Start, columns: Map<Expr, Column>): LocalNode {
  const { graph, time } = context;
  const { kind, dim, anchor, indices, extents } = place.family;
  const names = kind === "point" ? Array.from("xyz".slice(0, dim), (axis) => `${name}_${axis}`) : [name];
  const position = names.map((each) => graph.symbol(each));
  if (anchor === undefined) return { place, position, velocity: names.map((each) => graph.symbol(`${each}'`)) };
  if (anchor.motion === undefined) {
    position.forEach((symbol, c) => columns.set(symbol, startColumn(place, start, c)));
    return { place, position, velocity: position.map(() => graph.num(0)) };
  }
  indices.forEach((index, k) => {
    const members = Float64Array.from(place.members, (member) => unflatten(extents, member)[k]);
    columns.set(anchor.symbols.get(index)!, members.length === 1 ? uniform(members[0]) : members);
  });
  return { place, position: anchor.motion, velocity: tangent(anchor.motion, new Map([[time, graph.num(1)]])) };
}

export function lawTemplates(context: Context, block: Block, signature: Signature, space: number): LawTemplate[] {
  const { item } = block;
  const { definition, element, where } = item;
  const laws = lawsOf(definition, item.flag, space);
  const scope = localScope(context, block, signature);
  const free = signature.nodes.filter(({ place }) => place.family.anchor === undefined);
  const velocities = new Set(free.flatMap(({ velocity }) => velocity));
  const coordinates = new Set([...velocities, ...free.flatMap(({ position }) => position)]);

  const templates = lawKinds.flatMap((kind): LawTemplate[] => {
    if (laws[kind] === undefined) return [];
    const made = kind === "force" ? forceTemplate(laws.force!) : template(kind, laws[kind]!);
    const found = symbolsOf(made.outputs);
    const velocity = found.find((symbol) => velocities.has(symbol));
    if (velocity !== undefined && (kind === "potential" || kind === "constraint")) {
      fail(where, `its ${kind} contains the velocity ${velocity.name}, and may depend on positions and t only. Write a force instead.`);
    }
    if (kind !== "force" && !found.some((symbol) => coordinates.has(symbol))) fail(where, `its ${kind} does not depend on ${definition.on.join(", ")}.`);
    if (kind === "kinetic") refuseHigherPowers(made.outputs[0]);
    return [made];
  });
  if (templates.length === 0) fail(where, `${element} has no law for points with ${space} component${space === 1 ? "" : "s"}.`);
  return templates;

  function read(value: ScalarOrVector): Value {
    if (typeof value === "number") return context.graph.num(value);
    if (typeof value === "string") return reading(where, value, () => parse(value, scope));
    return value.map((each) => scalarOf(read(each)));
  }

  function scalarOf(value: Value): Expr {
    return isVector(value) ? fail(where, `a law of ${element} is a vector with ${value.length} components where a scalar is needed.`) : value;
  }

  function template(kind: "potential" | "constraint" | "kinetic", law: NonNullable<Laws["constraint"]>): LawTemplate {
    if (typeof law === "object" && !Array.isArray(law)) {
      const entries = Object.entries(law);
      return { kind, outputs: entries.map(([, value]) => scalarOf(read(value))), suffixes: entries.map(([name]) => `.${name}`) };
    }
    const value = read(law);
    const outputs = isVector(value) && kind === "constraint" ? value : [scalarOf(value)];
    return { kind, outputs, suffixes: outputs.length === 1 ? [""] : outputs.map((_, c) => `.${c + 1}`) };
  }

  /** One output for each coordinate of the free nodes; reactions of anchors are left out. */
  function forceTemplate(force: NonNullable<Laws["force"]>): LawTemplate {
    const map: Readonly<Record<string, ScalarOrVector>> = typeof force === "object" && !Array.isArray(force) ? force : { [definition.on[0]]: force };
    const outputs = signature.nodes.flatMap(({ place, position }, k): readonly Expr[] => {
      if (place.family.anchor !== undefined) return [];
      const value = map[definition.on[k]];
      if (value === undefined) return position.map(() => context.graph.num(0));
      const made = read(value);
      const components = isVector(made) ? made : [made];
      if (components.length === position.length) return components;
      fail(where, `its force on ${show(definition.on[k])} has ${components.length} components, and the node has ${position.length}.`);
    });
    return { kind: "force", outputs, suffixes: [] };
  }

  function refuseHigherPowers(energy: Expr): void {
    const second = symbolsOf(hessian(energy, [...velocities]).map(({ expr }) => expr));
    const left = second.find((symbol) => velocities.has(symbol));
    if (left !== undefined) fail(where, `a kinetic energy is quadratic in the velocities, and this is not in ${left.name}.`);
  }
}

/** Nodes, their velocities and components, the element's parameters, the model's, and t. */
function localScope(context: Context, block: Block, signature: Signature): Scope {
  const { graph, time, parameters } = context;
  const { definition } = block.item;
  const names = new Map<string, Value>([["t", time]]);
  for (const [name, value] of parameters) names.set(name, graph.num(value));
  definition.on.forEach((node, k) => {
    const { place, position, velocity } = signature.nodes[k];
    const isPoint = place.family.kind === "point";
    names.set(node, isPoint ? position : position[0]).set(`${node}'`, isPoint ? velocity : velocity[0]);
    for (const [c, axis] of [..."xyz"].slice(0, isPoint ? position.length : 0).entries()) {
      names.set(`${node}_${axis}`, position[c]).set(`${node}_${axis}'`, velocity[c]);
    }
  });
  for (const name of Object.keys(definition.parameters ?? {})) {
    const constant = signature.constants.get(name);
    const { vector } = parameterOf(definition, name);
    const count = vector ? (block.places[0].family.kind === "point" ? block.places[0].family.dim : 1) : 1;
    const symbols = parameterSymbols(context, name, count);
    names.set(name, constant !== undefined ? graph.num(constant) : vector ? symbols : symbols[0]);
  }
  return { graph, lookup: (name) => names.get(name), names: () => names.keys() };
}

/** The names that stand in exponents of the laws: a^n with a varying n would need a logarithm for its derivative. */
function exponentNames(laws: Laws): ReadonlySet<string> {
  const names = new Set<string>();
  const texts = lawKinds.flatMap((kind) => textsOf(laws[kind]));
  for (const text of texts) {
    const stack: { node: Syntax; exponent: boolean }[] = [{ node: parseQuietly(text), exponent: false }];
    for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
      const { node, exponent } = top;
      if (node.kind === "name" && exponent) names.add(node.name);
      if (node.kind === "unary") stack.push({ node: node.argument, exponent });
      if (node.kind === "binary") stack.push({ node: node.left, exponent }, { node: node.right, exponent: exponent || node.operator === "^" });
      if (node.kind === "call") node.arguments.forEach((argument, k) => stack.push({ node: argument, exponent: exponent || (node.name === "pow" && k === 1) }));
      if (node.kind === "vector") for (const component of node.components) stack.push({ node: component, exponent });
    }
  }
  return names;
}

function textsOf(law: Scalar | readonly Scalar[] | Readonly<Record<string, ScalarOrVector>> | undefined): string[] {
  if (typeof law === "string") return [law];
  return typeof law === "object" ? Object.values(law).flatMap((each: ScalarOrVector) => textsOf(each)) : [];
}

/** The syntax of a text; definitions have been checked, so it has one. */
function parseQuietly(text: string): Syntax {
  return parseSyntax(text);
}
