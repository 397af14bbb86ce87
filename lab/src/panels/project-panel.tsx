/** Shows a projection step by step: the pose is pushed off the constraints, and each iteration back is drawn. */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { linePlot, type ProjectionWindow } from "taut";
import { short } from "../draw/format.js";
import { type NamedChoice, nameAndOptions, together } from "../state/choice.js";
import { isError, kernel } from "../state/kernel.js";
import { opened, playing, quiet, request, selected, set, text, time } from "../state/lab.js";
import { dragged } from "../state/view.js";
import type { ProjectedPoint } from "../worker/protocol.js";
import { OptionFields } from "./option-fields.js";
import { WindowView } from "./window-view.js";

/** Names of options that limit the number of iterations of a projection. */
const limits = /^(max)?iterations$/i;
const mostShown = 12;
/** Milliseconds that each iteration is shown. */
const pause = 700;

/** The pushed point and its projections, with the windows of a filtering projection. */
interface Walk {
  readonly by: string;
  readonly points: readonly ProjectedPoint[];
  readonly poses: readonly (readonly number[])[];
  readonly windows: readonly ProjectionWindow[];
}

export function ProjectPanel() {
  const by = useSignal<NamedChoice>("newton");
  const push = useSignal(0.15);
  const walk = useSignal<Walk | undefined>(undefined);
  const shown = useSignal(0);
  const said = useSignal("");
  const offers = selected.value?.offers.value?.projection ?? [];
  const refusals = useSignal<Readonly<Record<string, string>> | undefined>(undefined);
  const omegaNow = selected.value?.settings.value.omega;
  useEffect(() => {
    let isOld = false;
    const asked = request(omegaNow === undefined ? {} : { omega: omegaNow });
    void kernel()
      .projections(asked)
      .then((found) => {
        if (isOld || isError(found)) return;
        const refused = found.flatMap(({ name, refusal }) => (refusal === undefined ? [] : [[name, refusal]]));
        refusals.value = Object.fromEntries(refused);
        const first = found.find(({ refusal }) => refusal === undefined);
        const chosenNow = nameAndOptions(by.peek()).name;
        if (refusals.value?.[chosenNow] !== undefined && first !== undefined) by.value = first.name;
      });
    return () => {
      isOld = true;
    };
  }, [text.value, set.value, omegaNow]);
  const { name, options } = nameAndOptions(by.value);
  const chosen = offers.find((offer) => offer.name === name);
  if (opened.value?.constraintNames.length === 0)
    return <p class="quiet">The model has no constraints to project onto.</p>;

  const project = async (): Promise<void> => {
    playing.value = false;
    said.value = "";
    const recording = selected.peek()?.recording.peek();
    if (recording === undefined) return;
    // constraints may depend on time, so the point is projected at the time that is shown
    const t = time.peek();
    const start = pushed(recording.opened.names.length, recording.opened.n, push.value, (y) => recording.stateAt(y, t));
    const limit = Object.keys(chosen?.options ?? {}).find((key) => limits.test(key));
    const points: ProjectedPoint[] = [];
    const omega = selected.peek()?.settings.peek().omega;
    const asked = request(omega === undefined ? {} : { omega });
    for (let k = 1; k <= mostShown; k++) {
      const one = limit === undefined ? by.value : together(name, { ...options, [limit]: k });
      const answer = await kernel().project(asked, one, start, t);
      if (isError(answer)) {
        said.value = answer.messages.join(" ");
        return;
      }
      points.push(answer);
      if (limit === undefined || answer.status === "ok") break;
    }
    const { status, reason } = points[points.length - 1];
    if (status !== "ok") said.value = `${status}: ${reason ?? "the point is too far away. Push it less"}.`;
    const poses = [start, ...points.map(({ q, v }) => [...q, ...v])];
    const windows: ProjectionWindow[] = [];
    for (const pose of poses) {
      const seen = await kernel().projectionWindow(asked, by.value, pose, t);
      if (seen === undefined || isError(seen)) break;
      windows.push(seen);
    }
    walk.value = { by: name, points, poses, windows };
    for (let k = 0; k < poses.length; k++) {
      show(k);
      await new Promise((done) => setTimeout(done, quiet() ? 0 : pause));
    }
  };

  const show = (k: number): void => {
    if (walk.peek() === undefined) return;
    shown.value = k;
    dragged.value = walk.peek()!.poses[k];
  };

  return (
    <div class="project">
      <p>
        The pose on the stage is pushed off its constraints and then projected back onto them. Each iteration is shown.
      </p>
      <label class="wide">
        <span>By</span>
        <select
          value={name}
          onChange={(event) => {
            by.value = event.currentTarget.value;
          }}
        >
          {offers.map((offer) => (
            <option key={offer.name} value={offer.name} disabled={refusals.value?.[offer.name] !== undefined}>
              {offer.name}
            </option>
          ))}
        </select>
      </label>
      {Object.keys(refusals.value ?? {}).length > 0 && (
        <details class="more">
          <summary>Why {Object.keys(refusals.value ?? {}).length} of them cannot be used here</summary>
          <ul>
            {Object.entries(refusals.value ?? {}).map(([each, why]) => (
              <li key={each}>
                <strong>{each}</strong>: {why}
              </li>
            ))}
          </ul>
        </details>
      )}
      <p class="about">{chosen?.about}</p>
      <OptionFields
        options={chosen?.options ?? {}}
        values={options}
        onChange={(values) => {
          by.value = together(name, values);
        }}
      />
      <label class="field">
        <span>Push by (largest change of a coordinate)</span>
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
      {walk.value !== undefined && <WalkView walk={walk.value} shown={shown.value} onShow={show} />}
    </div>
  );
}

