// The decision guide: one list of questions gives the picture and the text, and the plots beside it are measured at the build.

import { linePlot, run } from "taut";
import { drawing, table } from "./markdown.mjs";
import { read, write } from "./paths.mjs";
import { probes } from "./probes.mjs";

/** Asked in this order; the first yes decides. Lines are short, so that the picture can be read on a phone. */
const questions = [
  {
    ask: ["Neither rigid parts", "nor very stiff springs?"],
    use: ["ode", "auto"],
    why: "Nothing to decide: `auto` takes an explicit method and hands over to an implicit one if the equations turn out to be stiff.",
    links: ["/formulations/ode", "/methods/auto"],
  },
  {
    ask: ["A heat bath?"],
    use: ["rigid or ode", "langevin"],
    why: "Friction and noise around a method with fixed steps ([ensembles](/guide/ensembles)): `settle` for rigid water, `rattle` for other constraints, `verlet` for springs.",
    links: ["/formulations/rigid", "/formulations/ode", "/methods/langevin"],
  },
  {
    ask: ["Is the vibration of the", "stiff springs itself wanted?"],
    use: ["stiff", "dop853 or gn-zs"],
    why: "`dop853` resolves every oscillation. `gn-zs` takes steps beyond their periods and does not resolve them.",
    links: ["/formulations/stiff", "/methods/dop853", "/methods/gn-zs"],
  },
  {
    ask: ["Do stiff springs vibrate", "strongly from the start?"],
    use: ["adiabatic", "auto"],
    why: "Their energy pushes the slow motion, however stiff they are; rigid rods would move differently.",
    links: ["/formulations/adiabatic", "/methods/auto"],
  },
  {
    ask: ["Does it matter that the", "springs stretch a little?"],
    use: ["slow-field", "auto"],
    why: "The slow motion of the stretched springs, at the cost of the rigid motion.",
    links: ["/formulations/slow-field", "/methods/auto"],
  },
  {
    ask: ["Long times, where energy", "must not drift?"],
    use: ["rigid", "rattle or settle"],
    why: "Symplectic steps keep the energy within bounds. `settle` is for rigid triangles, and [`rattle-4`](/methods/rattle-4) to `rattle-8` are for many digits.",
    links: ["/formulations/rigid", "/methods/rattle", "/methods/settle"],
  },
  {
    ask: ["Otherwise"],
    use: ["underlying, stabilise", "auto"],
    why: "The default: multipliers are eliminated, the drift is removed after every step, and the tolerance decides the method.",
    links: ["/formulations/underlying", "/projections/stabilise", "/methods/auto"],
  },
];

const [rowHeight, gap, left, right] = [62, 18, 285, 240];

function picture() {
  const parts = questions.map(({ ask, use }, k) => {
    const top = k * (rowHeight + gap);
    const middle = top + rowHeight / 2;
    const isLast = k === questions.length - 1;
    const lines = (/** @type {readonly string[]} */ texts, /** @type {number} */ x, /** @type {string} */ kind) =>
      texts
        .map(
          (text, i) =>
            `<text class="${kind} mid" x="${x}" y="${middle + 5 + (i - (texts.length - 1) / 2) * 22}">${text}</text>`,
        )
        .join("");
    return [
      `<rect class="${isLast ? "last" : "ask"}" x="1" y="${top}" width="${left}" height="${rowHeight}" rx="10"/>`,
      lines(ask, 1 + left / 2, "name"),
      `<path class="axis" d="M${left + 1} ${middle}h33m-7 -5l7 5l-7 5"/>`,
      `<rect class="use" x="${559 - right}" y="${top}" width="${right}" height="${rowHeight}" rx="10"/>`,
      lines(use, 559 - right / 2, "head"),
      isLast ? "" : `<path class="axis" d="M${left / 2} ${top + rowHeight}v${gap}m-5 -7l5 7l5 -7"/>`,
    ].join("");
  });
  const high = questions.length * (rowHeight + gap) - gap + 2;
  return drawing(
    `<svg class="draw decision" viewBox="0 0 560 ${high}" role="img"><title>Which formulation and method to use</title><desc>Questions from top to bottom; the first yes decides. The table below has the same content.</desc>${parts.join("")}</svg>`,
  );
}

