/** Sound files for campaigns to damage. */

import { encodeTable, type TableFormat, tableFormats } from "../src/io/index.js";

const xyz = `3
Lattice="10 0 0 0 10 0 0 0 10" Properties=species:S:1:pos:R:3:vel:R:3 Time=0.5
Ar 0.0 0.0 0.0 0.1 0.0 0.0
Ar 3.8 0.0 0.0 0.0 0.2 0.0
Ar 0.0 3.8 0.0 0.0 0.0 0.3
`;
const pdb = `CRYST1   10.000   10.000   10.000  90.00  90.00  90.00 P 1           1
MODEL        1
ATOM      1  O   HOH A   1       0.000   0.000   0.000  1.00  0.00           O
ATOM      2  H1  HOH A   1       0.957   0.000   0.000  1.00  0.00           H
ATOM      3  H2  HOH A   1      -0.240   0.927   0.000  1.00  0.00           H
ENDMDL
END
`;
export const sampleAtoms: readonly string[] = [xyz, pdb];

const columns = ["t", "a_x", "a_y", "a_x'", "a_y'"].map((name, c) => ({
  name,
  data: Float64Array.from({ length: 20 }, (_, k) => (c === 0 ? k / 8 : Math.sin(k + 2 * c))),
}));

let made: { readonly csv: string; readonly bytes: ReadonlyMap<TableFormat, Uint8Array> } | undefined;

/** One table in every format. */
export function sampleTables(): NonNullable<typeof made> {
  made ??= {
    csv: new TextDecoder().decode(encodeTable(columns, "csv")),
    bytes: new Map(tableFormats.map((format) => [format, encodeTable(columns, format)])),
  };
  return made;
}
