import fc from "fast-check";
import { expect, test } from "vitest";
import { type ReproduceItem, reproduceReport } from "./reproduce-report.js";

const item = (more: Partial<ReproduceItem> = {}): ReproduceItem => ({
  id: "ariel-2",
  paper: "ariel",
  place: "Section 2",
  item: "first iterate",
  kind: "printed",
  reference: 1.25,
  measured: 1.2500001,
  verdict: "agrees",
  tolerance: { size: "relative 0.1", basis: "digits", why: "two printed digits" },
  note: "",
  ...more,
});

test("the summary counts items by kind and verdict", () => {
  const html = reproduceReport({
    items: [
      item(),
      item(),
      item({ verdict: "same magnitude" }),
      item({ verdict: "differs", proof: "a run" }),
      item({ verdict: "differs", likely: "it is old" }),
      item({ verdict: "differs" }),
      item({ kind: "ours" }),
    ],
  });
  expect(html).toContain("<b>6</b><span>items</span>");
  expect(html).toContain("<b>2</b><span>agree</span>");
  expect(html).toContain("<b>1</b><span>have the same magnitude</span>");
  expect(html).toContain("<b>1</b><span>differ: the paper is wrong</span>");
  expect(html).toContain("<b>1</b><span>differ: the cause is likely known</span>");
  expect(html).toContain("<b>1</b><span>differ: the cause is not known</span>");
  expect(html).toContain(
    "2 of 6 items agree with what was published; 1 has the same magnitude; 1 differs: the paper is wrong; 1 differs: the cause is likely known; 1 differs: the cause is not known.",
  );
  expect(html).toContain("The item agrees with our own claims.");
});

test("printed, re-computed and claimed references stand in tables of their own", () => {
  const html = reproduceReport({ items: [item({ kind: "ours" }), item({ kind: "recomputed" }), item()] });
  const order = ["Printed in the paper</h3>", "without a printed number</h3>", "Claims of this project</h3>"];
  const places = order.map((text) => html.indexOf(text));
  expect(places.every((at, i) => at > 0 && (i === 0 || at > places[i - 1]))).toBe(true);
});

test("if all items agree, the report says so and shows no empty counts", () => {
  const html = reproduceReport({ items: [item(), item({ id: "b" })] });
  expect(html).toContain("All 2 items agree with what was published.");
  expect(html).not.toContain("is wrong");
});

test("a difference says in words, not by colour alone, whether the paper is wrong, and gives the counter-example", () => {
  const html = reproduceReport({ items: [item({ verdict: "differs", proof: "a run beside it" })] });
  expect(html).toContain('≠ differs</span><span class="why">the paper is wrong</span>');
  expect(html).toContain("Counter-example: a run beside it.");
});

test("the tolerance is visible with what it rests on", () => {
  expect(reproduceReport({ items: [item()] })).toContain("tolerance relative 0.1 (digits: two printed digits)");
});

test("values may be numbers, words or rows, or missing", () => {
  const html = reproduceReport({
    items: [
      item({ reference: [1.5, 1e-9], measured: null }),
      item({ reference: "<order 2>", measured: Array(20).fill(3) }),
    ],
  });
  expect(html).toContain("1.5, 1×10⁻⁹");
  expect(html).toContain("&lt;order 2&gt;");
  expect(html).toContain("3, 3, 3, 3, 3, 3, …, 3");
});

test("papers appear in the given order, with title and reference, and papers that are not listed follow", () => {
  const html = reproduceReport({
    items: [item({ paper: "zzz" }), item()],
    papers: [
      { key: "ariel", title: "Slow manifolds", reference: "Section 2." },
      { key: "ascher", title: "Not used" },
    ],
  });
  const order = [">Slow manifolds", "Section 2.", "Paper zzz"].map((text) => html.indexOf(text));
  expect(order.every((at, i) => at > 0 && (i === 0 || at > order[i - 1]))).toBe(true);
  expect(html).not.toContain("Not used");
});

test("figures show published and measured values in the same axes, in the section of their paper", () => {
  const series = [
    { name: "published", kind: "published", group: "e", x: [1, 2], y: [1, 2] },
    { name: "measured", group: "e", x: [1, 2], y: [1, 2] },
  ] as const;
  const plot = { title: "Figure 3", x: { label: "h" }, y: { label: "error" }, series };
  const html = reproduceReport({ items: [], figures: [{ paper: "ariel", plot, note: "slope 2" }] });
  expect(html).toContain("<figcaption>Figure 3</figcaption>");
  expect(html).toContain('class="dot c0 published"');
  expect(html).toContain("slope 2");
});

test("text cannot add markup: the number of tags does not depend on the strings", () => {
  const tags = (s: string) =>
    reproduceReport({
      title: s,
      items: [
        item({
          ...{ id: s, place: s, item: s, reference: s, measured: [s], note: s, verdict: "differs", proof: s },
          tolerance: { size: s, basis: s, why: s },
        }),
      ],
      papers: [{ key: "ariel", title: s, reference: s }],
      footer: s,
    }).split("<").length;
  const plain = tags("abc");
  fc.assert(fc.property(fc.string(), (s) => void expect(tags(`${s}</td><script>`)).toBe(plain)));
});

test("a report without items says that there was nothing to reproduce", () => {
  expect(reproduceReport({ items: [] })).toContain("There was nothing to reproduce.");
});
