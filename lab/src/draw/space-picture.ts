/**
 * A scene in space, drawn by the graphics processor. z points up. All lanes share the turn and tilt of the camera. The solids, their
 * meshes and their places are those of `taut/scene`, so that pictures, films and files for other viewers show the same.
 */

import { ballOf, mostMasses, type Places } from "taut/scene";
import type { CanvasSize } from "../stage/use-canvas-size.js";
import type { Recording } from "../state/recording.js";
import type { Bounds } from "./bounds.js";
import type { Camera } from "./camera.js";
import { placesOf, type ViewOptions } from "./plane-view.js";
import { Workshop } from "./space-buffers.js";
import { Eye } from "./space-eye.js";
import { type Moment, SpaceParts, type Tint } from "./space-parts.js";
import type { Theme } from "./theme.js";

interface SpaceState {
  readonly recording: Recording;
  readonly bounds: Bounds;
  /** Whether the bounds may still grow. */
  readonly growing: boolean;
  readonly t: number;
  /** A pose that is being dragged, instead of the recorded one. */
  readonly pose?: ArrayLike<number>;
  /** The first coordinate of the mass that is held; -1 if none is. */
  readonly held: number;
  readonly camera: Camera;
  readonly size: CanvasSize;
  readonly theme: Theme;
  readonly options: ViewOptions;
  readonly colour: string;
}

export class SpacePicture {
  private readonly gl: WebGL2RenderingContext;
  private workshop: Workshop;
  private parts: SpaceParts | undefined;
  /** What the parts were made for; they are made anew when it changes. */
  private shown: { readonly recording: Recording; readonly theme: Theme; readonly bounds: Bounds } | undefined;
  private places: Places = new Float64Array();
  private eye: Eye | undefined;
  /** What was drawn last, to be drawn again when the browser gives a lost canvas back. */
  private last: SpaceState | undefined;

  constructor(canvas: HTMLCanvasElement) {
    const gl = canvas.getContext("webgl2", { antialias: true, preserveDrawingBuffer: true });
    if (gl === null)
      throw new Error(
        "This browser has no WebGL 2, which pictures in space need. Turn on its use of the graphics processor, or open the lab in another browser; plots and numbers work here.",
      );
    this.gl = gl;
    this.workshop = new Workshop(gl);
    canvas.addEventListener("webglcontextlost", (event) => event.preventDefault());
    canvas.addEventListener("webglcontextrestored", () => {
      this.workshop = new Workshop(gl);
      this.shown = this.parts = undefined;
      if (this.last !== undefined) this.draw(this.last);
    });
  }

  draw(state: SpaceState): void {
    this.last = state;
    if (this.gl.isContextLost()) return;
    const { recording, theme, bounds, size, camera } = state;
    const ball = ballOf({ low: [...bounds.low], high: [...bounds.high] });
    const { radius, middle } = ball;
    if (this.isOld(state, radius)) {
      this.parts?.dispose();
      this.parts = new SpaceParts(this.workshop, recording.opened.scene, theme, ball, bounds.low[2]);
      this.shown = { recording, theme, bounds };
    }
    this.eye = new Eye(camera, middle, radius, size);
    this.places = placesOf(recording, state.t, state.pose);
    this.workshop.begin(this.eye);
    this.parts!.draw(this.momentOf(state, radius), lampOf(this.eye, radius));
  }

  /** The index of the free point nearest to a pixel, within `reach` pixels; -1 if there is none. */
  nearest(x: number, y: number, reach: number): number {
    const { places } = this;
    let [best, distance] = [-1, reach];
    this.shown?.recording.opened.scene.points.forEach(({ offset }, i) => {
      if (offset < 0) return;
      const [px, py] = this.eye!.pixelOf(places[3 * i], places[3 * i + 1], places[3 * i + 2]);
      const d = Math.hypot(px - x, py - y);
      if (d < distance) [best, distance] = [i, d];
    });
    return best;
  }

  /** The place of a pixel in the plane through the point `through` that faces the camera. */
  under(x: number, y: number, through: readonly number[]): readonly number[] {
    return this.eye?.under(x, y, through) ?? through;
  }

  dispose(): void {
    this.last = undefined;
    this.parts?.dispose();
    this.gl.getExtension("WEBGL_lose_context")?.loseContext();
  }

  /** Whether the parts are of another scene or theme, or do not fit: exactly when all bounds are known, and roughly before. */
  private isOld({ recording, theme, bounds, growing }: SpaceState, radius: number): boolean {
    const { shown } = this;
    if (shown === undefined || recording !== shown.recording || theme !== shown.theme) return true;
    const { low, high } = shown.bounds;
    if (!growing) return low.some((x, c) => x !== bounds.low[c]) || high.some((x, c) => x !== bounds.high[c]);
    const grown = radius / ballOf({ low: [...low], high: [...high] }).radius;
    return grown > 1.3 || grown < 0.7;
  }

  private momentOf(state: SpaceState, radius: number): Moment {
    const { recording, t, pose, bounds, options, held } = state;
    const { points } = recording.opened.scene;
    const row = recording.rowAt(t);
    return {
      places: this.places,
      radius,
      strongest: bounds.strongest,
      reaction: options.reactions ? bounds.reaction : 0,
      tension: (k) => (pose ? Number.NaN : recording.tension(row, k) / (bounds.tension || 1)),
      held: points.findIndex(({ offset }) => offset >= 0 && offset === held),
      names: options.names,
      trail: pose === undefined && options.trails ? trailOf(state, row) : undefined,
      forces: pose === undefined && options.forces ? forcesOf(recording, row) : [],
    };
  }
}

/** The trail of the last point. */
function trailOf({ recording, colour }: SpaceState, row: number): Moment["trail"] {
  const { layout, scene } = recording.opened;
  const last = scene.points.findLast(({ offset }) => offset >= 0)?.offset ?? -1;
  if (last < 0) return undefined;
  const entry = layout.y + last;
  return {
    count: row + 1,
    place: (k) => [0, 1, 2].map((c) => recording.value(k, entry + c)),
    colour,
  };
}

/** The total forces on the points, where they are known and not too many. */
function forcesOf(recording: Recording, row: number): readonly (readonly number[])[] {
  const { scene, layout } = recording.opened;
  if (layout.force < 0 || scene.points.length > mostMasses) return [];
  return scene.points.map(({ offset }) =>
    [0, 1, 2].map((c) => (offset < 0 ? 0 : recording.value(row, layout.force + offset + c))),
  );
}

/** The lamp is near the eye, and a little higher. */
function lampOf({ towards, distance }: Eye, radius: number): Tint {
  const [x, y, z] = towards.map((each, c) => distance * each + (c === 2 ? radius : 0));
  const length = Math.hypot(x, y, z);
  return [x / length, y / length, z / length];
}
