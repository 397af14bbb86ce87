/** The observables of a model so far in its run: means, temperatures side by side, distributions, correlations. */

import { type Signal, useSignal, useSignalEffect } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import { linePlot, type ObservableData } from "taut";
import { short } from "../draw/format.js";
import { NumberTable } from "../panels/number-table.js";
import { isError, kernel } from "../state/kernel.js";
import { lanes, opened } from "../state/lab.js";
import type { Measured } from "../worker/protocol.js";

/** Milliseconds between requests to the worker. */
const patience = 400;

/** The measurements of one lane. */
interface Own extends Measured {
  readonly name: string;
}

type Curve = ObservableData["curves"][number];

export function Observables() {
  const all = useSignal<readonly Own[]>([]);
  useMeasured(all);
  const temperatures = Object.entries(opened.value?.settings.observables ?? {})
    .filter(([, what]) => what.temperature !== undefined)
    .map(([name]) => name);
  const [first] = all.value;
  if (first === undefined) return null;
  return (
    <section class="observables" aria-label="Observables">
      <h2>Observables</h2>
      <Means all={all.value} />
      <div class="plots">
        {temperatures.length > 1 && <Temperatures all={all.value} names={temperatures} />}
        {first.observables
          .flatMap(({ curves }) => curves)
          .map((curve) => (
            <Distribution key={curve.title} curve={curve} all={all.value} />
          ))}
      </div>
    </section>
  );
}

/** Updates the measurements of all lanes a few times a second while they compute. */
function useMeasured(all: Signal<readonly Own[]>): void {
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  useSignalEffect(() => {
    for (const { arrived, recording } of lanes.value) [arrived.value, recording.value];
    timer.current ??= setTimeout(() => {
      timer.current = null;
      void ask().then((found) => {
        all.value = found;
      });
    }, patience);
  });
}

async function ask(): Promise<Own[]> {
  const answers = await Promise.all(
    lanes.peek().map(async (lane, index) => {
      const found = await kernel().measured(lane.id);
      // drop measurements of a lane that was reopened in the meantime
      return found !== undefined && !isError(found) && found.generation === lane.generation
        ? [{ ...found, name: `Lane ${index + 1}` }]
        : [];
    }),
  );
  return answers.flat();
}

function Means({ all }: { readonly all: readonly Own[] }) {
  return (
    <table>
      <caption class="hidden">Means of the observables with their standard errors</caption>
      <thead>
        <tr>
          <th scope="col">observable</th>
          {all.map(({ name, t }) => (
            <th key={name} scope="col">
              {name}, to t = {short(t, 4)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {all[0].observables.map(({ name }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {all.map((own) => (
              <td key={own.name}>{inWords(own.observables.find((each) => each.name === name))}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function inWords(found: ObservableData | undefined): string {
  if (found === undefined || !Number.isFinite(found.mean)) return "–";
  const error = Number.isFinite(found.error) ? ` ± ${short(found.error, 2)}` : "";
  const independent = Math.round(found.effective);
  return `${short(found.mean, 5)}${error} (${independent} independent value${independent === 1 ? "" : "s"})`;
}

/** The temperatures of the parts of a system on one axis, with lanes in their colours. */
function Temperatures({ all, names }: { readonly all: readonly Own[]; readonly names: readonly string[] }) {
  const plot = linePlot({
    title: "Temperatures",
    x: { label: names.map((name, k) => `${k + 1} ${name}`).join(" · ") },
    y: { label: "mean, with its standard error" },
    series: all.map((own, lane) => {
      const found = names.map((name) => own.observables.find((each) => each.name === name));
      return {
        name: own.name,
        // lanes are shifted a little, so that no error bar hides another
        x: names.map((_, k) => k + 1 + 0.08 * lane),
        y: found.map((each) => each?.mean ?? Number.NaN),
        error: found.map((each) => each?.error ?? Number.NaN),
        line: false,
        markers: true,
      };
    }),
  });
  return <Drawing title="Temperatures" svg={plot} />;
}

function Distribution({ curve: { title, x, y, at }, all }: { readonly curve: Curve; readonly all: readonly Own[] }) {
  const own = all.flatMap(({ name, observables }) =>
    observables
      .flatMap(({ curves }) => curves)
      .filter((curve) => curve.title === title)
      .map((curve) => ({ name, curve })),
  );
  const series = own.map(({ name, curve }) => ({
    name,
    x: curve.at,
    y: curve.value,
    error: curve.error,
    markers: false,
  }));
  return (
    <Drawing title={title} svg={linePlot({ title, x: { label: x }, y: { label: y }, series })}>
      <NumberTable
        caption={title}
        columns={[x, ...own.flatMap(({ name }) => [name, `± ${name}`])]}
        rows={Array.from(at, (place, k) => [
          place,
          ...own.flatMap(({ curve }) => [finite(curve.value[k]), finite(curve.error[k])]),
        ])}
      />
    </Drawing>
  );
}

const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);

function Drawing({
  title,
  svg,
  children,
}: {
  readonly title: string;
  readonly svg: string;
  readonly children?: ComponentChildren;
}) {
  return (
    <figure class="plot">
      <figcaption>{title}</figcaption>
      <div class="drawing" dangerouslySetInnerHTML={{ __html: svg }} />
      {children}
    </figure>
  );
}
