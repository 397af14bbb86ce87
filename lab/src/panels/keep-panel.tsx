/** The panel to share and save: the link, the command line, downloads, and opening of files. */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { commandLine } from "../state/command-line.js";
import { openFile } from "../state/drop.js";
import { fileName, keepCsv, keepFilm, keepGif, keepModel, keepPicture, keepResult } from "../state/keep.js";
import { lanes, opened, selected, set, text } from "../state/lab.js";
import { encodeState, longestLink, sharedState } from "../state/link.js";
import { unsaved } from "../state/recent.js";

export function KeepPanel() {
  const link = useSignal("");
  const said = useSignal("");
  const key = JSON.stringify(sharedState());
  useEffect(() => {
    void encodeState().then((payload) => {
      const whole = `${location.href.replace(/#.*$/, "")}#/lab/${payload}`;
      link.value = whole.length > longestLink ? "" : whole;
    });
  }, [key]);
  const lane = selected.value;
  const command = lane === undefined ? "" : commandLine(`${fileName()}.yaml`, lane.settings.value, set.value);
  const copy = (what: string, words: string) => async () => {
    await navigator.clipboard?.writeText(what);
    said.value = words;
  };
  const say = (words: string): void => {
    said.value = words;
  };
  const keep = (work: () => Promise<string> | string) => async () => {
    said.value = await work();
  };
  return (
    <div class="keep">
      <h2>Share</h2>
      <label class="wide">
        <span>A link to everything on this page</span>
        <input type="text" readOnly value={link.value} onFocus={(event) => event.currentTarget.select()} />
      </label>
      <button type="button" disabled={link.value === ""} onClick={copy(link.value, "The link is copied.")}>
        Copy the link
      </button>
      {link.value === "" && <p class="quiet">The model is too large for a link. Send its model file instead.</p>}
      {unsaved.value !== "" && <p role="alert">{unsaved}</p>}
      <h2>The same run on the command line</h2>
      <pre class="command" tabIndex={0}>
        {command}
      </pre>
      <button type="button" onClick={copy(command, "The command is copied.")}>
        Copy the command
      </button>
      <h2>Keep</h2>
      <div class="buttons">
        <button type="button" onClick={keep(keepModel)}>
          Model file
        </button>
        <button type="button" onClick={keep(keepResult)}>
          Result (JSON)
        </button>
        <button type="button" onClick={keep(keepCsv)}>
          Motion (CSV)
        </button>
        <button type="button" onClick={keep(keepPicture)}>
          Picture (PNG)
        </button>
        <button type="button" onClick={keep(keepFilm)}>
          Film (WebM)
        </button>
        <button type="button" onClick={keep(() => keepGif(say))}>
          Film (GIF)
        </button>
      </div>
      <p class="quiet" role="status">
        {said}
      </p>
      <h2>Open</h2>
      <label class="wide">
        <span>A model file (YAML or JSON); you can also drop it anywhere on the page</span>
        <input
          type="file"
          accept=".yaml,.yml,.json"
          onChange={(event) => {
            const file = event.currentTarget.files?.[0];
            if (file !== undefined) void openFile(file);
          }}
        />
      </label>
      <p class="quiet">
        {lanes.value.length > 1 ? "Command, result and motion are those of the selected lane. " : ""}
        {opened.value?.title}, {text.value.length} characters.
      </p>
    </div>
  );
}
