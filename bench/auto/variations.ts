/** Models of the gallery, as they are and with parameters, starts and spans varied by seeded factors. */

import { readFileSync } from "node:fs";
import { compileSystem } from "../../src/compile/index.js";
import type { Workspace } from "../../src/core/index.js";
import { catalogue } from "../../src/elements/index.js";
import { type Lowered, lower, type Model, parseModelText, runSection, validateModel } from "../../src/model/index.js";
import { choose } from "../../src/run/choose.js";
import type { RunSettings } from "../../src/run/index.js";

export interface Subject {
  readonly name: string;
  readonly file: string;
  readonly settings?: RunSettings;
  /** Parameters for which variations choose one of these values. */
  readonly counts?: Readonly<Record<string, readonly number[]>>;
  /** The relative variation of the start's coordinates. Default 0.05; less where molecules would collide. */
  readonly spread?: number;
  /** How to compute the reference. Default: explicit extrapolation at 1e-12. */
  readonly reference?: RunSettings;
}

/** Removes the choices in the run section of a model. */
const own: RunSettings = { formulation: undefined, method: "auto", step: undefined };

const stiff: RunSettings = { method: "radau5", rtol: 3e-12, atol: 1e-17 };
/** For forces with a kink at the cut-off, with which extrapolation would take minutes. */
const kinked: RunSettings = { method: "dop853", rtol: 1e-10, atol: 1e-13 };

/** Every model of the gallery in the view that a run chooses, and some also with stiff springs. */
export const subjects: readonly Subject[] = [
  { name: "pendulum", file: "pendulum" },
  { name: "double-pendulum", file: "double-pendulum" },
  { name: "double-pendulum-soft", file: "double-pendulum-soft" },
  { name: "double-pendulum-angles", file: "double-pendulum-angles" },
  { name: "driven-pendulum", file: "driven-pendulum" },
  { name: "four-bar", file: "four-bar" },
  { name: "slider-crank", file: "slider-crank" },
  { name: "chain", file: "chain", counts: { n: [5, 8, 12, 20] } },
  { name: "rope", file: "rope", counts: { n: [60, 80, 120] } },
  { name: "spring-pendulum", file: "spring-pendulum" },
  { name: "spherical-pendulum", file: "spherical-pendulum" },
  { name: "heavy-top", file: "heavy-top" },
  { name: "bungee", file: "bungee" },
  { name: "kepler", file: "kepler" },
  { name: "index-2", file: "index-2" },
  { name: "damped-cable", file: "damped-cable", counts: { n: [6, 8, 12] }, reference: stiff },
  { name: "van-der-pol", file: "van-der-pol", reference: stiff },
  { name: "robertson", file: "robertson", reference: stiff },
  {
    name: "argon",
    file: "argon",
    settings: own,
    counts: { n: [6], a: [3.6, 3.7, 3.8] },
    spread: 0.005,
    reference: kinked,
  },
  { name: "water-7", file: "water-7", settings: own, spread: 0.01 },
  { name: "water-100", file: "water-100", settings: own, counts: { n: [60, 80, 100] }, spread: 0.005 },
  { name: "pendulum (stiff view)", file: "pendulum", settings: { formulation: "stiff", omega: 300, until: 2 } },
  {
    name: "double-pendulum-soft (stiff view)",
    file: "double-pendulum-soft",
    settings: { formulation: "stiff", until: 2 },
  },
];

export interface Case {
  readonly model: Model;
  readonly lowered: Lowered;
  readonly settings: RunSettings;
  /** The compiled system with a varied start. `recycle` frees the memory of earlier runs. */
  readonly workspace: Workspace;
  recycle(): void;
}

/** Variation 0 is the model as it is. */
export function caseOf({ file, settings = {}, counts = {}, spread = 0.05 }: Subject, seed: number): Case {
  const url = new URL(`../../../gallery/${file}.yaml`, import.meta.url);
  const model = validateModel(parseModelText(readFileSync(url, "utf8")), catalogue);
  const random = generator(seed);
  /** A random factor between 1/(1 + spread) and 1 + spread. */
  const factor = (spread: number): number => (seed === 0 ? 1 : (1 + spread) ** (2 * random() - 1));

  const set: Record<string, number> = {};
  for (const [name, value] of Object.entries(model.parameters ?? {})) {
    const choices = counts[name];
    if (typeof value === "number") set[name] = value * factor(0.25);
    if (choices !== undefined) set[name] = seed === 0 ? Number(value) : choices[Math.floor(random() * choices.length)];
  }
  const own = runSection(model, set);
  const merged = { ...own, ...settings };
  const span = merged.until! * factor(0.5);
  const omega = merged.omega === undefined ? {} : { omega: merged.omega * factor(1) };
  const lowered = lower(model, catalogue, { set });
  const whole = compileSystem(lowered).workspace();
  const varied = { ...merged, ...omega, until: span };
  // rods vibrate in a variation only if they do in the model itself, so that the physics is the same
  const { formulation } = choose(whole, varied);
  const physics: RunSettings = formulation === "adiabatic" ? { formulation } : { start: "project" };
  whole.initial.forEach((value, i) => {
    whole.initial[i] = value * factor(spread);
  });
  return { model, lowered, settings: { ...varied, ...physics }, ...shared(whole) };
}

/** Runs take the memory of the runs before them after every `recycle`. */
function shared(workspace: Workspace): Pick<Case, "workspace" | "recycle"> {
  let end = workspace.lease();
  return {
    workspace,
    recycle() {
      end();
      end = workspace.lease();
    },
  };
}

function generator(seed: number): () => number {
  let state = (seed * 7919 + 1) % 2147483647;
  const next = (): number => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
  for (let k = 0; k < 5; k++) next();
  return next;
}
