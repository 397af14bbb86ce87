/** A scene in space, drawn with three.js. z points up. All lanes share the turn and tilt of the camera. */

import {
  BufferAttribute,
  BufferGeometry,
  Color,
  CylinderGeometry,
  DirectionalLight,
  GridHelper,
  HemisphereLight,
  InstancedMesh,
  Line,
  LineBasicMaterial,
  Matrix4,
  MeshLambertMaterial,
  PerspectiveCamera,
  Plane,
  Quaternion,
  Raycaster,
  Scene,
  SphereGeometry,
  Vector2,
  Vector3,
  WebGLRenderer,
} from "three";
import type { CanvasSize } from "../stage/use-canvas-size.js";
import type { Recording } from "../state/recording.js";
import type { Bounds } from "./bounds.js";
import type { Camera } from "./camera.js";
import type { ViewOptions } from "./plane-view.js";
import { type Theme, tensionLevel, tensionScale } from "./theme.js";

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

const trailFrames = 240;
const up = new Vector3(0, 1, 0);

export class SpacePicture {
  private readonly renderer: WebGLRenderer;
  private readonly scene = new Scene();
  private readonly eye = new PerspectiveCamera(38, 1, 0.01, 1000);
  private readonly sun = new DirectionalLight(0xffffff, 1.6);
  private parts: Parts | undefined;
  private size: CanvasSize = { width: 1, height: 1, ratio: 1 };

