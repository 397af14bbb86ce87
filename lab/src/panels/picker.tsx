/** A choice among formulations, methods or projections. Those that cannot be used are greyed, with the reason. */

import { useSignal } from "@preact/signals";
import type { Offer } from "taut";
import { type NamedChoice, nameAndOptions, together } from "../state/choice.js";
import { OptionFields } from "./option-fields.js";

interface PickerProps {
  readonly kind: "formulation" | "method" | "projection";
  readonly offers: readonly Offer[];
  /** The choice in the lane's settings; undefined if it is automatic. */
  readonly given: NamedChoice | undefined;
  /** The choice that the run uses. */
  readonly inForce: NamedChoice;
  readonly lane: number;
  onChange(choice: NamedChoice | undefined): void;
}

/** A search field appears if there are more parts than this. */
const few = 12;

const none: Offer = { name: "none", about: "Drift is not corrected.", options: {} };

export function Picker({ kind, offers, given, inForce, lane, onChange }: PickerProps) {
  const all = kind === "projection" ? [...offers, none] : offers;
  // the user's choice is shown at once, before the worker has answered
  const { name, options } = nameAndOptions(given ?? inForce);
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
              <strong>automatic</strong> <span class="about">Chosen for the model.</span>
            </span>
          </label>
          {sorted.map((offer) => (
            <label key={offer.name} class={`choice${isRefused(offer) ? " refused" : ""}`}>
              <input
                type="radio"
                name={group}
                value={offer.name}
                disabled={isRefused(offer)}
                checked={given !== undefined && nameAndOptions(given).name === offer.name}
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
