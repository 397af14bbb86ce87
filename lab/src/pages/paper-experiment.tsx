/** One experiment of a paper: its figures and verdicts as they ship with the lab or were computed again, and the way to the stage. */

import { useSignal } from "@preact/signals";
import { proxy, type Remote, wrap } from "comlink";
import { useEffect, useRef } from "preact/hooks";
import { type Figure, type Item, linePlot } from "taut";
import type { PapersWorker } from "../worker/papers.js";
import type { StoredExperiment } from "./paper-data.js";
import { stageLink } from "./paper-link.js";
import { stageOf } from "./paper-stages.js";
import { Verdicts } from "./paper-verdicts.js";

interface Outcome {
  readonly items: readonly Item[];
  readonly figures: readonly Figure[];
  readonly failed: string;
}

export function ExperimentView({ stored }: { readonly stored: StoredExperiment }) {
  const { id, title } = stored;
  const computed = useSignal<Outcome | undefined>(undefined);
  const fraction = useSignal(-1);
  const worker = useRef<Worker | null>(null);
  useEffect(() => () => worker.current?.terminate(), []);
  const run = async (): Promise<void> => {
    fraction.value = 0;
    worker.current ??= new Worker(new URL("../worker/papers.ts", import.meta.url), { type: "module", name: "papers" });
    const remote: Remote<PapersWorker> = wrap<PapersWorker>(worker.current);
    computed.value = await remote.run(
      id,
      proxy((part: number) => {
        fraction.value = part;
      }),
    );
    fraction.value = -1;
  };
  const { items, figures } = computed.value ?? stored;
  const failed = computed.value?.failed ?? "";
  return (
    <section class="experiment" aria-label={title} data-id={id}>
      <header>
        <h2>{title}</h2>
        <button type="button" disabled={fraction.value >= 0} onClick={() => void run()}>
          Compute it here
        </button>
      </header>
      <InStage id={id} />
      {fraction.value >= 0 && <progress max={1} value={fraction.value} aria-label={`Progress of ${title}`} />}
      {failed !== "" && <p role="alert">This experiment did not finish: {failed}</p>}
      <p class="quiet" role="status">
        {computed.value === undefined ? (
          <Origin {...stored} />
        ) : (
          "Computed in this browser just now, in the short version."
        )}
      </p>
      <div class="figures-of">
        {figures.map((figure) => (
          <figure key={figure.id} class="paper-figure">
            <div class="drawing" dangerouslySetInnerHTML={{ __html: drawing(figure) }} />
            <figcaption>{captionOf(figure)}</figcaption>
          </figure>
        ))}
      </div>
      <Verdicts items={items} />
      {computed.value === undefined && <Missing stored={stored} />}
    </section>
  );
}

/** Where the results come from. */
function Origin({ version, items }: StoredExperiment) {
  if (items.length === 0) return <>The results of this experiment do not ship with the lab. Compute it here.</>;
  if (version === "full")
    return (
      <>
        Results of the full version, as <code>taut reproduce</code> computes it.
      </>
    );
  return (
    <>
      Results of <code>taut reproduce --quick</code>, which runs long experiments in a shorter form with expectations of
      its own.
    </>
  );
}

/** Items that the results at hand do not have. */
function Missing({ stored: { missing, version, items } }: { readonly stored: StoredExperiment }) {
  if (missing.length === 0 || items.length === 0) return null;
  return (
    <details class="table">
      <summary>
        {missing.length} more {missing.length === 1 ? "item is" : "items are"} not computed here: only the{" "}
        {version === "short" ? "full" : "short"} version has {missing.length === 1 ? "it" : "them"}
      </summary>
      <ul class="missing">
        {missing.map((each) => (
          <li key={each}>
            <code>{each}</code>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The way to the stage, with the inputs that are worth changing there. */
function InStage({ id }: { readonly id: string }) {
  const link = useSignal("");
  useEffect(() => {
    stageLink(id).then(
      (found) => {
        link.value = found ?? "";
      },
      () => {},
    );
  }, []);
  if (link.value === "") return null;
  return (
    <p>
      <a href={link.value}>Open in the stage</a> <span class="quiet">{stageOf(id)?.inputs}</span>
    </p>
  );
}

/** What is drawn, in words: which curves are the paper's, and which are measured. */
function captionOf({ title, series }: Figure): string {
  const has = (kind: string): boolean => series.some((each) => each.kind === kind);
  const references = [
    has("printed") ? "the paper's" : "",
    has("recomputed") ? "re-computed" : "",
    has("ours") ? "our claims" : "",
  ];
  const words = references.filter((each) => each !== "").join(" or ");
  return words === ""
    ? `${title}. All curves are measured.`
    : `${title}. Dashed and hollow: ${words}; solid: measured.`;
}

function drawing({ title, x, y, series }: Figure): string {
  return linePlot({
    title,
    x,
    y,
    series: series.map(({ name, x: across, y: up, kind, group }) => ({
      name: kind === "recomputed" ? `${name}, re-computed` : name,
      x: across,
      y: up,
      kind: kind === "measured" ? "measured" : "published",
      ...(group && { group }),
    })),
  });
}
