/**
 * The equations of RATTLE for rigid triangles in closed form, as WebAssembly that solves two triangles at a time. The
 * constraint forces of the old triangle cause displacements in its plane that change neither the centre of mass nor the
 * moment about the plane's normal, and any three displacements with these properties are of this kind. In axes X, Y of
 * the old plane and Z normal to it, let a_i = (x_i, y_i, 0) be the triangle at rest about its centre of mass and R a_i
 * the new one:
 *
 *     1. heights stay:   n . a_i = zeta_i gives the last row n = (alpha, beta, gamma) of R, a linear system of two
 *     2. rows 1 and 2 are cos(theta) u + sin(theta) w and cos(theta) w - sin(theta) u, with u = (e_1 - alpha n)/s, w = n x u
 *     3. the moment stays:   A cos(theta) + B sin(theta) = K
 *
 * where (xi, eta, zeta)_i are the unconstrained positions about their centre of mass. Of the two roots the code takes
 * the one near the old triangle (gamma > 0, cos(theta) > 0). If there is none, the step was too long.
 *
 * Positions are found in three passes over all triangles, with intermediate results ("notes") in memory. A processor
 * looks a limited number of instructions ahead; in shorter passes these instructions belong to several triangles, which
 * do not wait for each other's roots and divisions.
 */

import {
  advance,
  type Code,
  type FunctionBuilder,
  f64,
  f64x2,
  get,
  type I32,
  i32,
  instantiate,
  loop,
  Module,
  type Statement,
  set,
  type V128,
  type WasmExports,
} from "../../../wasm/index.js";

/**
 * Entries of the table for each triangle: masses as fractions of their sum, corners, moments, first side; inverse masses, and
 * G M^-1 G^T of the three sides as L D L^T: below the diagonal of L, and the inverse of D.
 */
export const columns = [
  "p0",
  "p1",
  "p2",
  "x0",
  "y0",
  "x1",
  "y1",
  "x2",
  "y2",
  "sxx",
  "sxy",
  "syy",
  "side",
  "w0",
  "w1",
  "w2",
  "l10",
  "l20",
  "l21",
  "d0",
  "d1",
  "d2",
] as const;
type Column = (typeof columns)[number];
type Vector = readonly [V128, V128, V128];

/** The number of notes on each triangle: axes, sides in these axes, displacements in the plane. */
export const notes = 18;

const { add, sub, mul, div, sqrt, neg } = f64x2;
const one = f64x2.const(1, 1);

let compiled: WebAssembly.Module | undefined;
const instances = new WeakMap<WebAssembly.Memory, WasmExports>();

/**
 * `positions(h, q, q0, v, pairs, points, table, notes)`, which returns -1, or 0 where there is no solution, and
 * `velocities(q, v, pairs, points, table, notes)`. `points` has the byte offsets of three corners of one triangle, then of the other;
 * `table` the columns, both triangles beside each other, as in `notes`. A triangle may be given twice in one pair.
 */
export function settleCode(memory: WebAssembly.Memory): WasmExports {
  compiled ??= emit();
  const code = instances.get(memory) ?? instantiate(compiled, memory);
  instances.set(memory, code);
  return code;
}

function emit(): WebAssembly.Module {
  const module = new Module();
  const tables = { pairs: "i32", points: "i32", table: "i32", notes: "i32" } as const;
  module.func("positions", { h: "f64", q: "i32", q0: "i32", v: "i32", ...tables }, "i32", (f, p) => {
    const [rate, least] = [f.local("v128"), f.local("v128")];
    return [
      set(rate, f64x2.splat(f64.div(f64.const(1), get(p.h)))),
      set(least, one),
      ...overPairs(f, p, (pair) => axes(pair, get(p.q), get(p.q0))),
      ...overPairs(f, p, (pair) => pair.do(set(least, f64x2.min(get(least), displacements(pair))))),
      ...overPairs(f, p, (pair) => displace(pair, get(p.q), get(p.v), get(rate))),
      i32.sub(i32.const(0), isPositive(get(least))),
    ];
  });
  module.func("velocities", { q: "i32", v: "i32", ...tables }, "void", (f, p) =>
    overPairs(f, p, (pair) => slowDown(pair, get(p.q), get(p.v))),
  );
  return new WebAssembly.Module(module.toBytes());
}

/** Two triangles: reading and writing corners, columns of the table, and numbers kept in locals. */
interface Pair {
  read(base: I32, corner: number): Vector;
  write(base: I32, corner: number, value: Vector): void;
  column(name: Column): V128;
  /** Writes notes from `slot` on. */
  note(slot: number, values: readonly V128[]): void;
  /** Reads notes of an earlier pass. */
  noted(slot: number, count: number): readonly V128[];
  keep(value: V128): V128;
  do(line: Statement): void;
}

