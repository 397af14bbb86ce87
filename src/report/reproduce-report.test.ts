import fc from "fast-check";
import { expect, test } from "vitest";
import { type ReproduceItem, reproduceReport } from "./reproduce-report.js";

const item = (more: Partial<ReproduceItem> = {}): ReproduceItem => ({
  id: "ariel-2",
  paper: "ariel",
  item: "section 2, first iterate",
  published: 1.25,
  measured: 1.2500001,
  agrees: true,
  note: "two printed digits",
  ...more,
});

test("the summary counts items by verdict", () => {
  const html = reproduceReport({
    items: [
      item(),
      item(),
      item({ agrees: false, wrong: "paper" }),
      item({ agrees: false }),
      item({ agrees: false, wrong: "taut" }),
    ],
  });
  expect(html).toContain("<b>5</b><span>items</span>");
  expect(html).toContain("<b>2</b><span>agree</span>");
  expect(html).toContain("<b>1</b><span>differ: the paper is wrong</span>");
  expect(html).toContain("<b>1</b><span>differ: taut is wrong</span>");
  expect(html).toContain("<b>1</b><span>differ: the cause is not known</span>");
  expect(html).toContain(
    "2 of 5 items agree; 1 differs: the paper is wrong; 1 differs: taut is wrong; 1 differs: the cause is not known.",
  );
});

test("if all items agree, the report says so and shows no empty counts", () => {
  const html = reproduceReport({ items: [item(), item({ id: "b" })] });
  expect(html).toContain("All 2 items agree.");
  expect(html).not.toContain("is wrong");
});

test("a difference says in words, not by colour alone, whether the paper or taut is wrong", () => {
  const html = reproduceReport({ items: [item({ agrees: false, wrong: "paper" })] });
  expect(html).toContain('≠ differs</span><span class="why">the paper is wrong</span>');
});

test("values may be numbers, words or rows, or missing", () => {
  const html = reproduceReport({
    items: [
      item({ published: [1.5, 1e-9], measured: null }),
      item({ published: "<order 2>", measured: Array(20).fill(3) }),
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
      items: [item({ id: s, item: s, published: s, measured: [s], note: s, tolerance: s, agrees: false })],
      papers: [{ key: "ariel", title: s, reference: s }],
      footer: s,
    }).split("<").length;
  const plain = tags("abc");
  fc.assert(fc.property(fc.string(), (s) => void expect(tags(`${s}</td><script>`)).toBe(plain)));
});

test("a report without items says that there was nothing to reproduce", () => {
  expect(reproduceReport({ items: [] })).toContain("There was nothing to reproduce.");
});
