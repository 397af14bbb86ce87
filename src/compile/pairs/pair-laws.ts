/**
 * Energies and forces between two kinds of sites as functions of the distance r and of u = 1/r; the forces follow by
 * differentiation,
 *
 *     F_a = w (x_a - x_b),   w = V_u u^3 - V_r u,
 *
 * shifted at a cut-off R so that energy and force vanish there: V(r) - V(R) - V'(R) (r - R).
 */

import { TautError } from "../../core/errors.js";
import type { Law, PairField, PairGroup, PairSite } from "../../model/lowered.js";
import { add, div, type Expr, floor, gradient, mul, select, sqrt, sub, substitute } from "../../symbolic/index.js";
import { inversePowers, weightOf } from "./inverse-powers.js";

export interface PairLaw {
  readonly energy: Expr;
  /** The force on a is this times x_a - x_b. */
  readonly weight: Expr;
  /** The symbols that stand for u^2 and u^3 in `weight`. They come from one division, because products of u would have
   * to wait for each other. */
  readonly square: Expr;
  readonly cube: Expr;
}

/** The law between two kinds of sites; undefined where nothing acts. */
export function pairLaw(field: PairField, a: PairSite, b: PairSite): PairLaw | undefined {
  const { r, u, cutoff } = field;
  const V = field.potential(a, b);
  if (V === undefined) return undefined;
  const graph = V.graph;
  const [square, cube] = [graph.symbol("#u^2"), graph.symbol("#u^3")];
  const weight = weightIn(V, r, u, square, cube);
  if (cutoff === Number.POSITIVE_INFINITY) return { energy: V, weight, square, cube };
  const R = graph.num(cutoff);
  const [end, pull] = substitute(
    [V, weight],
    new Map([
      [r, R],
      [u, graph.num(1 / cutoff)],
      [square, graph.num(1 / cutoff ** 2)],
      [cube, graph.num(1 / cutoff ** 3)],
    ]),
  );
  // -V'(R) = w(R) R
  const force = mul(pull, R);
  return { energy: add(sub(V, end), mul(force, sub(r, R))), weight: sub(weight, mul(force, u)), square, cube };
}

function weightIn(V: Expr, r: Expr, u: Expr, square: Expr, cube: Expr): Expr {
  const powers = inversePowers(V, r, u);
  if (powers !== undefined) return weightOf(powers, square, cube);
  const [slope, inverse] = gradient(V, [r, u]);
  return sub(mul(inverse, cube), mul(slope, u));
}

/** Every pair of groups that can interact, with the laws between their sites: `laws[a][b]`. */
export interface PairBlock {
  readonly first: PairGroup;
  readonly second: PairGroup;
  readonly laws: readonly (readonly (PairLaw | undefined)[])[];
}

export function pairBlocks(field: PairField): PairBlock[] {
  const { groups } = field;
  return groups.flatMap((first, g) =>
    groups.slice(g).flatMap((second) => {
      const laws = first.sites.map((a) => second.sites.map((b) => pairLaw(field, a, b)));
      const some = laws.some((row) => row.some((law) => law !== undefined));
      return some && (first !== second || first.count > 1) ? [{ first, second, laws }] : [];
    }),
  );
}

/** The largest number of pairs that may be expanded into tables. */
const most = 3_000_000;

/**
 * The same energies as laws over tables of pairs, for callers that need second or higher derivatives. A table of all
 * pairs is quadratic in the number of sites, so models with more than a few million pairs are refused.
 */
