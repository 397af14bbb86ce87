/** The stage: one model, its lanes, the clock, the plots, and a column of panels beside them. */

import { useSignalEffect } from "@preact/signals";
import { useState } from "preact/hooks";
import { LaneView } from "../stage/lane-view.js";
import { Summary } from "../stage/summary.js";
import { Transport, ViewBar } from "../stage/transport.js";
import { announced } from "../state/drag.js";
import { hasBegun, lanes, opened } from "../state/lab.js";
import { lazy } from "../state/lazy.js";
import { type PanelName, panel, wide } from "../state/view.js";

const SolvePanel = lazy(() => import("../panels/solve-panel.js").then((m) => m.SolvePanel));
const ExplainPanel = lazy(() => import("../panels/explain-panel.js").then((m) => m.ExplainPanel));
const ModelPanel = lazy(() => import("../panels/model-panel.js").then((m) => m.ModelPanel));
const ProjectPanel = lazy(() => import("../panels/project-panel.js").then((m) => m.ProjectPanel));
const KeepPanel = lazy(() => import("../panels/keep-panel.js").then((m) => m.KeepPanel));
const ComparePanel = lazy(() => import("../panels/compare-panel.js").then((m) => m.ComparePanel));
const Plots = lazy(() => import("../stage/plots.js").then((m) => m.Plots));
const Observables = lazy(() => import("../stage/observables.js").then((m) => m.Observables));

/**
 * Whether a lane has begun, a frame after its picture was drawn: what is not needed for the picture is loaded then. What has begun
 * stays, also while another lane or text is being opened.
 */
function useBegun(): boolean {
  const [begun, setBegun] = useState(false);
  useSignalEffect(() => {
    if (lanes.value.some(hasBegun)) requestAnimationFrame(() => requestAnimationFrame(() => setBegun(true)));
  });
  return begun;
}

const panels: readonly [PanelName, string][] = [
  ["solve", "Solve"],
  ["explain", "Explain"],
  ["model", "Model"],
  ["project", "Project"],
  ["compare", "Compare"],
  ["keep", "Keep"],
];

export function Stage() {
  const { title = "…", about = "", settings } = opened.value ?? {};
  const begun = useBegun();
  return (
    <main class={`page stage${wide.value && panel.value === "model" ? " wide-editor" : ""}`} id="main">
      <div class="theatre">
        <div class="title">
          <h1>{title}</h1>
          <p>{about}</p>
        </div>
        <div class={`lanes lanes-${lanes.value.length}`}>
          {lanes.value.map((lane, index) => (
            <LaneView key={lane.id} lane={lane} index={index} />
          ))}
        </div>
        <Transport />
        <p class="said" role="status">
          {announced}
        </p>
        <ViewBar />
        <Summary />
        {begun && <Plots />}
        {Object.keys(settings?.observables ?? {}).length > 0 && <Observables />}
      </div>
      <aside class="side" aria-label="Settings">
        <div role="tablist" aria-label="Panels" class="tabs">
          {panels.map(([name, label]) => (
            <button
              key={name}
              type="button"
              role="tab"
              id={`tab-${name}`}
              aria-selected={panel.value === name}
              aria-controls="panel"
              tabIndex={panel.value === name ? 0 : -1}
              onClick={() => {
                panel.value = name;
              }}
              onKeyDown={(event) => moveTab(event, name)}
            >
              {label}
            </button>
          ))}
        </div>
        <div role="tabpanel" id="panel" aria-labelledby={`tab-${panel.value}`} tabIndex={0} class="panel">
          <Panel name={panel.value} begun={begun} />
        </div>
      </aside>
    </main>
  );
}

function Panel({ name, begun }: { readonly name: PanelName; readonly begun: boolean }) {
  if (name === "solve") return begun ? <SolvePanel /> : <p class="quiet">Examining the model…</p>;
  if (name === "explain") return <ExplainPanel />;
  if (name === "model") return <ModelPanel />;
  if (name === "project") return <ProjectPanel />;
  if (name === "compare") return <ComparePanel />;
  return <KeepPanel />;
}

/** The arrow keys move between tabs. */
function moveTab(event: KeyboardEvent, name: PanelName): void {
  const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
  if (step === 0) return;
  event.preventDefault();
  event.stopPropagation();
  const at = panels.findIndex(([each]) => each === name);
  const [next] = panels[(at + step + panels.length) % panels.length];
  panel.value = next;
  document.getElementById(`tab-${next}`)?.focus();
}
