/** `taut import FILE`: makes a model from a file of atoms. */

import type { Command } from "commander";
import { catalogue } from "../elements/index.js";
import { importAtoms, importedText } from "../io/index.js";
import { validateModel } from "../model/index.js";
import { readAtomText } from "./files.js";
import { print } from "./terminal.js";

interface ImportFlags {
  readonly template?: string;
  readonly units?: string;
}

export function addImportCommand(program: Command): void {
  program
    .command("import")
    .argument("<file>", "file of atoms: extended XYZ or PDB; its last frame is used")
    .summary("make a model from a file of atoms")
    .description(
      "Print a model that starts at the last frame of a file of atoms (extended XYZ or PDB). Each chemical element becomes a family of points, or with --template the atoms become molecules.",
    )
    .option("--template <name>", "read the atoms as molecules of this built-in template (tip3p), one after the other")
    .option("--units <name>", "units of the model: eV-Å-amu, kcal/mol-Å-amu or kJ/mol-nm-amu", "eV-Å-amu")
    .addHelpText(
      "after",
      "\nExamples:\n  taut import droplet.pdb --template tip3p > droplet.json\n  taut run droplet.json --formulation rigid --method settle --step 0.05 --until 10 --out results --format xyz",
    )
    .action((file: string, flags: ImportFlags) => {
      const model = importAtoms(file, readAtomText(file), flags);
      validateModel(model, catalogue);
      print(importedText(model));
    });
}
