/**
 * The motion of a scene as a binary glTF 2.0 file (GLB): one mesh for each kind of solid and colour, a node for each solid, and one animation
 * with translations, rotations and stretches. Scenes have z up and glTF has y up, so a root node turns everything.
 */

import {
  ballOf,
  emptyExtent,
  growExtent,
  type MeshName,
  type ModelScene,
  meshOf,
  perSolid,
  placeSolids,
  poser,
  shownPoints,
  solidsOf,
} from "../../scene/index.js";

/** The most numbers that an animation may have. */
export const mostGlbNumbers = 50_000_000;

/** A scene and its states at some times. */
export interface GlbMotion {
  readonly scene: ModelScene;
  readonly times: ArrayLike<number>;
  /** The state y at time `k`. */
  state(k: number): ArrayLike<number>;
  /** One unit of time takes this many seconds in the animation. Default: 1. */
  readonly secondsPerTime?: number;
}

/** Numbers of glTF for types of components and targets of buffers. */
const gl = { float: 5126, short: 5123, vertices: 34962, indices: 34963 } as const;

const colours: Readonly<Record<string, string>> = {
  ...{ ink: "#2b323a", muted: "#6b7580", slack: "#8b949e", grid: "#c9cfd6", s0: "#0072b2", s1: "#d55e00" },
  ...{ s2: "#009e73", s3: "#b5638f", s4: "#b27b00", s5: "#5a646f", s6: "#3a94cb" },
};

