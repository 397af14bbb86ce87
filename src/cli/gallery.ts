/** The models that come with the package. */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseModelText } from "../model/index.js";

const folder = fileURLToPath(new URL("../../gallery/", import.meta.url));

/** The names of the models, without endings. */
export function galleryNames(): string[] {
  const files = existsSync(folder) ? readdirSync(folder) : [];
  return files.flatMap((file) => (file.endsWith(".yaml") ? [file.slice(0, -5)] : [])).sort();
}

export const galleryFile = (name: string): string => join(folder, `${name}.yaml`);

/** Every model with its title and what it shows. */
export function galleryList(): { readonly name: string; readonly title: string; readonly about: string }[] {
  return galleryNames().map((name) => {
    const text = readFileSync(galleryFile(name), "utf8");
    const { name: title = name, about = "" } = parseModelText(text) as { name?: string; about?: string };
    return { name, title, about: about.trim() };
  });
}

/** The file that a user means: the one of that name if it exists, otherwise the model of the gallery with that name. */
export function fileOrGallery(file: string): string {
  if (existsSync(file) || !galleryNames().includes(file)) return file;
  return galleryFile(file);
}
