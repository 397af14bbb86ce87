/**
 * Meshes of unit size about the origin, as triangles with normals: a box with edges of 1, a ball, a cylinder and a cone of
 * diameter 1 and length 1 along z, and the coil of a spring in the same cylinder.
 */

import type { MeshName } from "./solids.js";

/**
 * A mesh of unit size about the origin, as triangles.
 */
export interface Mesh {
  /** Three numbers for each corner. */
  readonly positions: Float32Array;
  readonly normals: Float32Array;
  /** Three corners for each triangle, anticlockwise as seen from outside. */
  readonly triangles: Uint16Array;
}

class Builder {
  readonly positions: number[] = [];
  readonly normals: number[] = [];
  readonly triangles: number[] = [];

  corner(position: readonly number[], normal: readonly number[]): number {
    this.positions.push(position[0], position[1], position[2]);
    this.normals.push(normal[0], normal[1], normal[2]);
    return this.positions.length / 3 - 1;
  }

  /** Two triangles with the corners a, b, c, d around them. */
  quad(a: number, b: number, c: number, d: number): void {
    this.triangles.push(a, b, c, a, c, d);
  }

  /** A grid of corners that are `wide` in a row, joined by quads. */
  strip(first: number, wide: number, rows: number): void {
    for (let row = 0; row + 1 < rows; row++)
      for (let k = 0; k + 1 < wide; k++) {
        const a = first + row * wide + k;
        this.quad(a, a + 1, a + wide + 1, a + wide);
      }
  }

  get mesh(): Mesh {
    return {
      positions: Float32Array.from(this.positions),
      normals: Float32Array.from(this.normals),
      triangles: Uint16Array.from(this.triangles),
    };
  }
}

function box(): Mesh {
  const made = new Builder();
  for (const axis of [0, 1, 2])
    for (const side of [-1, 1]) {
      const [u, v] = side > 0 ? [(axis + 1) % 3, (axis + 2) % 3] : [(axis + 2) % 3, (axis + 1) % 3];
      const at = (a: number, b: number): number => {
        const [position, normal] = [
          [0, 0, 0],
          [0, 0, 0],
        ];
        position[axis] = side / 2;
        position[u] = a / 2;
        position[v] = b / 2;
        normal[axis] = side;
        return made.corner(position, normal);
      };
      made.quad(at(-1, -1), at(1, -1), at(1, 1), at(-1, 1));
    }
  return made.mesh;
}

function sphere(around: number): Mesh {
  const made = new Builder();
  const rows = around / 2 + 1;
  for (let row = 0; row < rows; row++)
    for (let k = 0; k <= around; k++) {
      const [tilt, turn] = [(Math.PI * row) / (rows - 1), (2 * Math.PI * k) / around];
      const normal = [Math.sin(tilt) * Math.cos(turn), Math.sin(tilt) * Math.sin(turn), -Math.cos(tilt)];
      made.corner(
        normal.map((x) => x / 2),
        normal,
      );
    }
  made.strip(0, around + 1, rows);
  return made.mesh;
}

/** A cylinder, or a cone with its tip at the upper end. */
function turned(around: number, top: number): Mesh {
  const made = new Builder();
  const slope = (1 - top) / 2;
  for (const [z, r] of [
    [-0.5, 0.5],
    [0.5, top / 2],
  ])
    for (let k = 0; k <= around; k++) {
      const turn = (2 * Math.PI * k) / around;
      const length = Math.hypot(1, slope);
      made.corner(
        [r * Math.cos(turn), r * Math.sin(turn), z],
        [Math.cos(turn) / length, Math.sin(turn) / length, slope / length],
      );
    }
  made.strip(0, around + 1, 2);
  for (const side of top > 0 ? [-1, 1] : [-1]) {
    const middle = made.corner([0, 0, side / 2], [0, 0, side]);
    for (let k = 0; k <= around; k++) {
      const turn = (2 * Math.PI * side * k) / around;
      const rim = made.corner([0.5 * Math.cos(turn), 0.5 * Math.sin(turn), side / 2], [0, 0, side]);
      if (k > 0) made.triangles.push(middle, rim - 1, rim);
    }
  }
  return made.mesh;
}

/** A wire wound around the axis. */
function coil(turns: number, steps: number, around: number): Mesh {
  const made = new Builder();
  const wire = 0.06;
  const count = turns * steps;
  for (let k = 0; k <= count; k++) {
    const turn = (2 * Math.PI * k) / steps;
    const out = [Math.cos(turn), Math.sin(turn)];
    // springs are longer than wide, so the wire is thin along the axis
    const z = -0.48 + (0.96 * k) / count;
    for (let i = 0; i <= around; i++) {
      const [c, s] = [Math.cos((2 * Math.PI * i) / around), Math.sin((2 * Math.PI * i) / around)];
      const r = 0.5 - wire + wire * c;
      made.corner([r * out[0], r * out[1], z - wire * s * 0.33], [c * out[0], c * out[1], -s]);
    }
  }
  made.strip(0, around + 1, count + 1);
  return made.mesh;
}

const makers: Readonly<Record<MeshName, () => Mesh>> = {
  box,
  sphere: () => sphere(24),
  cylinder: () => turned(20, 1),
  cone: () => turned(20, 0),
  coil: () => coil(7, 16, 6),
};

const made = new Map<MeshName, Mesh>();

/**
 * The mesh of this name. It is made once.
 *
 * @example
 * meshOf("box").triangles.length; // 36
 */
export function meshOf(name: MeshName): Mesh {
  let mesh = made.get(name);
  if (mesh === undefined) {
    mesh = makers[name]();
    made.set(name, mesh);
  }
  return mesh;
}
