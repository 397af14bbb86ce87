/** A text field that keeps the typed text even if a new value arrives meanwhile, or if the text cannot be used. */

import { useSignal } from "@preact/signals";

interface DraftInputProps {
  /** The current value, shown while the user is not typing. */
  readonly value: string;
  readonly placeholder: string;
  readonly inputMode: "decimal" | "text";
  readonly id: string;
  /** Called with the entered text when the field is left or Enter is pressed. Returns why it cannot be used, if so. */
  onEnter(text: string): string | undefined;
}

export function DraftInput({ value, onEnter, id, ...rest }: DraftInputProps) {
  const draft = useSignal<string | undefined>(undefined);
  const wrong = useSignal("");
  const drop = (): void => {
    draft.value = undefined;
    wrong.value = "";
  };
  const enter = (text: string): void => {
    const message = onEnter(text.trim());
    draft.value = message === undefined ? undefined : text;
    wrong.value = message ?? "";
  };
  return (
    <>
      <input
        type="text"
        {...rest}
        id={id}
        value={draft.value ?? value}
        aria-invalid={wrong.value !== ""}
        aria-describedby={wrong.value === "" ? undefined : `${id}-wrong`}
        onInput={(event) => {
          draft.value = event.currentTarget.value;
          wrong.value = "";
        }}
        onChange={(event) => enter(event.currentTarget.value)}
        onBlur={(event) => {
          // a value that was not changed needs no second look
          if (wrong.peek() === "" && draft.peek() !== undefined) enter(event.currentTarget.value);
        }}
        onKeyDown={(event) => {
          if (event.key === "Escape") drop();
        }}
      />
      {wrong.value !== "" && (
        <span class="wrong" role="alert" id={`${id}-wrong`}>
          {wrong}
        </span>
      )}
    </>
  );
}
