/** What is drawn in space, as buffers of the graphics processor: instances of a mesh, lists of lines or dots, and names. */

import { type MeshName, meshOf, perSolid } from "taut/scene";
import type { Eye } from "./space-eye.js";
import { compiled, type Program, type ProgramName } from "./space-programs.js";
import type { Theme } from "./theme.js";

type Tint = readonly [number, number, number];

const bytes = 4;

/** The programs of one canvas, and the eye that looks at what they draw. */
export class Workshop {
  readonly gl: WebGL2RenderingContext;
  private readonly programs = new Map<ProgramName, Program>();
  private eye: Eye | undefined;

  constructor(gl: WebGL2RenderingContext) {
    this.gl = gl;
    gl.enable(gl.DEPTH_TEST);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, true);
  }

  /** Begins a picture. */
  begin(eye: Eye): void {
    const { gl } = this;
    this.eye = eye;
    gl.viewport(0, 0, gl.drawingBufferWidth, gl.drawingBufferHeight);
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
  }

  program(name: ProgramName): Program {
    const program = this.programs.get(name) ?? compiled(this.gl, name);
    this.programs.set(name, program);
    return program;
  }

  /** Takes a program into use, and tells it about the eye. */
  use(name: ProgramName): Program {
    const { gl } = this;
    const made = this.program(name);
    const { right, up, towards, middle, distance, lens, size } = this.eye!;
    gl.useProgram(made.program);
    for (const [each, value] of Object.entries({ right, up, towards, middle }))
      gl.uniform3f(made.uniform(each), value[0], value[1], value[2]);
    gl.uniform1f(made.uniform("distance_"), distance);
    gl.uniform1f(made.uniform("lens"), lens);
    gl.uniform1f(made.uniform("aspect"), size.width / size.height);
    return made;
  }

  /** Floats that a program reads: attributes with their sizes, one after the other for each corner or, if `each` is 1, instance. */
  floats(program: Program, attributes: Readonly<Record<string, number>>, each: 0 | 1): WebGLBuffer {
    const { gl } = this;
    const buffer = gl.createBuffer();
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
    const width = Object.values(attributes).reduce((sum, size) => sum + size, 0);
    let offset = 0;
    for (const [name, size] of Object.entries(attributes)) {
      const at = program.attribute(name);
      gl.enableVertexAttribArray(at);
      gl.vertexAttribPointer(at, size, gl.FLOAT, false, bytes * width, bytes * offset);
      gl.vertexAttribDivisor(at, each);
      offset += size;
    }
    return buffer;
  }
}

/** Floats for each instance: its transform and its colour. */
const perInstance = perSolid + 3;

/** Instances of one mesh. */
export class Instances {
  /** Transforms as `placeSolids` writes them, each followed by a colour in linear light. */
  readonly values: Float32Array;
  private readonly workshop: Workshop;
  private readonly array: WebGLVertexArrayObject;
  private readonly buffers: readonly WebGLBuffer[];
  private readonly corners: number;
  private readonly count: number;

  constructor(workshop: Workshop, mesh: MeshName, count: number) {
    const { gl } = workshop;
    const program = workshop.program("solids");
    const { positions, normals, triangles } = meshOf(mesh);
    this.workshop = workshop;
    this.values = new Float32Array(perInstance * count);
    this.count = count;
    this.corners = triangles.length;
    this.array = gl.createVertexArray();
    gl.bindVertexArray(this.array);
    const corner = workshop.floats(program, { corner: 3 }, 0);
    gl.bufferData(gl.ARRAY_BUFFER, positions, gl.STATIC_DRAW);
    const normal = workshop.floats(program, { normal: 3 }, 0);
    gl.bufferData(gl.ARRAY_BUFFER, normals, gl.STATIC_DRAW);
    const order = gl.createBuffer();
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, order);
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, triangles, gl.STATIC_DRAW);
    const own = workshop.floats(program, { centre: 3, turn: 4, stretch: 3, colour: 3 }, 1);
    this.buffers = [corner, normal, order, own];
    gl.bindVertexArray(null);
  }

  /** Puts instance `k` in place. */
  set(k: number, transforms: ArrayLike<number>, from: number, colour: Tint): void {
    const { values } = this;
    const at = perInstance * k;
    for (let c = 0; c < perSolid; c++) values[at + c] = transforms[from + c];
    for (let c = 0; c < 3; c++) values[at + perSolid + c] = colour[c];
  }

  draw(lamp: Tint): void {
    const { gl } = this.workshop;
    if (this.count === 0) return;
    gl.uniform3f(this.workshop.use("solids").uniform("lamp"), ...lamp);
    gl.bindVertexArray(this.array);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.buffers[3]);
    gl.bufferData(gl.ARRAY_BUFFER, this.values, gl.DYNAMIC_DRAW);
    gl.drawElementsInstanced(gl.TRIANGLES, this.corners, gl.UNSIGNED_SHORT, 0, this.count);
    gl.bindVertexArray(null);
  }

  dispose(): void {
    const { gl } = this.workshop;
    gl.deleteVertexArray(this.array);
    for (const buffer of this.buffers) gl.deleteBuffer(buffer);
  }
}

