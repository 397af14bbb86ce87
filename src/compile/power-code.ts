/** The power of what changes the energy, source by source, in generated code; see `Powers`. */

import { addressOf } from "../core/arena.js";
import type { PowerSource, Powers } from "../core/powers.js";
import { callKernel, emitKernel } from "../kernels/index.js";
import type { Law, Lowered } from "../model/lowered.js";
import { type Expr, isConst, mul, sub, substitute, symbolsOf, tangent } from "../symbolic/index.js";
import { get, i32 } from "../wasm/index.js";
import { powerOf } from "./closed-forces.js";
import { energyProgram } from "./derive.js";
import { LawPoints } from "./law-points.js";
import { constraintParts } from "./names.js";
import type { PlacedLaw, PlacedModel } from "./place-laws.js";
import type { Site } from "./site.js";

interface Term extends PowerSource {
  readonly placed: PlacedLaw;
  readonly power: Expr;
}

/** The number of points at which the force without velocities is evaluated. */
const draws = 8;

/** Undefined when the power is not known: forces are functions, or a kinetic energy depends on time. */
export function makePowers(lowered: Lowered, placed: PlacedModel, site: Site): Powers | undefined {
  const { time, functions, coupled } = lowered;
  const reads = (law: Law): boolean => symbolsOf(law.outputs).includes(time);
  if (functions.length > 0 || placed.kinetics.some(({ law }) => reads(law))) return undefined;
  const { terms, sources } = site.fact("powers", () => {
    const found = [...ofForces(lowered, placed), ...ofPotentials(placed, time), ...ofConstraints(lowered, placed)];
    const keys = [...new Set(found.map(({ name, kind }) => JSON.stringify([name, kind])))];
    return {
      sources: keys.map((key): PowerSource => {
        const [name, kind] = JSON.parse(key) as [string, PowerSource["kind"]];
        return { name, kind };
      }),
      terms: found.map((term) => ({ ...term, at: keys.indexOf(JSON.stringify([term.name, term.kind])) })),
    };
  });
  const code = site.lazily("powers by source", (unit) =>
    unit.code((module) => {
      const kernels = terms.map(({ placed: { calculus, tables }, power, at }, k) => ({
        kernel: emitKernel(module, `_power${k}`, energyProgram(calculus, power), tables),
        at,
      }));
      module.func("powers", { t: "f64", q: "i32", v: "i32", y: "i32", out: "i32" }, "void", (_, p) =>
        kernels.map(({ kernel, at }) =>
          callKernel(kernel, {
            ...{ t: get(p.t), q: get(p.q), v: get(p.v), y: get(p.y) },
            out: [i32.add(get(p.out), i32.const(8 * at))],
          }),
        ),
      );
    }),
  );
  const reactive = lowered.laws.some(({ penalised }) => penalised !== undefined);
  const isDriven = terms.some(({ placed: { law } }) => law.kind === "constraint");
  return {
    sources,
    follows: isDriven || reactive || coupled?.drives === true,
    reactive,
    evaluate(out, t, q, v, lambda) {
      out.fill(0);
      code().powers(t, addressOf(q), addressOf(v), addressOf(lambda), addressOf(out));
    },
  };
}

/** f . v; the part that vanishes with the velocities is a source of its own. */
function ofForces({ time, q0 }: Lowered, { forces }: PlacedModel): Term[] {
  const zero = time.graph.num(0);
  return forces.flatMap((placed) => {
    const { law, calculus } = placed;
    const resting = substitute(law.outputs, new Map(calculus.v.map((v) => [v, zero])));
    const isKnown = hasValue(law, resting, time, q0);
    const rest = isKnown ? resting : law.outputs.map(() => zero);
    const name = law.name === "force" ? "forces" : law.name;
    return [
      { name, kind: "put in" as const, placed, power: powerOf(law, rest) },
      {
        ...{ name, kind: "dissipated" as const, placed },
        power: powerOf(
          law,
          law.outputs.map((f, k) => sub(f, rest[k])),
        ),
      },
    ].filter(({ power }) => !isConst(power, 0));
  });
}

/** Whether forces have a value without velocities; dry friction v/|v| does not. */
function hasValue(law: Law, resting: readonly Expr[], time: Expr, q0: Float64Array): boolean {
  const at = substitute(resting, new Map([[time, time.graph.num(0.37)]]));
  if (at.every((f) => isConst(f, 0))) return true;
  const points = new LawPoints(law, at, q0);
  for (let k = 0; k < draws; k++) if (points.draw(k % law.count, 0.1) !== undefined) return true;
  return false;
}

/** dV/dt at fixed positions. */
function ofPotentials({ potentials }: PlacedModel, time: Expr): Term[] {
  return potentials
    .map((placed) => {
      const { law } = placed;
      const name = law.name === "potential" ? "moving potentials" : law.name;
      return { name, kind: "put in" as const, placed, power: rateInTime(law.outputs, time)[0] };
    })
    .filter(({ power }) => !isConst(power, 0));
}

/** lambda . g_t, by joint or constraint where a law has one instance. */
function ofConstraints(lowered: Lowered, { constraints }: PlacedModel): Term[] {
  const { time } = lowered;
  const parts = constraintParts(lowered);
  return constraints.flatMap((placed) => {
    const { law, calculus, row } = placed;
    const width = law.outputs.length;
    return rateInTime(law.outputs, time).flatMap((slope, c): Term[] => {
      if (isConst(slope, 0)) return [];
      const own = parts?.[row + c]?.name ?? law.wholeName?.(0, c) ?? law.componentName(0, c);
      const name = law.count === 1 ? own : law.name;
      return [{ name, kind: "put in", placed, power: mul(calculus.entry("y", row + c, width), slope) }];
    });
  });
}

const rateInTime = (exprs: readonly Expr[], time: Expr): Expr[] => tangent(exprs, new Map([[time, time.graph.num(1)]]));
