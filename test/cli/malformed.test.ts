/** A file that is not a valid model gives exit code 3 and a clear message with the path, without any stack trace. */

import { closeSync, ftruncateSync, openSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { explainError } from "../../src/cli/exit.js";
import { catalogue } from "../../src/elements/index.js";
import { lower, parseModelText, validateModel } from "../../src/model/index.js";
import { malformed } from "../fuzz/malformed.js";
import { gallery, type Outcome, taut, tautBatch, temporaryFolder } from "./taut.js";

const { path, file } = temporaryFolder();

function expectRefusal({ code, stdout, stderr }: Outcome): void {
  expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
  expectMessage(stderr);
}

function expectMessage(message: string): void {
  // the path, a colon and sentences; at most ten errors, and a line that says there are more
  for (const line of message.trimEnd().split("\n").slice(0, 1)) expect(line).toMatch(/^\S[^:]*.*: .+[.?)…]$/);
  expect(message).not.toMatch(/^ {4}at |node:internal|file:\/\/|internal error|undefined|\[object/m);
  expect(message.trimEnd().split("\n").length).toBeLessThanOrEqual(11);
  expect(message.length).toBeLessThan(8000);
}

/** Every hostile text, and every third of the other cases, goes through a process of its own. */
const isSpawned = (k: number): boolean => k < 20 || k % 3 === 0 || malformed[k].title.includes("million");
const spawned = malformed.filter((_, k) => isSpawned(k));

describe.concurrent("the command refuses", () => {
  test.each(spawned)("$title", async ({ title, text, where }) => {
    const name = file(`${title.replace(/\W+/g, "-")}.yaml`, text);
    const outcome = await taut(["run", name, "--until", "1"]);
    expectRefusal(outcome);
    if (where !== undefined && where !== "model") expect(outcome.stderr.startsWith(where)).toBe(true);
  });
});

describe("the command also refuses", () => {
  const model = (title: string): string =>
    `taut: 1\nname: ${title}\npoints: { a: { mass: 1, at: [1, 0] } }\nrun: { until: 1 }\n`;
  const [before, after] = model("|").split("|");
  const bytes = (...middle: readonly number[]): Uint8Array =>
    Buffer.concat([Buffer.from(before), Buffer.from(middle), Buffer.from(after)]);
  const encodings: readonly (readonly [string, Uint8Array])[] = [
    ["random bytes", Uint8Array.from({ length: 5000 }, (_, k) => (k * k * 31 + 7 * k) & 255)],
    ["Latin-1", bytes(0x48, 0xe4, 0x6b)],
    ["UTF-16", Buffer.from(`\ufeff${model("a")}`, "utf16le")],
    ["an overlong encoding", bytes(0xc0, 0xaf)],
    ["half a surrogate pair", bytes(0xed, 0xa0, 0x80)],
  ];
  const pendulum = gallery("pendulum");
  const wrongMethod = file("method.yaml", model("a").replace("until: 1", "until: 1, method: rk5"));
  const cases: readonly (readonly [title: string, args: readonly string[], says: string])[] = [
    ...encodings.map(([title, content], k) => [title, ["run", file(`${k}.yaml`, content)], "UTF-8"] as const),
    ["a file of 100 MB", ["run", largeFile()], "bytes"],
    ["a device that never ends", ["run", "/dev/zero"], "bytes"],
    ["a parameter that does not exist", ["run", pendulum, "--set", "length=2"], "l, g, start"],
    ["a parameter called __proto__", ["run", pendulum, "--set", "__proto__=2"], "there is no parameter"],
    ["a parameter that makes a rod negative", ["run", pendulum, "--set", "l=-1"], "above 0"],
    ["a parameter that makes the start infinite", ["run", pendulum, "--set", "l=1e308"], "Infinity"],
    ["a method in the file that does not exist", ["run", wrongMethod], 'Did you mean "rk4"?'],
    ["a model that project cannot read", ["project", file("project.yaml", "taut: 1\npoints: { a: 3 }")], "points.a"],
  ];
  let outcomes: readonly Outcome[] = [];
  beforeAll(async () => {
    outcomes = await tautBatch([
      ...cases.map(([, args]) => args),
      ["run", wrongMethod, "--method", "dopri5"],
      ["run", wrongMethod, "--method", "rk6"],
    ]);
  });

  test.each(cases.map(([title, , says], k) => ({ title, says, k })))("$title", ({ says, k }) => {
    expectRefusal(outcomes[k]);
    expect(outcomes[k].stderr).toContain(says);
  });

  test("an unknown --method as a usage error, but runs with a valid --method when the file's is unknown", () => {
    expect(outcomes.slice(-2).map(({ code }) => code)).toEqual([0, 2]);
  });
});

/** A sparse file of 100 MB. */
function largeFile(): string {
  const handle = openSync(path("large.yaml"), "w");
  ftruncateSync(handle, 100_000_000);
  closeSync(handle);
  return path("large.yaml");
}

test("at least fifty files go through the command itself", () => {
  expect(spawned.length).toBeGreaterThanOrEqual(50);
});

describe("the message for every other malformed file is clear", () => {
  test.each(malformed.filter((_, k) => !isSpawned(k)))("$title", ({ text }) => {
    let refusal: unknown;
    try {
      lower(validateModel(parseModelText(text), catalogue), catalogue);
    } catch (error) {
      refusal = error;
    }
    const { message, code } = explainError(refusal);
    expect(code).toBe(3);
    expectMessage(message);
  });
});

describe("the command reads", () => {
  const model = "taut: 1\nname: N\npoints:\n  a: { mass: 1, at: [1, 0] }\nrun: { until: 1 }\n";
  const json = { taut: 1, states: ["x"], rates: { x: 1 }, run: { until: 1 } };
  const files: readonly (readonly [title: string, name: string, text: string])[] = [
    ["Windows line endings", "crlf.yaml", model.replaceAll("\n", "\r\n")],
    ["a byte order mark before YAML", "bom.yaml", `\ufeff${model}`],
    ["a byte order mark before JSON", "bom.json", `\ufeff${JSON.stringify(json)}`],
    ["titles in any script", "script.yaml", model.replace("N", "Ünï 摆 🎉")],
    ["titles that would control the terminal", "escape.yaml", model.replace("N", '"\\e[31m\\e]0;t\\a\\r\\u202e"')],
  ];
  let outcomes: readonly Outcome[] = [];
  beforeAll(async () => {
    outcomes = await tautBatch(files.map(([, name, text]) => ["run", file(name, text)]));
  });

  test.each(files.map(([title], k) => ({ title, k })))("$title", ({ k }) => {
    const { code, stdout, stderr } = outcomes[k];
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).not.toMatch(/(?!\n)[\p{Cc}\p{Bidi_Control}]/u);
  });
});
