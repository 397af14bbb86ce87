/** The objects of one scene in space: instances of the meshes of its solids, trails, names, and dots for crowds. */

import {
  colourOf,
  type ModelScene,
  meshOf,
  mostMasses,
  type Places,
  perSolid,
  placeSolids,
  type Solid,
  solidsOf,
  tensionTone,
} from "taut/scene";
import {
  BufferAttribute,
  BufferGeometry,
  CanvasTexture,
  Color,
  GridHelper,
  InstancedMesh,
  Line,
  LineBasicMaterial,
  LineSegments,
  Matrix4,
  MeshLambertMaterial,
  type Object3D,
  Points,
  PointsMaterial,
  Quaternion,
  type Scene,
  Sprite,
  SpriteMaterial,
  Vector3,
} from "three";
import type { Theme } from "./theme.js";
import { tones } from "./theme.js";

/** At most this many names are shown. */
const mostNames = 40;
/** The length of a trail, in frames. */
export const trailFrames = 240;

export interface Moment {
  readonly places: Places;
  readonly radius: number;
  readonly strongest: number;
  /** The strongest reaction of a joint; 0 if reactions are not shown. */
  readonly reaction: number;
  /** The tension of a link from -1 to 1; NaN if it is not known. */
  tension(k: number): number;
  /** The index of the held point; -1 if none is held. */
  readonly held: number;
  readonly names: boolean;
}

interface Batch {
  readonly mesh: InstancedMesh;
  readonly members: readonly number[];
}

export class SpaceParts {
  readonly trail: Line<BufferGeometry, LineBasicMaterial>;
  readonly arrows: InstancedMesh;
  private readonly scene: ModelScene;
  private readonly solids: readonly Solid[];
  private readonly transforms: Float32Array;
  private readonly batches: readonly Batch[];
  private readonly colours: Readonly<Record<string, string>>;
  private readonly grid: GridHelper;
  private readonly names: readonly { readonly point: number; readonly sprite: Sprite }[];
  private readonly crowd: { readonly dots: Points; readonly lines: LineSegments } | undefined;
  private readonly known = new Map<string, Color>();

  constructor(
    scene: ModelScene,
    theme: Theme,
    { middle, radius }: { middle: readonly number[]; radius: number },
    floor: number,
  ) {
    this.scene = scene;
    this.colours = tones(theme);
    this.solids = solidsOf(scene, radius);
    this.transforms = new Float32Array(perSolid * this.solids.length);
    const kinds = [...new Set(this.solids.map(({ mesh }) => mesh))];
    this.batches = kinds.map((kind) => {
      const members = this.solids.flatMap(({ mesh }, k) => (mesh === kind ? [k] : []));
      return { mesh: new InstancedMesh(geometryOf(kind), new MeshLambertMaterial(), members.length), members };
    });
    this.arrows = new InstancedMesh(
      geometryOf("cone"),
      new MeshLambertMaterial({ color: theme.series[2] }),
      scene.points.length > mostMasses ? 0 : scene.points.length,
    );
    this.grid = new GridHelper(4 * radius, 16, new Color(theme.rule), new Color(theme.grid));
    this.grid.rotation.x = Math.PI / 2;
    this.grid.position.set(middle[0], middle[1], floor - 0.1 * radius);
    const path = new BufferGeometry();
    path.setAttribute("position", new BufferAttribute(new Float32Array(3 * trailFrames), 3));
    this.trail = new Line(path, new LineBasicMaterial());
    this.crowd = scene.points.length > mostMasses ? crowdOf(scene, theme, radius) : undefined;
    const named = scene.points.flatMap(({ name, role }, point) =>
      name !== "" && (role === "mass" || role === "centre") ? [{ name, point }] : [],
    );
    this.names = named.slice(0, mostNames).map(({ name, point }) => ({ point, sprite: label(name, theme) }));
    for (const part of this.all) part.frustumCulled = false;
  }

  private get all(): Object3D[] {
    return [
      ...this.batches.map(({ mesh }) => mesh),
      ...(this.crowd === undefined ? [] : [this.crowd.dots, this.crowd.lines]),
      ...[this.arrows, this.trail, this.grid],
      ...this.names.map(({ sprite }) => sprite),
    ];
  }

  addTo(scene: Scene): void {
    for (const part of this.all) scene.add(part);
  }

  dispose(scene: Scene): void {
    for (const part of this.all) {
      scene.remove(part);
      const { geometry, material } = part as InstancedMesh;
      geometry.dispose();
      for (const each of [material].flat()) {
        (each as { map?: CanvasTexture }).map?.dispose();
        each.dispose();
      }
      if (part instanceof InstancedMesh) part.dispose();
    }
  }

