/** `taut import FILE`: a model from a file of atoms. */

import type { Command } from "commander";
import { catalogue } from "../elements/index.js";
import { importAtoms, importedText } from "../io/index.js";
import { validateModel } from "../model/index.js";
import { readText } from "./files.js";
import { print } from "./terminal.js";

interface ImportFlags {
  readonly template?: string;
  readonly units?: string;
}

export function addImportCommand(program: Command): void {
  program
    .command("import")
    .argument("<file>", "file of atoms: extended XYZ or PDB, the last frame of it")
    .summary("make a model of a file of atoms")
    .description(
      "Print a model that starts where a file of atoms (extended XYZ or PDB) ends: a family of points for each element, or molecules of a template.",
    )
    .option("--template <name>", "all atoms are molecules of this built-in template (tip3p), one after the other")
    .option("--units <name>", "units of the model: eV-Å-amu, kcal/mol-Å-amu or kJ/mol-nm-amu", "eV-Å-amu")
    .addHelpText(
      "after",
      "\nExamples:\n  taut import droplet.pdb --template tip3p > droplet.json\n  taut run droplet.json --formulation rigid --method settle --step 0.05 --until 10 --out results --format xyz",
    )
    .action((file: string, flags: ImportFlags) => {
      const model = importAtoms(file, readText(file), flags);
      validateModel(model, catalogue);
      print(importedText(model));
    });
}