/** Lines or dots of one colour. */
export class Marks {
  /** Three numbers for each corner. */
  readonly corners: Float32Array;
  private readonly workshop: Workshop;
  private readonly array: WebGLVertexArrayObject;
  private readonly buffer: WebGLBuffer;

  constructor(workshop: Workshop, count: number) {
    const { gl } = workshop;
    this.workshop = workshop;
    this.corners = new Float32Array(3 * count);
    this.array = gl.createVertexArray();
    gl.bindVertexArray(this.array);
    this.buffer = workshop.floats(workshop.program("marks"), { corner: 3 }, 0);
    gl.bindVertexArray(null);
  }

  /** `as` is what the corners are: dots of a diameter, separate lines, or one line through all. */
  draw(as: "dots" | "lines" | "path", colour: Tint, count = this.corners.length / 3, diameter = 0): void {
    const { gl } = this.workshop;
    const { uniform } = this.workshop.use("marks");
    gl.uniform3f(uniform("colour"), ...colour);
    gl.uniform1f(uniform("dot_"), diameter);
    gl.uniform1f(uniform("pixels"), gl.drawingBufferHeight);
    gl.bindVertexArray(this.array);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.buffer);
    gl.bufferData(gl.ARRAY_BUFFER, this.corners, gl.DYNAMIC_DRAW);
    gl.drawArrays({ dots: gl.POINTS, lines: gl.LINES, path: gl.LINE_STRIP }[as], 0, count);
    gl.bindVertexArray(null);
  }

  dispose(): void {
    this.workshop.gl.deleteVertexArray(this.array);
    this.workshop.gl.deleteBuffer(this.buffer);
  }
}

/** The height of a row of the picture of all names, its largest width, and the height of a name compared with its distance. */
const [rowHeight, mostWide, nameHeight] = [44, 512, 0.022];

/** Names beside places. They are drawn over everything else. */
export class Names {
  private readonly workshop: Workshop;
  private readonly array: WebGLVertexArrayObject;
  private readonly buffers: readonly WebGLBuffer[];
  private readonly texture: WebGLTexture;
  private readonly values: Float32Array;
  private readonly rows: number;

  constructor(workshop: Workshop, names: readonly string[], theme: Theme) {
    const { gl } = workshop;
    const program = workshop.program("names");
    this.workshop = workshop;
    this.rows = names.length;
    this.values = new Float32Array(5 * names.length);
    const picture = document.createElement("canvas");
    [picture.width, picture.height] = [mostWide, rowHeight * Math.max(1, names.length)];
    const pen = picture.getContext("2d")!;
    Object.assign(pen, { font: "600 30px system-ui, sans-serif", lineWidth: 8, lineJoin: "round" });
    [pen.strokeStyle, pen.fillStyle] = [theme.panel, theme.ink];
    names.forEach((name, row) => {
      const wide = Math.min(mostWide, Math.ceil(pen.measureText(name).width) + 16);
      pen.strokeText(name, 8, rowHeight * row + 32);
      pen.fillText(name, 8, rowHeight * row + 32);
      this.values.set([row, wide / mostWide], 5 * row + 3);
    });
    this.texture = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, this.texture);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, picture);
    gl.generateMipmap(gl.TEXTURE_2D);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_LINEAR);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
    this.array = gl.createVertexArray();
    gl.bindVertexArray(this.array);
    const corner = workshop.floats(program, { corner: 2 }, 0);
    gl.bufferData(gl.ARRAY_BUFFER, Float32Array.of(0, 0, 1, 0, 0, 1, 1, 1), gl.STATIC_DRAW);
    this.buffers = [corner, workshop.floats(program, { centre: 3, part: 2 }, 1)];
    gl.bindVertexArray(null);
  }

  /** Puts a name in its place. */
  set(row: number, places: ArrayLike<number>, point: number): void {
    for (let c = 0; c < 3; c++) this.values[5 * row + c] = places[3 * point + c];
  }

  draw(): void {
    const { gl } = this.workshop;
    if (this.rows === 0) return;
    const { uniform } = this.workshop.use("names");
    gl.uniform1f(uniform("high"), nameHeight);
    gl.uniform1f(uniform("rows"), this.rows);
    gl.uniform1f(uniform("wide"), mostWide / rowHeight);
    gl.bindTexture(gl.TEXTURE_2D, this.texture);
    gl.disable(gl.DEPTH_TEST);
    gl.bindVertexArray(this.array);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.buffers[1]);
    gl.bufferData(gl.ARRAY_BUFFER, this.values, gl.DYNAMIC_DRAW);
    gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, this.rows);
    gl.bindVertexArray(null);
    gl.enable(gl.DEPTH_TEST);
  }

  dispose(): void {
    const { gl } = this.workshop;
    gl.deleteVertexArray(this.array);
    gl.deleteTexture(this.texture);
    for (const buffer of this.buffers) gl.deleteBuffer(buffer);
  }
}
