// Makes all pages of the site. Nothing here is a second truth: pages come from docs/, from the data of the library and from runs.

import { rmSync } from "node:fs";
import { apiPages } from "./api.mjs";
import { choosePage } from "./choose.mjs";
import { copyDocs } from "./docs.mjs";
import { exitPage, refusalPage, statusPage } from "./errors.mjs";
import { galleryPage } from "./gallery.mjs";
import { elementPage, jointPage, sectionPage } from "./models.mjs";
import { paperPages } from "./papers.mjs";
import { formulationPages, methodPages, partIndexes, projectionPages } from "./parts.mjs";
import { generated, write } from "./paths.mjs";
import { allRefusals } from "./probes.mjs";
import { sidebar } from "./sidebar.mjs";
import { stylesheet } from "./styles.mjs";

/** @param {(what: string) => void} say */
export async function generatePages(say) {
  rmSync(generated, { recursive: true, force: true });
  copyDocs();
  elementPage();
  jointPage();
  sectionPage();
  galleryPage();
  paperPages();
  choosePage();
  say("models, papers and the guide to choosing");
  const refusals = allRefusals();
  exitPage();
  statusPage();
  refusalPage(refusals);
  say("errors");
  partIndexes();
  formulationPages(refusals);
  projectionPages(refusals);
  methodPages(refusals);
  say("formulations, methods and projections");
  const entries = await apiPages();
  say("reference of the library");
  write("drawings.css", stylesheet());
  write("sidebar.json", JSON.stringify(sidebar(entries)));
}
