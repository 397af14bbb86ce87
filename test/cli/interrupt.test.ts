/** Ctrl-C leaves a checkpoint from which the run continues to the same bits; a second Ctrl-C ends the process. */

import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { onInterrupt } from "../../src/cli/interrupt.js";
import { gallery, taut, tautBatch, temporaryFolder } from "./taut.js";

const { path } = temporaryFolder();
const model = gallery("double-pendulum");
const read = (folder: string, name: string): Buffer => readFileSync(path(join(folder, name)));

/** Calls `act` soon after the folder appears, because then the run has begun and handles signals. */
const whenBegun =
  (folder: string, act: (pid: number) => void) =>
  (pid: number): void => {
    const timer = setInterval(() => {
      if (!existsSync(path(folder))) return;
      clearInterval(timer);
      setTimeout(() => act(pid), 200);
    }, 20);
  };
const interrupt = (pid: number): void => void process.kill(pid, "SIGINT");

describe.skipIf(process.platform === "win32")("an interrupted run", () => {
  // what is chosen depends on the length of the run, so the method is given
  const options = ["--every", "1000", "--json", "--method", "dop853"];
  const endless = ["run", model, ...options, "--until", "1e8", "--out", path("stopped")];

  test("leaves a checkpoint, and continues to the same bits as a run that was not interrupted", async () => {
    const stopped = await taut(endless, whenBegun("stopped", interrupt));
    expect(stopped.code).toBe(130);
    expect(stopped.stderr).toBe(`Interrupted. Continue with --resume ${path("stopped")} and the same options.\n`);
    const { status, t } = JSON.parse(stopped.stdout);
    expect(status).toBe("stopped");
    expect(t).toBeGreaterThan(0);
    expect(JSON.parse(read("stopped", "manifest.json").toString())).toMatchObject({ status: "stopped", t });

    const until = String(Math.ceil(t) + 500);
    const checkpoint = path("stopped/checkpoint.bin");
    const copy = path("copy.bin");
    writeFileSync(copy, readFileSync(checkpoint));
    const same = ["run", model, ...options, "--until", until];
    const [resumed, whole, tolerance, schedule, behind, otherModel, withoutFolder] = await tautBatch([
      [...same, "--resume", checkpoint, "--out", path("stopped")],
      [...same, "--out", path("whole")],
      [...same, "--resume", copy, "--out", path("x"), "--rtol", "1e-7"],
      ["run", model, "--method", "dop853", "--until", until, "--resume", copy, "--out", path("x")],
      ["run", model, ...options, "--until", String(t / 2), "--resume", copy, "--out", path("x")],
      ["run", gallery("pendulum"), ...options, "--until", until, "--resume", copy, "--out", path("x")],
      ["run", model, "--method", "dop853", "--until", until, "--resume", copy],
    ]);
    expect([resumed.code, whole.code]).toEqual([0, 0]);
    expect(JSON.parse(resumed.stdout)).toEqual({ ...JSON.parse(whole.stdout), out: path("stopped") });
    for (const name of ["manifest.json", "model.json", "trajectory.parquet", "report.html"])
      expect(read("stopped", name).equals(read("whole", name))).toBe(true);
    expect(existsSync(checkpoint)).toBe(false);

    const refusals = [tolerance, schedule, behind, otherModel, withoutFolder];
    expect(refusals.map(({ code, stdout }) => [code, stdout])).toEqual(refusals.map(() => [2, ""]));
    expect(tolerance.stderr).toMatch(/^--resume: .*rtol was not given and is now 1e-7/);
    expect(schedule.stderr).toMatch(/^--resume: .*every was 1000/);
    expect(behind.stderr).toMatch(/^run\.until: must lie beyond the checkpoint; the checkpoint is at t = /);
    expect(otherModel.stderr).toMatch(/a different run/);
    expect(withoutFolder.stderr).toMatch(/^--resume: .*states was "kept" and is now "not kept"/);
    expect(existsSync(path("x"))).toBe(false);
  });

  test("keeps what was chosen for it when it is resumed to another end", async () => {
    const args = ["run", model, "--every", "1000", "--json", "--out", path("chosen")];
    const stopped = await taut([...args, "--until", "1e8"], whenBegun("chosen", interrupt));
    const { t } = JSON.parse(stopped.stdout);
    const [resumed] = await tautBatch([[...args, "--until", String(Math.ceil(t) + 1), "--resume", path("chosen")]]);
    expect([resumed.code, resumed.stderr]).toEqual([0, ""]);
    expect(JSON.parse(resumed.stdout).method).toEqual(JSON.parse(stopped.stdout).method);
  });

  test("ends at once when it is interrupted twice", async () => {
    const twice = (pid: number): void => {
      interrupt(pid);
      interrupt(pid);
      setTimeout(() => interrupt(pid), 10);
    };
    const args = ["run", model, "--until", "1e8", "--out", path("twice")];
    const { code } = await taut(args, whenBegun("twice", twice));
    // the command exits with 130; the code is null if the second signal came after the handler was removed
    expect([130, null]).toContain(code);
  });
});

