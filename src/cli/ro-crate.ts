/**
 * RO-Crate 1.1 metadata of a result folder: a description of its files, in JSON-LD, that repositories of research data
 * understand. It says what `manifest.json` says, in their words.
 */

import { statSync } from "node:fs";
import { join } from "node:path";
import { own } from "../core/index.js";
import { faultOf, manifestName, readManifest } from "./disk/manifest.js";
import { UsageError } from "./exit.js";

export const crateName = "ro-crate-metadata.json";

const formats: Readonly<Record<string, string>> = {
  csv: "text/csv",
  html: "text/html",
  json: "application/json",
  npz: "application/zip",
  parquet: "application/vnd.apache.parquet",
  pdb: "chemical/x-pdb",
  xyz: "chemical/x-xyz",
};

const about: Readonly<Record<string, string>> = {
  "model.json": "The model and the settings of the run; taut run model.json repeats it",
  "report.html": "Animation, plots and tables of the run",
  "observables.csv": "Observables with error bars",
  [manifestName]: "What was run, how it ended, and the SHA-256 digests of the files",
};

export function crateOf(folder: string): string {
  const manifest = readManifest(folder);
  if (typeof manifest !== "object")
    throw new UsageError(
      "export",
      `"${folder}" must be a result folder with an undamaged ${manifestName}. Run it again.`,
    );
  const { taut, model, status, t } = manifest.data;
  const names = [manifestName, ...Object.keys(manifest.files)];
  for (const name of Object.keys(manifest.files)) {
    const fault = faultOf(folder, manifest, name);
    if (fault !== undefined)
      throw new UsageError(
        "export",
        `"${join(folder, name)}" must be as it was written; it is ${fault}. Run it again.`,
      );
  }
  const software = { "@id": "#taut" };
  const digest = (name: string) => own(manifest.files, name);
  const files = names.map((name) => ({
    ...{ "@id": name, "@type": "File", name: own(about, name) ?? "The motion: one row for each saved time" },
    encodingFormat: own(formats, name.split(".").at(-1)!) ?? "application/octet-stream",
    contentSize: String(statSync(join(folder, name)).size),
    ...(digest(name) !== undefined && { sha256: digest(name) }),
  }));
  const title = typeof model === "string" && model !== "" ? model : "A run of taut";
  const graph = [
    {
      ...{ "@id": crateName, "@type": "CreativeWork", about: { "@id": "./" } },
      conformsTo: { "@id": "https://w3id.org/ro/crate/1.1" },
    },
    {
      ...{ "@id": "./", "@type": "Dataset", name: title },
      description: `${title}: a simulation that ended at t = ${t} with the status ${status}.`,
      // when the manifest was written: the crate of a result does not depend on when it is made
      datePublished: statSync(join(folder, manifestName)).mtime.toISOString(),
      hasPart: names.map((name) => ({ "@id": name })),
    },
    ...files,
    { ...software, "@type": "SoftwareApplication", name: "taut", softwareVersion: taut },
    { "@id": "#run", "@type": "CreateAction", instrument: software, result: { "@id": "./" } },
  ];
  return `${JSON.stringify({ "@context": "https://w3id.org/ro/crate/1.1/context", "@graph": graph }, null, 2)}\n`;
}
