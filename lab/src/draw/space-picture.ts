/** A scene in space, drawn with three.js. z points up. All lanes share the turn and tilt of the camera. */

import { ballOf, type Places } from "taut/scene";
import {
  type BufferAttribute,
  DirectionalLight,
  HemisphereLight,
  Matrix4,
  PerspectiveCamera,
  Plane,
  Quaternion,
  Raycaster,
  Scene,
  Vector2,
  Vector3,
  WebGLRenderer,
} from "three";
import type { CanvasSize } from "../stage/use-canvas-size.js";
import type { Recording } from "../state/recording.js";
import type { Bounds } from "./bounds.js";
import type { Camera } from "./camera.js";
import { placesOf, type ViewOptions } from "./plane-view.js";
import { SpaceParts, trailFrames } from "./space-parts.js";
import type { Theme } from "./theme.js";

interface SpaceState {
  readonly recording: Recording;
  readonly bounds: Bounds;
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
  private readonly renderer: WebGLRenderer;
  private readonly scene = new Scene();
  private readonly eye = new PerspectiveCamera(38, 1, 0.01, 1000);
  private readonly sun = new DirectionalLight(0xffffff, 1.6);
  private parts: SpaceParts | undefined;
  /** What the parts were made for; they are made anew when it changes. */
  private shown: { readonly recording: Recording; readonly theme: Theme; readonly radius: number } | undefined;
  private places: Places = new Float64Array();
  private size: CanvasSize = { width: 1, height: 1, ratio: 1 };

