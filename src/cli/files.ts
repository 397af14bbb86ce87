/** Reads the files that a user names: models, studies, files of atoms. */

import { existsSync, realpathSync } from "node:fs";
import { dirname, isAbsolute, join, relative, sep } from "node:path";
import { ModelError } from "../core/index.js";
import { catalogue } from "../elements/index.js";
import { checkedModel, type Model, parseModelText, withFiles, withPlaces } from "../model/index.js";
import { isFile, readBytes } from "./disk/read.js";
import { UsageError } from "./exit.js";
import { fileOrGallery } from "./gallery.js";

/** Largest size (bytes) of a model file. */
const longestModel = 50_000_000;

/** The model in a file, or the model of the gallery with this name. */
export function readModel(name: string): Model {
  const file = fileOrGallery(name);
  const data = readData(file);
  const whole = withPlaces(data, () => withFiles(data, (name, where) => readBeside(dirname(file), name, where)));
  return checkedModel(whole, catalogue);
}

/** The text of a checked model; a model that names files has them in it. */
export function readModelText(name: string): string {
  const file = fileOrGallery(name);
  const text = readText(file);
  const data = parseModelText(text, { file });
  const whole = withPlaces(data, () => withFiles(data, (beside, where) => readBeside(dirname(file), beside, where)));
  checkedModel(whole, catalogue);
  const written = JSON.stringify(whole);
  return written === JSON.stringify(data) ? text : written;
}

/** The model in a file of a result folder, which the user has not named. */
export function readResultModel(file: string): Model {
  if (!isFile(file)) throw new UsageError(file, "must be a file; it is a folder, a pipe or a device. Run it again.");
  return readModel(file);
}

/** The text of a file that a model names, which must be below the folder of the model, also through links. */
function readBeside(folder: string, name: string, where: string): string {
  const file = join(folder, name);
  if (!existsSync(file))
    throw new ModelError(where, `"${name}" does not exist beside the model. Put it into the folder of the model.`);
  const way = relative(realpathSync(folder), realpathSync(file));
  if (way === ".." || way.startsWith(`..${sep}`) || isAbsolute(way))
    throw new ModelError(where, `a file must be in the folder of the model; "${name}" leads out of it. Move it there.`);
  if (!isFile(file))
    throw new ModelError(where, `"${name}" must be a file beside the model; it is a folder, a pipe or a device.`);
  return readText(file);
}

/** The data in a YAML or JSON file. */
export function readData(file: string): unknown {
  return parseModelText(readText(file), { file });
}

/** The text of a model, study or atoms file. */
export function readText(file: string): string {
  const bytes = readBytes(file, { longest: longestModel, pipes: true });
  if (bytes === undefined)
    throw new ModelError(
      file,
      `a model file must not be longer than ${longestModel} bytes, and this one is. Write repeated elements with repeat.`,
    );
  return decode(file, bytes);
}

/** The text of a file of atoms. */
export function readAtomText(file: string): string {
  const text = readText(file);
  // a file that was cut off ends within a line, and a number that was cut off is still a number
  if (!text.endsWith("\n"))
    throw new UsageError(
      file,
      "the last line must have an end, and it has none, so the file may have been cut off. Add a line end if it is complete.",
    );
  return text;
}

function decode(file: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new ModelError(file, "the file must be UTF-8 text, and it is not. Save it as UTF-8, or name a model file.");
  }
}
