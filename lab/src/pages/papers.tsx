/**
 * A page for each paper: a summary, and its tables and figures as `taut reproduce` has computed them. The results ship with the lab; each
 * experiment can be computed again here, and opened in the stage to change its inputs.
 */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { page } from "../state/route.js";
import { serverGone } from "../worker/limits.js";
import { papers, resultsOf, type StoredExperiment } from "./paper-data.js";
import { ExperimentView } from "./paper-experiment.js";
import { paperWords } from "./paper-words.js";

type PaperListing = (typeof papers)[number];

export function Papers() {
  const key = page.value.name === "papers" ? page.value.paper : undefined;
  const paper = papers.find((each) => each.key === key);
  return (
    <main class="page papers" id="main">
      {paper === undefined ? <Overview missing={key} /> : <Paper key={paper.key} paper={paper} />}
    </main>
  );
}

/** `missing` is the key in the address if no paper has it. */
function Overview({ missing }: { readonly missing: string | undefined }) {
  return (
    <>
      {missing !== undefined && (
        <p class="lost" role="alert">
          There is no paper "{missing}" here. Choose one of these:
        </p>
      )}
      <div class="intro">
        <h1>The papers, reproduced</h1>
        <p>
          The methods of this library come from published papers. Here are their tables and figures as{" "}
          <code>taut reproduce</code> computes them: what is printed beside what is measured, with the tolerance that
          was set before the run and its reason. Every experiment can be computed again in your browser, and most open
          in the stage, where you can change their inputs.
        </p>
      </div>
      <ul class="paper-list">
        {papers.map(({ key, title, reference, experiments, items, printed, agree }) => (
          <li key={key}>
            <a href={`#/papers/${key}`}>
              <strong>{title}</strong>
              <span>{reference}</span>
              <span class="quiet">
                {experiments} {experiments === 1 ? "experiment" : "experiments"}, {items} items
                {printed > 0 && `; ${agree} of ${printed} printed references agree`}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}

function Paper({ paper }: { readonly paper: PaperListing }) {
  const results = useSignal<readonly StoredExperiment[] | undefined>(undefined);
  const failed = useSignal(false);
  useEffect(() => {
    resultsOf(paper.key).then(
      (found) => {
        results.value = found;
      },
      () => {
        failed.value = true;
      },
    );
  }, []);
  return (
    <>
      <div class="intro">
        <p class="quiet">
          <a href="#/papers">Papers</a>
        </p>
        <h1>{paper.title}</h1>
        <p class="quiet">{paper.reference}</p>
        {(paperWords[paper.key] ?? []).map((words) => (
          <p key={words}>{words}</p>
        ))}
      </div>
      {failed.value && (
        <p class="lost" role="alert">
          {serverGone}
        </p>
      )}
      {results.value === undefined && !failed.value && <p class="quiet">Loading…</p>}
      {results.value?.map((experiment) => (
        <ExperimentView key={experiment.id} stored={experiment} />
      ))}
    </>
  );
}
