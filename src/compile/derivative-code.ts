/** Hessians and third derivatives of the potential and of the penalty, compiled when a method first asks for them. */

import { addressOf, type F64 } from "../core/arena.js";
import type { Derivatives, HessianSolver } from "../core/derivatives.js";
import type { SparseJacobian } from "../core/rate.js";
import type { Work } from "../core/work.js";
import { callKernel, emitKernel, type Program } from "../kernels/index.js";
import { EntryBook, type Pattern } from "../linalg/entry-book.js";
import type { Lowered } from "../model/lowered.js";
import type { Expr } from "../symbolic/index.js";
import { get, type Module, type WasmExports } from "../wasm/index.js";
import { blockProgram, hessianEntries, hessianTimesProgram, penalty, thirdProgram } from "./derive.js";
import { zero } from "./emit-vectors.js";
import { hessianSolvers } from "./hessian-solver.js";
import {
  accelerationJacobian,
  constraintHessian,
  curvatureJacobian,
  dampingJacobian,
  drivenJacobian,
  forceJacobian,
  massMatrix,
  momentumJacobian,
} from "./jacobian-code.js";
import { lazily } from "./lazily.js";
import type { MassPlan } from "./mass.js";
import type { PlacedLaw, PlacedModel } from "./place-laws.js";
import type { Site } from "./site.js";
import { slotTable } from "./sparse-entries.js";

type Part = "soft" | "stiff" | "all";

interface Term {
  readonly placed: PlacedLaw;
  readonly potential: Expr;
  readonly part: "soft" | "stiff";
}

