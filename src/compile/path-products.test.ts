import { describe, expect, it } from "vitest";
import { addressOf, type F64, type Workspace } from "../core/index.js";
import { catalogue } from "../elements/index.js";
import { analyse, wholePathOf } from "../linalg/index.js";
import { lower, validateModel } from "../model/index.js";
import { productPattern } from "./constraint-pattern.js";
import { compileSystem } from "./index.js";
import { pathProducts } from "./path-products.js";

const rods = 90;

/** A chain of beads; `masses` and `places` are expressions of i. */
function chain(masses: string | number, at: readonly string[], rod: object, pinned: boolean): Workspace {
  const elements = [
    ...(pinned ? [{ rod: { between: ["origin", "bead[0]"] } }] : []),
    { rod: { repeat: "n - 1", between: ["bead[i]", "bead[i+1]"], ...rod } },
  ];
  const points = { bead: { repeat: "n", mass: masses, at } };
  const model = { taut: 1, parameters: { n: rods }, points, elements };
  return compileSystem(lower(validateModel(model, catalogue), catalogue)).workspace();
}

const plane = ["i + 1", "sin(i)"];
const chains: Readonly<Record<string, () => Workspace>> = {
  "equal masses": () => chain(2, plane, {}, true),
  "different masses": () => chain("1 + i^2/7", plane, {}, true),
  "in space, without an end that is held": () =>
    chain("1 + mod(i, 3)", [...plane, "cos(2*i)"], { squared: true }, false),
  "rods the other way round": () => chain("1 + i/3", plane, { between: ["bead[i+1]", "bead[i]"] }, true),
};

const bits = (x: F64): string[] => Array.from(new BigUint64Array(x.slice().buffer), String);

describe("rows that are assembled along a path", () => {
  for (const [name, make] of Object.entries(chains))
    for (const dropped of [[], [0], [40, 41]])
      it(`give the bits of the matrix in tables: ${name}, ${dropped.length} rows dropped`, () => {
        const workspace = make();
        const { arena, initial } = workspace;
        const { constraints, n } = workspace.mechanics!;
        const pattern = productPattern(constraints, constraints, n);
        const path = wholePathOf(analyse({ n: constraints.m, rows: pattern.rows, cols: pattern.cols }));
        const products = { list: pattern.products, column: constraints.column, inverses: initial };
        expect(path && pathProducts(path, 0, products)).toBeDefined();
        const [q0, q1, x, y] = [n, n, constraints.m, constraints.m].map((length) => arena.f64(length));
        q0.set(initial.subarray(0, n));
        q1.set(q0.map((value, k) => value + 0.02 * Math.sin(5 * k)));
        const [G0, G1] = [constraints.newJacobian(), constraints.newJacobian()];
        constraints.jacobian(G0, 0, q0);
        constraints.jacobian(G1, 0, q1);
        constraints.drop(dropped);
        const [apart, together] = [constraints.newSolver(true), constraints.newSolver(true)];
        const call = (routine: "factorSolve" | "factorSolveGeneral", ...arrays: readonly F64[]): number => {
          const { code, own = [] } = together.compiled![routine];
          return code(...arrays.map(addressOf), ...own);
        };
        const start = (): void => {
          for (let k = 0; k < x.length; k++) x[k] = y[k] = Math.cos(3 * k);
        };

        start();
        expect(apart.factor(G1, q1)).toBe("ok");
        apart.solve(x);
        expect(call("factorSolve", G1, q1, y)).toBe(-1);
        expect(bits(y)).toEqual(bits(x));
        // the factorisation can be used again
        apart.solve(x);
        together.compiled!.solve.code(addressOf(y), ...together.compiled!.solve.own!);
        expect(bits(y)).toEqual(bits(x));

        start();
        expect(apart.factorGeneral(G1, G0)).toBe("ok");
        apart.solve(x);
        expect(call("factorSolveGeneral", G1, G0, y)).toBe(-1);
        expect(bits(y)).toEqual(bits(x));
        expect(x.some((value) => value !== 0)).toBe(true);
      });
});
