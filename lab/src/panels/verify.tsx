/** How far the end of the selected lane is known: found when it is asked for, by a more accurate run, and given up at any time. */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { short } from "../draw/format.js";
import { isError, kernel } from "../state/kernel.js";
import { type LaneState, request } from "../state/lab.js";
import type { Recording } from "../state/recording.js";

interface Found {
  readonly words: string;
  readonly isKnown: boolean;
}

const nothing: Found = {
  words: "This cannot be found out: random numbers decide the motion, or the more accurate run fails.",
  isKnown: false,
};

export function Verify({ lane }: { readonly lane: LaneState }) {
  const recording = lane.recording.value;
  const asked = useSignal<Recording | undefined>(undefined);
  const found = useSignal<Found | undefined>(undefined);
  const giveUp = (): void => {
    if (asked.peek() !== undefined && found.peek() === undefined) void kernel().endVerify();
    asked.value = undefined;
    found.value = undefined;
  };
  // a lane that is run again, or another lane, has another end
  useEffect(() => giveUp, [recording]);
  const ask = async (): Promise<void> => {
    asked.value = recording;
    found.value = undefined;
    const answer = await kernel().verify(request(lane.settings.peek()));
    if (asked.peek() !== recording) return;
    if (answer === undefined) found.value = nothing;
    else if (isError(answer)) found.value = { words: answer.messages.join(" "), isKnown: false };
    else found.value = { words: inWords(answer), isKnown: answer.knownUntil === undefined };
  };
  if (lane.status.value !== "ok") return null;
  const isAsking = asked.value !== undefined && found.value === undefined;
  return (
    <section class="verify" aria-label="How far the end is known">
      {isAsking ? (
        <button type="button" onClick={giveUp}>
          Give up
        </button>
      ) : (
        <button type="button" onClick={() => void ask()}>
          Verify the end
        </button>
      )}
      <p role="status" class={found.value?.isKnown === false ? "wrong" : "quiet"}>
        {isAsking
          ? "The run is made again, ten times more accurately…"
          : (found.value?.words ?? "Runs the model again, more accurately, and compares the ends.")}
      </p>
    </section>
  );
}

/** A verification as sentences that speak to the reader of the page. */
function inWords({ line, knownUntil }: { readonly line: string; readonly knownUntil?: number }): string {
  const sentence = `${line[0].toUpperCase()}${line.slice(1)}.`;
  if (knownUntil === undefined) return sentence;
  return `The state at the end is ${line}. The motion is known until t = ${short(knownUntil, 4)}. If a smaller tolerance or step moves this time but little, the motion amplifies every small error: end the run earlier, or use averages.`;
}
