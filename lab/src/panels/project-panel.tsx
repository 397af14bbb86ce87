/** A projection, step by step: the start is pushed off the constraints, and each iteration is drawn on the way back. */

import { useSignal } from "@preact/signals";
import { linePlot } from "taut";
import { short } from "../draw/format.js";
import { apart, type NamedChoice, together } from "../state/choice.js";
import { isError, kernel } from "../state/kernel.js";
import { opened, playing, request, selected, time } from "../state/lab.js";
import { dragged } from "../state/view.js";
import type { ProjectedPoint } from "../worker/protocol.js";
import { OptionFields } from "./option-fields.js";

/** Options that limit how often a projection iterates, by whatever name. */
const limits = /^(max)?iterations$/i;
const mostShown = 12;
/** Milliseconds that each iteration is shown. */
const pause = 700;

interface Walk {
  readonly by: string;
  readonly points: readonly ProjectedPoint[];
  readonly start: readonly number[];
}

export function ProjectPanel() {
  const by = useSignal<NamedChoice>("newton");
  const push = useSignal(0.15);
  const walk = useSignal<Walk | undefined>(undefined);
  const shown = useSignal(0);
  const said = useSignal("");
  const offers = (selected.value?.offers.value?.projection ?? []).filter(({ refusal }) => refusal === undefined);
  const { name, options } = apart(by.value);
  const chosen = offers.find((offer) => offer.name === name);
  if (opened.value?.constraintNames.length === 0)
    return <p class="quiet">The model has no constraints to project onto.</p>;

  const project = async (): Promise<void> => {
    playing.value = false;
    said.value = "";
    const recording = selected.peek()?.recording.peek();
    if (recording === undefined) return;
    const start = pushed(recording.opened.names.length, recording.opened.n, push.value, (y) =>
      recording.stateAt(y, time.peek()),
    );
    const limit = Object.keys(chosen?.options ?? {}).find((key) => limits.test(key));
    const points: ProjectedPoint[] = [];
    for (let k = 1; k <= mostShown; k++) {
      const one = limit === undefined ? by.value : together(name, { ...options, [limit]: k });
      const answer = await kernel().project(request(), one, start);
      if (isError(answer)) {
        said.value = answer.messages.join(" ");
        return;
      }
      points.push(answer);
      if (limit === undefined || answer.status === "ok") break;
    }
    walk.value = { by: name, points, start };
    dragged.value = start;
    for (let k = 0; k <= points.length; k++) {
      shown.value = k;
      dragged.value = k === 0 ? start : [...points[k - 1].q, ...points[k - 1].v];
      await new Promise((done) => setTimeout(done, matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : pause));
    }
  };

  return (
    <div class="project">
      <p>
        The pose on the stage is pushed off its constraints, then brought back. Each iteration is shown, so that you see
        it fall onto the manifold.
      </p>
      <fieldset class="radios">
        <legend>By</legend>
        {offers.map((offer) => (
          <label key={offer.name} class="choice">
            <input
              type="radio"
              name="project-by"
              checked={name === offer.name}
              onChange={() => {
                by.value = offer.name;
              }}
            />
            <span>
              <strong>{offer.name}</strong> <span class="about">{offer.about}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <OptionFields
        options={chosen?.options ?? {}}
        values={options}
        onChange={(values) => {
          by.value = together(name, values);
        }}
      />
      <label class="field">
        <span>Push by, in parts of the picture</span>
        <input
          type="range"
          min="0.01"
          max="0.5"
          step="0.01"
          value={push.value}
          aria-valuetext={String(push.value)}
          onInput={(event) => {
            push.value = Number(event.currentTarget.value);
          }}
        />
      </label>
      <div class="buttons">
        <button type="button" class="primary" onClick={() => void project()}>
          Project
        </button>
        <button
          type="button"
          disabled={dragged.value === undefined}
          onClick={() => {
            dragged.value = undefined;
          }}
        >
          Back to the motion
        </button>
      </div>
      <p role="status">{said}</p>
      {walk.value !== undefined && <WalkView walk={walk.value} shown={shown.value} />}
    </div>
  );
}

/** The pose, every coordinate moved by a fixed pattern: the same push every time. */
function pushed(length: number, n: number, size: number, read: (y: Float64Array) => void): number[] {
  const y = new Float64Array(length);
  read(y);
  return Array.from(y, (value, k) => (k < n ? value + size * pattern(k) : value));
}

/** Values between -1 and 1 without order: the fractional parts of multiples of the golden section. */
const pattern = (k: number): number => 2 * (((k + 1) * 0.618033988749895) % 1) - 1;

function WalkView({ walk, shown }: { readonly walk: Walk; readonly shown: number }) {
  const { points, by } = walk;
  const residuals = [points[0].position.before, ...points.map(({ position }) => position.after)];
  const plot = linePlot({
    title: `Residual after each iteration of ${by}`,
    x: { label: "iteration" },
    y: { label: "largest |g|", scale: "log" },
    series: [{ name: by, x: residuals.map((_, k) => k), y: residuals.map((r) => (r > 0 ? r : Number.NaN)) }],
  });
  return (
    <>
      <ol class="iterations" start={0}>
        {residuals.map((residual, k) => (
          <li key={k} aria-current={k === shown ? "step" : undefined}>
            {k === 0 ? "pushed" : `iteration ${k}`}: |g| = {short(residual)}
          </li>
        ))}
      </ol>
      <div class="drawing" dangerouslySetInnerHTML={{ __html: plot }} />
    </>
  );
}
