// The gallery: models that come with the package, each with a link into the lab.

import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { parse } from "yaml";
import { code, page, plain, table } from "./markdown.mjs";
import { read, root, write } from "./paths.mjs";

export function galleryPage() {
  const rows = readdirSync(join(root, "gallery"))
    .filter((file) => file.endsWith(".yaml"))
    .map((file) => {
      const { name = "", about = "" } = parse(read(`gallery/${file}`));
      const id = basename(file, ".yaml");
      return [code(id), `**${plain(name)}.** ${plain(about)} <LabLink model="${id}" />`];
    });
  write(
    "models/gallery.md",
    page("Gallery", [
      `${rows.length} models come with the package. \`taut run NAME\` runs one by its name, and \`taut gallery\` lists them.`,
      table(["name", "what to look at"], rows),
    ]),
  );
}
