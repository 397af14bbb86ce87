import { describe, expect, it } from "vitest";
import { heatMap } from "./heat-map.js";
import { linePlot } from "./plot.js";

const map = {
  title: "Stretch <of> rods",
  x: { label: "alpha", values: [0, 1, 2] },
  y: { label: "omega", values: [10, 100] },
  z: { label: "stretch", values: [0, 1, 2, 3, 4, Number.NaN] },
};
const cells = (svg: string) => svg.match(/M[\d.]+ [\d.]+H[\d.]+V[\d.]+H[\d.]+z/g) ?? [];

describe("a heat map", () => {
  it("has a cell for every finite value, and says how many cells have no value", () => {
    const svg = heatMap(map);
    expect(cells(svg)).toHaveLength(5);
    expect(svg).toContain("1 cell without a value");
    expect(svg).toContain("stretch over alpha (3 values) and omega (2 values), from 0 to 4.");
    expect(svg).toContain("Stretch &lt;of&gt; rods");
  });

  it("puts the first row at the bottom and gives larger values lighter colours", () => {
    const svg = heatMap({ ...map, z: { label: "z", values: [0, 0, 0, 1, 1, 1] } });
    const [low, high] = cells(svg).filter((_, k) => k % 3 === 0);
    const top = (cell: string) => Number(/ ([\d.]+)H/.exec(cell)![1]);
    expect(top(low)).toBeGreaterThan(top(high));
    const lightness = [...svg.matchAll(/fill:#(..)(..)(..)/g)].map(([, ...rgb]) =>
      [0.3, 0.6, 0.1].reduce((sum, weight, k) => sum + weight * Number.parseInt(rgb[k], 16), 0),
    );
    const bar = lightness.slice(-32);
    for (let k = 1; k < bar.length; k++) expect(bar[k]).toBeGreaterThan(bar[k - 1]);
  });

  it("can show data without any number, and a single value", () => {
    expect(heatMap({ ...map, z: { label: "z", values: new Array(6).fill(Number.NaN) } })).toContain("nothing to show");
    const single = { ...map, x: { label: "x", values: [1] }, y: { label: "y", values: [1] } };
    expect(cells(heatMap({ ...single, z: { label: "z", values: [7] } }))).toHaveLength(1);
  });
});

describe("error bars", () => {
  const plot = (error: number[]) =>
    linePlot({
      title: "t",
      x: { label: "x" },
      y: { label: "y" },
      series: [{ name: "s", x: [0, 1], y: [1, 2], error, line: false, markers: false }],
    });

  it("reach one standard error up and down, and are left out where the error is unknown or zero", () => {
    const bars = (svg: string) => svg.match(/h6M[\d.]+ [\d.]+V/g)?.length ?? 0;
    expect(bars(plot([0.5, 0.5]))).toBe(2);
    expect(bars(plot([0.5, Number.NaN]))).toBe(1);
    expect(bars(plot([0, 0]))).toBe(0);
    expect(plot([5, 0])).toContain(">−4<");
  });
});
