/** Sums of the forces on one site over its partners. */

import {
  type Code,
  type FunctionBuilder,
  f64,
  f64x2,
  get,
  type I32,
  type Local,
  type Statement,
  set,
} from "../../wasm/index.js";
import { componentOf, type SiteTables } from "./pair-tables.js";

export interface Sums {
  readonly clear: readonly Statement[];
  /** Adds one value per component: in both lanes, or for a single partner, whose index is even (lane 0) or odd (lane
   * 1). */
  add(values: readonly Local<"f64" | "v128">[], lane: 0 | 1): Statement[];
  /** Add the sums to those of the member at byte `i` of each column. */
  addTo(i: I32, site: SiteTables): Statement[];
}

/** Sums partners with an even index and partners with an odd index separately, as the two lanes of a vector. */
export function sumsByLane(f: FunctionBuilder, length: number): Sums {
  const vectors = Array.from({ length }, () => f.local("v128"));
  const lane = (local: Local<"v128">, k: 0 | 1): Code<"f64"> => f64x2.lane(get(local), k);
  return {
    clear: vectors.map((local) => set(local, f64x2.const(0, 0))),
    add(values, which) {
      return vectors.map((local, k) => {
        const value = get(values[k]);
        if (value.type === "v128") return set(local, f64x2.add(get(local), value as Code<"v128">));
        const lanes = ([0, 1] as const).map((each) =>
          each === which ? f64.add(lane(local, each), value as Code<"f64">) : lane(local, each),
        );
        return set(local, f64x2.pair(lanes[0], lanes[1]));
      });
    },
    addTo: (i, site) =>
      vectors.map((local, k) => addAt(i, componentOf(site, site.part, k), f64.add(lane(local, 0), lane(local, 1)))),
  };
}

/**
 * Sums one partner after the other, so that leaving out partners that add zero, as lists do, does not change the bits.
 * Components are paired in vectors, which halves the number of additions.
 */
export function sumsInTurn(f: FunctionBuilder, length: number): Sums {
  const vectors = Array.from({ length: Math.ceil(length / 2) }, () => f.local("v128"));
  const lane = (k: number): Code<"f64"> => f64x2.lane(get(vectors[k >> 1]), (k & 1) as 0 | 1);
  return {
    clear: vectors.map((local) => set(local, f64x2.const(0, 0))),
    add(values) {
      return vectors.flatMap((local, k) => {
        const [x, y = x] = values.slice(2 * k, 2 * k + 2);
        const plus = (v: Code<"v128">): Statement => set(local, f64x2.add(get(local), v));
        if (x.type === "f64") return [plus(f64x2.pair(get(x) as Code<"f64">, get(y) as Code<"f64">))];
        const [a, b] = [get(x) as Code<"v128">, get(y) as Code<"v128">];
        return [plus(f64x2.lows(a, b)), plus(f64x2.highs(a, b))];
      });
    },
    addTo: (i, site) => Array.from({ length }, (_, k) => addAt(i, componentOf(site, site.part, k), lane(k))),
  };
}

const addAt = (i: I32, base: number, value: Code<"f64">): Statement =>
  f64.store(i, f64.add(f64.load(i, base), value), base);
