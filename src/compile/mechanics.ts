/** The mechanics of a system on its memory: forces, masses, energies, constraints, derivatives. */

import { type Arena, addressOf, type F64 } from "../core/arena.js";
import type { Mechanics } from "../core/mechanics.js";
import type { SlowMotions } from "../core/slow-motion.js";
import type { Work } from "../core/work.js";
import { callKernel, emitKernel, type Program } from "../kernels/index.js";
import { longVectors } from "../linalg/long-vectors.js";
import type { Lowered } from "../model/lowered.js";
import { rotationsOf } from "../rotations/rotations.js";
import { isConst, symbolsOf } from "../symbolic/index.js";
import { call, type Func, f64, get, i32, type Module, ret, type WasmExports, when } from "../wasm/index.js";
import { makeAdiabatic } from "./adiabatic-code.js";
import { closedForces } from "./closed-forces.js";
import { emitConstraints } from "./constraint-code.js";
import { type ConstraintPlan, constraintPatterns, planConstraints } from "./constraint-plan.js";
import { makeConstraints } from "./constraints.js";
import { emitCorrections } from "./correction-code.js";
import { makeDerivatives } from "./derivative-code.js";
import { kineticGradientProgram, momentumAtRest, momentumAtRestProgram } from "./derive.js";
import { zero } from "./emit-vectors.js";
import {
  countedRate,
  emitEnergy,
  emitForce,
  emitPower,
  emitRate,
  hostForces,
  importHost,
  rateParams,
} from "./force-code.js";
import { fusedCorrections, fusedUnderlying } from "./fused.js";
import { hiddenDerivatives } from "./hidden-code.js";
import { lazily } from "./lazily.js";
import { planMass } from "./mass.js";
import { emitMass } from "./mass-code.js";
import { lazyConstraintNames, lazyNames } from "./names.js";
import { pairHost } from "./pairs/pair-imports.js";
import { type PlacedModel, type PlacedRows, withExpandedPairs } from "./place-laws.js";
import { makePowers } from "./power-code.js";
import { reactiveSlopes } from "./reactive-code.js";
import { reactiveMotion } from "./reactive-motion.js";
import type { Site, Unit } from "./site.js";
import { makeSlowMotion } from "./slow-motion.js";
import { once } from "./small-system.js";
import { findStructure } from "./structure.js";

