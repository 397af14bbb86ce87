/** The editor of the model's text, with completion from the schema and the error messages of the command line. */

import { autocompletion, closeBrackets, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { yaml } from "@codemirror/lang-yaml";
import { HighlightStyle, indentOnInput, syntaxHighlighting } from "@codemirror/language";
import { type Diagnostic, linter, lintKeymap } from "@codemirror/lint";
import { EditorState } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { type Signal, useSignal, useSignalEffect } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { ModelSnippet } from "taut";
import { isError, kernel } from "../state/kernel.js";
import { opened, setText, text } from "../state/lab.js";
import { wide } from "../state/view.js";
import { completion } from "./complete.js";
import { insertion, namesIn } from "./model-names.js";

/** Milliseconds after the last key before the model is checked. */
const patience = 250;

const colours = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: "var(--link)" },
  { tag: tags.comment, color: "var(--muted)", fontStyle: "italic" },
  { tag: [tags.string, tags.content], color: "var(--ink)" },
  { tag: [tags.number, tags.bool], color: "var(--s1)" },
  { tag: [tags.punctuation, tags.separator, tags.brace, tags.squareBracket], color: "var(--muted)" },
]);

const look = EditorView.theme({
  "&": { backgroundColor: "transparent", color: "var(--ink)", fontSize: "13px", height: "100%" },
  ".cm-scroller": { fontFamily: "ui-monospace, SFMono-Regular, Menlo, Consolas, monospace", lineHeight: "1.55" },
  ".cm-gutters": { backgroundColor: "transparent", color: "var(--muted)", border: "none" },
  ".cm-content": { caretColor: "var(--ink)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  "&.cm-focused": { outline: "none" },
  ".cm-activeLine": { backgroundColor: "color-mix(in srgb, var(--link) 7%, transparent)" },
  "&.cm-focused .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "color-mix(in srgb, var(--link) 22%, transparent) !important",
  },
  ".cm-tooltip": {
    backgroundColor: "var(--paper)",
    color: "var(--ink)",
    border: "1px solid var(--rule)",
    maxWidth: "34em",
  },
  ".cm-tooltip-autocomplete > ul > li[aria-selected]": { backgroundColor: "var(--link)", color: "var(--paper)" },
  ".cm-diagnostic-error": { borderLeftColor: "var(--bad)" },
  ".cm-lintRange-error": {
    backgroundImage: "none",
    textDecoration: "underline wavy var(--bad)",
    textUnderlineOffset: "3px",
  },
});

/** The text that the editor has given to the lab. Any other text comes from elsewhere and replaces what is typed. */
let submitted = "";

/** What was typed when the panel was closed and is not the lab's text: not yet checked, or not yet a valid model. */
let unfinished: { readonly typed: string; readonly over: string } | null = null;

/** Keeps what is typed when the panel closes, and gives it to the lab if it is a valid model. */
async function keepTyped(typed: string): Promise<void> {
  if (typed === submitted) return;
  const kept = { typed, over: text.peek() };
  unfinished = kept;
  const found = await kernel().check(typed);
  if (unfinished !== kept || isError(found) || found.length > 0 || text.peek() !== kept.over) return;
  unfinished = null;
  submitted = typed;
  void setText(typed);
}

/** The text to open the panel with: what was typed last, unless the lab has another model since. */
function opening(): string {
  const kept = unfinished;
  unfinished = null;
  return kept !== null && kept.over === text.peek() ? kept.typed : text.peek();
}

