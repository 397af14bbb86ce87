/** The page for a new model: templates with comments, the same as `taut new` writes. */

import { newTemplates } from "taut";
import { showText } from "../state/route.js";
import { panel } from "../state/view.js";

export function NewModel() {
  const open = (text: string): void => {
    panel.value = "model";
    // the first line is for editors on a disk
    showText(text.replace(/^# yaml-language-server.*\n/, ""));
  };
  return (
    <main class="page" id="main">
      <div class="intro">
        <h1>A new model</h1>
        <p>
          Choose what to start from. The text opens in the editor beside the stage, with comments that explain every
          line, and the motion follows what you type.
        </p>
      </div>
      <ul class="paper-list">
        {Object.entries(newTemplates).map(([name, { about, text }]) => (
          <li key={name}>
            <button type="button" class="template" onClick={() => open(text)}>
              <strong>{/^name: (.*)$/m.exec(text)?.[1] ?? name}</strong>
              <span class="quiet">{about}</span>
            </button>
          </li>
        ))}
      </ul>
      <p class="quiet">Or drop a model file anywhere on the page.</p>
    </main>
  );
}
