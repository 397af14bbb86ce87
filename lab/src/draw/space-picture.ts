/** A scene in space, drawn with three. z points up. Orbiting is the camera's turn and tilt, which lanes share. */

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
  Quaternion,
  Scene,
  SphereGeometry,
  Vector3,
  WebGLRenderer,
} from "three";
import type { CanvasSize } from "../stage/use-canvas-size.js";
import type { Recording } from "../state/recording.js";
import type { Bounds } from "./bounds.js";
import type { Camera } from "./camera.js";
import type { ViewOptions } from "./plane-view.js";
import { type Theme, tensionLevels, tensionScale } from "./theme.js";

interface SpaceState {
  readonly recording: Recording;
  readonly bounds: Bounds;
  readonly t: number;
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
  private recording: Recording | undefined;
  private balls: InstancedMesh | undefined;
  private rods: InstancedMesh | undefined;
  private grid: GridHelper | undefined;
  private trail: Line<BufferGeometry, LineBasicMaterial> | undefined;
  private arrows: InstancedMesh | undefined;

  constructor(canvas: HTMLCanvasElement) {
    this.renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true, preserveDrawingBuffer: true });
    this.scene.add(new HemisphereLight(0xffffff, 0x8892a0, 2), this.sun);
    this.eye.up.set(0, 0, 1);
  }

  draw(state: SpaceState): void {
    const { recording, bounds, t, size, theme, options } = state;
    if (recording !== this.recording) this.build(recording, theme, bounds);
    const { points, dimension } = recording.opened.scene;
    const y = new Float64Array(recording.opened.names.length);
    recording.stateAt(y, t);
    const places = points.map(({ offset, at, moving }) => {
      const part = (c: number): number =>
        offset >= 0 ? y[offset + c] : moving < 0 ? at[c] : recording.extraAt(t, moving * dimension + c);
      return new Vector3(part(0), part(1), part(2));
    });
    const { middle, radius } = extentOf(bounds);
    this.placeBalls(places, state, radius);
    this.placeRods(places, state, radius);
    this.placeTrail(state);
    this.placeArrows(places, state, radius);
    if (this.trail) this.trail.visible = options.trails;

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
    this.sun.position.copy(this.eye.position).add(new Vector3(0, 0, radius));
    this.renderer.setPixelRatio(size.ratio);
    this.renderer.setSize(size.width, size.height, false);
    this.renderer.render(this.scene, this.eye);
  }

  dispose(): void {
    this.renderer.dispose();
  }

  private build(recording: Recording, theme: Theme, bounds: Bounds): void {
    for (const old of [this.balls, this.rods, this.grid, this.trail, this.arrows]) if (old) this.scene.remove(old);
    const { scene } = recording.opened;
    this.recording = recording;
    this.balls = new InstancedMesh(new SphereGeometry(1, 24, 16), new MeshLambertMaterial(), scene.points.length);
    this.rods = new InstancedMesh(new CylinderGeometry(1, 1, 1, 12), new MeshLambertMaterial(), scene.links.length);
    this.arrows = new InstancedMesh(new CylinderGeometry(0, 1, 1, 12), new MeshLambertMaterial(), scene.points.length);
    const { radius, middle } = extentOf(bounds);
    this.grid = new GridHelper(4 * radius, 16, new Color(theme.rule), new Color(theme.grid));
    this.grid.rotation.x = Math.PI / 2;
    this.grid.position.set(middle.x, middle.y, (bounds.low[2] ?? 0) - 0.1 * radius);
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(new Float32Array(3 * trailFrames), 3));
    this.trail = new Line(geometry, new LineBasicMaterial());
    this.trail.frustumCulled = false;
    for (const part of [this.balls, this.rods, this.arrows]) part.frustumCulled = false;
    this.scene.add(this.balls, this.rods, this.grid, this.trail, this.arrows);
  }

  private placeBalls(places: readonly Vector3[], { recording, theme }: SpaceState, radius: number): void {
    const { points } = recording.opened.scene;
    const heaviest = Math.max(...points.map(({ mass, offset }) => (offset < 0 ? 0 : mass)));
    const crowded = points.length > 60 ? 0.4 : 1;
    const matrix = new Matrix4();
    points.forEach(({ offset, mass }, i) => {
      const size = radius * crowded * (offset < 0 ? 0.03 : Math.max(0.03, 0.06 * Math.cbrt(mass / heaviest)));
      matrix.makeScale(size, size, size).setPosition(places[i]);
      this.balls!.setMatrixAt(i, matrix);
      this.balls!.setColorAt(i, new Color(offset < 0 ? theme.slack : theme.ink));
    });
    this.balls!.instanceMatrix.needsUpdate = true;
    if (this.balls!.instanceColor) this.balls!.instanceColor.needsUpdate = true;
  }

  private placeRods(places: readonly Vector3[], { recording, theme, bounds, t }: SpaceState, radius: number): void {
    const { scene, layout } = recording.opened;
    const colours = tensionScale(theme);
    const row = recording.rowAt(t);
    scene.links.forEach(({ from, to, row: constraint, style }, i) => {
      const width = radius * (style === "rod" ? 0.014 : 0.007);
      this.rods!.setMatrixAt(i, between(places[from], places[to], width));
      const lambda = constraint >= 0 && layout.lambda >= 0 ? recording.value(row, layout.lambda + constraint) : NaN;
      const part = Math.max(-1, Math.min(1, lambda / (bounds.tension || 1)));
      const level = Math.round(((part + 1) / 2) * (tensionLevels - 1));
      this.rods!.setColorAt(i, new Color(Number.isNaN(part) ? theme.muted : colours[level]));
    });
    this.rods!.instanceMatrix.needsUpdate = true;
    if (this.rods!.instanceColor) this.rods!.instanceColor.needsUpdate = true;
  }

  /** The trail of the last point. */
  private placeTrail({ recording, t, colour }: SpaceState): void {
    const { scene, layout } = recording.opened;
    const offset = scene.points.findLast((point) => point.offset >= 0)?.offset;
    if (offset === undefined || this.trail === undefined) return;
    const positions = this.trail.geometry.getAttribute("position") as BufferAttribute;
    const last = recording.rowAt(t);
    const first = Math.max(0, last - trailFrames + 1);
    for (let row = first; row <= last; row++) {
      const [x, y, z] = [0, 1, 2].map((c) => recording.value(row, layout.y + offset + c));
      positions.setXYZ(row - first, x, y, z);
    }
    positions.needsUpdate = true;
    this.trail.geometry.setDrawRange(0, last - first + 1);
    this.trail.material.color.set(colour);
  }

  private placeArrows(places: readonly Vector3[], { recording, t, theme, options }: SpaceState, radius: number): void {
    const { scene, layout } = recording.opened;
    this.arrows!.visible = options.forces;
    if (!options.forces) return;
    const row = recording.rowAt(t);
    const vectors = scene.points.map(({ offset }) =>
      offset < 0
        ? new Vector3()
        : new Vector3(...[0, 1, 2].map((c) => recording.value(row, layout.force + offset + c))),
    );
    const longest = Math.max(...vectors.map((v) => v.length())) || 1;
    vectors.forEach((v, i) => {
      const end = places[i].clone().addScaledVector(v, (0.5 * radius) / longest);
      this.arrows!.setMatrixAt(i, between(places[i], end, 0.025 * radius));
      this.arrows!.setColorAt(i, new Color(theme.series[2]));
    });
    this.arrows!.instanceMatrix.needsUpdate = true;
    if (this.arrows!.instanceColor) this.arrows!.instanceColor.needsUpdate = true;
  }
}

/** A cylinder of unit height put between two places. */
function between(a: Vector3, b: Vector3, width: number): Matrix4 {
  const along = b.clone().sub(a);
  const length = along.length();
  const turn = new Quaternion().setFromUnitVectors(up, length > 0 ? along.divideScalar(length) : up);
  return new Matrix4().compose(a.clone().add(b).multiplyScalar(0.5), turn, new Vector3(width, length, width));
}

function extentOf({ low, high }: Bounds): { middle: Vector3; radius: number } {
  const part = (c: number, side: readonly number[]): number => (Number.isFinite(side[c]) ? side[c] : 0);
  const [a, b] = [
    new Vector3(part(0, low), part(1, low), part(2, low)),
    new Vector3(part(0, high), part(1, high), part(2, high)),
  ];
  return { middle: a.clone().add(b).multiplyScalar(0.5), radius: Math.max(a.distanceTo(b) / 2, 1e-6) };
}
