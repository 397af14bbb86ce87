/** Ariel section 6 in its short version, omega = 100 and 1000: levels and counts agree, and a wrong one would be noticed. */

import { expect, test } from "vitest";
import * as published from "../../src/papers/ariel/published-section-6.js";
import { type Curve, section61, section62, section63 } from "../../src/papers/ariel/section-6.js";
import { section64, section65 } from "../../src/papers/ariel/section-6-projected.js";
import type { BlindExperiment } from "../../src/papers/tools/blind-experiment.js";
import { expectListed } from "../docs/listed-items.js";
import { wrongVersions } from "./wrong-versions.js";

const context = { quick: true, progress() {}, pause: async () => {} };
const pair = <P extends object>(blind: BlindExperiment<readonly Curve[], P>, printed: P) =>
  [blind.title, blind as unknown as BlindExperiment<readonly Curve[], object>, printed as object] as const;

/** Claims in words that do not hold here; each states its likely cause. */
const differing = ["ariel.6.2.effort", "ariel.6.3.cost-100", "ariel.6.5.halving-1000"];

test.each([
  pair(section61, published.rattle),
  pair(section62, published.fromConstraints),
  pair(section63, published.fromSlow),
  pair(section64, published.periodic),
  pair(section65, published.everyEvaluation),
])(
  "%s: levels and counts agree, claims in words agree or state a likely cause, and a wrong level would be noticed",
  async (_, blind, printed) => {
    const curves = await blind.measure(context);
    const { items, figures } = blind.report(curves, printed);
    expectListed([blind.id], items, context);
    const differs = items.filter(({ verdict }) => verdict === "differs");
    expect(differs.map(({ id }) => id)).toEqual(differing.filter((id) => id.startsWith(`${blind.id}.`)));
    for (const { likely } of differs) expect(likely).toBeDefined();
    expect(items.length).toBeGreaterThan(2);
    expect(
      figures[0].series.every(({ kind }) => kind !== "printed"),
      "the paper prints no points",
    ).toBe(true);
    // the short version uses what is printed for omega = 1000; one evaluation more of 110,000 changes no verdict
    const checked = (name: string): boolean => /\.1000(\.|$)/.test(name) && !name.endsWith("forces");
    for (const { name, value } of wrongVersions(printed).filter((wrong) => checked(wrong.name))) {
      const flagged = blind.report(curves, value).items.filter(({ verdict }) => verdict === "differs");
      expect(flagged.length, name).toBeGreaterThan(differs.length);
    }
  },
);
