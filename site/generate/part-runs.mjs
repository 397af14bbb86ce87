// What formulations and projections do, measured on small models when the site is built.

import { linePlot, run } from "taut";
import { liveCell } from "./cells.mjs";
import { drawing, table } from "./markdown.mjs";
import { probes, probeText } from "./probes.mjs";

/** The run that shows a formulation. `far` names an option on which the distance from the rigid motion depends. */
const formulationRuns =
  /** @type {Record<string, { probe: string, with?: string, method?: string, projection?: string, far?: string }>} */ ({
    ode: { probe: "springs" },
    underlying: { probe: "pendulum" },
    rigid: { probe: "pendulum", method: "radau5" },
    dae: { probe: "algebraic", method: "radau5" },
    stiff: { probe: "pendulum", with: "omega: 30", far: "omega" },
    "slow-field": { probe: "pendulum", with: "omega: 100", far: "omega" },
    averaged: { probe: "pendulum", with: "omega: 1000" },
    adiabatic: { probe: "pendulum", with: "omega: 1000" },
    baumgarte: { probe: "pendulum", with: "gamma: 10" },
    stabilised: { probe: "pendulum", with: "gamma: 10" },
    regularised: { probe: "pendulum", with: "beta: 100", method: "bdf", far: "beta" },
    "damped-spring": { probe: "pendulum", with: "beta: 100", method: "bdf", far: "beta" },
  });

const until = 4;

/** Options as they stand in a file. @param {string} [text] */
const optionsIn = (text) =>
  Object.fromEntries(
    (text?.split(", ") ?? []).map((pair) => {
      const [key, value] = pair.split(": ");
      return [key, Number.isNaN(Number(value)) ? value : Number(value)];
    }),
  );

/** @param {string} name */
export function formulationRun(name) {
  const shown = formulationRuns[name];
  if (shown === undefined) throw new Error(`site/generate/part-runs.mjs: no run shows formulation "${name}".`);
  const { probe, with: options, method, far } = shown;
  const chosen = options === undefined ? name : `{ name: ${name}, ${options} }`;
  const section = `{ until: 10, formulation: ${chosen}${method === undefined ? "" : `, method: ${method}`}, rtol: 1e-6 }`;
  const solution = run(probes[probe], {
    formulation: { name, ...optionsIn(options) },
    ...(method === undefined ? {} : { method }),
    ...{ rtol: 1e-6, until, keepStates: false },
  });
  const { work, status } = solution;
  if (status !== "ok")
    throw new Error(`site/generate/part-runs.mjs: formulation "${name}" ended with ${solution.failure?.message}`);
  return [
    liveCell(probeText(probe, section)),
    `## Cost\n\nOn the model "${probes[probe].name}" until t = ${until} at rtol 1e-6, with ${method === undefined ? "the method that `auto` chooses" : `\`${method}\``}:`,
    table(
      ["work of the run", "number"],
      Object.entries(work)
        .filter(([, count]) => count > 0)
        .map(([kind, count]) => [kind, String(count)]),
    ),
    ...(far === undefined ? [] : [distancePlot(name, far, method)]),
  ].join("\n\n");
}

/** How far the motion is from that with rigid rods. @param {string} name @param {string} option @param {string} [method] */
function distancePlot(name, option, method) {
  const settings = { until: 1, rtol: 1e-10, keepStates: false };
  const exact = run(probes.pendulum, { ...settings, formulation: "underlying", rtol: 1e-12 }).q;
  const [x, y] = [[10, 20, 40, 80, 160, 320], /** @type {number[]} */ ([])];
  for (const value of x) {
    const choice = { name, [option]: value };
    const { q } = run(probes.pendulum, {
      ...settings,
      ...(method === undefined ? {} : { method }),
      formulation: choice,
    });
    y.push(Math.max(...exact.map((at, i) => Math.abs(at - q[i]))));
  }
  const svg = linePlot({
    title: `Distance of ${name} from the rigid motion`,
    x: { label: option, scale: "log" },
    y: { label: "distance of the positions at t = 1", scale: "log" },
    series: [{ name, x, y }],
    height: 180,
  });
  return `## Distance from the rigid motion\n\nThe same start, with rtol 1e-10, for several values of \`${option}\`:\n\n${drawing(svg)}`;
}

/** The run that shows a projection, beside the same run without it. */
const projectionRuns =
  /** @type {Record<string, { probe: string, formulation: string, with?: string, method: string, step: number, when?: string, options?: string }>} */ ({
    newton: { probe: "pendulum", formulation: "underlying", method: "rk4", step: 0.1 },
    stabilise: { probe: "pendulum", formulation: "underlying", method: "rk4", step: 0.1 },
    relax: { probe: "pendulum", formulation: "underlying", method: "rk4", step: 0.1 },
    algebraic: { probe: "pendulum", formulation: "slow-field", with: "omega: 100", method: "rk4", step: 0.1 },
    ipa: { probe: "pendulum", formulation: "stiff", with: "omega: 1000", method: "rk4", step: 0.1, when: "evaluation" },
    "inner-euler": {
      probe: "pendulum",
      formulation: "regularised",
      with: "beta: 1000000",
      method: "rk4",
      step: 0.1,
      when: "evaluation",
    },
    "inner-two-stage": {
      probe: "pendulum",
      formulation: "regularised",
      with: "beta: 1000000, form: rotation",
      method: "rk4",
      step: 0.1,
      when: "evaluation",
      options: "steps: 6",
    },
  });

/** @param {string} name */
export function projectionRun(name) {
  const shown = projectionRuns[name];
  if (shown === undefined) throw new Error(`site/generate/part-runs.mjs: no run shows projection "${name}".`);
  const { probe, formulation, with: options, method, step, when, options: more } = shown;
  const view = { name: formulation, ...optionsIn(options) };
  const runWith = (/** @type {any} */ projection) =>
    run(probes[probe], { formulation: view, method, step, until: 10, projection, keepStates: false });
  const rows = [
    ["none", "none"],
    [name, when === undefined ? name : { name, when, ...optionsIn(more) }],
  ].map(([title, projection]) => {
    const { status, ledger, work } = runWith(projection);
    const residual =
      status === "ok" ? Number(ledger.position.toPrecision(2)).toString() : `the run ends early: ${status}`;
    return [`\`${title}\``, residual, String(work.forces + work.projections)];
  });
  const chosen = options === undefined ? formulation : `{ name: ${formulation}, ${options} }`;
  const projection =
    when === undefined ? name : `{ name: ${name}, when: ${when}${more === undefined ? "" : `, ${more}`} }`;
  const section = `{ until: 10, formulation: ${chosen}, method: ${method}, step: ${step}, projection: ${projection} }`;
  return [
    liveCell(probeText(probe, section)),
    `## What it does\n\nThe model above until t = 10 with \`${method}\` and steps of ${step}, without and with the projection:`,
    table(["projection", "largest residual of the positions", "forces and projections"], rows),
  ].join("\n\n");
}
