/** Writes the settings and parameters of a lane into the text of its model, so that the file alone runs in the same way. */

import { parseDocument } from "yaml";
import type { RunSettings } from "./protocol.js";

/** Everything else in the file, including comments, is kept; without settings and parameters the text is the same. */
export function withRun(text: string, settings: RunSettings, set: Readonly<Record<string, number>>): string {
  if (Object.keys(settings).length === 0 && Object.keys(set).length === 0) return text;
  const document = parseDocument(text);
  const put = (path: readonly string[], value: unknown): void =>
    document.setIn(path, typeof value === "object" ? document.createNode(value, { flow: true }) : value);
  for (const [name, value] of Object.entries(settings)) put(["run", name], value);
  for (const [name, value] of Object.entries(set)) put(["parameters", name], value);
  return document.toString({ lineWidth: 0, flowCollectionPadding: true });
}
