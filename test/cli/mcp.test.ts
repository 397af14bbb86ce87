import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterEach, expect, test } from "vitest";

const command = fileURLToPath(new URL("../../bin/taut.js", import.meta.url));

interface Answer {
  readonly id: number | null;
  readonly result?: { readonly content: readonly { readonly text: string }[]; readonly isError?: boolean } & Record<
    string,
    unknown
  >;
  readonly error?: { readonly code: number; readonly message: string };
}

let stop = (): void => {};
afterEach(() => stop());

/** A server and what a client does with it. */
function connect() {
  const child = spawn(process.execPath, [command, "mcp"], { stdio: ["pipe", "pipe", "inherit"] });
  stop = () => void child.kill();
  const waiting = new Map<number | null, (answer: Answer) => void>();
  createInterface({ input: child.stdout }).on("line", (line) => {
    const answer = JSON.parse(line) as Answer;
    waiting.get(answer.id)?.(answer);
  });
  let next = 0;
  const send = (text: string): void => void child.stdin.write(`${text}\n`);
  const answerTo = (id: number | null): Promise<Answer> => new Promise((done) => waiting.set(id, done));
  const ask = (method: string, params: object = {}): Promise<Answer> => {
    const id = ++next;
    const answer = answerTo(id);
    send(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
    return answer;
  };
  const call = (name: string, given: object): Promise<Answer> => ask("tools/call", { name, arguments: given });
  return { child, send, answerTo, ask, call, last: () => next };
}

const pendulum = `taut: 1
points: { bob: { mass: 1, at: [1, 0] } }
elements:
  - rod: { between: [origin, bob], length: 1 }
  - gravity: [0, -9.81]
run: { until: 1, rtol: 1e-9 }
`;
const textOf = ({ result }: Answer): string => result!.content[0].text;

test("a client learns the version and the tools, and the server ends with its input", async () => {
  const { ask, child } = connect();
  const { result } = await ask("initialize", { protocolVersion: "2025-03-26", capabilities: {} });
  expect(result).toMatchObject({
    protocolVersion: "2025-03-26",
    serverInfo: { name: "taut" },
    capabilities: { tools: {} },
  });
  const listed = await ask("tools/list");
  const tools = listed.result!.tools as unknown as { name: string; inputSchema: { type: string } }[];
  expect(tools.map(({ name }) => name)).toEqual(["gallery", "schema", "validate", "explain", "run", "plot"]);
  for (const { inputSchema } of tools) expect(inputSchema.type).toBe("object");
  child.stdin.end();
  const [code] = await once(child, "exit");
  expect(code).toBe(0);
});

test("a run answers with the motion: the bob keeps its distance and its energy", async () => {
  const { call } = connect();
  const given = { model: pendulum, columns: ["norm(bob)", "bob_y", "lambda(rod)"], rows: 5 };
  const found = JSON.parse(textOf(await call("run", given))) as {
    status: string;
    t: number;
    table: { columns: string[]; rows: number[][] };
  };
  expect(found.status).toBe("ok");
  expect(found.t).toBe(1);
  expect(found.table.columns).toEqual(["t", "norm(bob)", "bob_y", "lambda(rod)"]);
  expect(found.table.rows.map(([t]) => t)).toEqual([0, 0.25, 0.5, 0.75, 1]);
  // the tension of a pendulum that was released at the horizontal is 3 g sin(angle) = -3 g y
  for (const [, length, y, tension] of found.table.rows) {
    expect(length).toBeCloseTo(1, 12);
    expect(tension).toBeCloseTo(-3 * 9.81 * y, 5);
  }
});

test("a wrong model is answered with its mistakes, and wrong arguments with what they must be", async () => {
  const { call } = connect();
  const wrong = await call("validate", { model: pendulum.replace("mass: 1", "mas: 1") });
  expect(wrong.result!.isError).toBe(true);
  expect(textOf(wrong)).toMatch(/^points.bob.mas \(model:2:23\): a point has no such entry. Did you mean "mass"\?/);
  const outside = await call("run", { model: "taut: 1\ninclude: other.yaml\n" });
  expect(textOf(outside)).toMatch(/^include \(model:2:10\): a model that is given as text has no files beside it/);
  const misspelt = await call("run", { modell: pendulum });
  expect(misspelt.result!.isError).toBe(true);
  expect(textOf(misspelt)).toMatch(/^modell: this tool does not have such an argument/);
  expect(textOf(await call("run", { model: pendulum, set: { k: "3" } }))).toMatch(/^set.k: must be a number/);
  expect(textOf(await call("run", { model: pendulum, settings: { rtol: "x" } }))).toMatch(/rtol/);
});

test("a run is stopped when the client cancels it, and other calls are answered meanwhile", async () => {
  const { call, send, last } = connect();
  const endless = call("run", { model: pendulum, settings: { until: 1e7 }, seconds: 500 });
  const id = last();
  expect(textOf(await call("validate", { model: pendulum }))).toBe("The model is valid.");
  send(JSON.stringify({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: id } }));
  expect(JSON.parse(textOf(await endless)).status).toBe("stopped");
});

