/** A text field that keeps what is being typed, even if a new value arrives meanwhile. */

import { useSignal } from "@preact/signals";

interface DraftInputProps {
  /** The current value, shown while the user is not typing. */
  readonly value: string;
  readonly placeholder: string;
  readonly inputMode: "decimal" | "text";
  readonly id: string;
  /** Called with the entered text when the field is left or Enter is pressed. */
  onEnter(text: string): void;
}

export function DraftInput({ value, onEnter, ...rest }: DraftInputProps) {
  const draft = useSignal<string | undefined>(undefined);
  const drop = (): void => {
    draft.value = undefined;
  };
  return (
    <input
      type="text"
      {...rest}
      value={draft.value ?? value}
      onInput={(event) => {
        draft.value = event.currentTarget.value;
      }}
      onChange={(event) => {
        onEnter(event.currentTarget.value.trim());
        drop();
      }}
      onBlur={drop}
      onKeyDown={(event) => {
        if (event.key === "Escape") drop();
      }}
    />
  );
}