/** Three columns, which fit on a telephone: names are links where they stand. */
const guide = () =>
  table(
    ["question", "formulation and method", "why"],
    questions.map(({ ask, use, why, links }) => [
      ask.join(" "),
      use.map((words) => linked(words, links)).join(" · "),
      why,
    ]),
  );

/** Makes links of the words that name a page. @param {string} text @param {readonly string[]} links */
const linked = (text, links) =>
  links.reduce(
    (all, link) => all.replace(new RegExp(`(?<![\\w-])${link.split("/").at(-1)}(?![\\w-])`), `[$&](${link})`),
    text,
  );

/** Forces against omega for a stiff double pendulum. */
function stiffness() {
  const omegas = [10, 30, 100, 300, 1000, 3000];
  const series = [
    { name: "stiff", formulation: "stiff" },
    { name: "slow-field", formulation: "slow-field" },
  ].map(({ name, formulation }) => ({
    name,
    x: omegas,
    y: omegas.map(
      (omega) =>
        run(probes.pendulum, {
          formulation: { name: formulation, omega },
          method: "dop853",
          rtol: 1e-6,
          until: 2,
          keepStates: false,
        }).work.forces,
    ),
  }));
  return linePlot({
    title: "Forces of a run against the stiffness",
    ...{
      x: { label: "omega", scale: "log" },
      y: { label: "evaluations of the forces", scale: "log" },
      series,
      height: 190,
    },
  });
}

/** Error against forces on the rigid double pendulum. */
function workAgainstError() {
  const until = 5;
  const exact = run(probes.pendulum, { rtol: 1e-13, until, keepStates: false }).q;
  const ways = [
    { name: "underlying, dop853", formulation: "underlying", method: "dop853", paces: [1e-3, 1e-5, 1e-7, 1e-9, 1e-11] },
    { name: "underlying, dopri5", formulation: "underlying", method: "dopri5", paces: [1e-3, 1e-5, 1e-7, 1e-9, 1e-11] },
    { name: "rigid, radau5", formulation: "rigid", method: "radau5", paces: [1e-3, 1e-5, 1e-7, 1e-9] },
    { name: "rigid, rattle", formulation: "rigid", method: "rattle", paces: [0.1, 0.03, 0.01, 0.003, 0.001] },
    { name: "rigid, rattle-8", formulation: "rigid", method: "rattle-8", paces: [0.5, 0.25, 0.125, 0.0625] },
  ];
  const series = ways.map(({ name, formulation, method, paces }) => {
    const points = paces.map((pace) => {
      const settings = method.startsWith("rattle") ? { step: pace } : { rtol: pace };
      const { q, work } = run(probes.pendulum, { formulation, method, ...settings, until, keepStates: false });
      return [work.forces, Math.max(...exact.map((value, i) => Math.abs(value - q[i])))];
    });
    return { name, x: points.map(([forces]) => forces), y: points.map(([, error]) => error) };
  });
  return linePlot({
    title: "Error against work, double pendulum with rigid rods",
    ...{
      x: { label: "evaluations of the forces", scale: "log" },
      y: { label: "error at t = 5", scale: "log" },
      series,
      height: 230,
    },
  });
}

/** Deviation of the energy over a long time. */
function energies() {
  const until = 300;
  const series = [
    { name: "rigid, rattle, step 0.05", formulation: "rigid", method: "rattle", step: 0.05 },
    { name: "underlying, rk4, step 0.2", formulation: "underlying", method: "rk4", step: 0.2 },
  ].map(({ name, ...settings }) => {
    const solution = run(probes.pendulum, { ...settings, until, every: 1, accept: ["energy"] });
    const ledger = solution.series;
    const column = (/** @type {string} */ wanted) => Array.from(ledger.series(ledger.columns.indexOf(wanted)));
    const energy = column("energy");
    return { name, x: column("t"), y: energy.map((value) => Math.abs(value - energy[0])), markers: false };
  });
  return linePlot({
    title: "Deviation of the energy",
    ...{ x: { label: "t" }, y: { label: "|energy − energy at the start|", scale: "log" }, series, height: 190 },
  });
}

export function choosePage() {
  const parts = {
    picture: picture(),
    guide: guide(),
    stiffness: drawing(stiffness()),
    work: drawing(workAgainstError()),
    energies: drawing(energies()),
  };
  let text = read("site/pages/choose.md");
  for (const [name, part] of Object.entries(parts)) text = text.replace(`<!-- @${name} -->`, () => part);
  write("choose.md", text);
}
