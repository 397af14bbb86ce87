/** The panel for how the selected lane solves the model: three pickers, the pace, the stiffness, the parameters. */

import type { MethodOffer } from "taut";
import { short } from "../draw/format.js";
import { nameAndOptions } from "../state/choice.js";
import {
  change,
  type LaneState,
  lanes,
  opened,
  resetParameter,
  resetParameters,
  selected,
  set,
  setParameter,
} from "../state/lab.js";
import { NumberField } from "./number-field.js";
import { Picker } from "./picker.js";
import { Verify } from "./verify.js";

export function SolvePanel() {
  const lane = selected.value;
  if (lane === undefined) return null;
  const offers = lane.offers.value;
  const settings = lane.settings.value;
  const index = lanes.value.indexOf(lane);
  if (offers === undefined) return <p class="quiet">{lane.messages.value[0] ?? "Examining the model…"}</p>;
  const { choice } = offers;
  const now = lane.recording.value?.opened ?? opened.value;
  const method = offers.method.find(({ name }) => name === nameAndOptions(settings.method ?? choice.method).name);
  return (
    <div class="solve">
      {lanes.value.length > 1 && <h2 class={`c${index}`}>Lane {index + 1}</h2>}
      <p class="reason-line">{choice.reason}</p>
      {(["formulation", "method", "projection"] as const).map((kind) => (
        <Picker
          key={`${kind}-${lane.id}`}
          kind={kind}
          lane={lane.id}
          offers={offers[kind]}
          given={settings[kind]}
          inForce={choice[kind]}
          onChange={(picked) => change(lane, { [kind]: picked, ...paceFor(kind, picked, offers.method, lane) })}
        />
      ))}
      <Stiffness lane={lane} />
      <fieldset class="fields">
        <legend>Pace</legend>
        {method?.pace !== "step" && (
          <NumberField
            name="rtol"
            about="relative tolerance"
            value={settings.rtol}
            usual={now?.settings.rtol ?? 1e-6}
            onChange={(rtol) => change(lane, { rtol })}
          />
        )}
        {method?.pace !== "tolerance" && (
          <NumberField
            name="step"
            about={method?.pace === "step" ? "fixed step" : "fixed step, unless rtol is given"}
            value={settings.step}
            usual={now?.settings.step}
            onChange={(step) => change(lane, { step })}
          />
        )}
        <NumberField
          name="until"
          about="end of the run"
          value={settings.until}
          usual={now?.until}
          onChange={(until) => {
            for (const each of lanes.value) change(each, { until });
          }}
        />
      </fieldset>
      <Verify key={lane.id} lane={lane} />
      <Parameters />
    </div>
  );
}

/** A method without error control gets a default step: a two-thousandth of the run. */
function paceFor(kind: string, picked: unknown, methods: readonly MethodOffer[], lane: LaneState) {
  if (kind !== "method" || picked === undefined) return {};
  const { name } = nameAndOptions(picked as never);
  const pace = methods.find((method) => method.name === name)?.pace;
  const { step, rtol } = lane.settings.peek();
  const { from = 0, until = 1 } = opened.peek() ?? {};
  if (pace === "step") return { step: step ?? Number((Math.abs(until - from) / 2000).toPrecision(1)), rtol: undefined };
  return { step: undefined, rtol };
}

/** The smallest omega, the positions of the slider for each power of ten, and their number. The last one is rigid. */
const least = 10;
const perDecade = 20;
const rigid = 5 * perDecade + 1;

/** A slider from soft springs to rigid rods: omega on a logarithmic scale, with infinity at its end. */
function Stiffness({ lane }: { readonly lane: LaneState }) {
  const offers = lane.offers.value;
  const now = lane.recording.value?.opened ?? opened.value;
  if (now === undefined || now.n === 0 || now.constraintNames.length === 0 || offers === undefined) return null;
  const formulation = nameAndOptions(offers.choice.formulation).name;
  const isStiff = formulation === "stiff";
  const omega = lane.settings.value.omega ?? now.omega;
  const nearest = Math.round(perDecade * Math.log10(omega / least));
  const position = isStiff ? Math.min(rigid - 1, Math.max(0, nearest)) : rigid;
  const move = (at: number): void => {
    if (at >= rigid)
      change(lane, { formulation: undefined, method: undefined, projection: undefined, omega: undefined });
    else {
      const method = isStiff ? lane.settings.value.method : undefined;
      change(lane, {
        formulation: "stiff",
        method: method ?? "dopri5",
        projection: "none",
        omega: Number((least * 10 ** (at / perDecade)).toPrecision(3)),
        ...(method === undefined && { step: undefined }),
      });
    }
  };
  const words = isStiff ? `omega = ${short(omega)}` : "rigid (omega = ∞)";
  return (
    <label class="stiffness">
      <span>
        Penalty to rigid <output>{words}</output>
      </span>
      <input
        type="range"
        min={0}
        max={rigid}
        step={1}
        value={position}
        aria-label="Stiffness omega, from 10 to infinity"
        aria-valuetext={words}
        onInput={(event) => move(Number(event.currentTarget.value))}
      />
      <span class="ends" aria-hidden="true">
        <span>10</span>
        <span>10³</span>
        <span>10⁶</span>
        <span>∞</span>
      </span>
    </label>
  );
}

function Parameters() {
  const parameters = Object.entries(opened.value?.parameters ?? {});
  if (parameters.length === 0) return null;
  return (
    <fieldset class="fields">
      <legend>Parameters</legend>
      {parameters.map(([name, value]) => (
        <div key={name} class="parameter">
          <NumberField
            name={name}
            about=""
            value={set.value[name]}
            usual={value}
            onChange={(given) => (given === undefined ? resetParameter(name) : setParameter(name, given))}
          />
          <ParameterSlider name={name} usual={opened.value?.fileParameters[name] ?? value} now={value} />
          {Object.hasOwn(set.value, name) && (
            <button type="button" class="reset" onClick={() => resetParameter(name)}>
              Reset {name} to {short(opened.value?.fileParameters[name] ?? value)}
            </button>
          )}
        </div>
      ))}
      {Object.keys(set.value).length > 0 && (
        <button
          type="button"
          onClick={() => {
            resetParameters();
          }}
        >
          All as in the file
        </button>
      )}
    </fieldset>
  );
}

/** A slider from nothing to twice the value in the file, or, for zero, from -1 to 1; whole numbers stay whole. */
function ParameterSlider({
  name,
  usual,
  now,
}: {
  readonly name: string;
  readonly usual: number;
  readonly now: number;
}) {
  const reach = usual === 0 ? 1 : Math.abs(usual);
  const isWhole = Number.isInteger(usual) && reach >= 2;
  const ends = usual === 0 ? [-1, 1] : usual > 0 ? [isWhole ? 1 : 0, 2 * usual] : [2 * usual, 0];
  const step = isWhole ? Math.max(1, Math.round(reach / 100)) : reach / 100;
  return (
    <input
      type="range"
      min={Math.min(ends[0], now)}
      max={Math.max(ends[1], now)}
      step={step}
      value={set.value[name] ?? now}
      aria-label={`${name}, from ${short(ends[0])} to ${short(ends[1])}`}
      aria-valuetext={short(set.value[name] ?? now, 4)}
      onInput={(event) => setParameter(name, Number(Number(event.currentTarget.value).toPrecision(6)))}
    />
  );
}