  place(moment: Moment): void {
    const { places, radius, strongest, reaction } = moment;
    placeSolids(this.transforms, this.scene, this.solids, places, { radius, strongest, reaction });
    for (const { mesh, members } of this.batches) {
      members.forEach((k, i) => {
        mesh.setMatrixAt(i, this.matrix(k));
        mesh.setColorAt(i, this.colour(this.solids[k], moment));
      });
      mesh.instanceMatrix.needsUpdate = true;
      if (mesh.instanceColor) mesh.instanceColor.needsUpdate = true;
    }
    for (const { point, sprite } of this.names) {
      sprite.visible = moment.names;
      sprite.position.set(places[3 * point], places[3 * point + 1], places[3 * point + 2]);
    }
    if (this.crowd !== undefined) this.placeCrowd(places);
  }

  private matrix(k: number): Matrix4 {
    const { transforms } = this;
    const o = perSolid * k;
    return scratch.compose(
      centre.set(transforms[o], transforms[o + 1], transforms[o + 2]),
      rotation.set(transforms[o + 3], transforms[o + 4], transforms[o + 5], transforms[o + 6]),
      stretch.set(transforms[o + 7], transforms[o + 8], transforms[o + 9]),
    );
  }

  private colour({ tone, link, point }: Solid, { tension, held }: Moment): Color {
    const pull = link < 0 ? Number.NaN : tension(link);
    const shown = point >= 0 && point === held ? "s1" : Number.isFinite(pull) ? tensionTone(pull) : tone;
    const key = typeof shown === "string" ? shown : `${shown.to} ${shown.part}`;
    let colour = this.known.get(key);
    if (colour === undefined) {
      colour = new Color(colourOf(this.colours, shown));
      this.known.set(key, colour);
    }
    return colour;
  }

  private placeCrowd(places: Places): void {
    const { dots, lines } = this.crowd!;
    const { points, links } = this.scene;
    const at = dots.geometry.getAttribute("position") as BufferAttribute;
    let count = 0;
    points.forEach(({ role }, i) => {
      if (role === "mass") at.setXYZ(count++, places[3 * i], places[3 * i + 1], places[3 * i + 2]);
    });
    at.needsUpdate = true;
    const ends = lines.geometry.getAttribute("position") as BufferAttribute;
    links.forEach(({ from, to }, k) => {
      ends.setXYZ(2 * k, places[3 * from], places[3 * from + 1], places[3 * from + 2]);
      ends.setXYZ(2 * k + 1, places[3 * to], places[3 * to + 1], places[3 * to + 2]);
    });
    ends.needsUpdate = true;
  }
}

// a picture is drawn sixty times a second, so these objects are reused
const scratch = new Matrix4();
const [centre, stretch] = [new Vector3(), new Vector3()];
const rotation = new Quaternion();

function geometryOf(kind: Solid["mesh"]): BufferGeometry {
  const { positions, normals, triangles } = meshOf(kind);
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(positions, 3));
  geometry.setAttribute("normal", new BufferAttribute(normals, 3));
  geometry.setIndex(new BufferAttribute(triangles, 1));
  return geometry;
}

/** Dots for masses and lines for links, where there are too many for solids. */
function crowdOf({ points, links }: ModelScene, theme: Theme, radius: number): { dots: Points; lines: LineSegments } {
  const geometry = (count: number): BufferGeometry => {
    const made = new BufferGeometry();
    made.setAttribute("position", new BufferAttribute(new Float32Array(3 * count), 3));
    return made;
  };
  const masses = points.filter(({ role }) => role === "mass").length;
  return {
    dots: new Points(geometry(masses), new PointsMaterial({ color: theme.ink, size: 0.01 * radius })),
    lines: new LineSegments(geometry(2 * links.length), new LineBasicMaterial({ color: theme.slack })),
  };
}

/** A name that faces the camera and has the same size everywhere. */
function label(name: string, theme: Theme): Sprite {
  const canvas = document.createElement("canvas");
  const pen = canvas.getContext("2d")!;
  const font = "600 30px system-ui, sans-serif";
  pen.font = font;
  const wide = Math.min(512, Math.ceil(pen.measureText(name).width) + 16);
  [canvas.width, canvas.height] = [wide, 44];
  pen.font = font;
  pen.lineWidth = 8;
  pen.lineJoin = "round";
  pen.strokeStyle = theme.panel;
  pen.fillStyle = theme.ink;
  pen.strokeText(name, 8, 32);
  pen.fillText(name, 8, 32);
  const sprite = new Sprite(
    new SpriteMaterial({ map: new CanvasTexture(canvas), depthTest: false, sizeAttenuation: false }),
  );
  sprite.scale.set((0.022 * wide) / 44, 0.022, 1);
  sprite.center.set(-0.12, -0.3);
  sprite.renderOrder = 1;
  return sprite;
}
