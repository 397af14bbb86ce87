/** One choice among parts of the library: every name with its sentence, those refused greyed with the reason. */

import { useSignal } from "@preact/signals";
import type { Offer } from "taut";
import { apart, type NamedChoice, together } from "../state/choice.js";
import { OptionFields } from "./option-fields.js";

interface PickerProps {
  readonly kind: "formulation" | "method" | "projection";
  readonly offers: readonly Offer[];
  /** What the lane says; undefined: it is chosen for the model. */
  readonly given: NamedChoice | undefined;
  /** What is in force. */
  readonly inForce: NamedChoice;
  readonly lane: number;
  onChange(choice: NamedChoice | undefined): void;
}

/** More parts than these can be searched. */
const few = 12;

const none: Offer = { name: "none", about: "Drift is left alone.", options: {} };

export function Picker({ kind, offers, given, inForce, lane, onChange }: PickerProps) {
  const all = kind === "projection" ? [...offers, none] : offers;
  // what the reader has just said is shown at once; the answer to it may still be on its way
  const { name, options } = apart(given ?? inForce);
  const chosen = all.find((offer) => offer.name === name);
  const group = `${kind}-${lane}`;
  const isRefused = (offer: Offer): boolean => offer.refusal !== undefined && offer.name !== name;
  const sought = useSignal("");
  const words = sought.value.toLowerCase().split(/\s+/);
  const found = all.filter((offer) =>
    words.every((word) => `${offer.name} ${offer.about}`.toLowerCase().includes(word)),
  );
  const sorted = found.sort((a, b) => Number(isRefused(a)) - Number(isRefused(b)));
  return (
    <div class="picker" data-kind={kind}>
      <details name={`pickers-${lane}`}>
        <summary>
          <span class="kind">{kind}</span>
          <strong>{name}</strong>
          {given === undefined && <span class="tag">automatic</span>}
          <span class="about">{chosen?.about}</span>
        </summary>
        {all.length > few && (
          <label class="find">
            <span class="hidden">Find a {kind}</span>
            <input
              type="search"
              placeholder={`Find among ${all.length}: a name, or words such as stiff, order 4`}
              value={sought.value}
              onInput={(event) => {
                sought.value = event.currentTarget.value;
              }}
            />
          </label>
        )}
        <fieldset class="offered">
          <legend class="hidden">{kind}</legend>
          <label class="choice">
            <input type="radio" name={group} checked={given === undefined} onChange={() => onChange(undefined)} />
            <span>
              <strong>automatic</strong> <span class="about">What suits the model.</span>
            </span>
          </label>
          {sorted.map((offer) => (
            <label key={offer.name} class={`choice${isRefused(offer) ? " refused" : ""}`}>
              <input
                type="radio"
                name={group}
                value={offer.name}
                disabled={isRefused(offer)}
                checked={given !== undefined && apart(given).name === offer.name}
                onChange={() => onChange(offer.name)}
              />
              <span>
                <strong>{offer.name}</strong> <span class="about">{offer.about}</span>
                {isRefused(offer) && <span class="reason">{offer.refusal}</span>}
              </span>
            </label>
          ))}
        </fieldset>
      </details>
      <OptionFields
        options={chosen?.options ?? {}}
        values={options}
        onChange={(values) => onChange(together(name, values))}
      />
    </div>
  );
}