export function expandedPairs(field: PairField, time: Expr): Law[] {
  const { graph } = time;
  const { dim, r, u, cutoff, box, numbers } = field;
  const node = (name: string) => ({
    q: Array.from({ length: dim }, (_, k) => graph.symbol(`#${name}${k}`)),
    v: Array.from({ length: dim }, (_, k) => graph.symbol(`#${name}${k}'`)),
  });
  const [a, b] = [node("a"), node("b")];
  /** The nodes of one side for these members, and the position of a massless site in the symbols of its carriers. */
  const sideOf = (side: "a" | "b", own: typeof a, { index, carriers }: PairSite, members: Int32Array) => {
    if (carriers === undefined) return { nodes: [{ dim, ...own, index: members.map((k) => index[k]) }], place: own.q };
    const nodes = carriers.map(({ index: of }, c) => ({
      dim,
      ...node(`${side}.${c}.`),
      index: members.map((k) => of[k]),
    }));
    const place = own.q.map((_, k) =>
      nodes.map(({ q }, c) => mul(graph.num(carriers[c].weight), q[k])).reduce((sum, term) => add(sum, term)),
    );
    return { nodes, place };
  };
  const d = a.q.map((x, k) => {
    const difference = sub(x, b.q[k]);
    if (box === undefined) return difference;
    const edge = graph.num(box[k]);
    return sub(difference, mul(edge, floor(add(div(difference, edge), graph.num(0.5)))));
  });
  const distance2 = d.map((x) => mul(x, x)).reduce((sum, x) => add(sum, x));
  const distance = sqrt(distance2);
  let total = 0;
  return pairBlocks(field).flatMap(({ first, second, laws }) =>
    laws.flatMap((row, s) =>
      row.flatMap((law, t): Law[] => {
        if (law === undefined) return [];
        const [i, j] = pairsOf(first, second);
        total += i.length;
        if (total > most)
          throw new TautError(
            field.where,
            `the method needs second derivatives of the energies between pairs, and the model has more than ${most} pairs. Use a method that needs forces only: "verlet", "rattle".`,
          );
        const [V] = substitute(
          [law.energy],
          new Map([
            [r, distance],
            [u, div(graph.num(1), distance)],
          ]),
        );
        const output =
          cutoff === Number.POSITIVE_INFINITY ? V : select(sub(graph.num(cutoff * cutoff), distance2), V, graph.num(0));
        const [on, to] = [sideOf("a", a, first.sites[s], i), sideOf("b", b, second.sites[t], j)];
        const places = new Map([
          ...a.q.map((x, k) => [x, on.place[k]] as const),
          ...b.q.map((x, k) => [x, to.place[k]] as const),
        ]);
        const sides = { a: { site: first.sites[s], of: i }, b: { site: second.sites[t], of: j } };
        return [
          {
            kind: "potential",
            name: field.names.join(" and "),
            where: field.where,
            outputs:
              isMassless(first.sites[s]) || isMassless(second.sites[t]) ? substitute([output], places) : [output],
            stencil: [...on.nodes, ...to.nodes],
            params: [...numbers].flatMap(([symbol, { side, name }]) => {
              const column = sides[side].site.numbers.get(name);
              if (column === undefined || column.length === 1) return [];
              return [{ symbol, values: Float64Array.from(sides[side].of, (k) => column[k]) }];
            }),
            count: i.length,
            componentName: (k) => `${first.sites[s].name}[${i[k]}] and ${second.sites[t].name}[${j[k]}]`,
          },
        ];
      }),
    ),
  );
}

const isMassless = ({ carriers }: PairSite): boolean => carriers !== undefined;

/** The members on both sides of every pair: i < j within a group, all combinations otherwise. */
function pairsOf(first: PairGroup, second: PairGroup): [Int32Array, Int32Array] {
  const same = first === second;
  const count = same ? (first.count * (first.count - 1)) / 2 : first.count * second.count;
  if (count > most) return [new Int32Array(most + 1), new Int32Array(most + 1)];
  const [i, j] = [new Int32Array(count), new Int32Array(count)];
  let k = 0;
  for (let x = 0; x < first.count; x++)
    for (let y = same ? x + 1 : 0; y < second.count; y++, k++) {
      i[k] = x;
      j[k] = y;
    }
  return [i, j];
}