const isPositive = (v: V128): Code<"i32"> =>
  i32.and(f64.gt(f64x2.lane(v, 0), f64.const(0)), f64.gt(f64x2.lane(v, 1), f64.const(0)));

function overPairs(
  f: FunctionBuilder,
  p: { readonly [name in "pairs" | "points" | "table" | "notes"]: { readonly type: "i32"; readonly index: number } },
  body: (pair: Pair) => void,
): Statement[] {
  const lines: Statement[] = [];
  const [k, points, table, written] = [f.local("i32"), f.local("i32"), f.local("i32"), f.local("i32")];
  const offsets = Array.from({ length: 6 }, () => f.local("i32"));
  const keep = (value: V128): V128 => {
    const local = f.local("v128");
    lines.push(set(local, value));
    return get(local);
  };
  const address = (base: I32, corner: number, lane: number): I32 => i32.add(base, get(offsets[3 * lane + corner]));
  body({
    keep,
    do: (line) => lines.push(line),
    read(base, corner) {
      const [low, high] = [address(base, corner, 0), address(base, corner, 1)];
      const component = (c: number): V128 => keep(f64x2.loadHigh(high, f64x2.loadLow(low, 8 * c), 8 * c));
      return [component(0), component(1), component(2)];
    },
    write(base, corner, value) {
      value.forEach((component, c) => {
        const kept = keep(component);
        for (const lane of [0, 1] as const)
          lines.push(f64.store(address(base, corner, lane), f64x2.lane(kept, lane), 8 * c));
      });
    },
    column: (name) => keep(f64x2.load(get(table), 16 * columns.indexOf(name))),
    note(slot, values) {
      values.forEach((value, j) => {
        lines.push(f64x2.store(get(written), value, 16 * (slot + j)));
      });
    },
    noted: (slot, count) => Array.from({ length: count }, (_, j) => keep(f64x2.load(get(written), 16 * (slot + j)))),
  });
  return [
    set(points, get(p.points)),
    set(table, get(p.table)),
    set(written, get(p.notes)),
    loop(k, i32.const(0), get(p.pairs), 1, [
      ...offsets.map((offset, j) => set(offset, i32.load(get(points), 4 * j))),
      ...lines,
      advance(points, 24),
      advance(table, 16 * columns.length),
      advance(written, 16 * notes),
    ]),
  ];
}

const minus = ({ keep }: Pair, a: Vector, b: Vector): Vector => [
  keep(sub(a[0], b[0])),
  keep(sub(a[1], b[1])),
  keep(sub(a[2], b[2])),
];
const dot = ({ keep }: Pair, a: Vector, b: Vector): V128 =>
  keep(add(add(mul(a[0], b[0]), mul(a[1], b[1])), mul(a[2], b[2])));
const cross = ({ keep }: Pair, a: Vector, b: Vector): Vector => [
  keep(sub(mul(a[1], b[2]), mul(a[2], b[1]))),
  keep(sub(mul(a[2], b[0]), mul(a[0], b[2]))),
  keep(sub(mul(a[0], b[1]), mul(a[1], b[0]))),
];
const unit = (pair: Pair, a: Vector): Vector => {
  const { keep } = pair;
  const scale = keep(div(one, sqrt(dot(pair, a, a))));
  return [keep(mul(scale, a[0])), keep(mul(scale, a[1])), keep(mul(scale, a[2]))];
};

/** X along the old first side, Z normal to the old plane; the sides from the first corner, unconstrained, in these axes. */
function axes(pair: Pair, q: I32, q0: I32): void {
  const { read, note } = pair;
  const old = read(q0, 0);
  const side = minus(pair, read(q0, 1), old);
  const Z = unit(pair, cross(pair, side, minus(pair, read(q0, 2), old)));
  const X = unit(pair, side);
  const Y = cross(pair, Z, X);
  const first = read(q, 0);
  const sides = [minus(pair, read(q, 1), first), minus(pair, read(q, 2), first)];
  note(0, [...X, ...Y, ...sides.flatMap((each) => [X, Y, Z].map((axis) => dot(pair, each, axis)))]);
}

