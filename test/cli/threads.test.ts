/**
 * Threads that share the forces of one run: their number does not change the bits, and a failing thread never hangs it.
 */

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { type CrewOptions, startCrew } from "../../src/cli/crew/index.js";
import { LinearMemory } from "../../src/memory/linear-memory.js";
import { get, i32, loopWhile, Module, set, when } from "../../src/wasm/index.js";
import { gallery, taut, temporaryFolder } from "./taut.js";

const { file, path } = temporaryFolder();
const built = new URL("../../dist/cli/crew/thread.js", import.meta.url);

const argon = `
taut: 1
units: eV-Å-amu
box: [37, 37, 37]
points:
  argon:
    repeat: { i: 10, j: 10, k: 10 }
    mass: 39.948
    at: ["3.7*(i + 0.03*sin(7*j + 3*k))", "3.7*(j + 0.03*sin(5*k + 2*i))", "3.7*(k + 0.03*sin(3*i + 11*j))"]
    velocity: ["0.1*sin(13*i + 5*j + 3*k)", "0.1*sin(11*i + 7*j + 17*k + 1)", "0.1*sin(3*i + 19*j + 7*k + 2)"]
    sigma: 3.405
    epsilon: 0.0103
elements:
  - lennard-jones: { cutoff: 8, skin: 0.6 }
run: { method: verlet, step: 0.5, until: 20 }
`;
const water = `
taut: 1
units: eV-Å-amu
molecules:
  water: { template: tip3p, repeat: 343, at: ["3.1*mod(i, 7)", "3.1*mod(floor(i/7), 7)", 3.1*floor(i/49)], angle: 1.3*i, axis: [1, sin(i), 0.5] }
elements:
  - coulomb: {}
  - lennard-jones: {}
run: { formulation: rigid, method: settle, step: 0.05, until: 0.5 }
`;

describe.each([
  ["argon in a box, with lists", argon, "argon.yaml"],
  ["waters in open space, all pairs", water, "water.yaml"],
  ["the same waters in mixed precision", water.replace("until: 0.5", "until: 0.5, precision: mixed"), "mixed.yaml"],
])("%s", (_, model, name) => {
  test("one, two and three threads print the same bits and count the same work", async () => {
    const run = (threads: number) => taut(["run", file(name, model), "--json", "--threads", String(threads)]);
    const [one, two, three] = [await run(1), await run(2), await run(3)];
    expect(one).toMatchObject({ code: 0, stderr: "" });
    expect(JSON.parse(one.stdout).status).toBe("ok");
    for (const other of [two, three])
      expect({ code: other.code, stdout: other.stdout }).toEqual({ code: 0, stdout: one.stdout });
  });
});

test("an interrupted run of two threads continues with one to the same bits as an uninterrupted run", async () => {
  const options = ["run", file("long.yaml", argon), "--json", "--every", "1e6"];
  const out = path("stopped");
  const stop = (pid: number): void => {
    const timer = setInterval(() => {
      if (!existsSync(out)) return;
      clearInterval(timer);
      setTimeout(() => process.kill(pid, "SIGINT"), 200);
    }, 20);
  };
  const stopped = await taut([...options, "--until", "1e6", "--out", out, "--threads", "2"], stop);
  expect(stopped.code).toBe(130);
  const until = String(Math.ceil(JSON.parse(stopped.stdout).t) + 5);
  const resume = ["--resume", join(out, "checkpoint.bin")];
  const resumed = await taut([...options, "--until", until, "--out", out, ...resume]);
  const whole = await taut([...options, "--until", until, "--out", path("whole"), "--threads", "2"]);
  expect([resumed.code, whole.code]).toEqual([0, 0]);
  expect(JSON.parse(resumed.stdout)).toEqual({ ...JSON.parse(whole.stdout), out });
  for (const name of ["manifest.json", "model.json", "trajectory.npz"])
    expect(readFileSync(join(out, name)).equals(readFileSync(path(join("whole", name))))).toBe(true);
});

test("wrong numbers of threads are refused", async () => {
  for (const [given, why] of [
    ["0", "must be a whole number from 1 to 1024; got 0."],
    ["1.5", "must be a whole number from 1 to 1024; got 1.5."],
    ["many", 'must be a finite number; got "many".'],
  ])
    expect(await taut(["run", gallery("pendulum"), "--threads", given])).toEqual({
      code: 2,
      stdout: "",
      stderr: `--threads: ${why}\n`,
    });
});