test("the first interrupt asks the work to stop, and the second ends the process", () => {
  const exit = vi.spyOn(process, "exit").mockImplementation((() => {}) as never);
  const { signal, release } = onInterrupt();
  process.emit("SIGINT");
  expect([signal.aborted, exit.mock.calls]).toEqual([true, []]);
  process.emit("SIGINT");
  expect(exit.mock.calls).toEqual([[130]]);
  release();
  expect(process.listeners("SIGINT").length).toBe(process.listeners("SIGTERM").length);
  exit.mockRestore();
});

test.skipIf(process.platform === "win32")(
  "an interrupted reproduction continues with the same command, and a different one refuses to replace its folder",
  async () => {
    const command = ["reproduce", "sanz-serna.4.i", "--quick", "--out", path("reproduced")];
    const stopped = await taut(command, whenBegun("reproduced", interrupt));
    expect(stopped.code).toBe(130);
    expect(stopped.stderr).toContain("Interrupted. Run the same command again");
    expect(JSON.parse(read("reproduced", "manifest.json").toString())).toMatchObject({
      ...{ interrupted: true, quick: true, id: "sanz-serna.4.i" },
      failed: [{ id: "sanz-serna.4.i", reason: "interrupted" }],
    });
    const [whole, other, resumed, again] = await tautBatch([
      ["reproduce", "sanz-serna.4.i", "--out", path("reproduced")],
      ["reproduce", "ariel.2.2", "--quick", "--out", path("reproduced")],
      command,
      command,
    ]);
    for (const refused of [whole, other, again]) {
      expect(refused.code).toBe(2);
      expect(refused.stderr).toContain("--force");
    }
    expect(resumed.code).toBe(0);
    expect(JSON.parse(read("reproduced", "results.json").toString()).length).toBeGreaterThan(0);
  },
);

test.skipIf(process.platform === "win32")(
  "a reproduction that was killed goes on with the same command after its finished experiments, and leaves only its report",
  async () => {
    const command = (folder: string) => ["reproduce", "ascher", "--quick", "--out", path(folder)];
    const isOutcome = (name: string): boolean => name.endsWith(".outcome");
    const killed = await taut(command("killed"), (pid) => {
      const timer = setInterval(() => {
        if (!existsSync(path("killed")) || !readdirSync(path("killed")).some(isOutcome)) return;
        clearInterval(timer);
        process.kill(pid, "SIGKILL");
      }, 2);
    });
    expect(killed.code).not.toBe(0);
    expect(readdirSync(path("killed")).filter(isOutcome)).not.toEqual([]);
    const [resumed, whole] = await tautBatch([command("killed"), command("not-killed")]);
    expect([resumed.code, whole.code]).toEqual([0, 0]);
    expect(read("killed", "results.json")).toEqual(read("not-killed", "results.json"));
    expect(readdirSync(path("killed")).sort()).toEqual([
      "figures.json",
      "manifest.json",
      "report.html",
      "results.json",
    ]);
  },
);