/** The pose with every coordinate moved by a fixed pattern, so that the push is the same every time. */
function pushed(length: number, n: number, size: number, read: (y: Float64Array) => void): number[] {
  const y = new Float64Array(length);
  read(y);
  return Array.from(y, (value, k) => (k < n ? value + size * pattern(k) : value));
}

/** Irregular values between -1 and 1, from the fractional parts of multiples of the golden section. */
const pattern = (k: number): number => 2 * (((k + 1) * 0.618033988749895) % 1) - 1;

function WalkView({
  walk: { points, by, windows },
  shown,
  onShow,
}: {
  readonly walk: Walk;
  readonly shown: number;
  onShow(k: number): void;
}) {
  const { slow } = points[0];
  // the slow manifold differs from the constraints, so its residual measures the fast motion instead
  const residuals = slow?.residual
    ? [slow.residual.before, ...points.map((point) => point.slow!.residual!.after)]
    : [points[0].position.before, ...points.map(({ position }) => position.after)];
  const what = slow?.residual ? "|G v + g_t|" : "|g|";
  const plot = linePlot({
    title: `Residual after each iteration of ${by}`,
    x: { label: "iteration" },
    y: { label: `largest ${what}`, scale: "log" },
    series: [{ name: by, x: residuals.map((_, k) => k), y: residuals.map((r) => (r > 0 ? r : Number.NaN)) }],
  });
  return (
    <>
      <ol class="iterations" start={0}>
        {residuals.map((residual, k) => (
          <li key={k}>
            <button
              type="button"
              class="plain"
              aria-current={k === shown ? "step" : undefined}
              onClick={() => onShow(k)}
            >
              {k === 0 ? "pushed" : `iteration ${k}`}: {what} = {short(residual)}
            </button>
          </li>
        ))}
      </ol>
      {windows.length > 0 && <WindowView windows={windows} shown={Math.min(shown, windows.length - 1)} />}
      <div class="drawing" dangerouslySetInnerHTML={{ __html: plot }} />
    </>
  );
}