export function ModelPanel() {
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<EditorView | null>(null);
  const problems = useSignal<readonly string[]>([]);
  /** Whether the text is newer than what the stage shows. */
  const stale = useSignal(false);
  const snippets = useSignal<readonly ModelSnippet[]>([]);

  useEffect(() => {
    // in a shadow root the editor adopts style sheets, which a strict security policy allows
    const root = host.current!.shadowRoot ?? host.current!.attachShadow({ mode: "open" });
    const place = document.createElement("div");
    place.style.height = "100%";
    root.replaceChildren(place);
    const view = new EditorView({
      root,
      parent: place,
      state: EditorState.create({ doc: opening(), extensions: extensions(problems, stale) }),
    });
    editor.current = view;
    submitted = text.peek();
    stale.value = view.state.doc.toString() !== submitted;
    return () => {
      void keepTyped(view.state.doc.toString());
      view.destroy();
    };
  }, []);

  // show a text that was not typed here: after a mass was dragged, or a file dropped
  useSignalEffect(() => {
    const view = editor.current;
    const value = text.value;
    if (view === null || value === submitted) return;
    submitted = value;
    if (view.state.doc.toString() === value) return;
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: value } });
  });

  return (
    <div class="model">
      <div class="editor-bar">
        <Insert snippets={snippets} editor={editor} />
        <button
          type="button"
          class="only-wide"
          aria-pressed={wide.value}
          onClick={() => {
            wide.value = !wide.value;
          }}
        >
          {wide.value ? "Narrow editor" : "Wide editor"}
        </button>
      </div>
      <div class="editor" ref={host} />
      {stale.value && (
        <p class="stale" role="status">
          The picture is older than the text: it shows the last text that was a valid model.
        </p>
      )}
      <div class="problems" role="status" aria-live="polite">
        {problems.value.length === 0 ? (
          <p class="fine">The model is valid.</p>
        ) : (
          problems.value.map((message) => (
            <p key={message} class="wrong">
              {message}
            </p>
          ))
        )}
      </div>
      <p class="quiet">Press Ctrl+Space to complete a word, and Escape, then Tab to leave the editor.</p>
    </div>
  );
}

/** A menu of every element and joint, which inserts one with what it needs. */
function Insert({
  snippets,
  editor,
}: {
  readonly snippets: Signal<readonly ModelSnippet[]>;
  readonly editor: { readonly current: EditorView | null };
}) {
  useSignalEffect(() => {
    const { scene } = opened.value ?? {};
    const places = namesIn(text.value).places;
    void kernel()
      .snippets(places, scene?.dimension === 3 ? 3 : 2)
      .then((found) => {
        if (!isError(found)) snippets.value = found;
      });
  });
  const group = (list: ModelSnippet["list"], label: string) => (
    <optgroup label={label}>
      {snippets.value
        .filter((snippet) => snippet.list === list)
        .map(({ name, about }) => (
          <option key={name} value={`${list} ${name}`} title={about}>
            {name}
          </option>
        ))}
    </optgroup>
  );
  return (
    <select
      aria-label="Insert an element or a joint"
      value=""
      onChange={(event) => {
        const [list, name] = event.currentTarget.value.split(" ");
        event.currentTarget.value = "";
        const chosen = snippets.value.find((each) => each.list === list && each.name === name);
        const view = editor.current;
        if (chosen === undefined || view === null) return;
        const { at, insert } = insertion(view.state.doc.toString(), chosen);
        const end = at + insert.length - 1;
        view.dispatch({ changes: { from: at, insert }, selection: { anchor: end }, scrollIntoView: true });
        view.focus();
      }}
    >
      <option value="">Insert…</option>
      {group("elements", "Elements")}
      {group("joints", "Joints")}
    </select>
  );
}

function extensions(problems: { value: readonly string[] }, stale: { value: boolean }) {
  const judge = async (view: EditorView): Promise<Diagnostic[]> => {
    const value = view.state.doc.toString();
    const found = await kernel().check(value);
    // the check was stopped, or the text has changed since
    if (isError(found) || view.state.doc.toString() !== value) return [];
    problems.value = [...new Set(found.map(({ message }) => message))];
    stale.value = found.length > 0;
    if (found.length === 0) {
      submitted = value;
      void setText(value);
    }
    const limit = view.state.doc.length;
    return found.map(({ message, from, to }) => ({
      message,
      from: Math.min(from, limit),
      to: Math.min(Math.max(to, from), limit),
      severity: "error" as const,
    }));
  };
  const schema = Promise.all([kernel().schema(), kernel().names()]);
  return [
    EditorView.updateListener.of(({ docChanged, state }) => {
      if (docChanged) stale.value = state.doc.toString() !== submitted;
    }),
    lineNumbers(),
    history(),
    drawSelection(),
    highlightActiveLine(),
    indentOnInput(),
    closeBrackets(),
    yaml(),
    syntaxHighlighting(colours),
    look,
    autocompletion({
      override: [
        async (context) => {
          const [shapes, names] = await schema;
          if (isError(names)) return null;
          return completion(shapes as never, names)(context);
        },
      ],
    }),
    linter(judge, { delay: patience }),
    keymap.of([...defaultKeymap, ...historyKeymap, ...completionKeymap, ...lintKeymap]),
    EditorView.contentAttributes.of({ "aria-label": "Text of the model" }),
    EditorView.lineWrapping,
  ];
}
