/** `taut import FILE [MODEL]`: makes a model from a file of atoms or from a robot in URDF. */

import { existsSync } from "node:fs";
import { basename, dirname } from "node:path";
import type { Command } from "commander";
import { catalogue } from "../elements/index.js";
import { importAtoms, importedText, importUrdf, urdfText } from "../io/index.js";
import { validateModel } from "../model/index.js";
import { makeFolder, writeFiles } from "./disk/write.js";
import { UsageError } from "./exit.js";
import { readAtomText, readText } from "./files.js";
import { print, remark } from "./terminal.js";

interface ImportFlags {
  readonly template?: string;
  readonly units?: string;
  readonly at: readonly string[];
  readonly floating?: boolean;
  readonly force?: boolean;
}

const isRobot = (file: string): boolean => /\.(urdf|xml)$/i.test(file);

export function addImportCommand(program: Command): void {
  program
    .command("import")
    .argument("<file>", "a robot (URDF), or a file of atoms (extended XYZ or PDB), whose last frame is used")
    .argument("[model]", "the model file to write; without it the model is printed")
    .summary("make a model from a robot in URDF or from a file of atoms")
    .description(
      "Make a model from a robot in URDF, or one that starts at the last frame of a file of atoms (extended XYZ or PDB). Links of a robot become bodies, with its joints, limits, damping, friction and loops. Each chemical element becomes a family of points, or with --template the atoms become molecules.",
    )
    .option("--template <name>", "atoms: read them as molecules of this built-in template (tip3p), one after the other")
    .option("--units <name>", "atoms: units of the model, eV-Å-amu (default), kcal/mol-Å-amu or kJ/mol-nm-amu")
    .option("--at <joint=value>", "robots: value of a joint at the start (rad, m); may be repeated", collect, [])
    .option("--floating", "robots: the root moves freely instead of being fixed to the world")
    .option("--force", "replace a model file that is already there")
    .addHelpText(
      "after",
      "\nExamples:\n  taut import arm.urdf arm.yaml --at elbow=1.2\n  taut run arm.yaml --out results\n  taut import droplet.pdb --template tip3p > droplet.json\n  taut run droplet.json --formulation rigid --method settle --step 0.05 --until 10 --out results --format xyz",
    )
    .action((file: string, model: string | undefined, flags: ImportFlags) => {
      if (model !== undefined && existsSync(model) && flags.force !== true)
        throw new UsageError(model, "already exists. Choose another name, or add --force to replace it.");
      const text = isRobot(file) ? robotText(file, flags) : atomText(file, flags);
      if (model === undefined) print(text);
      else {
        makeFolder(dirname(model));
        writeFiles(dirname(model), { [basename(model)]: text });
      }
    });
}

function robotText(file: string, { template, units, at, floating }: ImportFlags): string {
  for (const [flag, value] of Object.entries({ "--template": template, "--units": units }))
    if (value !== undefined) throw new UsageError(flag, "belongs to files of atoms; this is a robot. Leave it out.");
  const values = Object.fromEntries(at.map(startOf));
  const { model, remarks } = importUrdf(file, readText(file), { at: values, floating: floating === true });
  for (const each of remarks) remark(each);
  return urdfText(model);
}

function atomText(file: string, { at, floating, ...options }: ImportFlags): string {
  for (const [flag, given] of Object.entries({ "--at": at.length > 0, "--floating": floating === true }))
    if (given) throw new UsageError(flag, "belongs to robots; this is a file of atoms. Leave it out.");
  const model = importAtoms(file, readAtomText(file), options);
  validateModel(model, catalogue);
  return importedText(model);
}

function startOf(text: string): [string, number] {
  const [, joint, number] = /^([^=]+)=([+-]?[\d.]+(?:[eE][+-]?\d+)?)$/.exec(text) ?? [];
  const value = Number(number);
  if (joint === undefined || !Number.isFinite(value))
    throw new UsageError("--at", `must be a joint and a number, such as elbow=1.2; got "${text}".`);
  return [joint, value];
}

const collect = (value: string, before: readonly string[]): string[] => [...before, value];
