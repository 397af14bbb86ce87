/** Methods that are made of others, which they name: `auto` and `langevin`. */

import { checkOptions, type Factory, type Method, TautError } from "../core/index.js";
import { type LangevinOptions, langevin, methods, switching } from "../methods/index.js";
import { apart, parseChoice } from "./named-choice.js";

/** What a run uses when nobody names a method, with both halves named; `choose` fills them in. */
export const autoFactory: Factory<Method> = {
  name: "auto",
  about: "Chosen for the model: an explicit method, which hands over to an implicit one where it turns out stiff.",
  options: {
    explicit: { about: "The method for where accuracy limits the steps.", default: "dop853" },
    implicit: { about: "The method for where stability limits the steps of the other.", default: "bdf" },
    first: { about: "Which of them begins: explicit or implicit.", default: "explicit" },
  },
  make(options = {}) {
    checkOptions(autoFactory, options);
    const { explicit = "dop853", implicit = "bdf", first = "explicit" } = options;
    if (first !== "explicit" && first !== "implicit") {
      throw new TautError("auto.first", `"${String(first)}" is none of the two. Use "explicit" or "implicit".`);
    }
    return switching(half("explicit", explicit), half("implicit", implicit), first);
  },
};

function half(option: string, name: unknown): Method {
  const factory = methods.find((one) => one.name === name);
  const method = factory?.make();
  if (method?.estimatesError === true) return method;
  const known = methods.filter((one) => one.make().estimatesError).map((one) => one.name);
  const why = factory === undefined ? "is no method" : "has no error control";
  throw new TautError(`auto.${option}`, `"${String(name)}" ${why}. Use one of: ${known.join(", ")}.`);
}

export const langevinFactory: Factory<Method> = {
  name: "langevin",
  about:
    "Heat bath: a method for forces or constraints composed with friction and noise, fixed steps: temperature kT, ensembles.",
  options: {
    inner: {
      about:
        "The method between noise, as name or name:option=value; decided by the formulation: rattle for rigid constraints, otherwise verlet.",
      default: undefined,
    },
    kT: { about: "Temperature, in the model's unit of energy.", default: 1 },
    temperature: { about: "The same in kelvin, of models that declare units.", default: undefined, unit: "K" },
    friction: { about: "Rate at which velocities are forgotten.", default: 1, unit: "1/time" },
    form: { about: `Friction p' = -friction p ("mass"), or p' = -friction v ("plain").`, default: "mass" },
    order: { about: `The motion, then the bath ("gla"), or kick, drift, bath, drift, kick ("baoab").`, default: "gla" },
    seed: { about: "What all noise follows from; that of the run where it has one.", default: 0 },
    thermal: { about: "Draw the velocities of the start at kT.", default: false },
    fixman: {
      about: "Add Fixman's potential to rigid constraints, so that they have the ensemble of stiff springs.",
      default: false,
    },
  },
  make(options = {}) {
    checkOptions(langevinFactory, options);
    const { inner, ...rest } = options as LangevinOptions & { readonly inner?: unknown };
    return langevin({ ...rest, ...(inner !== undefined && { inner: innerMethod(inner) }) });
  },
};

/** The method that `inner` names. */
function innerMethod(inner: unknown): Method {
  const { name, options } = apart(parseChoice("langevin.inner", String(inner)));
  const factory = methods.find((one) => one.name === name);
  if (factory !== undefined) return factory.make(options);
  throw new TautError("langevin.inner", `there is no method "${name}". Use "verlet", "rattle" or "zs".`);
}

/** The name of what steps the motion: the method's own, or that of the method inside it; undefined: left to it. */
export function innermost(choice: ReturnType<typeof apart>): string | undefined {
  if (choice.name !== langevinFactory.name) return choice.name;
  return choice.options.inner === undefined ? undefined : String(choice.options.inner).split(":")[0];
}