test("a model that cannot use threads runs with one, and the command says so", async () => {
  const { code, stderr } = await taut(["run", gallery("argon"), "--until", "1", "--threads", "2"]);
  expect(code).toBe(0);
  expect(stderr).toMatch(/^--threads 2: only one thread is used; .*the model has 216 points .*\.\n$/);
});

describe("a crew", () => {
  /**
   * A module with the function `count(piece)`: it counts to `rounds`, or until the flag is set, and then adds 1 to
   * entry `piece`; with `trap` it reads beyond the memory before that.
   */
  const code = (rounds: number, trap = false) => {
    const memory = new LinearMemory(4096, "shared");
    const flag = memory.i32(1);
    const counts = memory.i32(255);
    const module = new Module();
    module.func("count", { piece: "i32" }, "void", (f, p) => {
      const k = f.local("i32");
      const at = i32.shl(get(p.piece), i32.const(2));
      return [
        loopWhile(i32.lt(get(k), i32.const(rounds)), [
          set(k, i32.add(get(k), i32.const(1))),
          when(i32.load(i32.const(flag.byteOffset)), [set(k, i32.const(rounds))]),
        ]),
        ...(trap ? [when(i32.load(i32.const(-4)), [])] : []),
        i32.store(at, i32.add(i32.load(at, counts.byteOffset), i32.const(1)), counts.byteOffset),
      ];
    });
    return {
      module: new WebAssembly.Module(module.toBytes("shared")),
      memory: memory.memory,
      counts,
      flag: flag.byteOffset / 4,
    };
  };
  const crewOf = (threads: number, options: CrewOptions = {}) => startCrew(threads, { thread: built, ...options });
  /** The file of a thread that gets the usual data but executes `body`. */
  const thread = (name: string, body: string): URL =>
    pathToFileURL(
      file(
        name,
        `import { receiveMessageOnPort, workerData } from "node:worker_threads";
         const { memory, port } = workerData;
         const words = new Int32Array(memory);
         ${body}`,
      ),
    );

  test("does every piece once, in many rounds, for several modules in turn", async () => {
    const crew = await crewOf(3);
    const [a, b] = [code(100), code(2000)];
    const [first, second] = [crew.enlist(a.module, a.memory), crew.enlist(b.module, b.memory)];
    for (let round = 0; round < 500; round++) {
      first("count", 16);
      second("count", 255);
    }
    await crew.stop();
    expect([...a.counts.subarray(0, 17)]).toEqual([...Array(16).fill(500), 0]);
    expect([...b.counts]).toEqual(Array(255).fill(500));
  });

  test("throws when a thread does not start", async () => {
    await expect(crewOf(2, { thread: thread("none.mjs", "process.exit(3);") })).rejects.toThrow(
      "threads: 2 threads could not be started: a thread ended with code 3. Use fewer threads.",
    );
    await expect(crewOf(2, { thread: thread("bad.mjs", 'throw new Error("no room");') })).rejects.toThrow(
      "threads: 2 threads could not be started: no room. Use fewer threads.",
    );
  });

  test("throws when a thread dies before it has finished its piece", async () => {
    // the calling thread's piece ends when the other thread sets the flag, after it has taken a piece
    const { module, memory, flag } = code(2 ** 31 - 1);
    const body = `port.postMessage("ready");
      Atomics.wait(words, 0, 0);
      for (let word; ; ) {
        word = Atomics.load(words, 0);
        if (Atomics.compareExchange(words, 0, word, word + 1) === word) break;
      }
      new Int32Array(receiveMessageOnPort(port).message.memory.buffer)[${flag}] = 1;
      process.exit(3);`;
    const crew = await crewOf(2, { thread: thread("dies.mjs", body), patience: 300 });
    const share = crew.enlist(module, memory);
    expect(() => share("count", 8)).toThrow(/threads: a thread has not answered for/);
    expect(() => share("count", 8)).toThrow(/threads: a thread has not answered for/);
  });

  test("throws the error of a piece that fails", async () => {
    const crew = await crewOf(2);
    const { module, memory } = code(1000, true);
    const share = crew.enlist(module, memory);
    expect(() => share("count", 16)).toThrow(/memory access out of bounds/);
    expect(() => share("count", 16)).toThrow(/threads: .*failed/);
    await crew.stop();
    expect(() => share("count", 16)).toThrow(/threads: /);
  });
});
