import { expect, test } from "vitest";
import { cellHtml, htmlTable } from "./table.js";

const columns = [{ head: "name" }, { head: "value", numeric: true }];

test("numbers are formatted and aligned right, text is escaped and aligned left", () => {
  const html = htmlTable({ columns, rows: [["<b>", 1.5e-9]] });
  expect(html).toContain('<th scope="row">&lt;b&gt;</th><td class="n">1.5×10⁻⁹</td>');
  expect(html).toContain('<th scope="col" class="n">value</th>');
});

test("heads and captions are escaped, also in attributes", () => {
  const html = htmlTable({
    caption: '"><script>',
    columns: [{ head: "a" }, { head: '"><img>' }],
    rows: [["r", "c"]],
    stack: true,
  });
  expect(html).not.toMatch(/<script|<img/);
  expect(html).toContain('data-head="&quot;&gt;&lt;img&gt;"');
});

test("missing cells are empty, and Html cells are not escaped", () => {
  expect(htmlTable({ columns, rows: [["r"]] })).toContain('<td class="n"></td>');
  expect(cellHtml({ html: "<b>✓</b>" })).toBe("<b>✓</b>");
});

test("a long table is cut and says so", () => {
  const rows = Array.from({ length: 30 }, (_, i) => [`r${i}`, i]);
  const html = htmlTable({ columns, rows, mostRows: 10 });
  expect(html.match(/<tr>/g)?.length).toBe(11);
  expect(html).toContain("The first 10 of 30 rows are shown.");
});

test("a table scrolls by itself if it is wide, and can be reached by keyboard", () => {
  expect(htmlTable({ caption: "Work", columns, rows: [] })).toContain('role="region" tabindex="0" aria-label="Work"');
});
