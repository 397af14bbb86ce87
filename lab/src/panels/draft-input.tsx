/** A text field that keeps what is being typed: an answer that arrives meanwhile does not write into it. */

import { useSignal } from "@preact/signals";

interface DraftInputProps {
  /** What is in force, shown while nobody is typing. */
  readonly value: string;
  readonly placeholder: string;
  readonly inputMode: "decimal" | "text";
  readonly id: string;
  /** What was entered, when the field is left or Enter is pressed. */
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
