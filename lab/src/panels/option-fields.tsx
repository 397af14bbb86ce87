/** Fields for the options of one part, each with its declared description and default. */

import { useId } from "preact/hooks";
import type { Option } from "taut";
import { DraftInput } from "./draft-input.js";

interface OptionFieldsProps {
  readonly options: Readonly<Record<string, Option>>;
  readonly values: Readonly<Record<string, unknown>>;
  onChange(values: Record<string, unknown>): void;
}

/** More options than this are folded, unless one of them is given. */
const mostOpen = 4;

export function OptionFields({ options, values, onChange }: OptionFieldsProps) {
  const names = Object.keys(options);
  const id = useId();
  if (names.length === 0) return null;
  const fields = (
    <div class="options">
      {names.map((name) => {
        const { about, default: usual, unit } = options[name];
        const value = values[name];
        return (
          <div key={name} class="option">
            <label htmlFor={`${id}-${name}`}>
              <code>{name}</code> {about}
              {unit !== undefined && <span class="unit"> [{unit}]</span>}
            </label>
            {typeof usual === "boolean" ? (
              <input
                type="checkbox"
                id={`${id}-${name}`}
                checked={Boolean(value ?? usual)}
                onChange={(event) => onChange({ ...values, [name]: event.currentTarget.checked })}
              />
            ) : (
              <DraftInput
                id={`${id}-${name}`}
                inputMode={typeof usual === "string" ? "text" : "decimal"}
                value={value === undefined ? "" : String(value)}
                placeholder={usual === undefined ? "" : String(usual)}
                onEnter={(text) => onChange({ ...values, [name]: readOption(text, usual) })}
              />
            )}
          </div>
        );
      })}
    </div>
  );
  if (names.length <= mostOpen) return fields;
  const given = names.filter((name) => values[name] !== undefined).length;
  return (
    <details class="more" open={given > 0}>
      <summary>
        {names.length} options{given > 0 ? `, ${given} given` : ""}
      </summary>
      {fields}
    </details>
  );
}

/** The value of an option: undefined, for the default, if the text is empty; a number if the text is one. */
function readOption(text: string, usual: Option["default"]): unknown {
  if (text === "") return undefined;
  const number = Number(text);
  return typeof usual !== "string" && Number.isFinite(number) ? number : text;
}