test("a plot is SVG, and the gallery and the schema are at hand", async () => {
  const { call } = connect();
  expect(textOf(await call("plot", { model: "pendulum", x: "bob_x", y: ["bob_x'"] }))).toMatch(/^<svg/);
  expect(JSON.parse(textOf(await call("gallery", {}))).map(({ name }: { name: string }) => name)).toContain("pendulum");
  expect(textOf(await call("gallery", { name: "pendulum" }))).toMatch(/^taut: 1|^#/m);
  expect(JSON.parse(textOf(await call("schema", { section: "points" }))).description).toBeTypeOf("string");
});

test("what is not a request gets the codes of JSON-RPC", async () => {
  const { ask, send, answerTo, call } = connect();
  expect((await ask("resources/list")).error!.code).toBe(-32601);
  const unreadable = answerTo(null);
  send("{ not json");
  expect((await unreadable).error!.code).toBe(-32700);
  const batch = answerTo(null);
  send("[]");
  expect((await batch).error!.code).toBe(-32600);
  expect((await call("delete", {})).error!.code).toBe(-32602);
});

test("a line that does not end soon is refused without being kept, and the next one is answered", async () => {
  const { child, send, answerTo, ask } = connect();
  const refused = answerTo(null);
  const part = "x".repeat(1_000_000);
  for (let k = 0; k < 60; k++) child.stdin.write(part);
  send("");
  expect((await refused).error!.message).toBe("a message must not be longer than 20000000 bytes.");
  expect((await ask("ping")).result).toEqual({});
});

test("a call that hangs in one compilation does not hold up the server, and ends when it is cancelled", async () => {
  const { call, ask, send, last } = connect();
  // pairs of 200 kinds of sites take minutes to compile
  const points = Array.from(
    { length: 200 },
    (_, k) => `  p${k}: { mass: 1, at: [${k}, 0], sigma: 1.${k}, epsilon: 1 }`,
  );
  const model = `taut: 1\npoints:\n${points.join("\n")}\nelements: [lennard-jones: {}]\nrun: { until: 1 }\n`;
  const long = call("run", { model, seconds: 500 });
  const id = last();
  expect((await ask("ping")).result).toEqual({});
  expect(textOf(await call("validate", { model: pendulum }))).toBe("The model is valid.");
  send(JSON.stringify({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: id } }));
  const ended = await long;
  expect(ended.result!.isError).toBe(true);
  expect(textOf(ended)).toBe("the call was cancelled.");
});

test("very many columns and names that objects inherit are refused with a sentence", async () => {
  const { call } = connect();
  const many = Array.from({ length: 201 }, (_, k) => `bob_x + ${k}`);
  const [columns, curves, inherited] = await Promise.all([
    call("run", { model: pendulum, columns: many }),
    call("plot", { model: pendulum, y: many }),
    call("run", { model: pendulum, columns: ["bob_x", "__proto__"] }),
  ]);
  expect([columns, curves, inherited].map(({ result }) => result!.isError)).toEqual([true, true, true]);
  expect(textOf(columns)).toMatch(/^columns: must be a list of at most 200 texts; got \["bob_x \+ 0",.{1,200}…\.$/);
  expect(textOf(curves)).toMatch(/^y: must be a list of at most 20 texts/);
  expect(textOf(inherited)).toMatch(/^columns: "__proto__", column 1: unknown name "__proto__"/);
});

test("a call ends when the process has more memory than it may", async () => {
  // threads load built files
  const file = new URL("../../dist/cli/mcp/in-thread.js", import.meta.url).href;
  const { inThread } = (await import(/* @vite-ignore */ file)) as typeof import("../../src/cli/mcp/in-thread.js");
  const run = { name: "run", description: "", inputSchema: {}, call: () => "" };
  const long = { model: pendulum, settings: { until: 1e9 }, seconds: 600 };
  await expect(inThread(run, 1).call(long, new AbortController().signal)).rejects.toThrow(
    /^all calls together must not need more than 1 MB of memory; they do\. Make the model smaller/,
  );
});

test("an id that is in use and a ninth call at a time are refused", async () => {
  const { call, send, answerTo, last } = connect();
  const endless = { model: pendulum, settings: { until: 1e7 }, seconds: 500 };
  const running = Array.from({ length: 8 }, () => call("run", endless));
  expect((await call("validate", { model: pendulum })).error!.message).toMatch(/^at most 8 calls may run at a time/);
  const again = answerTo(1);
  send(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "gallery", arguments: {} } }));
  expect((await again).error!.message).toMatch(/^each call must have an id of its own/);
  expect(running).toHaveLength(8);
  expect(last()).toBe(9);
});

test("ids, methods and arguments of every kind are answered or left out, and the server goes on", async () => {
  const { send, ask, answerTo } = connect();
  const strange = [null, true, 0, -1, 1e308, "", "x", [], {}, [[]], { a: null }, "__proto__"];
  for (const value of strange) {
    send(JSON.stringify(value));
    send(JSON.stringify({ jsonrpc: "2.0", id: value, method: "ping" }));
    send(JSON.stringify({ jsonrpc: "2.0", id: "k", method: value }));
    send(JSON.stringify({ jsonrpc: "2.0", id: "k", method: "tools/call", params: value }));
    send(JSON.stringify({ jsonrpc: "2.0", id: "k", method: "tools/call", params: { name: value, arguments: value } }));
    send(JSON.stringify({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: value } }));
  }
  for (const tool of ["gallery", "schema", "validate", "explain", "run", "plot"])
    for (const value of ["__proto__", "constructor", "../../package.json", "/etc/passwd", "\0"]) {
      const id = `${tool} ${value}`;
      const answer = answerTo(id as unknown as number);
      const given = { name: value, section: value, model: value, set: { [value]: 1 }, settings: { [value]: 1 } };
      const known = { gallery: ["name"], schema: ["section"], validate: ["model"] }[tool] ?? [
        "model",
        "set",
        "settings",
      ];
      const args = Object.fromEntries(known.map((key) => [key, given[key as keyof typeof given]]));
      send(JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params: { name: tool, arguments: args } }));
      const { result } = await answer;
      expect(result!.isError, id).toBe(true);
      expect(result!.content[0].text, id).not.toMatch(/internal error|root:|"name": "taut"/);
    }
  expect((await ask("ping")).result).toEqual({});
});
