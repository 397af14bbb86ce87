/** Checks that need numbers: laws must be finite at the start, coordinates need masses, names must be unique. */

import { append } from "../../core/index.js";
import { type Expr, gradient, symbolsOf } from "../../symbolic/index.js";
import type { EventLaw, Law, Lowered } from "../lowered.js";
import { type ErrorCollector, fail, show } from "../model-errors.js";
import { type Column, compact, evaluate, uniform } from "./columns.js";
import type { Context } from "./context.js";
import { coordinateName, type Families, memberName } from "./families.js";
import type { Masses } from "./masses.js";
import type { Start } from "./start.js";

/** Every law, and its slope where it is an energy or a constraint, must be finite at the start. */
export function checkFinite(context: Context, law: Law, { q0, v0 }: Start): void {
  const slopes: Expr[] = [];
  const outputOf = law.outputs.map((_, c) => c);
  if (law.kind === "potential" || law.kind === "constraint") {
    const coordinates = new Set(law.stencil.flatMap(({ q }) => q));
    law.outputs.forEach((output, c) => {
      const own = symbolsOf([output]).filter((symbol) => coordinates.has(symbol));
      append(slopes, gradient(output, own));
      for (const _ of own) outputOf.push(c);
    });
  }
  const exprs = [...law.outputs, ...slopes];
  const inputs = new Map<Expr, Column>([[context.time, uniform(context.t0)]]);
  for (const { symbol, values } of law.params) inputs.set(symbol, new Float64Array(values));
  const used = new Set(symbolsOf(exprs));
  for (const { q, v, index } of law.stencil) {
    for (const [symbols, from] of [
      [q, q0],
      [v, v0],
    ] as const) {
      symbols.forEach((symbol, c) => {
        if (used.has(symbol)) inputs.set(symbol, gather(from, index, c));
      });
    }
  }
  evaluate(exprs, inputs, law.count).forEach((column, k) => {
    const wrong = column.findIndex((value) => !Number.isFinite(value));
    if (wrong < 0) return;
    const where = law.instanceWhere?.(wrong, outputOf[k]) ?? law.where;
    const which = law.count > 1 ? ` (${law.componentName(wrong, 0)})` : "";
    const what =
      k < law.outputs.length ? `${law.kind} is ${column[wrong]}` : `${law.kind} has the slope ${column[wrong]}`;
    const hint =
      k < law.outputs.length
        ? "A denominator or a logarithm of zero?"
        : "Do two of its points start at the same place?";
    fail(where, `must be finite at the start; its ${what}${which}. ${hint} Change the start or the law.`);
  });
}

/** Entries `index + c` of `from`. */
function gather(from: Float64Array, index: Int32Array, c: number): Column {
  const column = new Float64Array(index.length);
  for (let i = 0; i < index.length; i++) column[i] = from[index[i] + c];
  return compact(column);
}

/** Every coordinate needs inertia: a mass, a block, or a kinetic energy that contains its velocity. */
export function checkMasses(families: Families, masses: Masses, laws: readonly Law[], errors: ErrorCollector): void {
  const covered = masses.covered.slice();
  for (const law of laws) {
    if (law.kind !== "kinetic") continue;
    const used = new Set(symbolsOf(law.outputs));
    for (const { v, index } of law.stencil) {
      v.forEach((symbol, c) => {
        if (!used.has(symbol)) return;
        for (const first of index) {
          const k = first + c;
          if (law.name === "kinetic" && masses.covered[k] === 1) {
            errors.add(
              "kinetic",
              `it contains ${symbol.name}, but ${show(coordinateName(families, k))} already has a mass. Remove one of them.`,
            );
          }
          covered[k] = 1;
        }
      });
    }
  }
  for (const family of families.free) {
    if (family.kind === "state" || family.kind === "algebraic") continue;
    const size = family.count * family.dim;
    const missing = covered.subarray(family.offset, family.offset + size).indexOf(0);
    if (missing < 0) continue;
    const name = memberName(family, Math.floor(missing / family.dim));
    const advice =
      family.kind === "point"
        ? "Give a mass, or write fixed: true."
        : `Write mass: {${family.name}: …}, or a kinetic energy.`;
    errors.add(family.where, `${show(name)} moves and has no mass. ${advice}`);
  }
}

/** Names of constraints appear in results, so each must be unique. */
export function checkConstraintNames(lowered: Pick<Lowered, "laws">, errors: ErrorCollector): void {
  const places = new Map<string, string>();
  for (const law of lowered.laws) {
    if (law.kind !== "constraint") continue;
    const width = law.outputs.length;
    for (let row = 0; row < law.count * width; row++) {
      const [i, c] = [Math.floor(row / width), row % width];
      const name = law.componentName(i, c);
      // names with an index are those of one repeated element, or counted over all of a kind
      if (name.includes("[")) continue;
      const where = law.instanceWhere?.(i, c) ?? law.where;
      const before = places.get(name);
      if (before === undefined) places.set(name, where);
      else
        errors.add(
          where,
          `each constraint must have a name of its own; ${show(name)} is already used by ${before}. Rename one.`,
        );
    }
  }
}

/** There must be one constraint for each algebraic variable, and what is watched must not contain any. */
export function checkAlgebraic(
  families: Families,
  laws: readonly Law[],
  watched: readonly Pick<EventLaw, "name" | "law">[],
  errors: ErrorCollector,
): void {
  const { n, algebraic } = families;
  for (const law of [...watched.map((each) => each.law), ...laws.filter(({ kind }) => kind === "invariant")]) {
    const variable = law.stencil.find(({ index }) => index[0] >= n - algebraic);
    if (variable !== undefined)
      errors.add(
        law.where,
        `must depend on states and t only; it contains the algebraic variable ${variable.q[0].name}. Remove it.`,
      );
  }
  const isMechanics = families.coordinates > 0;
  if (isMechanics && algebraic === 0) return;
  const constraints = laws.filter(({ kind }) => kind === (isMechanics ? "balance" : "constraint"));
  const count = constraints.reduce((sum, { outputs }) => sum + outputs.length, 0);
  if (count !== algebraic)
    errors.add(
      "constraints",
      `each algebraic variable needs one constraint${isMechanics ? " that contains states or algebraic variables" : ""}; there are ${count} for ${algebraic} variable${algebraic === 1 ? "" : "s"}. Add or remove some.`,
    );
}