export function makeMechanics(lowered: Lowered, placed: PlacedModel, site: Site, unit: Unit, work: Work): Mechanics {
  const { n, functions } = lowered;
  const { memory } = site;
  const mass = planMass(lowered, placed, unit);
  const patterns = site.fact("constraint patterns", () => constraintPatterns(placed, mass, n));
  const plan = planConstraints(placed, patterns, mass, n, unit);
  const host = { ...hostForces(functions, memory, n), ...(placed.pairs && pairHost(placed.pairs)) };

  // 1. code that every run needs, in one module
  const scratch = unit.f64(n);
  const code = unit.code((module, tables) => {
    const force = emitForce(module, "force", placed, n, false, importHost(module, functions, placed));
    emitRate(module, force, mass, n, scratch);
    const eliminated = emitConstraints(module, placed, plan, mass, n, tables, force);
    emitUnderlying(module, fusedUnderlying(lowered, placed, mass), plan, n, tables, eliminated);
    const corrections = fusedCorrections(lowered, placed, mass);
    if (corrections !== undefined) emitCorrections(module, corrections);
  }, host);

  // 2. code that only some runs need, compiled when first asked for
  const lazyCode = (key: string, emit: (module: Module) => void): (() => WasmExports) =>
    site.lazily(key, (own) => own.code(emit, host));
  const stiff = lazyCode("stiff forces", (module) => {
    const stiffForce = emitForce(module, "force", placed, n, true, importHost(module, functions, placed));
    emitRate(module, stiffForce, mass, n, scratch);
  });
  const lagrangian = lazyCode("lagrangian forces", (module) => {
    const calls = importHost(module, functions, placed);
    for (const part of ["soft", "all"] as const)
      emitForce(module, part, placed, n, part === "all", calls, kineticGradientProgram);
  });
  const energies = lazyCode("energies", (module) => {
    const calls = importHost(module, [], placed);
    for (const kind of ["potential", "kinetic", "penalty"] as const) emitEnergy(module, kind, placed, calls);
  });
  const closed = () => site.fact("closed forces", () => closedForces(lowered) ?? (false as const));
  const powers = lazyCode("powers", (module) => {
    emitPower(module, placed, closed() || []);
  });
  const masses = lazyCode("masses", (module) => {
    emitMass(module, mass);
  });
  if (mass.kind !== "diagonal") masses().refreshMass(addressOf(unit.f64(n)), 0);

  const isGyroscopic = site.fact("gyroscopic", () =>
    placed.kinetics.some(({ calculus }) => momentumAtRest(calculus).some((b) => !isConst(b, 0))),
  );
  const momenta = lazyCode("momenta at rest", (module) => {
    const kernels = placed.kinetics.map((p, k) =>
      emitKernel(module, `_rest${k}`, momentumAtRestProgram(p.calculus), p.tables),
    );
    module.func("atRest", { t: "f64", q: "i32", b: "i32" }, "void", (_, p) => [
      ...zero(get(p.b), n),
      ...kernels.map((kernel) => callKernel(kernel, { t: get(p.t), q: get(p.q), out: [get(p.b)] })),
    ]);
  });

  const sum = unit.f64(1);
  const vectors = longVectors(memory, n);
  /** Each energy calls its own function, because looking it up by name at every step would cost more than a small
   * energy does. */
  const energyOf = (kind: "potential" | "kinetic" | "penalty"): ((t: number, q: F64, v: F64) => number) => {
    let code: WasmExports[string] | undefined;
    return (t, q, v) => {
      code ??= energies()[kind];
      sum[0] = 0;
      code(t, addressOf(q), addressOf(v), addressOf(sum));
      return sum[0];
    };
  };
  const [kineticEnergy, potentialEnergy, penaltyEnergy] = (["kinetic", "potential", "penalty"] as const).map(energyOf);
  const power = (q: F64, w: F64): number => {
    sum[0] = 0;
    powers().power(0, addressOf(q), addressOf(w), addressOf(sum));
    return sum[0];
  };
  const refresh = (q: F64): void => {
    if (mass.kind === "varying") masses().refreshMass(addressOf(q), 0);
  };
  const times = (out: F64, values: "applyMass" | "applyInverseMass", x: F64): void => {
    scratch.set(x);
    masses()[values](addressOf(out), addressOf(scratch));
  };
  const kineticConstant = (v: F64): number => {
    let twice = 0;
    for (let k = 0; k < n; k++) twice += lowered.massDiagonal[k] * v[k] * v[k];
    for (const { index, values } of lowered.massBlocks)
      for (let r = 0; r < index.length; r++)
        for (let c = 0; c < index.length; c++) twice += values[r * index.length + c] * v[index[r]] * v[index[c]];
    return twice / 2;
  };

  const whole = site.lazily("expanded pairs", (own) => withExpandedPairs(lowered, placed, own));
  const accelerate: Mechanics["accelerate"] = (a, f, q) => {
    if (mass.inverse) vectors.multiply(a, mass.inverse, f);
    else {
      refresh(q);
      times(a, "applyInverseMass", f);
    }
  };
  const forces = reactiveSlopes(placed, unit);
  const reactive =
    forces &&
    reactiveMotion(
      { code, plan, forces, n, work, accelerate, curvature: hiddenDerivatives(placed, site).curvature },
      lazyConstraintNames(lowered),
      unit,
    );
  const constraints = makeConstraints(code, plan, placed, n, site, unit, work, reactive);
  const names = lazyNames(n, (k) => lowered.coordinateName(k));
  const rowNames = lazyConstraintNames(lowered);
  const structure = lazily(() => findStructure(lowered, placed.constraints, constraints, mass.inverse));
  const bySource = lazily(() => makePowers(lowered, placed, site));
  const hasDirections = lowered.groups.some(({ direction }) => direction === true);

  return {
    n,
    m: placed.m,
    get names() {
      return names();
    },
    get constraintNames() {
      return rowNames();
    },
    get conservative() {
      return closed() !== false;
    },
    get power() {
      const forces = closed();
      return forces === false || forces.length === 0 ? undefined : power;
    },
    get powers() {
      return bySource();
    },
    ...((lowered.coupled?.drives || forces !== undefined) && { driven: true }),
    readsVelocity: readsVelocity(lowered),
    velocityDependent: readsVelocity(lowered) || mass.kind === "varying" || isGyroscopic,
    pairwise: placed.pairs !== undefined,
    mixed: placed.pairs?.tables.mixed !== undefined,
    mass: mass.kind,
    inverseMass: mass.inverse,
    ...(mass.kind !== "diagonal" && { massBlocks: mass.blocks }),
    omega2: placed.omega2,
    omegaGiven: lowered.omegaGiven,
    get linearConstraints() {
      return site.fact("linear constraints", () => placed.constraints.every(isLinear));
    },
    ...pointsOf(lowered),
    get structure() {
      return structure();
    },
    get rotations() {
      return hasDirections ? rotationsOf(structure().bodies) : undefined;
    },
    force(f, t, q, v) {
      work.forces++;
      code.force(t, addressOf(q), addressOf(v), addressOf(f));
    },
    stiffForce(f, t, q, v) {
      work.forces++;
      stiff().force(t, addressOf(q), addressOf(v), addressOf(f));
    },
    lagrangianForce(f, t, q, v, part) {
      work.forces++;
      const forces =
        mass.kind === "varying" || isGyroscopic ? lagrangian()[part] : part === "all" ? stiff().force : code.force;
      forces(t, addressOf(q), addressOf(v), addressOf(f));
    },
    rate(dy, t, y, isStiff) {
      work.forces++;
      (isStiff ? stiff() : code).rate(t, addressOf(y), addressOf(dy));
    },
    compiled: {
      rate: (isStiff) => countedRate((isStiff ? stiff() : code).rate, memory.memory, work),
      accelerations: (isStiff) => ({
        accelerations: countedRate((isStiff ? stiff() : code).accelerations, memory.memory, work, true),
      }),
    },
    accelerate,
    momentum(p, q, v) {
      if (mass.inverse) for (let k = 0; k < n; k++) p[k] = mass.constant[k] * v[k];
      else {
        refresh(q);
        times(p, "applyMass", v);
      }
    },
    ...(isGyroscopic && {
      restMomentum(b: F64, t: number, q: F64) {
        momenta().atRest(t, addressOf(q), addressOf(b));
      },
    }),
    kinetic: (q, v) => kineticConstant(v) + (placed.kinetics.length > 0 ? kineticEnergy(0, q, v) : 0),
    potential: (t, q) => (placed.potentials.length > 0 || placed.pairs ? potentialEnergy(t, q, q) : 0),
    stiffPotential: (t, q) => (placed.m > 0 ? penaltyEnergy(t, q, q) : 0),
    constraints,
    ...(reactive && { reactive: reactive.forces }),
    derivatives: makeDerivatives(lowered, whole, mass, site, work, masses),
    ...(functions.length === 0 && {
      slow: {
        expanded(terms, withRate) {
          const model = whole();
          return site.instance(`slow motion ${terms} ${withRate}`, (own) =>
            makeSlowMotion(model, plan, mass, constraints, n, own, work, terms, withRate),
          );
        },
        vibrating: (met, kept) => makeAdiabatic(lowered, placed, mass, site, met, kept),
      } satisfies SlowMotions,
    }),
  };
}

