/** Compares work and error of several ways to solve the current model. */

import { useSignal } from "@preact/signals";
import { linePlot } from "taut";
import { short } from "../draw/format.js";
import { isError, kernel } from "../state/kernel.js";
import { request, selected } from "../state/lab.js";
import type { Comparison } from "../worker/protocol.js";
import { NumberTable } from "./number-table.js";

const suggested = ["dop853", "dopri5", "bs32", "rigid/rattle", "stiff/verlet"];

export function ComparePanel() {
  const ways = useSignal("dop853, dopri5, bs32");
  const result = useSignal<Comparison | undefined>(undefined);
  const said = useSignal("");
  const busy = useSignal(false);

  const run = async (): Promise<void> => {
    busy.value = true;
    said.value = "Computing…";
    const answer = await kernel().compare(
      request(selected.peek()?.settings.peek()),
      ways.value.split(/,(?![^/]*=)/).map((way) => way.trim()),
    );
    busy.value = false;
    if (isError(answer)) said.value = answer.messages.join(" ");
    else {
      said.value = answer.refused.map(({ label, reason }) => `${label}: refused. ${reason}`).join(" ");
      result.value = answer;
    }
  };

  return (
    <div class="compare">
      <p>
        Solve the model in several ways over a range of tolerances or steps, and compare with an accurate reference.
      </p>
      <label class="wide">
        <span>
          Ways, separated by commas: <code>method</code>, <code>formulation/method</code> or{" "}
          <code>formulation/method/projection</code>
        </span>
        <input
          type="text"
          value={ways.value}
          onInput={(event) => {
            ways.value = event.currentTarget.value;
          }}
        />
      </label>
      <p class="chips">
        {suggested.map((way) => (
          <button
            key={way}
            type="button"
            onClick={() => {
              if (!ways.value.split(/\s*,\s*/).includes(way)) ways.value = `${ways.value}, ${way}`;
            }}
          >
            + {way}
          </button>
        ))}
      </p>
      <button type="button" class="primary" disabled={busy.value} onClick={() => void run()}>
        Compare
      </button>
      <p role="status">{said}</p>
      {result.value && <Outcome comparison={result.value} />}
    </div>
  );
}

function Outcome({ comparison: { points, reference, warning } }: { readonly comparison: Comparison }) {
  const labels = [...new Set(points.map(({ label }) => label))];
  const good = points.filter(({ status, error }) => status === "ok" && error > 0);
  const plot = linePlot({
    title: "Forces against error",
    x: { label: `error at the end against ${reference.label}`, scale: "log" },
    y: { label: "evaluations of the forces", scale: "log" },
    series: labels.map((label) => {
      const own = good.filter((point) => point.label === label);
      return { name: label, x: own.map(({ error }) => error), y: own.map(({ work }) => work.forces) };
    }),
  });
  return (
    <>
      {warning !== undefined && <p class="warning">{warning}</p>}
      <div class="drawing" dangerouslySetInnerHTML={{ __html: plot }} />
      <NumberTable
        caption="Work against error"
        columns={["way", "setting", "error", "forces", "solves", "ms"]}
        rows={points.map(({ label, rtol, step, status, error, work, time }) => [
          label,
          rtol === undefined ? `step ${short(step!)}` : `rtol ${short(rtol)}`,
          status === "ok" ? error : status,
          String(work.forces),
          String(work.solves),
          time,
        ])}
      />
    </>
  );
}
