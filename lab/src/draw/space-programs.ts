/** The programs of the graphics processor that draw a scene in space: solids in light, lines and dots, and names. */

/** What all programs know of the eye, and where a place is seen. */
const seen = `#version 300 es
uniform vec3 right, up, towards, middle;
uniform float distance_, lens, aspect;
vec4 seen(vec3 place) {
  vec3 p = place - middle;
  float depth = distance_ - dot(p, towards), near = 0.01 * distance_, far = 10.0 * distance_;
  return vec4(lens / aspect * dot(p, right), lens * dot(p, up), ((far + near) * depth - 2.0 * far * near) / (far - near), depth);
}
`;

const plain = `#version 300 es
precision mediump float;
in vec4 tint;
out vec4 shown;
void main() { shown = tint; }
`;

/**
 * Meshes of unit size, each stretched, turned and moved. Light comes from the sky, from the ground, and from a lamp near the eye.
 * It is added up in linear light, and the screen wants its roots.
 */
const solids = {
  vertex: `${seen}
in vec3 corner, normal;
in vec3 centre; in vec4 turn; in vec3 stretch; in vec3 colour;
out vec3 facing, tone;
vec3 turned(vec3 v) { vec3 t = 2.0 * cross(turn.xyz, v); return v + turn.w * t + cross(turn.xyz, t); }
void main() {
  facing = turned(normal / max(stretch, vec3(1e-30)));
  tone = colour;
  gl_Position = all(equal(stretch, vec3(0.0))) ? vec4(2.0, 2.0, 2.0, 1.0) : seen(centre + turned(stretch * corner));
}
`,
  fragment: `#version 300 es
precision highp float;
uniform vec3 lamp;
in vec3 facing, tone;
out vec4 shown;
void main() {
  vec3 n = normalize(facing);
  vec3 sky = mix(vec3(0.246, 0.287, 0.352), vec3(1.0), 0.5 + 0.5 * n.z);
  vec3 light = tone * (0.637 * sky + 0.509 * max(dot(n, lamp), 0.0));
  shown = vec4(mix(12.92 * light, 1.055 * pow(light, vec3(1.0 / 2.4)) - 0.055, step(vec3(0.0031308), light)), 1.0);
}
`,
};

/** Lines, and dots whose size is that of a length in space. */
const marks = {
  vertex: `${seen}
uniform vec3 colour;
uniform float dot_, pixels;
in vec3 corner;
out vec4 tint;
void main() {
  gl_Position = seen(corner);
  gl_PointSize = max(1.0, dot_ * 0.5 * pixels / gl_Position.w);
  tint = vec4(colour, 1.0);
}
`,
  fragment: plain,
};

/** Names: rectangles of a picture that face the eye and have the same size everywhere. */
const names = {
  vertex: `${seen}
in vec2 corner;
in vec3 centre; in vec2 part;
uniform float high, rows, wide;
out vec2 texel;
void main() {
  texel = vec2(corner.x * part.y, (part.x + 1.0 - corner.y) / rows);
  vec4 at = seen(centre);
  vec2 size = high * vec2(part.y * wide, 1.0);
  gl_Position = vec4(at.xy + at.w * lens * (corner + vec2(0.12, 0.3)) * size / vec2(aspect, 1.0), 0.0, at.w);
}
`,
  fragment: `#version 300 es
precision mediump float;
uniform sampler2D words;
in vec2 texel;
out vec4 shown;
void main() { shown = texture(words, texel); }
`,
};

const sources = { solids, marks, names };
export type ProgramName = keyof typeof sources;

export interface Program {
  readonly program: WebGLProgram;
  readonly uniform: (name: string) => WebGLUniformLocation | null;
  readonly attribute: (name: string) => number;
}

export function compiled(gl: WebGL2RenderingContext, name: ProgramName): Program {
  const program = gl.createProgram();
  for (const [kind, source] of [
    [gl.VERTEX_SHADER, sources[name].vertex],
    [gl.FRAGMENT_SHADER, sources[name].fragment],
  ] as const) {
    const shader = gl.createShader(kind)!;
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
    gl.deleteShader(shader);
  }
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS) && !gl.isContextLost())
    throw new Error(`The program "${name}" cannot be linked: ${gl.getProgramInfoLog(program)}`);
  const uniforms = new Map<string, WebGLUniformLocation | null>();
  return {
    program,
    uniform(each) {
      if (!uniforms.has(each)) uniforms.set(each, gl.getUniformLocation(program, each));
      return uniforms.get(each)!;
    },
    attribute: (each) => gl.getAttribLocation(program, each),
  };
}
