// Writes the JSON Schema of model files, for editors, beside the built library.

import { writeFileSync } from "node:fs";
import { catalogue, modelJsonSchema, registry } from "../dist/index.js";

const file = new URL("../dist/schema.json", import.meta.url);
writeFileSync(file, `${JSON.stringify(modelJsonSchema(catalogue, registry), null, 2)}\n`);
