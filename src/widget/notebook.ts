/**
 * The widget of notebooks, by the protocol of anywidget: `<taut-lab>` in a cell, and its last states back in Python. It is one
 * file, so the code of the worker comes as text.
 */

import { observedNames } from "./attributes.js";
import { defineTautLab, type TautDoneDetail, type TautErrorDetail, TautLab } from "./element.js";
import { workerOf } from "./worker-of.js";

/** What a notebook shares with Python: named values, and a notice when Python changes one. */
export interface NotebookModel {
  get(name: string): unknown;
  set(name: string, value: unknown): void;
  save_changes(): void;
  on(event: string, changed: () => void): void;
  off(event: string, changed: () => void): void;
}

/** A widget as notebooks load it. */
export interface NotebookWidget {
  /** Shows the model in `el`; what it returns removes it again. */
  render(cell: { readonly model: NotebookModel; readonly el: HTMLElement }): () => void;
}

// a name of its own, because a page around the notebook may use <taut-lab> with its worker beside it
const elementName = "taut-lab-cell";
const attributes = observedNames.filter((name) => name !== "model");

/** The widget, for a worker with this code. */
export function notebookWidget(workerCode: string): NotebookWidget {
  TautLab.startWorker = () => workerOf(workerCode, "classic");
  return {
    render({ model, el }) {
      defineTautLab(elementName);
      const lab = document.createElement(elementName) as TautLab;
      const follow = (event: string, changed: () => void): (() => void) => {
        changed();
        model.on(event, changed);
        return () => model.off(event, changed);
      };
      const following = [
        follow("change:text", () => {
          lab.text = String(model.get("text"));
        }),
        ...attributes.map((name) => follow(`change:${name}`, () => write(lab, name, model.get(name)))),
      ];
      const tell = (values: Readonly<Record<string, unknown>>): void => {
        for (const [name, value] of Object.entries(values)) model.set(name, value);
        model.save_changes();
      };
      lab.addEventListener("taut-done", (event) => {
        const { results } = (event as CustomEvent<TautDoneDetail>).detail;
        tell({ results: results.map((lane) => ({ ...lane, y: [...lane.y] })), messages: [] });
      });
      lab.addEventListener("taut-error", (event) => {
        const { messages } = (event as CustomEvent<TautErrorDetail>).detail;
        tell({ results: [], messages });
      });
      el.append(lab);
      return () => {
        for (const stop of following) stop();
        lab.remove();
      };
    },
  };
}

/** An attribute of the element from a value of Python: true is an empty attribute, and nothing is none. */
function write(lab: TautLab, name: string, value: unknown): void {
  if (value === undefined || value === null || value === false || value === "") lab.removeAttribute(name);
  else lab.setAttribute(name, value === true ? "" : String(value));
}
