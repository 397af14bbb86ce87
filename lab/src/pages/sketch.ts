/**
 * The picture on a card of the gallery, drawn by the painter of the stage as SVG. The lab is built with the picture of one moment; the
 * others are drawn here while a card moves.
 */

import { ballOf, directions, type ModelScene, paintPlane, paintSpace, poser, solidsOf, svgSheet } from "taut/scene";

/** What a moving picture is drawn from. */
export interface Reel {
  /** Undefined for a model that is shown as a dot in the plane of two quantities, which the frames then hold. */
  readonly scene?: ModelScene;
  readonly low: readonly number[];
  readonly high: readonly number[];
  readonly times: readonly number[];
  readonly frames: readonly (readonly number[])[];
  /** The points whose paths are shown. */
  readonly trails: readonly number[];
}

/** The size of a picture. The symbols of the painter have fixed sizes, so it is drawn larger than a card. */
export const [width, height] = [400, 250];
const margin = 34;

/** Draws the picture at a place between the first frame, 0, and the last. */
export type Sketcher = (at: number) => string;

export function sketcher(reel: Reel): Sketcher {
  const { scene, frames, times } = reel;
  const state = (at: number): { t: number; y: number[] } => {
    const [a, b, part] = [Math.floor(at), Math.ceil(at), at % 1];
    const between = (from: number, to: number): number => from + part * (to - from);
    return { t: between(times[a], times[b]), y: frames[a].map((from, k) => between(from, frames[b][k])) };
  };
  if (scene === undefined) return dotSketcher(reel, state);
  const placesAt = poser(scene);
  const sheetOf = () => svgSheet((text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;"));
  if (scene.dimension === 3) {
    const { middle, radius } = ballOf({ low: [...reel.low], high: [...reel.high] });
    const camera = { ...directions(0.6, 0.35), middle, scale: (0.5 * height - 12) / radius, width, height };
    const solids = solidsOf(scene, radius);
    return (at) => {
      const { t, y } = state(at);
      const sheet = sheetOf();
      paintSpace(sheet, scene, solids, placesAt(t, y), camera, { radius });
      return withAttributes(sheet.svg());
    };
  }
  const { left, bottom, scale } = fitted(reel, false);
  const view = { left, bottom, scale, width, height };
  const trails = reel.trails.map((i) => {
    const sheet = sheetOf();
    frames.forEach((y, k) => {
      const places = placesAt(times[k], y);
      const [px, py] = [left + scale * places[3 * i], bottom - scale * places[3 * i + 1]];
      if (k === 0) sheet.move(px, py);
      else sheet.line(px, py);
    });
    sheet.paint({ stroke: "s0", width: 2, alpha: 0.5 });
    return sheet.svg();
  });
  const behind = withAttributes(trails.join(""));
  return (at) => {
    const { t, y } = state(at);
    const sheet = sheetOf();
    paintPlane(sheet, scene, placesAt(t, y), view);
    return behind + withAttributes(sheet.svg());
  };
}

/** A dot in the plane of two quantities, whose axes are stretched, and its path. */
function dotSketcher(reel: Reel, state: (at: number) => { y: number[] }): Sketcher {
  const { left, bottom, scale, upScale } = fitted(reel, true);
  const place = ([x, y]: readonly number[]): [number, number] => [left + scale * x, bottom - upScale * y];
  const path = svgSheet((text) => text);
  reel.frames.forEach((y, k) => {
    const [px, py] = place(y);
    if (k === 0) path.move(px, py);
    else path.line(px, py);
  });
  path.paint({ stroke: "s0", width: 2, alpha: 0.55 });
  const behind = withAttributes(path.svg());
  return (at) => {
    const sheet = svgSheet((text) => text);
    sheet.circle(...place(state(at).y), 8);
    sheet.paint({ fill: "ink" });
    return behind + withAttributes(sheet.svg());
  };
}

/** Fits the motion to the picture, in one scale or, if it is `stretched`, in two. */
function fitted({ low, high }: Reel, stretched: boolean) {
  const across = (width - 2 * margin) / Math.max(high[0] - low[0], 1e-9);
  const up = (height - 2 * margin) / Math.max(high[1] - low[1], 1e-9);
  const both = Math.min(across, up);
  const [scale, upScale] = stretched ? [across, up] : [both, both];
  return {
    left: width / 2 - (scale * (low[0] + high[0])) / 2,
    bottom: height / 2 + (upScale * (low[1] + high[1])) / 2,
    scale,
    upScale,
  };
}

/** The same SVG with attributes instead of styles, which the policy of the page does not allow in a text. */
function withAttributes(svg: string): string {
  return svg.replace(/style="([^"]*)"/g, (_, style: string) => style.replace(/([\w-]+):([^;]+);?/g, '$1="$2" ').trim());
}
