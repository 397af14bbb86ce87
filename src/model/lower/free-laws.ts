/**
 * Laws that the file writes as expressions of named coordinates. Each has one instance, and many small ones are combined
 * into one law, so that common subexpressions are computed once.
 */

import { add, type Expr, isVector, mul, substitute, symbolsOf, topologicalOrder } from "../../symbolic/index.js";
import type { Law, LawKind, Param } from "../lowered.js";
import { below, fail, path, show } from "../model-errors.js";
import type { ModelData } from "../schema.js";
import type { Scalar, ScalarOrVector } from "../shapes.js";
import { type Context, placeOf } from "./context.js";
import { coordinateName, type Families } from "./families.js";
import { findCoordinate } from "./members.js";
import { type MultiplierCalls, multiplierCalls } from "./multipliers.js";
import { byOmega, componentNames, group, type NamedExpression, readOmega, scalarOf } from "./named-expressions.js";
import { refuseHigherPowers } from "./signature.js";
import { type Beyond, type Node, type Symbols, stencilOf } from "./symbols.js";
import { refuseTurns } from "./turns.js";

/** What other parts of lowering contribute. */
export interface MoreLaws {
  /** The laws of elements, whose constraints come before those of the model. */
  readonly elements: readonly Law[];
  /** Forces of elements whose parameters are expressions, which may read multipliers. */
  applied(beyond: Beyond): readonly NamedExpression[];
  /** Kinetic energies of masses that depend on positions. */
  readonly varying: readonly NamedExpression[];
}

