/**
 * Stands in for `run/parts.ts` in the bundle of `<taut-lab>`: explicit methods, the usual formulations and projections are
 * there from the start, and the others are loaded when a run names them.
 */

import type { Factory, Formulation, Method, Projection } from "../core/index.js";
import { odeFactory } from "../formulations/ode.js";
import { rigidFactory } from "../formulations/rigid.js";
import { stiffFactory } from "../formulations/stiff.js";
import { underlyingFactory } from "../formulations/underlying.js";
import { explicitFactories } from "../methods/runge-kutta/explicit.js";
import { newtonFactory } from "../projections/newton.js";
import { stabiliseFactory } from "../projections/stabilise.js";

const lists = {
  formulation: [odeFactory, underlyingFactory, rigidFactory, stiffFactory] as Factory<Formulation>[],
  method: [...explicitFactories] as Factory<Method>[],
  projection: [newtonFactory, stabiliseFactory] as Factory<Projection>[],
};

export const parts: typeof lists = lists;

/** Methods that are loaded together, because they share code. */
export const families: readonly {
  readonly names: readonly string[];
  load(): Promise<readonly Factory<Method>[]>;
}[] = [
  {
    names: [
      ...["verlet", "variational-euler", "trigonometric", "newmark", "newmark-1", "pushforward-newmark"],
      ...["zs", "zss", "zss-stiff", "gn-zs", "shake", "rattle", "rattle-1", "settle", "lincs", "lie-cayley"],
    ],
    load: () => import("./kick-parts.js").then(({ factories }) => factories),
  },
  {
    names: [
      ...["ab2", "adams", "radau5", "bdf", "rosenbrock23", "rosenbrock4", "implicit-euler", "trapezoidal", "tr-bdf2"],
      ...["implicit-midpoint", "gauss4", "gauss6", "auto"],
    ],
    load: () => import("./implicit-parts.js").then(({ factories }) => factories),
  },
];

/** Loads the parts of these names, or without names all that are missing. Returns whether any were added. */
export async function loadParts(names?: readonly string[]): Promise<boolean> {
  const before = sizes();
  if (names === undefined) {
    // the whole lists, so that messages name all parts in their usual order
    const { allParts } = await import("../run/all-parts.js");
    lists.formulation.splice(0, Infinity, ...allParts.formulation);
    lists.method.splice(0, Infinity, ...allParts.method);
    lists.projection.splice(0, Infinity, ...allParts.projection);
  } else {
    const wanted = families.filter((family) => names.some((name) => family.names.includes(name)));
    for (const loaded of await Promise.all(wanted.map((family) => family.load())))
      lists.method.push(...loaded.filter((one) => !lists.method.some(({ name }) => name === one.name)));
  }
  return sizes() > before;
}

const sizes = (): number => lists.formulation.length + lists.method.length + lists.projection.length;
