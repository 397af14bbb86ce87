/**
 * Angles in constraints and potentials, and those of joints in forces, continued over the cut of atan2. A law that reads theta = atan2(y, x) as a
 * number, for example a helix z = p theta or a torsion spring, is meant on the branch that the motion follows. Every
 * such node is replaced by
 *
 *     theta = r + atan2(y cos r - x sin r, x cos r + y sin r)
 *
 * with a reference angle r of each instance. It is the same angle, and smooth within half a turn of r; r follows the
 * motion. A law with the period 2 pi in theta (a dihedral) has no cut and stays as it is.
 */

import { addressOf, type F64 } from "../core/arena.js";
import type { Branches } from "../core/workspace.js";
import { emitKernel } from "../kernels/index.js";
import { hostMath } from "../math/index.js";
import type { Law, Lowered } from "../model/lowered.js";
import { add, atan2, type Expr, mul, sub, substitute, symbolsOf, topologicalOrder } from "../symbolic/index.js";
import { turnLimit } from "../watch/turn-limit.js";
import { LawCalculus, storeProgram } from "./derive.js";
import { evaluator } from "./law-forms.js";
import type { PlacedLaw, PlacedModel } from "./place-laws.js";
import type { Site } from "./site.js";

/** A law with continued angles, and their expressions. */
interface ContinuedLaw {
  readonly law: Law;
  readonly angles: readonly Expr[];
  /** The parameter columns r, cos r, sin r of each angle follow one another from here. */
  readonly column: number;
}

export interface Continued {
  readonly lowered: Lowered;
  readonly laws: readonly ContinuedLaw[];
}

/** The model with its angles continued. */
export function continueAngles(lowered: Lowered): Continued {
  const laws: ContinuedLaw[] = [];
  const rewritten = lowered.laws.map((law) => {
    const isContinued = law.kind === "constraint" || law.kind === "potential" || law.angles !== undefined;
    const continued = isContinued ? continueLaw(law) : undefined;
    if (continued === undefined) return law;
    laws.push(continued);
    return continued.law;
  });
  return laws.length === 0 ? { lowered, laws } : { lowered: { ...lowered, laws: rewritten }, laws };
}

function continueLaw(law: Law): ContinuedLaw | undefined {
  let { outputs, params } = law;
  const column = params.length;
  const angles: Expr[] = [];
  for (const node of topologicalOrder(outputs)) {
    if (node.op !== "atan2" || !readsCoordinates(law, node) || isPeriodic(law, node)) continue;
    // in forces only angles of joints are continued: others may be written to stay within half a turn
    if (law.angles !== undefined && !law.angles.includes(node)) continue;
    const { graph } = node;
    const [y, x] = node.args;
    const [r, cos, sin] = ["r", "cos", "sin"].map((name) => graph.symbol(`#${name}${angles.length}`));
    const angle = add(r, atan2(sub(mul(y, cos), mul(x, sin)), add(mul(x, cos), mul(y, sin))));
    outputs = substitute(outputs, new Map([[node, angle]]));
    const filled = (symbol: Expr, value: number) => ({ symbol, values: new Float64Array(law.count).fill(value) });
    params = [...params, filled(r, 0), filled(cos, 1), filled(sin, 0)];
    angles.push(angle);
  }
  return angles.length === 0 ? undefined : { law: { ...law, outputs, params, followed: true }, angles, column };
}

function readsCoordinates(law: Law, node: Expr): boolean {
  const coordinates = new Set(law.stencil.flatMap((s) => s.q));
  return symbolsOf([node]).some((symbol) => coordinates.has(symbol));
}

/** Two arbitrary angles at which a law must have the same values half a turn either way to count as periodic. */
const trials = [0.3, -1.1];

