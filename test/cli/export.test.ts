import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { unzipSync } from "fflate";
import { expect, test } from "vitest";
import { gallery, tautBatch, temporaryFolder } from "./taut.js";

const { path } = temporaryFolder();
const results = path("results");

test("a result is written for NumPy, MATLAB, ParaView and repositories, and no file is replaced unasked", async () => {
  const [ran, ...made] = await tautBatch([
    ["run", gallery("chain"), "--set", "n=3", "--until", "0.5", "--every", "0.25", "--out", results],
    ["export", results, path("chain.npz")],
    ["export", results, path("chain.mat")],
    ["export", results, path("chain.csv")],
    ["export", results, path("chain.pvd")],
    ["export", results, path("chain.glb")],
    ["export", results, path("results/ro-crate-metadata.json")],
  ]);
  expect([ran, ...made].map(({ code }) => code)).toEqual([0, 0, 0, 0, 0, 0, 0]);
  expect(readFileSync(path("chain.glb")).subarray(0, 4).toString()).toBe("glTF");
  const arrays = unzipSync(readFileSync(path("chain.npz")));
  // three saved times, three beads in the plane
  expect(new TextDecoder().decode(arrays["bead.npy"].subarray(10, 128))).toContain("'shape': (3, 3, 2)");
  expect(readFileSync(path("chain.csv"), "utf8")).toMatch(/^t,bead_0_x,bead_0_y,.*bead_0_vx.*lambda_link_0/);
  const list = readFileSync(path("chain.pvd"), "utf8");
  expect(list.match(/timestep="(.*?)"/g)).toEqual(['timestep="0"', 'timestep="0.25"', 'timestep="0.5"']);
  for (const [, file] of list.matchAll(/file="(.*?)"/g)) expect(existsSync(path(file))).toBe(true);
  // three beads and the origin, three links
  expect(readFileSync(path("chain_2.vtp"), "utf8")).toContain('NumberOfPoints="4" NumberOfVerts="4" NumberOfLines="3"');
  const crate = JSON.parse(readFileSync(path("results/ro-crate-metadata.json"), "utf8"))["@graph"] as {
    "@id": string;
    sha256?: string;
  }[];
  const model = crate.find((entity) => entity["@id"] === "model.json")!;
  expect(model.sha256).toBe(
    createHash("sha256")
      .update(readFileSync(path("results/model.json")))
      .digest("hex"),
  );

  const [again, forced] = await tautBatch([
    ["export", results, path("chain.mat")],
    ["export", results, path("chain.mat"), "--force"],
  ]);
  expect(again).toMatchObject({ code: 2, stderr: expect.stringMatching(/chain\.mat" exists.*--force/) });
  expect(forced.code).toBe(0);
});

test("what cannot be exported is refused with what to do", async () => {
  const [ending, missing, states, beside] = await tautBatch([
    ["export", results, path("chain.xlsx")],
    ["export", path("nothing"), path("chain.npz")],
    ["run", gallery("robertson"), "--until", "1", "--out", path("states")],
    ["export", path("states"), path("states.pvd")],
  ]);
  expect(ending).toMatchObject({ code: 2, stderr: expect.stringMatching(/must end in \.npz, \.mat/) });
  expect(missing).toMatchObject({ code: 2, stderr: expect.stringMatching(/does not exist/) });
  expect(states.code).toBe(0);
  expect(beside).toMatchObject({ code: 2, stderr: expect.stringMatching(/the model has none. Use npz or csv/) });
});
