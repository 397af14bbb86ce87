import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { TautError } from "../../core/index.js";
import { catalogue } from "../../elements/index.js";
import { lower, validateModel } from "../../model/index.js";
import { prepareRun } from "../../run/run.js";
import {
  type AtomFrame,
  atomFrames,
  encodeAtoms,
  importAtoms,
  importedText,
  readAtoms,
  refusesAtoms,
} from "./index.js";

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const water = (units: string) => ({
  taut: 1,
  units,
  molecules: {
    water: {
      template: "tip3p",
      repeat: 2,
      at: [units.includes("nm") ? "0.3*i" : "3*i", 0, 0],
      velocity: [0.001, 0, "0.002*i"],
    },
  },
  elements: [{ coulomb: {} }, { "lennard-jones": {} }],
});

function runOf(data: unknown) {
  const prepared = prepareRun(validateModel(data, catalogue), {
    settings: { formulation: "rigid", method: "rattle", step: 0.01, until: 0.02, every: 0.01 },
    keepStates: true,
  });
  while (prepared.run.advance(Number.POSITIVE_INFINITY) === "running");
  return { prepared, solution: prepared.run.solution() };
}

describe("a run as a file of atoms", () => {
  test("extended XYZ keeps every digit, and a model imported from it starts where the run ended", () => {
    const { prepared, solution } = runOf(water("eV-Å-amu"));
    const file = text(encodeAtoms(atomFrames(prepared, solution), "xyz"));
    expect(file.split("\n")[0]).toBe("6");
    expect(file.split("\n")[1]).toContain("Properties=species:S:1:pos:R:3:vel:R:3");
    const model = importAtoms("w.xyz", file, { template: "tip3p" });
    const again = lower(validateModel(JSON.parse(importedText(model)), catalogue), catalogue);
    expect(again.q0).toEqual(Float64Array.from(solution.q));
    // velocities are converted to Å/fs and back
    again.v0.forEach((v, k) => {
      expect(Math.abs(v - solution.v[k])).toBeLessThan(1e-15);
    });
  });

  test("lengths are in ångström whatever the model's units are, and PDB keeps three decimals", () => {
    for (const units of ["kJ/mol-nm-amu", "eV-Å-amu"]) {
      const { prepared, solution } = runOf(water(units));
      const frames = [...atomFrames(prepared, solution)];
      expect(frames[0].symbols).toEqual(["O", "H", "H", "O", "H", "H"]);
      const bond = Math.hypot(...[0, 1, 2].map((c) => frames[0].positions[3 + c] - frames[0].positions[c]));
      expect(bond).toBeCloseTo(0.9572, 12);
      const back = readAtoms("w.pdb", text(encodeAtoms(frames, "pdb")));
      expect(back.symbols).toEqual(frames[0].symbols);
      back.positions.forEach((x, k) => {
        expect(Math.abs(x - frames.at(-1)!.positions[k])).toBeLessThan(5.01e-4);
      });
    }
  });

  test("a model without points in space is refused", () => {
    const prepared = prepareRun(
      validateModel({ taut: 1, coordinates: { x: { at: 1, mass: 1 } }, potential: "x^2" }, catalogue),
      { settings: { until: 1 } },
    );
    expect(refusesAtoms(prepared, "xyz")).toMatch(/does not have any/);
  });
});

test("any frame of known elements is read back from its file", () => {
  const number = fc.double({ noNaN: true, noDefaultInfinity: true, min: -900, max: 900 });
  const atom = fc.tuple(fc.constantFrom("H", "O", "C", "Ar", "Na"), number, number, number);
  fc.assert(
    fc.property(fc.array(atom, { minLength: 1, maxLength: 20 }), fc.boolean(), (atoms, boxed) => {
      const frame: AtomFrame = {
        symbols: atoms.map(([symbol]) => symbol),
        positions: Float64Array.from(atoms.flatMap(([, ...x]) => x)),
        ...(boxed && { box: [10, 20.5, 30] }),
      };
      const xyz = readAtoms("a.xyz", text(encodeAtoms([frame], "xyz")));
      expect(xyz.symbols).toEqual(frame.symbols);
      // -0 is written as 0
      expect([...xyz.positions].map((x) => x + 0)).toEqual([...frame.positions].map((x) => x + 0));
      expect(xyz.box).toEqual(frame.box);
      const pdb = readAtoms("a.pdb", text(encodeAtoms([frame], "pdb")));
      expect(pdb.symbols).toEqual(frame.symbols);
      expect(pdb.box).toEqual(frame.box);
    }),
    { numRuns: 100 },
  );
});

describe("files that are wrong", () => {
  const lines = ["2", 'Properties=species:S:1:pos:R:3 pbc="F F F"', "O 0 0 0", "H 1 0 0"];
  test.each([
    ["a.xyz", "", 'a.xyz:1: "": the file is empty.'],
    ["a.xyz", "water", "a frame must begin with the number of its atoms"],
    ["a.xyz", "3\n\nO 0 0 0\nH 1 0 0", "the frame must have this many atoms, and the file ends after 2"],
    ["a.xyz", lines.join("\n").replace("1 0 0", "1 x 0"), 'a.xyz:4: "H 1 x 0": this line must hold a symbol'],
    ["a.xyz", lines.join("\n").replace("pos:R:3", "mom:R:3"), "the properties must include species and pos"],
    [
      "a.xyz",
      lines.join("\n").replace("pbc=", 'Lattice="1 0 0 0 1 0 1 0 1" pbc='),
      "the edges of a box must be along x, y and z",
    ],
    ["a.pdb", "REMARK nothing", "there is no ATOM or HETATM record"],
    [
      "a.pdb",
      "HETATM    1  O1  WAT A   1       0.000   x.000   0.000  1.00  0.00           O",
      "columns 31 to 54 must hold three numbers",
    ],
    ["a.dat", "2", "the name of a file of atoms must end in .xyz"],
  ])("%s %j", (file, content, expected) => {
    expect(() => readAtoms(file, content)).toThrow(expected);
  });

  test("errors name atoms that are not of the template, unknown elements and unknown units", () => {
    expect(() => importAtoms("a.xyz", lines.join("\n"), { template: "tip3p" })).toThrow(
      "the atoms must be molecules of tip3p, each O, H, H; found 2 atoms",
    );
    expect(() => importAtoms("a.xyz", lines.join("\n").replace("H 1", "Qq 1"))).toThrow('"Qq" is not a known element');
    expect(() => importAtoms("a.xyz", lines.join("\n"), { units: "SI" })).toThrow('got "SI"');
  });

  test("malformed text never throws anything but a TautError", () => {
    const piece = fc.constantFrom(
      "2",
      "\n",
      " ",
      "O 0 0 0",
      "Properties=species:S:1:pos:R:3",
      "HETATM",
      "CRYST1",
      "ENDMDL",
      "1e999",
      "-",
      'Lattice="',
      "999999999999",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), fc.constantFrom("a.xyz", "a.pdb"), (pieces, file) => {
        try {
          readAtoms(file, pieces.join(""));
        } catch (error) {
          expect(error).toBeInstanceOf(TautError);
        }
      }),
    );
  });
});
