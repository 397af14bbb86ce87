/** The panel to share and save: the link, the command line, downloads, and opening of files. */

import { useSignal } from "@preact/signals";
import { useEffect, useId } from "preact/hooks";
import { base, setBase } from "../state/base-address.js";
import { commandLine } from "../state/command-line.js";
import { openFile } from "../state/drop.js";
import { type FormatName, formats } from "../state/film-sheet.js";
import { fileName, format, keepCsv, keepFilm, keepGif, keepModel, keepPicture, keepResult } from "../state/keep.js";
import { lanes, opened, selected, set, text } from "../state/lab.js";
import { lazy } from "../state/lazy.js";
import { encodeState, longestLink, sharedState } from "../state/link.js";
import { unsaved } from "../state/recent.js";
import { DraftInput } from "./draft-input.js";

const QrCode = lazy(() => import("./qr-code.js").then((m) => m.QrCode));

export function KeepPanel() {
  const link = useSignal("");
  /** The state that the link is of; the link of another one is still being made. */
  const linked = useSignal("");
  const said = useSignal("");
  const key = JSON.stringify([sharedState(), base.value]);
  useEffect(() => {
    let isOld = false;
    void encodeState().then((payload) => {
      if (isOld) return;
      const whole = `${base.value || location.href.replace(/#.*$/, "")}#/lab/${payload}`;
      link.value = whole.length > longestLink ? "" : whole;
      linked.value = key;
    });
    return () => {
      isOld = true;
    };
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
        <input
          type="text"
          readOnly
          value={link.value}
          aria-busy={linked.value !== key}
          onFocus={(event) => event.currentTarget.select()}
        />
      </label>
      <button type="button" disabled={link.value === ""} onClick={copy(link.value, "The link is copied.")}>
        Copy the link
      </button>
      {link.value !== "" && <AsCode link={link.value} />}
      {link.value !== "" && <Elsewhere link={link.value} copy={copy} />}
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
      </div>
      <label class="wide">
        <span>Format of pictures and films, which show all lanes with the title and the clock</span>
        <select
          value={format.value}
          onChange={(event) => {
            format.value = event.currentTarget.value as FormatName;
          }}
        >
          {Object.entries(formats).map(([name, { about }]) => (
            <option key={name} value={name}>
              {about}
            </option>
          ))}
        </select>
      </label>
      <div class="buttons">
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

/** Whether links lead to this machine, where only this machine finds them. */
const isLocal = (): boolean => base.value === "" && /^(localhost|127\.|\[::1\])/.test(location.hostname);

/** The link as a QR code, made when it is asked for. */
function AsCode({ link }: { readonly link: string }) {
  const open = useSignal(false);
  return (
    <details
      class="table"
      onToggle={(event) => {
        open.value = event.currentTarget.open;
      }}
    >
      <summary>The link as a QR code</summary>
      {open.value && <QrCode link={link} isLocal={isLocal()} />}
    </details>
  );
}

interface ElsewhereProps {
  readonly link: string;
  copy(what: string, words: string): () => Promise<void>;
}

/** The address that links begin with, and the link as a frame for other pages. */
function Elsewhere({ link, copy }: ElsewhereProps) {
  const id = useId();
  const title = (opened.value?.title ?? "A model").replace(/[<>&"]/g, "");
  const frame = `<iframe src="${link}" title="${title}" width="960" height="720" loading="lazy"></iframe>`;
  return (
    <details class="table">
      <summary>
        {isLocal() ? "This link opens on this machine only: share it elsewhere" : "Other addresses, and embedding"}
      </summary>
      <label class="wide" htmlFor={id}>
        <span>
          Address of a lab that others can reach, such as one that `taut lab --export` wrote; empty for this one
        </span>
      </label>
      <DraftInput
        id={id}
        inputMode="text"
        value={base.value}
        placeholder={location.href.replace(/#.*$/, "")}
        onEnter={setBase}
      />
      <label class="wide">
        <span>Code that shows this state in another page</span>
        <input type="text" readOnly value={frame} onFocus={(event) => event.currentTarget.select()} />
      </label>
      <button type="button" onClick={copy(frame, "The code is copied.")}>
        Copy the code
      </button>
    </details>
  );
}