/** Whether the law has the same values for theta and theta + 2 pi, at coordinates that are not special. */
function isPeriodic(law: Law, node: Expr): boolean {
  const { graph } = node;
  const theta = graph.symbol("#theta");
  const free = new Set(law.params.map((p) => p.symbol)).add(theta);
  const [...outputs] = substitute(law.outputs, new Map([[node, theta]]));
  const others = symbolsOf(outputs).filter((symbol) => !free.has(symbol));
  const numbers = new Map(others.map((symbol, k) => [symbol, graph.num(1 + (((k + 1) * 0.618) % 1))]));
  const values = evaluator(law, substitute(outputs, numbers), theta);
  return trials.every((angle) => {
    const here = values(0, angle).slice();
    const there = values(0, angle + 2 * Math.PI);
    return here.every((value, k) => Math.abs(value - there[k]) <= 1e-9 * (1 + Math.abs(value)));
  });
}

/** The rate of an angle is measured over this fraction of a step. */
const part = 1 / 64;

/** What follows the continued angles on one workspace; undefined when the model has none. */
export function makeBranches({ lowered, laws }: Continued, placed: PlacedModel, site: Site): Branches | undefined {
  if (laws.length === 0) return undefined;
  const all: readonly PlacedLaw[] = [...placed.constraints, ...placed.potentials, ...placed.forces];
  const followed = laws.map((continued) => ({ ...continued, placed: all.find((p) => p.law === continued.law)! }));
  const count = laws.reduce((sum, { law, angles }) => sum + law.count * angles.length, 0);
  const { found, point, code } = site.unit("angles", (unit) => ({
    found: unit.f64(count),
    point: unit.f64(lowered.n),
    code: unit.code((module) => {
      let row = 0;
      followed.forEach(({ law, angles, placed: { tables } }, k) => {
        const calculus = new LawCalculus(law, lowered.time);
        emitKernel(module, `angles${k}`, storeProgram(calculus, angles, row), tables);
        row += law.count * angles.length;
      });
    }),
  }));

  // r, cos r and sin r of every angle, in the order of `found`
  const places = followed.flatMap(({ law, angles, column, placed: { tables } }) =>
    Array.from({ length: law.count * angles.length }, (_, at) => {
      const [instance, angle] = [Math.floor(at / angles.length), at % angles.length];
      return [0, 1, 2].map((part) => tables.params[column + 3 * angle + part].address / 8 + instance);
    }),
  );
  const memory = new Float64Array(site.memory.buffer);
  const set = (k: number, r: number): void => {
    const [reference, cos, sin] = places[k];
    memory[reference] = r;
    memory[cos] = r === 0 ? 1 : hostMath.cos(r);
    memory[sin] = r === 0 ? 0 : hostMath.sin(r);
  };
  const measure = (t: number, q: F64): void => {
    followed.forEach((_, k) => {
      code[`angles${k}`](t, addressOf(q), 0, 0, 0, 0, 0, addressOf(found), 0, 0);
    });
  };
  const before = new Float64Array(count);
  const turn: Parameters<typeof turnLimit>[0] = ({ t, q, v }, h) => {
    measure(t, q);
    before.set(found);
    for (let i = 0; i < point.length; i++) point[i] = q[i] + part * h * v[i];
    measure(t + part * h, point);
    let most = 0;
    for (let k = 0; k < count; k++) {
      const turned = Math.abs(found[k] - before[k]);
      most = Math.max(most, Math.min(turned, Math.abs(2 * Math.PI - turned)));
    }
    return most / part;
  };
  return {
    clear() {
      for (let k = 0; k < count; k++) set(k, 0);
    },
    follow(t: number, q: F64) {
      measure(t, q);
      for (let k = 0; k < count; k++) {
        const turned = Math.abs(found[k] - memory[places[k][0]]);
        if (turned > Math.PI / 2) set(k, found[k]);
      }
    },
    ...turnLimit(turn),
    references: () => Float64Array.from(places, ([reference]) => memory[reference]),
    restore(references) {
      for (let k = 0; k < count; k++) set(k, references[k] ?? 0);
    },
  };
}