export function makeDerivatives(
  lowered: Lowered,
  whole: () => PlacedModel,
  mass: MassPlan,
  site: Site,
  work: Work,
  masses: () => WasmExports,
): Derivatives {
  const { n } = lowered;
  let made: readonly Term[] | undefined;
  const allTerms = (): readonly Term[] => {
    made ??= [
      ...whole().potentials.map((p): Term => ({ placed: p, potential: p.law.outputs[0], part: "soft" })),
      ...whole().constraints.map((p): Term => ({ placed: p, potential: penalty(p.calculus, p.row), part: "stiff" })),
    ];
    return made;
  };

  /** The Hessians of all terms share one pattern; the Hessian of the penalties alone has its own, which may be much
   * sparser. */
  const hessians = new Map<"all" | "stiff", { readonly pattern: Pattern; readonly code: WasmExports }>();
  const hessianCode = (of: "all" | "stiff" = "all") => {
    const known = hessians.get(of);
    if (known !== undefined) return known;
    const terms = of === "all" ? allTerms() : allTerms().filter(({ part }) => part === "stiff");
    const { code, found: pattern } = site.unit(`hessian ${of}`, (unit) =>
      unit.codeWith((module, tables) => {
        const blocks = terms.map((term) => ({ term, entries: hessianEntries(term.placed.calculus, term.potential) }));
        const book = new EntryBook(n);
        for (let k = 0; k < n; k++) book.slot(k, k); // the pattern includes every diagonal entry and every block of the mass
        for (const block of mass.blocks)
          for (let r = 1; r < block.length; r++) for (let c = 0; c < r; c++) book.slot(block[r], block[c]);
        const slots = blocks.map(({ term, entries }) =>
          slotTable(tables, term.placed, entries, (e, coordinate) => {
            const [a, b] = [coordinate(e.row), coordinate(e.col)];
            return a >= b ? book.slot(a, b) : book.slot(b, a);
          }),
        );
        const pattern = book.pattern();
        emitParts(module, pattern.rows.length, terms, (k) => ({
          program: blockProgram(blocks[k].term.placed.calculus, blocks[k].entries),
          slots: slots[k],
        }));
        return pattern;
      }),
    );
    const made = { pattern, code };
    hessians.set(of, made);
    return made;
  };

  const ofTerms = (key: string, make: (term: Term) => Program): (() => WasmExports) =>
    site.lazily(key, (unit) => {
      const terms = allTerms();
      return unit.code((module) => emitParts(module, n, terms, (k) => ({ program: make(terms[k]), slots: -1 })));
    });
  const times = ofTerms("hessian times", (term) => hessianTimesProgram(term.placed.calculus, term.potential));
  const third = ofTerms("third derivatives", (term) => thirdProgram(term.placed.calculus, term.potential));

  const solvers = new Map<"all" | "stiff", () => HessianSolver>();

  const forces = new Map<"soft" | "all", SparseJacobian | undefined>();
  const force = (part: "soft" | "all"): SparseJacobian | undefined => {
    if (!forces.has(part)) {
      const model = whole();
      const made = site.unit(`force jacobian ${part}`, (unit) => forceJacobian(lowered, model, unit, part));
      forces.set(part, made);
    }
    return forces.get(part);
  };
  const accelerationOf = (part: "soft" | "all") =>
    site.lazily(`acceleration jacobian ${part}`, (unit) => {
      const jacobian = mass.kind === "varying" ? undefined : force(part);
      return jacobian && accelerationJacobian(jacobian, mass, n, 2 * n, unit);
    });
  const accelerations = { soft: accelerationOf("soft"), all: accelerationOf("all") };
  const drivenOf = (part: "soft" | "all") =>
    site.lazily(`driven jacobian ${part}`, (unit) => drivenJacobian(lowered, whole(), unit, part));
  const driven = { soft: drivenOf("soft"), all: drivenOf("all") };
  const drivenAccelerationOf = (part: "soft" | "all") =>
    site.lazily(`driven accelerations ${part}`, (unit) => {
      const forces = mass.kind === "varying" ? undefined : driven[part]();
      const { states, algebraic } = lowered.coupled ?? { states: 0, algebraic: 0 };
      return forces && accelerationJacobian(forces, mass, n, states + algebraic, unit);
    });
  const drivenAccelerations = { soft: drivenAccelerationOf("soft"), all: drivenAccelerationOf("all") };
  const curvature = site.lazily("curvature jacobian", (unit) => curvatureJacobian(whole(), n, unit));
  const ofConstraints = site.lazily("constraint hessian", (unit) => constraintHessian(whole(), n, unit));

  const momentum = site.lazily("momentum jacobian", (unit) => momentumJacobian(lowered, whole(), unit, "momentum"));
  const inertia = site.lazily("inertia jacobian", (unit) => momentumJacobian(lowered, whole(), unit, "M v"));
  const damping = site.lazily("damping jacobian", (unit) => dampingJacobian(lowered, whole(), unit));

  return {
    force,
    mass: lazily(() => massMatrix(mass, masses)),
    momentum,
    inertia,
    damping,
    acceleration: (part) => accelerations[part](),
    driven: (part) => driven[part](),
    drivenAcceleration: (part) => drivenAccelerations[part](),
    curvature,
    get constraintHessian() {
      return ofConstraints();
    },
    get pattern() {
      return hessianCode().pattern;
    },
    hessian(values: F64, part: Part, t: number, q: F64) {
      work.hessians++;
      hessianCode().code[part](t, addressOf(q), 0, addressOf(values));
    },
    hessianTimes(out: F64, part: Part, t: number, q: F64, w: F64) {
      times()[part](t, addressOf(q), addressOf(w), addressOf(out));
    },
    third(out: F64, part: Part, t: number, q: F64, a: F64) {
      third()[part](t, addressOf(q), addressOf(a), addressOf(out));
    },
    newSolver(part = "all") {
      const of = part === "stiff" ? "stiff" : "all";
      const known = solvers.get(of) ?? hessianSolvers({ n, ...hessianCode(of) }, mass, site, `hessian ${of}`, work);
      solvers.set(of, known);
      return known();
    },
  };
}

/** One function per part of the potential: (t, q, w, out), out zeroed first. */
function emitParts(
  module: Module,
  length: number,
  terms: readonly Term[],
  make: (k: number) => { readonly program: Program; readonly slots: number },
): void {
  const kernels = terms.map((term, k) => {
    const { program, slots } = make(k);
    return emitKernel(module, `_${term.part}${k}`, program, { ...term.placed.tables, slots });
  });
  for (const part of ["soft", "stiff", "all"] as const)
    module.func(part, { t: "f64", q: "i32", w: "i32", out: "i32" }, "void", (_, p) => [
      ...zero(get(p.out), length),
      ...kernels.flatMap((kernel, k) =>
        part === "all" || part === terms[k].part
          ? [callKernel(kernel, { t: get(p.t), q: get(p.q), w: get(p.w), out: [get(p.out)] })]
          : [],
      ),
    ]);
}
