/**
 * The picture of a run, which depends on the model: an animation in the plane, an animation and two projections in space,
 * positions over time for points on a line, and coordinates over time for everything else.
 */

import { animation, mostAnimatedPoints } from "./animation.js";
import { extent } from "./axis.js";
import { Motion } from "./motion.js";
import { formatCount } from "./number.js";
import { figure, paragraph } from "./page.js";
import { pathPlot } from "./path-plot.js";
import { linePlot } from "./plot.js";
import type { NamedValues, RunReportData, ScenePicture } from "./run-report-data.js";

const mostCoordinates = 12;
const mostTogether = 6;

/** The drawings as HTML, at least one. */
export function pictures({ picture, timeUnit, title }: RunReportData): string[] {
  if (picture === undefined || picture.times.length === 0) return [paragraph("No motion was recorded.")];
  if (picture.kind === "coordinates") return overTime(picture.times, picture.coordinates, timeUnit);
  const { scene } = picture;
  if (scene.dimension === 1) {
    const columns = scene.points
      .filter(({ role }) => role === "mass")
      .map(({ name, offset }) => {
        const values = Float64Array.from(picture.times, (_, row) => picture.states[row * picture.width + offset]);
        return { name, values, unit: picture.unit };
      });
    return overTime(picture.times, columns, timeUnit);
  }
  const recorded: ScenePicture = { timeUnit, ...picture };
  const name = (i: number) => picture.axes?.[i] ?? "xyz"[i];
  const many = scene.points.length > mostAnimatedPoints;
  const note = many ? paragraph(`${formatCount(scene.points.length)} places are too many to animate here.`, "key") : "";
  if (scene.dimension === 3)
    return [animation(recorded, "Motion in space") + note, ...projections(recorded, title, many)];
  return [animation(recorded, `Motion in the plane of ${name(0)} and ${name(1)}`) + note];
}

/** Where the picture in space is not animated, it is the view along the second axis. */
function projections(recorded: ScenePicture, title: string, isStill: boolean): string[] {
  const [x, y, z] = [0, 1, 2].map((i) => recorded.axes?.[i] ?? "xyz"[i]);
  const motion = new Motion(recorded);
  const above = figure(`Seen along ${z}: ${y} against ${x}`, pathPlot(motion, { title, across: "x", up: "y" }));
  if (isStill) return [above];
  return [figure(`Seen along ${y}: ${z} against ${x}`, pathPlot(motion, { title, across: "x", up: "z" })), above];
}

function overTime(times: ArrayLike<number>, columns: readonly NamedValues[], timeUnit: string | undefined): string[] {
  const shown = columns.slice(0, mostCoordinates);
  const figures = alike(shown).map((group) => {
    const names = group.map(({ name }) => name).join(", ");
    const plot = linePlot({
      title: `${names} over time`,
      x: { label: "time", unit: timeUnit },
      y: { label: group.length === 1 ? names : "value", unit: group[0].unit },
      series: group.map(({ name, values }) => ({ name, x: times, y: values, markers: false })),
    });
    return figure(`${names} over time`, plot);
  });
  const left = columns.length - shown.length;
  if (columns.length === 0) figures.push(paragraph("The model has no coordinates that move."));
  if (left > 0) figures[figures.length - 1] += paragraph(`${formatCount(left)} more coordinates are not drawn.`, "key");
  return figures;
}

/** Groups coordinates that share a plot: at most six, with the same unit and with sizes within a factor of 20. */
function alike(columns: readonly NamedValues[]): NamedValues[][] {
  const groups: { unit: string | undefined; size: number; members: NamedValues[] }[] = [];
  for (const column of columns) {
    const { low, high } = extent([column.values]);
    const size = low > high ? 0 : Math.max(Math.abs(low), Math.abs(high));
    const fits = groups.find(
      (g) =>
        g.unit === column.unit &&
        g.members.length < mostTogether &&
        (size === 0 || g.size === 0 || (size <= 20 * g.size && g.size <= 20 * size)),
    );
    if (fits === undefined) groups.push({ unit: column.unit, size, members: [column] });
    else {
      fits.members.push(column);
      fits.size = Math.max(fits.size, size);
    }
  }
  return groups.map(({ members }) => members);
}
