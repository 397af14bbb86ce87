/** A field for a number; left empty, it stands for the default. */

import { useId } from "preact/hooks";
import { DraftInput } from "./draft-input.js";

interface NumberFieldProps {
  readonly name: string;
  readonly about: string;
  readonly value: number | undefined;
  readonly usual: number | undefined;
  onChange(value: number | undefined): void;
}

export function NumberField({ name, about, value, usual, onChange }: NumberFieldProps) {
  const id = useId();
  return (
    <label class="field" htmlFor={id}>
      <span>
        <code>{name}</code> {about}
      </span>
      <DraftInput
        id={id}
        inputMode="decimal"
        value={value === undefined ? "" : String(value)}
        placeholder={usual === undefined ? "" : String(usual)}
        onEnter={(text) => {
          const number = Number(text);
          if (text !== "" && !Number.isFinite(number))
            return `${name} must be a number such as 0.5 or 1e-6; "${text}" is not one. Escape puts the old value back.`;
          onChange(text === "" ? undefined : number);
          return undefined;
        }}
      />
    </label>
  );
}
