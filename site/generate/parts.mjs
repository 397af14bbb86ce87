// A page for every formulation, method and projection, from the registry, the comments of the sources and measurements.

import { registry } from "taut";
import { liveCell } from "./cells.mjs";
import { commentAsMarkdown, sourceOf, tableauOf, topComment } from "./comments.mjs";
import { code, page, plain, table } from "./markdown.mjs";
import { optionTable } from "./options.mjs";
import { measured, orderPlot } from "./orders.mjs";
import { formulationRun, projectionRun } from "./part-runs.mjs";
import { read, write } from "./paths.mjs";
import { made, probeText } from "./probes.mjs";

/** @typedef {import("./probes.mjs").Refused} Refused */

/** The folders of src/methods, in the order of the sidebar. */
export const families = /** @type {Record<string, string>} */ ({
  "runge-kutta": "Explicit Runge–Kutta",
  multistep: "Multistep",
  extrapolation: "Extrapolation",
  implicit: "Implicit",
  radau: "Radau",
  leapfrog: "Leapfrog and stiff springs",
  constrained: "Rigid constraints",
  composed: "Composed",
  stochastic: "Heat bath",
});

/** @param {string} name */
export const familyOf = (name) => sourceOf("method", name).split("/")[1];

/** @param {string} kind @param {string} name */
function equations(kind, name) {
  const file = sourceOf(kind, name);
  const comments = [topComment(read(`src/${file}`)), ...(kind === "method" ? [tableauOf(name)] : [])];
  return `## Equations and properties\n\n${comments
    .filter((comment) => comment !== "")
    .map(commentAsMarkdown)
    .join("\n\n")}\n\nThis is the comment at the top of \`src/${file}\`, which has the algorithm.`;
}

/** Different reasons, one for each code. @param {string} kind @param {string} name @param {readonly Refused[]} refusals */
function refused(kind, name, refusals) {
  const own = refusals.filter((each) => each.kind === kind && each.name === name);
  const codes = [...new Set(own.map((each) => each.code))];
  if (codes.length === 0) return "## When it is refused\n\nNone of the models that this site tries is refused.";
  const rows = codes.map((one) => {
    const { text } = /** @type {Refused} */ (own.find((each) => each.code === one));
    return [`[${code(one)}](/errors/refusals#${one})`, plain(text)];
  });
  return `## When it is refused\n\nReasons that small models meet, as the command prints them. Nothing is stepped in these cases.\n\n${table(["reason", "message"], rows)}`;
}

/** @param {import("taut").Method} method */
function traits(method) {
  const wants = {
    rates: "a complete right-hand side",
    forces: "forces of positions",
    constraints: "constraints, which it keeps itself",
  };
  const pace = method.needsTolerance ? "by tolerance only" : method.estimatesError ? "by tolerance, or fixed" : "fixed";
  const { stability } = method;
  return table(
    ["property", "value"],
    [
      ["order of the global error", String(method.order)],
      ["needs", wants[method.wants]],
      ["steps", pace],
      ...(method.keeps === undefined ? [] : [["keeps to rounding", method.keeps]]),
      ...(stability === undefined
        ? []
        : [
            [
              "largest stable h\\|λ\\|",
              `real axis ${number(stability.real)}, imaginary axis ${number(stability.imaginary)}`,
            ],
          ]),
      ...(method.damps ? [["damping", "damps oscillations that its steps do not resolve"]] : []),
    ],
  );
}

/** @param {number} value */
const number = (value) => (value === Number.POSITIVE_INFINITY ? "unlimited" : String(Number(value.toPrecision(3))));

/** What a step costs. @param {import("taut").Work} work */
export function costTable(work) {
  const each = (/** @type {number} */ count) => String(Number((count / Math.max(1, work.steps)).toPrecision(3)));
  const kinds = /** @type {const} */ (["forces", "jacobians", "hessians", "factorisations", "solves", "projections"]);
  const used = kinds.filter((kind) => work[kind] > 0);
  return table(
    ["for each step", "number"],
    used.map((kind) => [kind, each(work[kind])]),
  );
}

/** @param {readonly Refused[]} refusals */
export function methodPages(refusals) {
  for (const { name, about, options } of registry.method) {
    const method = made(/** @type {never} */ (registry.method.find((each) => each.name === name)));
    const found = measured(name);
    const { place, paced, order, work } = found;
    const pace = paced === "step" ? `step: ${method.order === 1 ? 0.0002 : 0.02}` : "rtol: 1e-6";
    const shown = name === "langevin" ? "{ name: langevin, kT: 0.1, friction: 0.5 }" : name;
    const text = probeText(
      place.probe,
      `{ until: 10, formulation: ${place.formulation}, method: ${shown}, projection: none, ${pace} }`,
    );
    const saw = paced === "step" ? "Steps are halved" : "The tolerance is lowered";
    const slope = order === undefined ? "" : ` The slope of the last three points is ${order.toFixed(2)}.`;
    write(
      `methods/${name}.md`,
      page(name, [
        plain(about),
        traits(method),
        liveCell(text),
        `## Order and cost\n\n${saw} on the model "${found.model}" (formulation \`${place.formulation}\`, until t = ${place.until}), and the end is compared with \`dop853\` at rtol 1e-13.${slope}`,
        orderPlot(name, method.order, found),
        `Work of the last run in the plot:\n\n${costTable(work)}`,
        equations("method", name),
        `## Options\n\n${optionTable(options)}`,
        refused("method", name, refusals),
      ]),
    );
  }
}

/** @param {readonly Refused[]} refusals */
export function formulationPages(refusals) {
  for (const { name, about, options } of registry.formulation)
    write(
      `formulations/${name}.md`,
      page(name, [
        plain(about),
        formulationRun(name),
        equations("formulation", name),
        `## Options\n\n${optionTable(options)}`,
        refused("formulation", name, refusals),
      ]),
    );
}

/** @param {readonly Refused[]} refusals */
export function projectionPages(refusals) {
  for (const { name, about, options } of registry.projection)
    write(
      `projections/${name}.md`,
      page(name, [
        plain(about),
        projectionRun(name),
        equations("projection", name),
        `## Options\n\n${optionTable(options)}\n\nWhen it acts is a setting of every projection: \`when\` is \`start\`, \`step\`, \`evaluation\`, \`interval\` with \`every\`, or \`drift\` with \`above\`.`,
        refused("projection", name, refusals),
      ]),
    );
}

/** The lists of all three. */
export function partIndexes() {
  for (const kind of /** @type {const} */ (["formulation", "method", "projection"]))
    write(
      `${kind}s/index.md`,
      page(`${kind[0].toUpperCase()}${kind.slice(1)}s`, [
        "Every one of them is listed here with the sentence that `taut explain`, the lab and the error messages use. [Choose](/choose) says where to begin.",
        table(
          ["name", "what it is"],
          registry[kind].map(({ name, about }) => [`[${code(name)}](/${kind}s/${name})`, plain(about)]),
        ),
      ]),
    );
}
