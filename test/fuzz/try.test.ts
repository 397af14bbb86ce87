import { readdirSync, readFileSync } from "node:fs";
import { test } from "vitest";
import { catalogue } from "/work/main/src/elements/index.js";
import { lower, parseModelText, validateModel } from "/work/main/src/model/index.js";
import { conformanceModels } from "/work/main/test/conformance/models.js";

const g = "/work/main/gallery/";
test("x", () => {
  const all: [string, string][] = [
    ...readdirSync(g).map((f): [string, string] => [f, readFileSync(g + f, "utf8")]),
    ...Object.entries(conformanceModels),
  ];
  for (const [f, text] of all) {
    try {
      const m = validateModel(parseModelText(text, { file: f }), catalogue);
      const s = performance.now();
      const low = lower(m, catalogue);
      console.log(
        f,
        low.n,
        low.laws.map(
          (l) =>
            `${l.kind}/${l.name}x${l.count} out=${l.outputs.length} st=${l.stencil.length} p=${l.params.map((p) => p.symbol.name + ":" + p.values.length)} ${l.kind === "constraint" ? l.componentName(0, 0) : ""}`,
        ),
        (performance.now() - s).toFixed(1) + "ms",
      );
    } catch (e) {
      console.log(f, "FAILED", e);
    }
  }
  for (const n of [100, 1e3, 1e4, 1e5]) {
    const t = readFileSync(g + "chain.yaml", "utf8");
    const m = validateModel(parseModelText(t), catalogue);
    const s = performance.now();
    const low = lower(m, catalogue, { set: { n } });
    console.log(n, low.n, performance.now() - s);
  }
});
