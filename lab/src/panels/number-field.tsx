/** A number that may be left to its default. */

interface NumberFieldProps {
  readonly name: string;
  readonly about: string;
  readonly value: number | undefined;
  readonly usual: number | undefined;
  onChange(value: number | undefined): void;
}

export function NumberField({ name, about, value, usual, onChange }: NumberFieldProps) {
  return (
    <label class="field">
      <span>
        <code>{name}</code> {about}
      </span>
      <input
        type="text"
        inputMode="decimal"
        value={value === undefined ? "" : String(value)}
        placeholder={usual === undefined ? "" : String(usual)}
        onChange={(event) => {
          const text = event.currentTarget.value.trim();
          const number = Number(text);
          if (text === "") onChange(undefined);
          else if (Number.isFinite(number)) onChange(number);
          else event.currentTarget.value = value === undefined ? "" : String(value);
        }}
      />
    </label>
  );
}
