/** A page for each paper: a summary, and its figures computed live by the experiments of `taut reproduce`. */

import { useSignal } from "@preact/signals";
import { proxy, type Remote, wrap } from "comlink";
import { useEffect } from "preact/hooks";
import { type Figure, type Item, linePlot } from "taut";
import { short } from "../draw/format.js";
import { page } from "../state/route.js";
import type { PaperListing, PapersWorker } from "../worker/papers.js";
import { paperWords } from "./paper-words.js";

interface Outcome {
  readonly items: readonly Item[];
  readonly figures: readonly Figure[];
  readonly failed: string;
}

export function Papers() {
  const listing = useSignal<readonly PaperListing[]>([]);
  const remote = useSignal<Remote<PapersWorker> | undefined>(undefined);
  useEffect(() => {
    const worker = new Worker(new URL("../worker/papers.ts", import.meta.url), { type: "module", name: "papers" });
    const wrapped = wrap<PapersWorker>(worker);
    remote.value = wrapped;
    void wrapped.list().then((list) => {
      listing.value = list;
    });
    return () => worker.terminate();
  }, []);
  const key = page.value.name === "papers" ? page.value.paper : undefined;
  const paper = listing.value.find((each) => each.key === key);
  return (
    <main class="page papers" id="main">
      {paper === undefined || remote.value === undefined ? (
        <Overview listing={listing.value} missing={paper === undefined ? key : undefined} />
      ) : (
        <Paper key={paper.key} paper={paper} remote={remote.value} />
      )}
    </main>
  );
}

/** `missing` is the key in the address if no paper has it. */
function Overview({
  listing,
  missing,
}: {
  readonly listing: readonly PaperListing[];
  readonly missing: string | undefined;
}) {
  return (
    <>
      {missing !== undefined && listing.length > 0 && (
        <p class="lost" role="alert">
          There is no paper "{missing}" here. Choose one of these:
        </p>
      )}
      <div class="intro">
        <h1>The papers, reproduced</h1>
        <p>
          The methods of this library come from published papers. Here their tables and figures are computed in your
          browser, by the same experiments as <code>taut reproduce</code>, with the printed values beside the measured
          ones.
        </p>
      </div>
      {listing.length === 0 && <p class="quiet">Loading…</p>}
      <ul class="paper-list">
        {listing.map(({ key, title, reference, experiments }) => (
          <li key={key}>
            <a href={`#/papers/${key}`}>
              <strong>{title}</strong>
              <span>{reference}</span>
              <span class="quiet">
                {experiments.length} {experiments.length === 1 ? "experiment" : "experiments"}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}

function Paper({ paper, remote }: { readonly paper: PaperListing; readonly remote: Remote<PapersWorker> }) {
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
      {paper.experiments.map(({ id, title }) => (
        <ExperimentView key={id} id={id} title={title} remote={remote} />
      ))}
    </>
  );
}

function ExperimentView({
  id,
  title,
  remote,
}: {
  readonly id: string;
  readonly title: string;
  readonly remote: Remote<PapersWorker>;
}) {
  const outcome = useSignal<Outcome | undefined>(undefined);
  const fraction = useSignal(-1);
  const run = async (): Promise<void> => {
    fraction.value = 0;
    outcome.value = await remote.run(
      id,
      proxy((part: number) => {
        fraction.value = part;
      }),
    );
    fraction.value = -1;
  };
  const { items = [], figures = [], failed = "" } = outcome.value ?? {};
  return (
    <section class="experiment" aria-label={title}>
      <header>
        <h2>{title}</h2>
        <button type="button" disabled={fraction.value >= 0} onClick={() => void run()}>
          {outcome.value === undefined ? "Compute" : "Compute again"}
        </button>
      </header>
      {fraction.value >= 0 && <progress max={1} value={fraction.value} aria-label={`Progress of ${title}`} />}
      {failed !== "" && <p role="alert">This experiment did not finish: {failed}</p>}
      <div class="figures-of">
        {figures.map((figure) => (
          <div key={figure.id} class="drawing" dangerouslySetInnerHTML={{ __html: drawing(figure) }} />
        ))}
      </div>
      {items.length > 0 && <Verdicts items={items} />}
    </section>
  );
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

/** The kinds of references, with their headings and the name of their column. */
const kinds = [
  { kind: "printed", heading: "Printed in the paper", head: "printed" },
  { kind: "recomputed", heading: "Re-computed, because the paper prints no number", head: "re-computed" },
  { kind: "ours", heading: "Claims of this project", head: "claimed" },
] as const;

function Verdicts({ items }: { readonly items: readonly Item[] }) {
  return (
    <>
      {kinds.map(({ kind, heading, head }) => {
        const own = items.filter((item) => item.kind === kind);
        return own.length === 0 ? null : <Table key={kind} caption={heading} head={head} items={own} />;
      })}
    </>
  );
}

function Table({
  caption,
  head,
  items,
}: {
  readonly caption: string;
  readonly head: string;
  readonly items: readonly Item[];
}) {
  return (
    <div class="scroll" tabIndex={0}>
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {["item", head, "measured", "verdict"].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={item.id}>
              <th scope="row">
                {item.place}: {item.item}
                {item.note !== "" && <span class="quiet note">{item.note}</span>}
              </th>
              <td>{shown(item.reference)}</td>
              <td>{shown(item.measured)}</td>
              <td class={item.verdict === "differs" ? "wrong" : "fine"}>
                {verdictWords(item)}
                <span class="quiet note">
                  {item.tolerance.size} ({item.tolerance.why})
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function verdictWords({ verdict, proof, likely }: Item): string {
  if (verdict === "agrees") return "✓ agrees";
  if (verdict === "same magnitude") return "≈ same magnitude";
  if (proof !== undefined) return `≠ the paper is wrong: ${proof}`;
  return likely === undefined ? "≠ differs" : `≠ does not reproduce, likely because ${likely}`;
}

function shown(value: Item["reference"]): string {
  if (typeof value === "number") return short(value, 6);
  return typeof value === "string" ? value : value.map((x) => short(x, 6)).join(", ");
}