  constructor(canvas: HTMLCanvasElement) {
    this.renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true, preserveDrawingBuffer: true });
    this.scene.add(new HemisphereLight(0xffffff, 0x8892a0, 2), this.sun);
    this.eye.up.set(0, 0, 1);
  }

  draw(state: SpaceState): void {
    const { recording, theme, bounds, size } = state;
    const ball = ballOf({ low: [...bounds.low], high: [...bounds.high] });
    const { radius } = ball;
    const middle = new Vector3(ball.middle[0], ball.middle[1], ball.middle[2]);
    const grown = this.shown === undefined ? 0 : radius / this.shown.radius;
    if (recording !== this.shown?.recording || theme !== this.shown.theme || grown > 1.3 || grown < 0.7) {
      this.parts?.dispose(this.scene);
      this.parts = new SpaceParts(recording.opened.scene, theme, ball, bounds.low[2]);
      this.parts.addTo(this.scene);
      this.shown = { recording, theme, radius };
    }
    this.place(state, this.parts!, radius);

    const { turn, tilt, zoom } = state.camera;
    const distance = (3.3 * radius) / zoom;
    this.eye.position.set(
      middle.x + distance * Math.cos(tilt) * Math.sin(turn),
      middle.y - distance * Math.cos(tilt) * Math.cos(turn),
      middle.z + distance * Math.sin(tilt),
    );
    this.eye.lookAt(middle);
    this.eye.near = distance / 100;
    this.eye.far = distance * 10;
    this.eye.aspect = size.width / size.height;
    this.eye.updateProjectionMatrix();
    this.sun.position.copy(this.eye.position);
    this.sun.position.z += radius;
    if (size !== this.size) {
      this.renderer.setPixelRatio(size.ratio);
      this.renderer.setSize(size.width, size.height, false);
      this.size = size;
    }
    this.renderer.render(this.scene, this.eye);
  }

  /** The index of the free point nearest to a pixel, within `reach` pixels; -1 if there is none. */
  nearest(x: number, y: number, reach: number): number {
    const { width, height } = this.size;
    const at = new Vector3();
    let [best, distance] = [-1, reach];
    this.shown?.recording.opened.scene.points.forEach(({ offset }, i) => {
      if (offset < 0) return;
      at.fromArray(this.places, 3 * i).project(this.eye);
      const d = Math.hypot(((at.x + 1) / 2) * width - x, ((1 - at.y) / 2) * height - y);
      if (d < distance) [best, distance] = [i, d];
    });
    return best;
  }

  /** The place of a pixel in the plane through the point `through` that faces the camera. */
  under(x: number, y: number, through: readonly number[]): [number, number, number] {
    const { width, height } = this.size;
    const ray = new Raycaster();
    ray.setFromCamera(new Vector2((2 * x) / width - 1, 1 - (2 * y) / height), this.eye);
    const point = new Vector3(through[0], through[1], through[2]);
    const facing = new Plane().setFromNormalAndCoplanarPoint(this.eye.getWorldDirection(new Vector3()), point);
    const hit = ray.ray.intersectPlane(facing, new Vector3()) ?? point;
    return [hit.x, hit.y, hit.z];
  }

  dispose(): void {
    this.parts?.dispose(this.scene);
    this.renderer.dispose();
  }

  private place(state: SpaceState, parts: SpaceParts, radius: number): void {
    const { recording, t, pose, bounds, options, held } = state;
    const { points } = recording.opened.scene;
    const row = recording.rowAt(t);
    this.places = placesOf(recording, t, pose);
    parts.place({
      places: this.places,
      radius,
      strongest: bounds.strongest,
      reaction: options.reactions ? bounds.reaction : 0,
      tension: (k) => (pose ? Number.NaN : recording.tension(row, k) / (bounds.tension || 1)),
      held: points.findIndex(({ offset }) => offset >= 0 && offset === held),
      names: options.names,
    });
    this.placeTrail(state, parts);
    this.placeArrows(state, parts, radius);
  }

  /** The trail of the last point. */
  private placeTrail({ recording, t, colour, options, pose }: SpaceState, { trail }: SpaceParts): void {
    const { layout, scene } = recording.opened;
    const last = scene.points.findLast(({ offset }) => offset >= 0)?.offset ?? -1;
    trail.visible = options.trails && last >= 0 && pose === undefined;
    if (!trail.visible) return;
    const positions = trail.geometry.getAttribute("position") as BufferAttribute;
    const end = recording.rowAt(t);
    const first = Math.max(0, end - trailFrames + 1);
    const entry = layout.y + last;
    for (let row = first; row <= end; row++) {
      const [x, y, z] = [recording.value(row, entry), recording.value(row, entry + 1), recording.value(row, entry + 2)];
      positions.setXYZ(row - first, x, y, z);
    }
    positions.needsUpdate = true;
    trail.geometry.setDrawRange(0, end - first + 1);
    trail.material.color.set(colour);
  }

  /** The total forces on the points. */
  private placeArrows({ recording, t, options, pose }: SpaceState, { arrows }: SpaceParts, radius: number): void {
    const { scene, layout } = recording.opened;
    arrows.visible = options.forces && layout.force >= 0 && pose === undefined && arrows.count > 0;
    if (!arrows.visible) return;
    const row = recording.rowAt(t);
    const vectors = scene.points.map(({ offset }) => {
      if (offset < 0) return new Vector3();
      const part = (c: number): number => recording.value(row, layout.force + offset + c);
      return new Vector3(part(0), part(1), part(2));
    });
    const longest = vectors.reduce((most, v) => Math.max(most, v.length()), 0) || 1;
    vectors.forEach((v, i) => {
      const length = (0.5 * radius * v.length()) / longest;
      rotation.setFromUnitVectors(up, length > 0 ? v.normalize() : up);
      stretch.set(length > 0 ? 0.05 * radius : 0, length > 0 ? 0.05 * radius : 0, length);
      centre.fromArray(this.places, 3 * i).addScaledVector(v, length / 2);
      arrows.setMatrixAt(i, scratch.compose(centre, rotation, stretch));
    });
    arrows.instanceMatrix.needsUpdate = true;
  }
}

const up = new Vector3(0, 0, 1);
const scratch = new Matrix4();
const [centre, stretch] = [new Vector3(), new Vector3()];
const rotation = new Quaternion();