export function freeLaws(
  context: Context,
  families: Families,
  symbols: Symbols,
  model: ModelData,
  { elements, applied, varying }: MoreLaws,
): { readonly laws: readonly Law[]; readonly multipliers: MultiplierCalls } {
  const { errors, graph } = context;
  const constrained = constraints();
  const multipliers = multiplierCalls(context, families, symbols, [...elements, ...constrained]);
  symbols.settle(multipliers);
  const laws = [
    ...energies("potential", model.potential),
    ...energies("kinetic", model.kinetic),
    ...group(varying).map((part) => ({
      ...law("kinetic", part, [part.flatMap(({ exprs }) => exprs).reduce(add)]),
      name: "mass",
    })),
    ...forces(),
    ...constrained,
    ...rates(),
    ...invariants(),
  ];
  return { laws, multipliers };

  /** Potentials and kinetic energies; small ones are summed into one law. */
  function energies(kind: "potential" | "kinetic", section: ModelData["potential"]): Law[] {
    if (section === undefined) return [];
    const named = typeof section === "object" ? Object.entries(section) : [["", section] as const];
    const expressions = collect(named, (name, value: Scalar) => {
      const where = name === "" ? kind : path(kind, name);
      const exprs = [scalarOf(where, symbols.read(where, value))];
      if (kind === "potential")
        refuseVelocity(where, exprs, "a potential may depend on positions and t only. Write a force instead");
      else {
        refuseTurns(where, "a kinetic energy", exprs, symbols.angles);
        refuseHigherPowers(
          where,
          exprs[0],
          symbols.nodesOf(exprs).flatMap(({ v }) => v),
        );
      }
      return { where, names: [kind], exprs };
    });
    return group(expressions)
      .map((part) => law(kind, part, [part.flatMap(({ exprs }) => exprs).reduce(add)]))
      .filter(({ stencil }) => stencil.length > 0);
  }

  function constraints(): Law[] {
    const expressions = collect(Object.entries(model.constraints ?? {}), (name, entry) => {
      const whole = typeof entry === "object" && !Array.isArray(entry) ? entry : { expression: entry };
      const place = placeOf(context, "constraints", name);
      const where = whole === entry ? below(place, "expression") : place;
      const value = symbols.read(where, whole.expression);
      const exprs = isVector(value) ? value : [value];
      const isBalance = isOfVariables(exprs);
      if (!isBalance) refuseVelocity(where, exprs, "a constraint may depend on positions and t only. Remove it");
      for (const expr of exprs) {
        if (symbols.nodesOf([expr]).length === 0)
          fail(
            where,
            `must depend on coordinates; ${show(whole.expression)} contains none, so no motion could make it vanish.`,
          );
      }
      const omega =
        whole.omega === undefined ? undefined : readOmega(context, path("constraints", name, "omega"), whole.omega);
      return { where, names: componentNames(name, exprs.length), exprs, whole: name, omega };
    });
    const balances = expressions.filter(({ exprs }) => isOfVariables(exprs));
    return [
      ...byOmega(expressions.filter((each) => !balances.includes(each))).flatMap((same) =>
        group(same).map((part) => {
          const made = law("constraint", part);
          return part[0].omega === undefined ? made : { ...made, omega: Float64Array.of(part[0].omega) };
        }),
      ),
      ...group(balances).map((part) => law("balance", part)),
    ];
  }

  /** Whether expressions beside coordinates contain states or algebraic variables, so that these fulfil them. */
  function isOfVariables(exprs: readonly Expr[]): boolean {
    const { coordinates, algebraic } = families;
    if (coordinates === 0 || algebraic === 0) return false;
    return symbols.nodesOf(exprs).some(({ offset }) => offset >= coordinates);
  }

  function forces(): Law[] {
    const expressions = collect(Object.entries(model.force ?? {}), (name, value: ScalarOrVector) => {
      const where = path("force", name);
      const { family, member, component } = findCoordinate(context, families, where, name);
      if (family.kind === "state" || family.kind === "algebraic")
        fail(
          where,
          `forces act on coordinates; ${show(name)} is ${family.kind === "state" ? "a state" : "an algebraic variable"}. Write its rate instead.`,
        );
      const node = symbols.node(family, member);
      const read = symbols.read(where, value, multipliers);
      const exprs = isVector(read) ? read : [read];
      const needed = component === undefined ? family.dim : 1;
      if (exprs.length !== needed) {
        const shape =
          family.kind === "point" && component === undefined ? ` Write a vector [${"…, ".repeat(needed - 1)}…].` : "";
        fail(
          where,
          `the force must have ${needed} component${needed === 1 ? "" : "s"}, like ${show(name)}; it has ${exprs.length}.${shape}`,
        );
      }
      return {
        where,
        names: [name],
        exprs,
        nodes: [node],
        targets: exprs.map((_, k) => node.offset + (component ?? 0) + k),
      };
    });
    return group([...expressions, ...applied(multipliers)]).map((part) => withMultipliers(part));
  }

  /** A law of forces. Those that read multipliers have a second form for the stiff view, in which lambda = omega^2 g. */
  function withMultipliers(part: readonly NamedExpression[]): Law {
    const plain = law("force", part);
    const angles = topologicalOrder(plain.outputs).filter((node) => symbols.angles.has(node));
    const made = angles.length > 0 ? { ...plain, angles } : plain;
    const read = symbolsOf(made.outputs).flatMap((symbol) => {
      const row = multipliers.rows.get(symbol);
      return row === undefined ? [] : [{ symbol, row }];
    });
    if (read.length === 0) return made;
    const springs = read.map(({ symbol, row }) => ({ symbol, row, omega2: graph.symbol(`#omega2 ${row.row}`) }));
    const forces = new Map(
      springs.map(({ symbol, row, omega2 }) => [symbol, mul(omega2, multipliers.expression(row))] as const),
    );
    const soft = part.map((each) => ({ ...each, exprs: substitute(each.exprs, forces) }));
    const param = (symbol: Expr, stands: Partial<Param>): Param => ({ symbol, values: Float64Array.of(1), ...stands });
    return {
      ...made,
      params: read.map(({ symbol, row }) => param(symbol, { multiplier: row.row })),
      followed: true,
      penalised: {
        ...law("force", soft),
        params: springs.map(({ omega2, row }) => param(omega2, { omega2: row.row })),
        followed: true,
      },
    };
  }

  function rates(): Law[] {
    const given = Object.entries(model.rates ?? {});
    const rated = new Map<number, string>();
    const expressions = collect(given, (name, value: Scalar) => {
      const where = path("rates", name);
      const { family, member } = findCoordinate(context, families, where, name);
      if (family.kind === "algebraic")
        fail(
          where,
          `${show(name)} is an algebraic variable, which the constraints determine. Make it a state, or remove the rate.`,
        );
      if (family.kind !== "state")
        fail(where, `rates are those of states; ${show(name)} has forces instead. Write force: {${name}: …}.`);
      const node = symbols.node(family, member);
      const before = rated.get(node.offset);
      if (before !== undefined)
        fail(where, `each state must have one rate; ${before} is the rate of the same state. Remove one of them.`);
      rated.set(node.offset, where);
      const exprs = [scalarOf(where, symbols.read(where, value))];
      refuseTurns(where, "a rate", exprs, symbols.angles);
      return {
        where,
        names: [name],
        exprs,
        nodes: [node],
        targets: [node.offset],
      };
    });
    if (model.states !== undefined) {
      const set = new Set(expressions.flatMap(({ targets }) => targets ?? []));
      const { coordinates, states } = families;
      for (let k = coordinates; k < coordinates + states && errors.count === 0; k++) {
        if (!set.has(k)) errors.add("rates", `the state ${show(coordinateName(families, k))} has no rate. Add one.`);
      }
    }
    return group(expressions).map((part) => law("rate", part));
  }

  function invariants(): Law[] {
    const expressions = collect(Object.entries(model.invariants ?? {}), (name, value: Scalar) => {
      const where = path("invariants", name);
      const exprs = [scalarOf(where, symbols.read(where, value))];
      if (symbols.nodesOf(exprs).length === 0)
        fail(where, `must depend on coordinates; ${show(value)} contains none. Remove it.`);
      refuseTurns(where, "an invariant", exprs, symbols.angles);
      return { where, names: [name], exprs };
    });
    return group(expressions).map((part) => law("invariant", part));
  }

  /** One law of the expressions in `part`; its outputs are `outputs`, or those of the expressions. */
  function law(kind: LawKind, part: readonly NamedExpression[], outputs = part.flatMap(({ exprs }) => exprs)): Law {
    const nodes = symbols.nodesOf(
      outputs,
      part.flatMap((expression) => expression.nodes ?? []),
    );
    const names = part.flatMap((expression) => expression.names);
    const places = part.flatMap(({ where, exprs }) => exprs.map(() => where));
    const wholes = part.flatMap((expression) => expression.names.map((name) => expression.whole ?? name));
    return {
      kind,
      name: kind,
      where: part[0].where,
      outputs: kind === "force" || kind === "rate" ? spread(part, nodes) : outputs,
      stencil: stencilOf(nodes),
      params: [],
      count: 1,
      componentName: (_, c) => names[c],
      ...(kind === "constraint" && { wholeName: (_: number, c: number) => wholes[c] }),
      ...((kind === "constraint" || kind === "balance" || kind === "invariant") && {
        instanceWhere: (_: number, c: number) => places[c],
      }),
    };
  }

  /** The outputs of forces and rates: one for each coordinate of the stencil, zero where no force acts. */
  function spread(part: readonly NamedExpression[], nodes: readonly Node[]): Expr[] {
    const acting = new Map<number, Expr>();
    for (const { exprs, targets } of part) {
      targets?.forEach((k, c) => {
        const before = acting.get(k);
        acting.set(k, before === undefined ? exprs[c] : add(before, exprs[c]));
      });
    }
    const zero = graph.num(0);
    return nodes.flatMap(({ offset, q }) => q.map((_, k) => acting.get(offset + k) ?? zero));
  }

  function collect<T>(
    entries: readonly (readonly [string, T])[],
    read: (name: string, value: T) => NamedExpression,
  ): NamedExpression[] {
    return entries.flatMap(([name, value]) => errors.attempt(() => read(name, value)) ?? []);
  }

  function refuseVelocity(where: string, exprs: readonly Expr[], why: string): void {
    const velocity = symbols.velocityIn(exprs);
    if (velocity !== undefined) fail(where, `it contains the velocity ${velocity}, but ${why}.`);
  }
}
