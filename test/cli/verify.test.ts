/** What `taut run` says about how far its end is known. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { RunJson } from "../../src/index.js";
import { gallery, taut, temporaryFolder } from "./taut.js";

const { file, path } = temporaryFolder();

const swings = `taut: 1
points:
  a: { mass: 1, at: [1, 0] }
  b: { mass: 1, at: [2, 0] }
elements:
  - rod: { between: [origin, a] }
  - rod: { between: [a, b] }
  - gravity: [0, -9.81]
run: { until: 20 }
`;

test("a short run is verified; --no-verify leaves it out, and no other number changes", async () => {
  const [verified, plain] = await Promise.all([
    taut(["run", gallery("double-pendulum"), "--json"]),
    taut(["run", gallery("double-pendulum"), "--json", "--no-verify"]),
  ]);
  const { verification, ...rest } = JSON.parse(verified.stdout) as RunJson;
  expect(verification).toMatchObject({ worst: expect.any(String), difference: expect.any(Number) });
  expect(verification?.difference).toBeLessThan(1e-4);
  expect(rest).toEqual(JSON.parse(plain.stdout));
});

test("an end that is not known is a warning with the time until which the motion is, in the summary and in the result", async () => {
  const out = path("swings");
  const { code, stdout } = await taut(["run", file("swings.yaml", swings), "--out", out]);
  expect(code).toBe(0);
  expect(stdout).toMatch(/Warning: The state at the end is not known: .* they agree to 1 % until t = 1\d/);
  expect(stdout).toContain("verified           not known: the same run at rtol 1e-7 ends elsewhere");
  const manifest = JSON.parse(readFileSync(join(out, "manifest.json"), "utf8"));
  expect(manifest.verification.knownUntil).toBeGreaterThan(10);
  expect(readFileSync(join(out, "report.html"), "utf8")).toContain("The state at the end is not known");
});

test("long runs are verified only if that is asked for", async () => {
  const long = ["run", gallery("argon"), "--until", "1", "--json"];
  const [plain, asked] = await Promise.all([taut(long), taut([...long, "--verify"])]);
  expect((JSON.parse(plain.stdout) as RunJson).verification).toBeUndefined();
  expect((JSON.parse(asked.stdout) as RunJson).verification?.difference).toBeGreaterThan(0);
});
