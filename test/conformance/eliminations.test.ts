/**
 * The right-hand side of the underlying ODE is computed in three ways (`docs/architecture.md`): as straight-line code for
 * small systems, over tables, and for constraints that are functions. Each has another order of operations, so they are
 * compared up to rounding.
 */

import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { compileSystem } from "../../src/compile/index.js";
import type { F64, Mechanics, Workspace } from "../../src/core/index.js";
import { catalogue } from "../../src/elements/index.js";
import { secondOrder } from "../../src/functions/index.js";
import { lower, parseModelText, validateModel } from "../../src/model/index.js";

const folder = new URL("../../gallery/", import.meta.url);

/** A few hundred roundings, times the condition of these positions, all of which are far from singular ones. */
const rounding = 1e-10;

/** Models of the gallery whose multipliers can be eliminated by all three: diagonal masses, few independent constraints. */
const comparable = readdirSync(folder).flatMap((file) => {
  const model = validateModel(parseModelText(readFileSync(new URL(file, folder), "utf8")), catalogue);
  const workspace = compileSystem(lower(model, catalogue)).workspace();
  const { mechanics } = workspace;
  const isSimple = mechanics !== undefined && mechanics.m > 0 && mechanics.m < 40 && mechanics.mass === "diagonal";
  if (!isSimple || mechanics.reactive !== undefined || workspace.coupled !== undefined) return [];
  if (mechanics.constraints.freezeRedundant(workspace.initialTime, workspace.initial.subarray(0, mechanics.n)) !== "ok")
    return [];
  return mechanics.constraints.dropped.length > 0 ? [] : [{ file, workspace, mechanics }];
});

/** The largest difference of two vectors, over the largest entry. */
function difference(a: F64, b: F64): number {
  const size = Math.max(...a.map(Math.abs), 1);
  return Math.max(...a.map((x, k) => Math.abs(x - b[k]))) / size;
}

/** A state off the start, at which every coordinate moves. */
function stateOf({ arena, dimension, initial }: Workspace) {
  const y = arena.f64(dimension);
  for (let k = 0; k < dimension; k++) y[k] = initial[k] + 0.01 * Math.sin(1 + 3 * k);
  return y;
}

/** M^-1 (f - G^T lambda), with the multipliers of the tables. */
function overTables({ arena }: Workspace, mechanics: Mechanics, t: number, q: F64, v: F64) {
  const { n, m, constraints } = mechanics;
  const [lambda, f, G] = [arena.f64(m), arena.f64(n), constraints.newJacobian()];
  const status = constraints.multipliers(lambda, t, q, v);
  mechanics.force(f, t, q, v);
  constraints.jacobian(G, t, q);
  constraints.addTransposed(f, G, lambda, -1);
  mechanics.accelerate(f, f, q);
  return { status, accelerations: f, lambda };
}

/** The same equations as functions. */
function asFunctions(workspace: Workspace, { n, m, constraints, inverseMass, ...mechanics }: Mechanics) {
  const { arena, initial, initialTime: t } = workspace;
  const [q, v, f, g, values] = [arena.f64(n), arena.f64(n), arena.f64(n), arena.f64(m), constraints.newJacobian()];
  const { rowStart, column } = constraints;
  const system = secondOrder(
    (a, time, at, along) => {
      q.set(at);
      v.set(along);
      mechanics.force(f, time, q, v);
      for (let k = 0; k < n; k++) a[k] = f[k] * inverseMass![k];
    },
    { q: initial.subarray(0, n), v: initial.subarray(n) },
    {
      t,
      mass: Float64Array.from(inverseMass!, (inverse) => 1 / inverse),
      constraints: {
        names: Array.from({ length: m }, (_, i) => `g${i}`),
        g(out, time, at) {
          q.set(at);
          constraints.g(g, time, q);
          out.set(g);
        },
        jacobian(out, time, at) {
          q.set(at);
          constraints.jacobian(values, time, q);
          out.fill(0);
          for (let i = 0; i < m; i++)
            for (let e = rowStart[i]; e < rowStart[i + 1]; e++) out[i * n + column[e]] += values[e];
        },
        curvature(out, time, at, along) {
          q.set(at);
          v.set(along);
          constraints.curvature(g, time, q, v);
          out.set(g);
        },
      },
    },
  );
  return system.workspace();
}

describe("eliminated right-hand sides", () => {
  test("models of several kinds are compared", () => {
    expect(comparable.length).toBeGreaterThan(4);
  });

  test.each(comparable)("of $file agree to rounding", ({ workspace, mechanics }) => {
    const { arena, dimension, initialTime: t } = workspace;
    const { n, constraints } = mechanics;
    const [y, dy] = [stateOf(workspace), arena.f64(dimension)];
    const [q, v] = [arena.f64(n), arena.f64(n)];
    q.set(y.subarray(0, n));
    v.set(y.subarray(n, 2 * n));

    expect(constraints.underlying(dy, t, y)).toBe("ok");
    const tables = overTables(workspace, mechanics, t, q, v);
    expect(tables.status).toBe("ok");
    expect(difference(dy.subarray(n, 2 * n), tables.accelerations)).toBeLessThan(rounding);

    const functions = asFunctions(workspace, mechanics);
    const { constraints: plain, m } = functions.mechanics!;
    const [given, rates, lambda] = [functions.arena.f64(2 * n), functions.arena.f64(2 * n), functions.arena.f64(m)];
    given.set(y.subarray(0, 2 * n));
    expect(plain.underlying(rates, t, given)).toBe("ok");
    expect(difference(dy.subarray(0, 2 * n), rates)).toBeLessThan(rounding);
    expect(plain.multipliers(lambda, t, given.subarray(0, n), given.subarray(n))).toBe("ok");
    expect(difference(tables.lambda, lambda)).toBeLessThan(rounding);
  });
});
