/**
 * The structure of a first-order system with algebraic variables: which equation determines which variable, after how
 * many derivatives, and the laws of the system in which that is done. Where the structure is deficient, the error names
 * equations and variables as the file does.
 */

import { append } from "../../core/index.js";
import type { EquationIndex } from "../../core/workspace.js";
import { deficitOf } from "../../math/deficit.js";
import { add, type Expr, symbolsOf } from "../../symbolic/index.js";
import type { AlgebraicStructure, Law } from "../lowered.js";
import { type ErrorCollector, show } from "../model-errors.js";
import { competitors, largestMatching } from "../structure/matching.js";
import {
  type AlgebraicEquations,
  actions,
  type Equation,
  type ReducedIndex,
  type Row,
  reduceIndex,
  slopesIn,
  Unenforceable,
} from "../structure/reduce-index.js";
import { Samples } from "../structure/samples.js";
import type { Context } from "./context.js";
import { coordinateName, type Families } from "./families.js";
import { group } from "./named-expressions.js";
import type { Start } from "./start.js";
import { type Symbols, stencilOf } from "./symbols.js";

export interface Analysed {
  readonly laws: readonly Law[];
  readonly structure: AlgebraicStructure;
}

/** Systems with more unknowns are not checked for equations that depend on each other; their first step finds these. */
const largest = 150;

/** The laws of a first-order system with the index reduced; undefined after an error. */
export function analyseAlgebraic(
  context: Context,
  families: Families,
  symbols: Symbols,
  laws: readonly Law[],
  start: Start,
): Analysed | undefined {
  const system = equationsOf(context, families, symbols, laws);
  const analysed = analyse(context, families, system, start.q0, constraintsOf(laws));
  if (analysed === undefined) return undefined;
  return { ...analysed, laws: [...laws.filter(({ kind }) => kind !== "constraint"), ...analysed.laws] };
}

const constraintsOf = (laws: readonly Law[]): Law[] => laws.filter(({ kind }) => kind === "constraint");

/**
 * The constraint laws `given` of a system, with the index reduced, and hidden ones; undefined after an error. `start` has
 * the values of states and variables.
 */
export function analyse(
  context: Context,
  families: Families,
  system: AlgebraicEquations,
  start: ArrayLike<number>,
  given: readonly Law[],
): Analysed | undefined {
  const { errors } = context;
  const where = families.free.filter(({ kind }) => kind === "algebraic").map((family) => family.where);
  if (isDeficient(system, where, errors)) return undefined;
  const samples = new Samples();
  samples.place(context.time, context.t0);
  [...system.states, ...system.variables].forEach((symbol, k) => {
    samples.place(symbol, start[k]);
  });
  let reduced: ReducedIndex;
  try {
    reduced = reduceIndex(system, samples);
  } catch (error) {
    if (!(error instanceof Unenforceable)) throw error;
    const { name, where: place } = system.equations[error.origin];
    errors.add(
      place,
      error.isOpaque
        ? `an equation beside coordinates must determine its variable without accelerations; that of ${show(name)} acts on it by them. Write a constraint of coordinates alone, which needs no variable, or put the variable into the equation.`
        : `an algebraic variable must act on each constraint; none acts on ${show(name)} or on its derivatives. Use one in the rates of its states.`,
    );
    return undefined;
  }
  if (isDependent(system, reduced, samples, errors)) return undefined;
  const determined = variablesOf(system, reduced);
  const equations = system.equations.map(({ name }, k): EquationIndex => {
    const variable = determined[k];
    return { name, index: reduced.indices[k], ...(variable && { determines: variable.name }) };
  });
  const added = reduced.unknowns.slice(system.variables.length);
  return {
    laws: reducedLaws(given, system, reduced),
    structure: { added: added.map(({ name }) => name), equations },
  };
}

function equationsOf(
  { time, graph }: Context,
  families: Families,
  symbols: Symbols,
  laws: readonly Law[],
): AlgebraicEquations {
  const ofKind = (isVariable: boolean): Expr[] =>
    families.free
      .filter(({ kind }) => (kind === "algebraic") === isVariable)
      .flatMap((family) => Array.from({ length: family.count }, (_, i) => symbols.node(family, i).q[0]));
  const states = ofKind(false);
  const rates: Expr[] = states.map(() => graph.num(0));
  for (const { kind, stencil, outputs } of laws) {
    if (kind !== "rate") continue;
    stencil.forEach(({ index: [k] }, place) => {
      if (k < rates.length) rates[k] = add(rates[k], outputs[place]);
    });
  }
  return { time, states, rates, variables: ofKind(true), equations: equationsIn(constraintsOf(laws)) };
}

