/**
 * VTK's poly data (.vtp), one file for each saved time, and a collection (.pvd) that names them, for ParaView and other
 * programs: points with their velocities, and lines between them. Numbers are binary, in base64.
 */

export interface VtkFrame {
  /** x, y, z of every point. */
  readonly points: Float64Array;
  readonly velocities?: Float64Array;
}

/** Pairs of points that lines connect. */
export type VtkLines = Int32Array;

export function toVtp({ points, velocities }: VtkFrame, lines: VtkLines): string {
  const count = points.length / 3;
  const ends = (pieces: number, length: number): Int32Array =>
    Int32Array.from({ length: pieces }, (_, k) => (k + 1) * length);
  const vertices = Int32Array.from({ length: count }, (_, k) => k);
  return `<?xml version="1.0"?>
<VTKFile type="PolyData" version="1.0" byte_order="LittleEndian" header_type="UInt64">
<PolyData><Piece NumberOfPoints="${count}" NumberOfVerts="${count}" NumberOfLines="${lines.length / 2}" NumberOfStrips="0" NumberOfPolys="0">
<Points>${array("points", points, 3)}</Points>
<PointData>${velocities === undefined ? "" : array("velocity", velocities, 3)}</PointData>
<Verts>${array("connectivity", vertices)}${array("offsets", ends(count, 1))}</Verts>
<Lines>${array("connectivity", lines)}${array("offsets", ends(lines.length / 2, 2))}</Lines>
</Piece></PolyData>
</VTKFile>
`;
}

/** The collection of files, by their names, and their times. */
export function toPvd(frames: readonly { readonly file: string; readonly t: number }[]): string {
  const sets = frames.map(({ file, t }) => `<DataSet timestep="${t}" part="0" file="${escaped(file)}"/>`);
  return `<?xml version="1.0"?>
<VTKFile type="Collection" version="1.0" byte_order="LittleEndian">
<Collection>
${sets.join("\n")}
</Collection>
</VTKFile>
`;
}

const escaped = (text: string): string => text.replace(/[&<>"\n\r\t]/g, (letter) => `&#${letter.charCodeAt(0)};`);

function array(name: string, data: Float64Array | Int32Array, components = 1): string {
  const type = data instanceof Float64Array ? "Float64" : "Int32";
  const bytes = new Uint8Array(8 + data.byteLength);
  const view = new DataView(bytes.buffer);
  view.setBigUint64(0, BigInt(data.byteLength), true);
  for (let k = 0; k < data.length; k++)
    if (data instanceof Float64Array) view.setFloat64(8 + 8 * k, data[k], true);
    else view.setInt32(8 + 4 * k, data[k], true);
  return `<DataArray type="${type}" Name="${name}" NumberOfComponents="${components}" format="binary">${base64(bytes)}</DataArray>`;
}

function base64(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}