/**
 * Adds a function (t, y, dy) -> -1 or the row that depends on the others: the underlying ODE, over tables
 * (`eliminated`) or, when the system is small and keeps all of its constraints, as straight-line code.
 */
function emitUnderlying(
  module: Module,
  program: Program | undefined,
  plan: ConstraintPlan,
  n: number,
  arena: Arena,
  eliminated: Func<"i32">,
): void {
  const margins = arena.f64(2);
  const isPositive = (k: number) => f64.gt(f64.load(i32.const(margins.byteOffset), 8 * k), f64.const(0));
  const kernel = program && emitKernel(module, "_fused", program, once);
  module.func("underlying", rateParams, "i32", (_, p) => [
    ...(kernel
      ? [
          when(i32.eqz(i32.load(i32.const(plan.anyDropped.byteOffset))), [
            callKernel(kernel, {
              t: get(p.t),
              q: get(p.y),
              v: i32.add(get(p.y), i32.const(8 * n)),
              out: [get(p.dy), i32.const(plan.lambda.byteOffset), i32.const(margins.byteOffset)],
            }),
            // far from singular positions, which is farther than from dependent constraints
            when(isPositive(1), [ret(i32.const(-1))]),
            i32.store(i32.const(plan.alarm.byteOffset), i32.const(1)),
            when(isPositive(0), [ret(i32.const(-1))]),
          ]),
        ]
      : []),
    call(eliminated, get(p.t), get(p.y), get(p.dy)),
  ]);
}

/** The coordinates that are components of points in space, places and directions. */
function pointsOf(lowered: Lowered): Pick<Mechanics, "points"> {
  const dimension = lowered.space;
  if (dimension !== 1 && dimension !== 2 && dimension !== 3) return {};
  const listed = (directions: boolean): Int32Array =>
    Int32Array.from(
      lowered.groups
        .filter((g) => g.kind === "point" && (g.direction === true) === directions)
        .flatMap((g) => Array.from({ length: g.dim * g.count }, (_, k) => g.offset + k)),
    );
  const [coordinates, directions] = [listed(false), listed(true)];
  if (coordinates.length === 0 && directions.length === 0) return {};
  return { points: { dimension, coordinates, directions } };
}

/** The rows of a constraint have constant derivatives by q, and do not read t. */
function isLinear({ law, entries, calculus }: PlacedRows): boolean {
  const constants = new Set(law.params.map(({ symbol }) => symbol));
  return (
    symbolsOf(entries.map(({ expr }) => expr)).every((symbol) => constants.has(symbol)) &&
    !symbolsOf(law.outputs).includes(calculus.time)
  );
}

function readsVelocity(lowered: Lowered): boolean {
  const inLaw = lowered.laws.some((law) => {
    if (law.kind !== "force") return false;
    const velocities = new Set(law.stencil.flatMap((s) => s.v));
    return [...symbolsOf(law.outputs)].some((symbol) => velocities.has(symbol));
  });
  return inLaw || lowered.functions.some((f) => f.readsVelocity);
}
