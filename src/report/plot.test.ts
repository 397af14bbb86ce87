import fc from "fast-check";
import { expect, test } from "vitest";
import { linePlot, type Plot, placedPlot } from "./plot.js";

const anyCharacter = fc.oneof(fc.nat(0x7f), fc.nat(0x10ffff)).map((code) => String.fromCodePoint(code));
const anyText = fc.string({ unit: anyCharacter });

const plot = (more: Partial<Plot> = {}): Plot => ({
  title: "Error",
  x: { label: "step", unit: "s" },
  y: { label: "error" },
  series: [{ name: "rk4", x: [1, 2, 3], y: [1, 4, 9] }],
  ...more,
});

test("a plot has a title and a description for readers who cannot see it", () => {
  const svg = linePlot(plot());
  expect(svg).toContain(
    'role="img"><title>Error</title><desc>1 curve, error against step from 1 to 3. rk4: 1 to 9.</desc>',
  );
});

test("the same data gives the same bytes, without dates, random numbers or ids", () => {
  expect(linePlot(plot())).toBe(linePlot(plot()));
  expect(linePlot(plot())).not.toMatch(/\bid=/);
});

test("axis labels carry their units", () => {
  expect(linePlot(plot())).toContain(">step [s]</text>");
});

test("published values are hollow and dashed, in the colour of the measured values of their group", () => {
  const pair = [
    { name: "published", kind: "published", group: "rk4", x: [1, 2], y: [1, 2] },
    { name: "measured", group: "rk4", x: [1, 2], y: [1, 2] },
  ] as const;
  const svg = linePlot(plot({ series: pair }));
  expect(svg).toContain('class="line c0 published"');
  expect(svg).toContain('class="dot c0 published"');
  expect(svg).toContain('class="line c0"');
});

test("a single curve that the axis already names has no legend, and two curves have one", () => {
  expect(linePlot(plot({ series: [{ name: "error", x: [1], y: [1] }] }))).not.toContain(
    'class="name">error</text><path class="line',
  );
  const two = linePlot(plot({ series: ["alpha", "beta"].map((name) => ({ name, x: [1, 2], y: [1, 2] })) }));
  expect(two).toContain(">alpha</text>");
  expect(two).toContain(">beta</text>");
});

test("with many curves, colours repeat with dotted lines, and the legend says how many it leaves out", () => {
  const series = Array.from({ length: 40 }, (_, k) => ({ name: `s${k}`, x: [0, 1], y: [k, k] }));
  const svg = linePlot(plot({ series }));
  expect(svg).toContain("c0 again");
  expect(svg).toContain(">and 16 more</text>");
});

test("markers are drawn for few points, and for many only on request", () => {
  const x = Array.from({ length: 100 }, (_, i) => i);
  expect(linePlot(plot())).toContain('class="dot');
  expect(linePlot(plot({ series: [{ name: "error", x, y: x }] }))).not.toContain('class="dot');
  expect(linePlot(plot({ series: [{ name: "error", x, y: x, markers: true, line: false }] }))).not.toContain(
    'class="line',
  );
});

test("levels are dashed lines and marks are dotted lines, and both are in the legend", () => {
  const svg = linePlot(plot({ levels: [{ name: "published 5", y: 5 }], marks: [{ name: "impact", x: 2 }] }));
  expect(svg).toContain('class="level c1"');
  expect(svg).toContain("<title>impact</title>");
  expect(svg).toContain(">published 5</text>");
});

test("a zero on a log axis is drawn at a floor, and the plot says so", () => {
  const svg = linePlot(plot({ y: { label: "error", scale: "log" }, series: [{ name: "e", x: [1, 2], y: [0, 1e-6] }] }));
  expect(svg).toContain(">zero is drawn at 10⁻⁷</text>");
});

test("names cannot add markup: the number of tags does not depend on them", () => {
  const count = (name: string) => {
    const axis = { label: name, unit: name };
    const series = [{ name, x: [1, 2], y: [1, 2] }];
    const levels = [{ name, y: 1, group: "other" }];
    const svg = linePlot(
      { title: name, x: axis, y: axis, series, levels, marks: [{ name, x: 1 }] },
      { standalone: true },
    );
    return [svg.split("<").length, svg.split(">").length, svg.split('"').length];
  };
  const plain = count("abc");
  fc.assert(fc.property(anyText, (name) => void expect(count(`${name}</title><script>"`)).toEqual(plain)));
});

test("any numbers give a drawing without NaN, infinities or empty attributes", () => {
  const values = fc.array(fc.double(), { maxLength: 50 });
  const scales = fc.constantFrom<"linear" | "log">("linear", "log");
  fc.assert(
    fc.property(values, values, scales, scales, (x, y, across, up) => {
      const svg = linePlot(
        plot({
          x: { label: "x", scale: across },
          y: { label: "y", scale: up },
          series: [{ name: "s", x, y }],
          description: "",
        }),
      );
      expect(svg).not.toMatch(/NaN|Infinity|undefined|e-?\d|""/);
    }),
  );
});

test("a standalone plot is a complete file with styles and namespace", () => {
  const svg = linePlot(plot(), { standalone: true });
  expect(svg).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg"/);
  expect(svg).toContain("prefers-color-scheme:dark");
  expect(svg).toContain('class="head">Error</text>');
});

test("a range of x cuts curves off, and y shows what remains", () => {
  const series = [{ name: "", x: [0, 1, 2], y: [0, 1, 1000] }];
  expect(linePlot(plot({ series }))).toContain(">1000</text>");
  const cut = linePlot(plot({ x: { label: "t", range: [0, 1] }, series }));
  expect(cut).toContain(">0.8</text>");
  expect(cut).not.toContain("000</text>");
});

test("places across the drawing and values of x are each other's inverse, within the axis", () => {
  const { across, xAt, top, bottom } = placedPlot(plot({ x: { label: "t", range: [2, 6] } }));
  for (const value of [2, 3.3, 6]) expect(xAt(across(value))).toBeCloseTo(value, 12);
  expect([xAt(0), xAt(1)]).toEqual([2, 6]);
  expect(0 < top && top < bottom && bottom < 1).toBe(true);
  const log = placedPlot(plot({ x: { label: "h", scale: "log" } }));
  expect(log.xAt(log.across(2.5))).toBeCloseTo(2.5, 9);
});

test("a series has the colour that it asks for", () => {
  const svg = linePlot(plot({ series: [{ name: "lane 3", x: [0, 1], y: [0, 1], colour: 2 }] }));
  expect(svg).toContain('class="line c2"');
});
