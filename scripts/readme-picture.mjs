// Writes docs/pictures/two-views.svg, the moving picture of the README: one double pendulum in the stiff and in the rigid view, side by
// side. The numbers are those of two runs, and the same bits come out everywhere, so a test compares the file with this script.

import { writeFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { model, run } from "../dist/index.js";

const [until, perSecond, omega] = [5, 24, 25];
const [width, height, scale] = [640, 330, 62];

const pendulum = model("Double pendulum")
  .point("a", { mass: 1, at: [1, 0] })
  .point("b", { mass: 1, at: [2, 0] })
  .rod("origin", "a", { length: 1 })
  .rod("a", "b", { length: 1 })
  .gravity([0, -9.81])
  .build();

/** The places of both bobs at every frame, in pixels. @param {object} view @param {number} middle */
function frames(view, middle) {
  const solution = run(pendulum, { until, every: 1 / perSecond, rtol: 1e-9, ...view });
  if (solution.status !== "ok") throw new Error(solution.failure?.message);
  const column = (/** @type {string} */ name) => solution.of(name);
  const [ax, ay, bx, by] = ["a_x", "a_y", "b_x", "b_y"].map(column);
  return Array.from(ax, (_, k) => [
    [middle, 130],
    [middle + scale * ax[k], 130 - scale * ay[k]],
    [middle + scale * bx[k], 130 - scale * by[k]],
  ]);
}

/** @param {number} x */
const short = (x) => String(Math.round(10 * x) / 10);
/** @param {number[][]} points */
const list = (points) => points.map(([x, y]) => `${short(x)},${short(y)}`).join(" ");

/** The zigzag of a spring between two points. @param {number[]} from @param {number[]} to */
function zigzag([x0, y0], [x1, y1]) {
  const [dx, dy] = [x1 - x0, y1 - y0];
  const length = Math.hypot(dx, dy);
  const turns = 8;
  const inner = Array.from({ length: turns }, (_, k) => {
    const [along, aside] = [(k + 1.5) / (turns + 2), (k % 2 === 0 ? 5 : -5) / length];
    return [x0 + along * dx - aside * dy, y0 + along * dy + aside * dx];
  });
  return [[x0, y0], ...inner, [x1, y1]];
}

/** An element that moves through the values. @param {string} attribute @param {string[]} values */
const moving = (attribute, values) =>
  `<animate attributeName="${attribute}" dur="${until}s" repeatCount="indefinite" values="${values.join(";")}"/>`;

/** @param {number[][][]} motion @param {boolean} isStiff @param {number} middle @param {string[]} words */
function lane(motion, isStiff, middle, words) {
  const lines = motion.map(([o, a, b]) => (isStiff ? [...zigzag(o, a), ...zigzag(a, b).slice(1)] : [o, a, b]));
  const bobs = motion.map(([, a, b]) => [a, b]);
  return [
    `<g><path class="ground" d="M${middle - 16},130h32"/>`,
    `<polyline class="${isStiff ? "spring" : "rod"}" points="${list(lines[0])}">${moving("points", lines.map(list))}</polyline>`,
    ...[0, 1].map((k) => {
      const [x, y] = bobs[0][k];
      const values = [0, 1].map((c) => bobs.map((each) => short(each[k][c])));
      return `<circle class="bob" r="7" cx="${short(x)}" cy="${short(y)}">${moving("cx", values[0])}${moving("cy", values[1])}</circle>`;
    }),
    ...words.map(
      (text, k) => `<text x="${middle}" y="${height - 34 + 20 * k}" class="${k === 0 ? "title" : ""}">${text}</text>`,
    ),
    "</g>",
  ].join("\n");
}

export function picture() {
  const stiff = frames({ formulation: "stiff", omega, method: "dop853" }, width / 4);
  const rigid = frames({}, (3 * width) / 4);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="One double pendulum in two views: its rods as stiff springs on the left, rigid on the right">
<style>
svg { font: 13px system-ui, sans-serif; --ink: #24292f; --soft: #57606a; --spring: #b35900; --rod: #0b62a8; }
@media (prefers-color-scheme: dark) { svg { --ink: #e6edf3; --soft: #9da7b3; --spring: #f0a04b; --rod: #6cb6ff; } }
text { fill: var(--soft); text-anchor: middle; }
.title { fill: var(--ink); font-weight: 600; }
.spring, .rod { fill: none; stroke-width: 2; stroke-linejoin: round; stroke: var(--spring); }
.rod { stroke: var(--rod); stroke-width: 4; }
.bob { fill: var(--ink); }
.ground { stroke: var(--soft); stroke-width: 3; }
</style>
${lane(stiff, true, width / 4, ["stiff view", `rods are springs, omega = ${omega}`])}
${lane(rigid, false, (3 * width) / 4, ["rigid view", "rods keep their lengths"])}
</svg>
`;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href)
  writeFileSync(fileURLToPath(new URL("../docs/pictures/two-views.svg", import.meta.url)), picture());