/** The equations of laws of one instance. */
export function equationsIn(laws: readonly Law[]): Equation[] {
  return laws.flatMap((law) =>
    law.outputs.map((expr, c) => ({
      name: law.componentName(0, c),
      where: law.instanceWhere?.(0, c) ?? law.where,
      expr,
    })),
  );
}

/** The variable that each equation of the model determines, by itself or by its derivatives. */
function variablesOf(system: AlgebraicEquations, { rows, unknowns }: ReducedIndex): (Expr | undefined)[] {
  const { variables, equations } = system;
  // the derivative z' of a variable stands for the variable
  const ofName = new Map(variables.map(({ name }, k) => [name, k]));
  const place = new Map(unknowns.map((unknown) => [unknown, ofName.get(unknown.name.replace(/'+$/, ""))!]));
  const termsOf = actions(system);
  const incidence = equations.map((): number[] => []);
  for (const { origin, expr, differentiated, determines } of rows) {
    const own = differentiated ? [...termsOf(expr).keys()] : symbolsOf([expr]);
    append(
      incidence[origin],
      own.flatMap((symbol) => place.get(symbol) ?? []),
    );
    if (determines < variables.length) incidence[origin].unshift(determines);
  }
  return [...largestMatching(incidence, variables.length).columnOf].map((k) => variables[k]);
}

/** Reports equations that together contain too few variables, whatever their values are. */
function isDeficient(
  { states, rates, variables, equations }: AlgebraicEquations,
  wheres: readonly string[],
  errors: ErrorCollector,
): boolean {
  const columns = [...states, ...variables];
  const place = new Map(columns.map((symbol, k) => [symbol, k]));
  const contained = (expr: Expr): number[] => symbolsOf([expr]).flatMap((symbol) => place.get(symbol) ?? []);
  const incidence = [
    ...rates.map((rate, k) => [...new Set([k, ...contained(rate)])]),
    ...equations.map(({ expr }) => contained(expr)),
  ];
  const used = new Set(incidence.flat());
  const unused = variables.findIndex((_, k) => !used.has(states.length + k));
  if (unused >= 0) {
    errors.add(
      wheres[unused],
      `each algebraic variable must be in a rate or a constraint; ${show(variables[unused].name)} is in none. Use it, or remove it.`,
    );
    return true;
  }
  const matching = largestMatching(incidence, columns.length);
  const left = matching.columnOf.indexOf(-1);
  if (left < 0) return false;
  const { rows, columns: shared } = competitors(incidence, matching, left);
  const places = rows.map((row) => row - states.length).sort((a, b) => a - b);
  const among = places.filter((k) => k >= 0).map((k) => equations[k]);
  const rest = places.filter((k) => k < 0).map((k) => `the rate of ${show(states[states.length + k].name)}`);
  const first = joined([...among.map(({ name }) => show(name)), ...rest]);
  errors.add(
    (among[among.length - 1] ?? equations[0]).where,
    `there must be a variable for each equation; ${first} contain only ${listed(shared.map((k) => columns[k].name))}, so no algebraic variable is left for one of them. Use another variable in them, or remove one.`,
  );
  return true;
}

/** Reports rows that depend on each other at the start and near it, although the structure does not show it. */
function isDependent(
  system: AlgebraicEquations,
  { rows, unknowns }: ReducedIndex,
  samples: Samples,
  errors: ErrorCollector,
): boolean {
  const n = unknowns.length;
  if (n > largest) return false;
  const place = new Map(unknowns.map((unknown, k) => [unknown, k]));
  const termsOf = actions(system);
  const one = system.time.graph.num(1);
  const terms = rows.flatMap(({ expr, differentiated }, row) =>
    differentiated
      ? [...termsOf(expr)].flatMap(([z, products]) => products.map((pair) => ({ row, column: place.get(z)!, pair })))
      : slopesIn(expr, (symbol) => place.has(symbol)).map(([z, slope]) => ({
          row,
          column: place.get(z)!,
          pair: [one, slope] as const,
        })),
  );
  const values = samples.of(terms.flatMap(({ pair }) => pair));
  let found: ReturnType<typeof deficitOf>;
  for (let i = 0; i < samples.count; i++) {
    const matrix = new Float64Array(n * n);
    terms.forEach(({ row, column }, k) => {
      matrix[row * n + column] += values[2 * k][i] * values[2 * k + 1][i];
    });
    const deficit = deficitOf(matrix, n);
    if (deficit === undefined) return false;
    found ??= deficit;
  }
  if (found === undefined || found === null) return false;
  const among = [...new Set(found.rows.map((row) => rows[row].origin))].sort((a, b) => a - b);
  const names = listed(found.columns.map((k) => unknowns[k].name));
  const { where } = system.equations[among[among.length - 1]];
  const equations = listed(among.map((k) => system.equations[k].name));
  errors.add(
    where,
    among.length === 1
      ? `the equations must determine every algebraic variable; ${equations} does not determine ${names}, at the start and near it. Let ${names} act on it.`
      : `the equations must determine every algebraic variable; ${equations} depend on each other, so that ${names} may change without effect on them, at the start and near it. Remove one, or let its variable act on it alone.`,
  );
  return true;
}

/** The constraint laws of the reduced system. Laws that need no derivative but the first stay as they are. */
function reducedLaws(given: readonly Law[], { equations, states }: AlgebraicEquations, reduced: ReducedIndex): Law[] {
  const { rows, hidden, unknowns } = reduced;
  const isPlain = hidden.length === 0 && rows.every(({ times }) => times === 0);
  if (isPlain && rows.every(({ differentiated }) => !differentiated)) return [...given];
  if (isPlain && rows.every(({ differentiated }) => differentiated))
    return given.map((law) => ({ ...law, differentiated: true }));

  const place = new Map<Expr, number>([...states, ...unknowns].map((symbol, k) => [symbol, k]));
  const isOfUnknowns = ({ expr }: { readonly expr: Expr }): boolean =>
    symbolsOf([expr]).some((symbol) => (place.get(symbol) ?? 0) >= states.length);
  const made = (kind: "constraint" | "hidden", list: readonly Pick<Row, "origin" | "times" | "expr">[]): Law[] => {
    const named = list.map(({ origin, times, expr }) => {
      const { name, where } = equations[origin];
      return { where, names: [`${name}${"'".repeat(times)}`], exprs: [expr] };
    });
    return group(named).map((part): Law => {
      const outputs = part.flatMap(({ exprs }) => exprs);
      const names = part.flatMap((each) => each.names);
      const nodes = symbolsOf(outputs)
        .filter((symbol) => place.has(symbol))
        .map((symbol) => ({ offset: place.get(symbol)!, dim: 1, q: [symbol], v: [] }))
        .sort((a, b) => a.offset - b.offset);
      return {
        kind,
        name: kind,
        where: part[0].where,
        outputs,
        stencil: stencilOf(nodes),
        params: [],
        count: 1,
        componentName: (_, c) => names[c],
        instanceWhere: (_, c) => part[c].where,
      };
    });
  };
  return [
    ...made(
      "constraint",
      rows.filter(({ differentiated }) => !differentiated),
    ),
    ...made(
      "constraint",
      rows.filter(({ differentiated }) => differentiated),
    ).map((law) => ({ ...law, differentiated: true })),
    ...made(
      "hidden",
      hidden.filter((each) => !isOfUnknowns(each)),
    ),
    ...made("hidden", hidden.filter(isOfUnknowns)),
  ];
}

/** Names in a sentence: "a", "b" and "c". */
const listed = (names: readonly string[]): string => joined(names.map((name) => show(name)));

const joined = (shown: readonly string[]): string =>
  shown.length < 2 ? shown.join("") : `${shown.slice(0, -1).join(", ")} and ${shown[shown.length - 1]}`;

/** The name of entry `k` of w = (y, z), with the unknowns that the reduction has added. */
export function nameWithAdded(families: Families, added: readonly string[] | undefined): (k: number) => string {
  return (k) => (k < families.n ? coordinateName(families, k) : (added?.[k - families.n] ?? ""));
}
