/** Tables of references beside measured values, with the tolerance of each, one table for each kind of reference. */

import type { Item } from "taut";
import { short } from "../draw/format.js";

/** The kinds of references, with their headings, what they are, and the name of their column. */
const kinds = [
  {
    kind: "printed",
    heading: "Printed in the paper",
    about: "The reference is a number, a curve or a sentence of the paper.",
    head: "printed",
  },
  {
    kind: "recomputed",
    heading: "Re-computed",
    about: "The paper has the experiment without the number; an independent computation supplies it.",
    head: "re-computed",
  },
  {
    kind: "ours",
    heading: "Claims of this project",
    about: "The paper says nothing; the reference is our own claim.",
    head: "claimed",
  },
] as const;

export function Verdicts({ items }: { readonly items: readonly Item[] }) {
  return (
    <>
      {kinds.map(({ kind, heading, about, head }) => {
        const own = items.filter((item) => item.kind === kind);
        if (own.length === 0) return null;
        const count = (verdict: Item["verdict"]): number => own.filter((item) => item.verdict === verdict).length;
        const [agree, sameMagnitude, differ] = [count("agrees"), count("same magnitude"), count("differs")];
        const parts = [
          `${agree} of ${own.length} agree`,
          sameMagnitude > 0 ? `${sameMagnitude} ${sameMagnitude === 1 ? "has" : "have"} the same magnitude` : "",
          differ > 0 ? `${differ} ${differ === 1 ? "differs" : "differ"}` : "",
        ];
        return (
          <Table
            key={kind}
            caption={`${heading}: ${parts.filter((part) => part !== "").join(", ")}.`}
            about={about}
            head={head}
            items={own}
          />
        );
      })}
    </>
  );
}

interface TableProps {
  readonly caption: string;
  readonly about: string;
  readonly head: string;
  readonly items: readonly Item[];
}

function Table({ caption, about, head, items }: TableProps) {
  return (
    <div class="scroll" tabIndex={0}>
      <table class="verdicts">
        <caption>
          {caption} <span class="quiet">{about}</span>
        </caption>
        <thead>
          <tr>
            {["item", head, "measured", "tolerance and its reason", "verdict"].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={item.id}>
              <th scope="row">
                {item.place}: {item.item}
                {item.note !== "" && <span class="quiet note">{item.note}</span>}
              </th>
              <td>{shown(item.reference)}</td>
              <td>{shown(item.measured)}</td>
              <td>
                {item.tolerance.size}
                <span class="quiet note">
                  {item.tolerance.basis}: {item.tolerance.why}
                </span>
              </td>
              <td class={item.verdict === "differs" ? "wrong" : "fine"}>{verdictWords(item)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function verdictWords({ verdict, proof, likely }: Item): string {
  if (verdict === "agrees") return "✓ agrees";
  if (verdict === "same magnitude") return "≈ same magnitude, which is not agreement";
  if (proof !== undefined) return `≠ the paper is wrong: ${proof}`;
  return likely === undefined ? "≠ differs" : `≠ does not reproduce, likely because ${likely}`;
}

/** Long lists are shown by their first values and their last. */
const mostShown = 8;

function shown(value: Item["reference"]): string {
  if (typeof value === "number") return short(value, 6);
  if (typeof value === "string") return value;
  const all = value.map((x) => short(x, 5));
  return (all.length <= mostShown ? all : [...all.slice(0, mostShown - 2), "…", all.at(-1)]).join(", ");
}
