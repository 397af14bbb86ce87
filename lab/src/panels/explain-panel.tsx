/** What is known about the model before it is run: advice first, then the findings. */

import { useSignal, useSignalEffect } from "@preact/signals";
import { useRef } from "preact/hooks";
import { isError, kernel } from "../state/kernel.js";
import { request, selected, set, text } from "../state/lab.js";
import type { Explained } from "../worker/protocol.js";

export function ExplainPanel() {
  const found = useSignal<Explained | undefined>(undefined);
  const wrong = useSignal("");
  const turn = useRef(0);
  useSignalEffect(() => {
    const settings = selected.value?.settings.value;
    // the model and its parameters are part of the request
    [text.value, set.value];
    const mine = ++turn.current;
    void kernel()
      .explain(request(settings))
      .then((answer) => {
        if (mine !== turn.current) return;
        wrong.value = isError(answer) ? answer.messages.join(" ") : "";
        found.value = isError(answer) ? undefined : answer;
      });
  });
  if (wrong.value !== "")
    return (
      <p class="wrong" role="alert">
        {wrong}
      </p>
    );
  if (found.value === undefined) return <p class="quiet">Examining the model…</p>;
  const { advice, facts } = found.value;
  return (
    <div class="explain">
      <h2>Advice</h2>
      {advice.length === 0 ? (
        <p class="fine">Nothing to correct.</p>
      ) : (
        <ul>
          {advice.map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      )}
      <h2>What was found</h2>
      <dl>
        {joined(facts).map(({ label, values }, k) => (
          <div key={k} class={label.startsWith(" ") ? "inner" : undefined}>
            <dt>{label.trim()}</dt>
            {values.map((value) => (
              <dd key={value}>{value}</dd>
            ))}
          </div>
        ))}
      </dl>
      <p class="quiet">Rates and frequencies are in radians per unit of time. Other settings give other findings.</p>
    </div>
  );
}

/** Findings without a label belong to the one before. */
function joined(facts: Explained["facts"]): { label: string; values: string[] }[] {
  const all: { label: string; values: string[] }[] = [];
  for (const { label, value } of facts) {
    if (label.trim() === "" && all.length > 0) all.at(-1)!.values.push(value);
    else all.push({ label, values: [value] });
  }
  return all;
}