/** Computes the displacements of the corners in the plane; the result is positive where a solution exists. */
function displacements(pair: Pair): V128 {
  const { keep, column, note, noted } = pair;

  // unconstrained positions about their centre of mass
  const [bx, by, bz, dx, dy, dz] = noted(6, 6);
  const [p0, p1, p2] = [column("p0"), column("p1"), column("p2")];
  const comX = keep(add(mul(p1, bx), mul(p2, dx)));
  const comY = keep(add(mul(p1, by), mul(p2, dy)));
  const xs = [column("x0"), column("x1"), column("x2")];
  const ys = [column("y0"), column("y1"), column("y2")];
  const xi = [keep(neg(comX)), keep(sub(bx, comX)), keep(sub(dx, comX))];
  const eta = [keep(neg(comY)), keep(sub(by, comY)), keep(sub(dy, comY))];

  // 1. the last row of R
  const alpha = keep(div(bz, column("side")));
  const beta = keep(div(sub(dz, mul(alpha, sub(xs[2], xs[0]))), sub(ys[2], ys[0])));
  const rest = keep(sub(one, mul(alpha, alpha)));
  const gamma2 = keep(sub(rest, mul(beta, beta)));

  // 2. the products of u and w with the corners: u . a = s x + ub y, w . a = wb y
  const s = keep(sqrt(rest));
  const ub = keep(neg(div(mul(alpha, beta), s)));
  const wb = keep(div(sqrt(gamma2), s));

  // 3. the angle
  const [sxx, sxy, syy] = [column("sxx"), column("sxy"), column("syy")];
  const A = keep(sub(mul(sub(wb, s), sxy), mul(ub, syy)));
  const B = keep(neg(add(add(mul(s, sxx), mul(ub, sxy)), mul(wb, syy))));
  const moment = (p: V128, k: number): V128 => mul(p, sub(mul(xs[k], eta[k]), mul(ys[k], xi[k])));
  const K = keep(add(add(moment(p0, 0), moment(p1, 1)), moment(p2, 2)));
  const square = keep(add(mul(A, A), mul(B, B)));
  const under = keep(sub(square, mul(K, K)));
  const root = keep(sqrt(under));
  const cos = keep(div(sub(mul(A, K), mul(B, root)), square));
  const sin = keep(div(add(mul(B, K), mul(A, root)), square));

  for (const k of [0, 1, 2]) {
    const ua = keep(add(mul(s, xs[k]), mul(ub, ys[k])));
    const wa = keep(mul(wb, ys[k]));
    const ex = sub(add(mul(cos, ua), mul(sin, wa)), xi[k]);
    const ey = sub(sub(mul(cos, wa), mul(sin, ua)), eta[k]);
    note(12 + 2 * k, [ex, ey]);
  }
  return f64x2.min(gamma2, under);
}

/** Adds the displacements to the positions, and the displacements divided by h to the velocities. */
function displace({ keep, read, write, noted }: Pair, q: I32, v: I32, rate: V128): void {
  const [X, Y] = [noted(0, 3), noted(3, 3)];
  for (const k of [0, 1, 2]) {
    const [ex, ey] = noted(12 + 2 * k, 2);
    const [corner, speed] = [read(q, k), read(v, k)];
    const shift = (c: number): V128 => keep(add(mul(ex, X[c]), mul(ey, Y[c])));
    const by3 = [shift(0), shift(1), shift(2)];
    write(q, k, [add(corner[0], by3[0]), add(corner[1], by3[1]), add(corner[2], by3[2])]);
    const faster = (c: number): V128 => add(speed[c], mul(rate, by3[c]));
    write(v, k, [faster(0), faster(1), faster(2)]);
  }
}

/**
 * v -= M^-1 G^T t with three multipliers, one for each side, from the rates at which the sides would stretch. G M^-1
 * G^T depends only on the lengths of the sides, not on their directions.
 */
function slowDown(pair: Pair, q: I32, v: I32): void {
  const { keep, read, write, column } = pair;
  const at = [read(q, 0), read(q, 1), read(q, 2)];
  const speed = [read(v, 0), read(v, 1), read(v, 2)];
  // sides from corner k to the next
  const sides = [0, 1, 2].map((k) => minus(pair, at[k], at[(k + 1) % 3]));
  const [r0, r1, r2] = sides.map((side, k) => dot(pair, side, minus(pair, speed[k], speed[(k + 1) % 3])));
  const [l10, l20, l21] = [column("l10"), column("l20"), column("l21")];
  const y1 = keep(sub(r1, mul(l10, r0)));
  const y2 = keep(sub(sub(r2, mul(l20, r0)), mul(l21, y1)));
  const t2 = keep(mul(y2, column("d2")));
  const t1 = keep(sub(mul(y1, column("d1")), mul(l21, t2)));
  const t0 = keep(sub(sub(mul(r0, column("d0")), mul(l10, t1)), mul(l20, t2)));

  // each corner gets the contribution of its own side and, with the opposite sign, of the side before
  const t = [t0, t1, t2];
  const w = [column("w0"), column("w1"), column("w2")];
  speed.forEach((now, k) => {
    const before = (k + 2) % 3;
    const slower = (i: number): V128 => {
      const pull = sub(mul(t[k], sides[k][i]), mul(t[before], sides[before][i]));
      return sub(now[i], mul(w[k], pull));
    };
    write(v, k, [slower(0), slower(1), slower(2)]);
  });
}