/** The bytes of the file; undefined if its animation would have too many numbers. */
export function toGlb({ scene, times, state, secondsPerTime = 1 }: GlbMotion): Uint8Array | undefined {
  // 1. where the solids are at every time
  const placesAt = poser(scene);
  const shown = shownPoints(scene);
  const extent = emptyExtent();
  for (let k = 0; k < times.length; k++) growExtent(extent, scene, shown, placesAt(times[k], state(k)));
  const { radius } = ballOf(extent);
  const solids = solidsOf(scene, radius);
  if (perSolid * solids.length * times.length > mostGlbNumbers) return undefined;
  const frames = Array.from({ length: times.length }, (_, k) => {
    const out = new Float32Array(perSolid * solids.length);
    placeSolids(out, scene, solids, placesAt(times[k], state(k)), { radius, strongest: extent.strongest });
    return out;
  });

  // 2. meshes, one for each kind and colour
  const buffer = new BufferWriter();
  const materials: object[] = [];
  const meshes: object[] = [];
  const geometry = new Map<MeshName, { readonly attributes: object; readonly indices: number }>();
  const known = new Map<string, number>();
  const meshFor = (name: MeshName, tone: string): number => {
    const key = `${name} ${tone}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    let shape = geometry.get(name);
    if (shape === undefined) {
      const { positions, normals, triangles } = meshOf(name);
      shape = {
        attributes: {
          POSITION: buffer.floats(positions, 3, gl.vertices),
          NORMAL: buffer.floats(normals, 3, gl.vertices),
        },
        indices: buffer.shorts(triangles),
      };
      geometry.set(name, shape);
    }
    const material = materials.push(materialOf(tone)) - 1;
    const { attributes, indices } = shape;
    const mesh = meshes.push({ name: key, primitives: [{ attributes, indices, material }] }) - 1;
    known.set(key, mesh);
    return mesh;
  };

  // 3. nodes at their first places, and what changes of them
  const [first] = frames;
  const part = (frame: Float32Array, o: number, count: number): number[] => Array.from(frame.subarray(o, o + count));
  const nodes: object[] = solids.map(({ mesh, tone, name }, k) => {
    const o = perSolid * k;
    return {
      ...(name !== "" && { name }),
      mesh: meshFor(mesh, tone),
      ...{ translation: part(first, o, 3), rotation: part(first, o + 3, 4), scale: part(first, o + 7, 3) },
    };
  });
  const root = nodes.push({
    name: "z up",
    rotation: [-Math.SQRT1_2, 0, 0, Math.SQRT1_2],
    children: solids.map((_, k) => k),
  });
  const channels: object[] = [];
  const samplers: object[] = [];
  if (times.length > 1) {
    const seconds = Float32Array.from(times, (t) => (t - times[0]) * secondsPerTime);
    const input = buffer.floats(seconds, 1, undefined);
    solids.forEach((_, node) => {
      for (const [path, from, width] of [
        ["translation", 0, 3],
        ["rotation", 3, 4],
        ["scale", 7, 3],
      ] as const) {
        const values = new Float32Array(width * times.length);
        frames.forEach((frame, k) => {
          const o = perSolid * node + from;
          // a rotation and its negative are the same: the one that is nearer to the one before is taken
          const sign = path === "rotation" && k > 0 && turnsBack(values, width * (k - 1), frame, o) ? -1 : 1;
          for (let c = 0; c < width; c++) values[width * k + c] = sign * frame[o + c];
        });
        if (values.every((value, k) => value === values[k % width])) continue;
        const sampler = samplers.push({ input, output: buffer.floats(values, width, undefined) }) - 1;
        channels.push({ sampler, target: { node, path } });
      }
    });
  }
  const json = {
    asset: { version: "2.0", generator: "taut" },
    scene: 0,
    scenes: [{ nodes: [root - 1] }],
    ...{ nodes, meshes, materials },
    ...(channels.length > 0 && { animations: [{ name: "motion", channels, samplers }] }),
    accessors: buffer.accessors,
    bufferViews: buffer.views,
    buffers: [{ byteLength: buffer.length }],
  };
  return packed(json, buffer.bytes());
}

function turnsBack(values: Float32Array, before: number, frame: Float32Array, now: number): boolean {
  let sum = 0;
  for (let c = 0; c < 4; c++) sum += values[before + c] * frame[now + c];
  return sum < 0;
}

function materialOf(tone: string): object {
  const hex = Object.hasOwn(colours, tone) ? colours[tone] : tone;
  // colours of screens are not linear, and those of materials are
  const linear = [1, 3, 5].map((k) => (Number.parseInt(hex.slice(k, k + 2), 16) / 255) ** 2.2);
  return {
    name: tone,
    pbrMetallicRoughness: { baseColorFactor: [...linear, 1], metallicFactor: 0.1, roughnessFactor: 0.6 },
  };
}

/** Gathers the binary part: every accessor has a view of its own, at a multiple of four bytes. */
class BufferWriter {
  readonly accessors: object[] = [];
  readonly views: object[] = [];
  length = 0;
  private readonly parts: Uint8Array[] = [];

  floats(values: Float32Array, width: 1 | 3 | 4, target: number | undefined): number {
    const count = values.length / width;
    const bound = (least: boolean): number[] =>
      Array.from({ length: width }, (_, c) => {
        let best = values[c];
        for (let k = 1; k < count; k++) {
          const value = values[width * k + c];
          if (least ? value < best : value > best) best = value;
        }
        return best;
      });
    const type = { 1: "SCALAR", 3: "VEC3", 4: "VEC4" }[width];
    const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
    return this.add(bytes, target, { componentType: gl.float, count, type, min: bound(true), max: bound(false) });
  }

  shorts(values: Uint16Array): number {
    const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
    return this.add(bytes, gl.indices, { componentType: gl.short, count: values.length, type: "SCALAR" });
  }

  bytes(): Uint8Array {
    return joined(this.parts);
  }

  private add(bytes: Uint8Array, target: number | undefined, accessor: object): number {
    const view = {
      buffer: 0,
      byteOffset: this.length,
      byteLength: bytes.length,
      ...(target !== undefined && { target }),
    };
    this.parts.push(bytes, new Uint8Array(-bytes.length & 3));
    this.length += bytes.length + (-bytes.length & 3);
    return this.accessors.push({ bufferView: this.views.push(view) - 1, ...accessor }) - 1;
  }
}

/** The header, the JSON padded with spaces, and the binary part. */
function packed(json: object, binary: Uint8Array): Uint8Array {
  const text = new TextEncoder().encode(JSON.stringify(json));
  const chunk = (bytes: Uint8Array, kind: number, padding: number): Uint8Array => {
    const size = bytes.length + (-bytes.length & 3);
    const out = new Uint8Array(8 + size).fill(padding);
    const header = new DataView(out.buffer);
    header.setUint32(0, size, true);
    header.setUint32(4, kind, true);
    out.set(bytes, 8);
    return out;
  };
  const [first, second] = [chunk(text, 0x4e4f534a, 0x20), chunk(binary, 0x004e4942, 0)];
  const header = new DataView(new ArrayBuffer(12));
  header.setUint32(0, 0x46546c67, true);
  header.setUint32(4, 2, true);
  header.setUint32(8, 12 + first.length + second.length, true);
  return joined([new Uint8Array(header.buffer), first, second]);
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
