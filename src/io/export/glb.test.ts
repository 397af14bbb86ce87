import { expect, test } from "vitest";
import { sceneOf } from "../../analysis/index.js";
import { type ModelData, prepareRun } from "../../index.js";
import { toGlb } from "./glb.js";

interface Accessor {
  readonly bufferView: number;
  readonly componentType: number;
  readonly count: number;
  readonly type: "SCALAR" | "VEC3" | "VEC4";
  readonly min?: number[];
  readonly max?: number[];
}

interface Gltf {
  readonly asset: { readonly version: string };
  readonly scene: number;
  readonly scenes: { readonly nodes: number[] }[];
  readonly nodes: { name?: string; mesh?: number; children?: number[]; translation?: number[]; rotation?: number[] }[];
  readonly meshes: { primitives: { attributes: Record<string, number>; indices: number; material: number }[] }[];
  readonly materials: { pbrMetallicRoughness: { baseColorFactor: number[] } }[];
  readonly accessors: Accessor[];
  readonly bufferViews: { buffer: number; byteOffset: number; byteLength: number; target?: number }[];
  readonly buffers: { byteLength: number }[];
  readonly animations: {
    channels: { sampler: number; target: { node: number; path: string } }[];
    samplers: { input: number; output: number }[];
  }[];
}

/** Reads a GLB by its specification alone: header, two chunks, JSON, and the numbers of accessors. */
function read(bytes: Uint8Array): { json: Gltf; numbers(accessor: number): number[] } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  expect(String.fromCharCode(...bytes.subarray(0, 4))).toBe("glTF");
  expect(view.getUint32(4, true)).toBe(2);
  expect(view.getUint32(8, true)).toBe(bytes.length);
  const size = view.getUint32(12, true);
  expect(size % 4).toBe(0);
  expect(String.fromCharCode(...bytes.subarray(16, 20))).toBe("JSON");
  const json = JSON.parse(new TextDecoder().decode(bytes.subarray(20, 20 + size))) as Gltf;
  const start = 20 + size;
  const length = view.getUint32(start, true);
  expect(view.getUint32(start + 4, true)).toBe(0x004e4942);
  expect(start + 8 + length).toBe(bytes.length);
  expect(json.buffers[0].byteLength).toBeLessThanOrEqual(length);
  const numbers = (k: number): number[] => {
    const { bufferView, componentType, count, type } = json.accessors[k];
    const { byteOffset, byteLength } = json.bufferViews[bufferView];
    const width = { SCALAR: 1, VEC3: 3, VEC4: 4 }[type];
    const step = componentType === 5126 ? 4 : 2;
    expect([5126, 5123]).toContain(componentType);
    expect(byteOffset % 4).toBe(0);
    expect(byteLength).toBe(count * width * step);
    expect(byteOffset + byteLength).toBeLessThanOrEqual(json.buffers[0].byteLength);
    return Array.from({ length: count * width }, (_, i) => {
      const at = start + 8 + byteOffset + step * i;
      return step === 4 ? view.getFloat32(at, true) : view.getUint16(at, true);
    });
  };
  return { json, numbers };
}

/** A pendulum of a body that turns about its pivot, given by its angle. */
const model: ModelData = {
  taut: 1,
  bodies: { arm: { mass: 1, inertia: 1, at: [1, 0] } },
  joints: [{ ball: { between: ["world", "arm"], at: [0, 0] } }],
  draw: [{ box: { body: "arm", at: [0.5, 0], size: [2, 0.2] } }],
  run: { until: 1 },
};
const angles = Array.from({ length: 9 }, (_, k) => (k * Math.PI) / 2);
const { lowered, workspace } = prepareRun(model);
const bytes = toGlb({
  scene: sceneOf(lowered, workspace),
  times: angles.map((_, k) => k / 4),
  // centre, then the director
  state: (k) => [Math.cos(angles[k]), Math.sin(angles[k]), Math.cos(angles[k]), Math.sin(angles[k]), 0, 0, 0, 0],
  secondsPerTime: 2,
})!;

test("the file follows the specification: chunks, accessors, bounds, indices and references", () => {
  const { json, numbers } = read(bytes);
  expect(json.asset.version).toBe("2.0");
  json.accessors.forEach(({ min, max, type }, k) => {
    const values = numbers(k);
    expect(values.every(Number.isFinite)).toBe(true);
    if (min === undefined || max === undefined) return;
    const width = { SCALAR: 1, VEC3: 3, VEC4: 4 }[type];
    for (let c = 0; c < width; c++) {
      const column = values.filter((_, i) => i % width === c);
      expect(min[c] === Math.min(...column) && max[c] === Math.max(...column)).toBe(true);
    }
  });
  for (const { primitives } of json.meshes)
    for (const { attributes, indices, material } of primitives) {
      const corners = json.accessors[attributes.POSITION].count;
      expect(json.accessors[attributes.NORMAL].count).toBe(corners);
      expect(json.accessors[attributes.POSITION].min).toBeDefined();
      expect(Math.max(...numbers(indices))).toBeLessThan(corners);
      expect(numbers(indices).length % 3).toBe(0);
      expect(json.materials[material].pbrMetallicRoughness.baseColorFactor).toHaveLength(4);
    }
  const [top] = json.scenes[json.scene].nodes;
  expect(json.nodes[top].children!.length).toBe(json.nodes.length - 1);
  for (const { mesh } of json.nodes.slice(0, -1)) expect(json.meshes[mesh!]).toBeDefined();
});

test("the animation moves and turns the body as the states say, in seconds", () => {
  const { json, numbers } = read(bytes);
  const [{ channels, samplers }] = json.animations;
  const moved = channels.filter(({ target }) => target.path === "rotation").map(({ target }) => target.node);
  // only the box turns by a rotation; what stands on the ground does not move
  expect(moved).toHaveLength(1);
  const curve = (path: string): number[] => {
    const channel = channels.find(({ target }) => target.node === moved[0] && target.path === path)!;
    const times = numbers(samplers[channel.sampler].input);
    expect(times).toEqual(angles.map((_, k) => k / 2));
    return numbers(samplers[channel.sampler].output);
  };
  const [places, turns] = [curve("translation"), curve("rotation")];
  angles.forEach((angle, k) => {
    expect(places[3 * k]).toBeCloseTo(1.5 * Math.cos(angle), 5);
    expect(places[3 * k + 1]).toBeCloseTo(1.5 * Math.sin(angle), 5);
    const [x, y, z, w] = turns.slice(4 * k, 4 * k + 4);
    expect(Math.hypot(x, y, z, w)).toBeCloseTo(1, 6);
    // twice the half angle, whatever the sign of the rotation
    expect(Math.cos(2 * Math.atan2(z, w) - angle)).toBeCloseTo(1, 5);
    if (k > 0) {
      const before = turns.slice(4 * k - 4, 4 * k);
      expect(x * before[0] + y * before[1] + z * before[2] + w * before[3]).toBeGreaterThan(0);
    }
  });
});
