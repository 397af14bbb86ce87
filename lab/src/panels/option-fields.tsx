/** The options of one formulation, method or projection, each with the sentence and the default of its declaration. */

import { useId } from "preact/hooks";
import type { Option } from "taut";
import { DraftInput } from "./draft-input.js";

interface OptionFieldsProps {
  readonly options: Readonly<Record<string, Option>>;
  readonly values: Readonly<Record<string, unknown>>;
  onChange(values: Record<string, unknown>): void;
}

/** If there are more options than this, the others are folded, unless they are given. */
const mostOpen = 4;

export function OptionFields({ options, values, onChange }: OptionFieldsProps) {
  const names = Object.keys(options);
  const id = useId();
  if (names.length === 0) return null;
  const fields = (
    <div class="options">
      {names.map((name) => {
        const option = options[name];
        const { about, default: usual, unit } = option;
        const value = values[name];
        return (
          <div key={name} class="option">
            <label htmlFor={`${id}-${name}`}>
              <code>{name}</code> {about}
              {unit !== undefined && <span class="unit"> [{unit}]</span>}
            </label>
            {option.type === "boolean" ? (
              <input
                type="checkbox"
                id={`${id}-${name}`}
                checked={Boolean(value ?? option.default)}
                onChange={(event) => onChange({ ...values, [name]: event.currentTarget.checked })}
              />
            ) : (
              <DraftInput
                id={`${id}-${name}`}
                inputMode={isText(option) ? "text" : "decimal"}
                value={value === undefined ? "" : String(value)}
                placeholder={usual === undefined ? "" : String(usual)}
                onEnter={(text) => {
                  onChange({ ...values, [name]: readOption(text, option) });
                  return undefined;
                }}
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

/**
 * The value of a text: undefined (the default) if it is empty, a number if the option takes numbers and the text is
 * one.
 */
function readOption(text: string, option: Option): unknown {
  if (text === "") return undefined;
  const number = Number(text);
  return !isText(option) && Number.isFinite(number) ? number : text;
}

const isText = (option: Option): boolean =>
  option.type === "method" || (option.type === "choice" && option.of.some((one) => typeof one === "string"));