  constructor(canvas: HTMLCanvasElement) {
    this.renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true, preserveDrawingBuffer: true });
    this.scene.add(new HemisphereLight(0xffffff, 0x8892a0, 2), this.sun);
    this.eye.up.set(0, 0, 1);
  }

  draw(state: SpaceState): void {
    const { recording, theme, bounds, size } = state;
    if (recording !== this.parts?.recording || theme !== this.parts.theme) {
      this.parts?.dispose(this.scene);
      this.parts = new Parts(recording, theme, bounds);
      this.parts.addTo(this.scene);
    }
    const { middle, radius } = extentOf(bounds);
    this.parts.place(state, radius);

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
    this.parts?.places.forEach((place, i) => {
      at.copy(place).project(this.eye);
      const d = Math.hypot(((at.x + 1) / 2) * width - x, ((1 - at.y) / 2) * height - y);
      if (d < distance && this.parts!.isFree(i)) [best, distance] = [i, d];
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
}

/** The drawn objects of one recording: instances of a ball, a rod and an arrow, a line and a grid. */
class Parts {
  readonly recording: Recording;
  readonly theme: Theme;
  readonly places: readonly Vector3[];
  private readonly y: Float64Array;
  private readonly balls: InstancedMesh;
  private readonly rods: InstancedMesh;
  private readonly arrows: InstancedMesh;
  private readonly trail: Line<BufferGeometry, LineBasicMaterial>;
  private readonly grid: GridHelper;
  private readonly colours: readonly Color[];
  private readonly slack: Color;
  private readonly ink: Color;
  private readonly anchor: Color;
  private readonly held: Color;
  private readonly trailOf: number;

  constructor(recording: Recording, theme: Theme, bounds: Bounds) {
    this.recording = recording;
    this.theme = theme;
    const { scene, names } = recording.opened;
    const { points, links } = scene;
    const detail = points.length > 60 ? 10 : 24;
    this.y = new Float64Array(names.length);
    this.places = points.map(() => new Vector3());
    this.balls = new InstancedMesh(new SphereGeometry(1, detail, detail), new MeshLambertMaterial(), points.length);
    this.rods = new InstancedMesh(new CylinderGeometry(1, 1, 1, 8), new MeshLambertMaterial(), links.length);
    this.arrows = new InstancedMesh(new CylinderGeometry(0, 1, 1, 12), new MeshLambertMaterial(), points.length);
    this.colours = tensionScale(theme).map((colour) => new Color(colour));
    this.slack = new Color(theme.muted);
    this.trailOf = points.findLast(({ offset }) => offset >= 0)?.offset ?? -1;

    const { radius, middle } = extentOf(bounds);
    this.grid = new GridHelper(4 * radius, 16, new Color(theme.rule), new Color(theme.grid));
    this.grid.rotation.x = Math.PI / 2;
    this.grid.position.set(middle.x, middle.y, (bounds.low[2] ?? 0) - 0.1 * radius);
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(new Float32Array(3 * trailFrames), 3));
    this.trail = new Line(geometry, new LineBasicMaterial());
    for (const part of this.all) part.frustumCulled = false;

    const arrow = new Color(theme.series[2]);
    points.forEach((_, i) => {
      this.arrows.setColorAt(i, arrow);
    });
    this.ink = new Color(theme.ink);
    this.anchor = new Color(theme.slack);
    this.held = new Color(theme.series[1]);
  }

  private get all() {
    return [this.balls, this.rods, this.arrows, this.trail, this.grid];
  }

  isFree(i: number): boolean {
    return this.recording.opened.scene.points[i].offset >= 0;
  }

  addTo(scene: Scene): void {
    for (const mesh of this.all) scene.add(mesh);
  }

  dispose(scene: Scene): void {
    for (const mesh of this.all) scene.remove(mesh);
    for (const { geometry, material } of this.all) {
      geometry.dispose();
      for (const each of [material].flat()) each.dispose();
    }
    for (const mesh of [this.balls, this.rods, this.arrows]) mesh.dispose();
  }

  place(state: SpaceState, radius: number): void {
    const { recording, t, pose } = state;
    const { points, dimension } = recording.opened.scene;
    recording.stateAt(this.y, t);
    if (pose) this.y.set(pose);
    points.forEach(({ offset, at, moving }, i) => {
      const part = (c: number): number =>
        offset >= 0 ? this.y[offset + c] : moving < 0 ? at[c] : recording.extraAt(t, moving * dimension + c);
      this.places[i].set(part(0), part(1), part(2));
    });
    this.placeBalls(radius, state.held);
    this.placeRods(state, radius);
    this.placeTrail(state);
    this.placeArrows(state, radius);
  }

  private placeBalls(radius: number, held: number): void {
    const { points } = this.recording.opened.scene;
    let heaviest = 0;
    for (const { mass, offset } of points) if (offset >= 0) heaviest = Math.max(heaviest, mass);
    const crowded = points.length > 60 ? 0.4 : 1;
    points.forEach(({ offset, mass }, i) => {
      const size = radius * crowded * (offset < 0 ? 0.03 : Math.max(0.03, 0.06 * Math.cbrt(mass / heaviest)));
      this.balls.setMatrixAt(i, scratch.makeScale(size, size, size).setPosition(this.places[i]));
      this.balls.setColorAt(i, offset < 0 ? this.anchor : offset === held ? this.held : this.ink);
    });
    this.balls.instanceMatrix.needsUpdate = true;
    if (this.balls.instanceColor) this.balls.instanceColor.needsUpdate = true;
  }

  private placeRods({ recording, bounds, t, pose }: SpaceState, radius: number): void {
    const row = recording.rowAt(t);
    recording.opened.scene.links.forEach(({ from, to, style }, k) => {
      const width = radius * (style === "rod" ? 0.014 : 0.008);
      this.rods.setMatrixAt(k, between(this.places[from], this.places[to], width));
      const level = pose ? undefined : tensionLevel(recording.tension(row, k), bounds.tension);
      this.rods.setColorAt(k, level === undefined ? this.slack : this.colours[level]);
    });
    this.rods.instanceMatrix.needsUpdate = true;
    if (this.rods.instanceColor) this.rods.instanceColor.needsUpdate = true;
  }

  /** The trail of the last point. */
  private placeTrail({ recording, t, colour, options, pose }: SpaceState): void {
    const { layout } = recording.opened;
    this.trail.visible = options.trails && this.trailOf >= 0 && pose === undefined;
    if (!this.trail.visible) return;
    const positions = this.trail.geometry.getAttribute("position") as BufferAttribute;
    const last = recording.rowAt(t);
    const first = Math.max(0, last - trailFrames + 1);
    const entry = layout.y + this.trailOf;
    for (let row = first; row <= last; row++) {
      const [x, y, z] = [recording.value(row, entry), recording.value(row, entry + 1), recording.value(row, entry + 2)];
      positions.setXYZ(row - first, x, y, z);
    }
    positions.needsUpdate = true;
    this.trail.geometry.setDrawRange(0, last - first + 1);
    this.trail.material.color.set(colour);
  }

  private placeArrows({ recording, t, options, pose }: SpaceState, radius: number): void {
    const { scene, layout } = recording.opened;
    this.arrows.visible = options.forces && layout.force >= 0 && pose === undefined;
    if (!this.arrows.visible) return;
    const row = recording.rowAt(t);
    const vectors = scene.points.map(({ offset }) => {
      if (offset < 0) return new Vector3();
      const part = (c: number): number => recording.value(row, layout.force + offset + c);
      return new Vector3(part(0), part(1), part(2));
    });
    const longest = vectors.reduce((most, v) => Math.max(most, v.length()), 0) || 1;
    vectors.forEach((v, i) => {
      const end = v.multiplyScalar((0.5 * radius) / longest).add(this.places[i]);
      this.arrows.setMatrixAt(i, between(this.places[i], end, 0.025 * radius));
    });
    this.arrows.instanceMatrix.needsUpdate = true;
  }
}

// a picture is drawn sixty times a second, so these objects are reused
const scratch = new Matrix4();
const [along, centre, stretch] = [new Vector3(), new Vector3(), new Vector3()];
const rotation = new Quaternion();

/** The matrix that puts a cylinder of unit height between two places. The next call overwrites it. */
function between(a: Vector3, b: Vector3, width: number): Matrix4 {
  const length = along.subVectors(b, a).length();
  rotation.setFromUnitVectors(up, length > 0 ? along.divideScalar(length) : up);
  return scratch.compose(centre.addVectors(a, b).multiplyScalar(0.5), rotation, stretch.set(width, length, width));
}

function extentOf({ low, high }: Bounds): { middle: Vector3; radius: number } {
  const part = (c: number, side: readonly number[]): number => (Number.isFinite(side[c]) ? side[c] : 0);
  const [a, b] = [
    new Vector3(part(0, low), part(1, low), part(2, low)),
    new Vector3(part(0, high), part(1, high), part(2, high)),
  ];
  return { middle: a.clone().add(b).multiplyScalar(0.5), radius: Math.max(a.distanceTo(b) / 2, 1e-6) };
}
