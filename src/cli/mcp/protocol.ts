/**
 * The Model Context Protocol over standard input and output: JSON-RPC 2.0, one message a line. Only tools are offered.
 * Calls run side by side, so that a long run can be cancelled (`notifications/cancelled`).
 */

import { explainError } from "../exit.js";

/** Versions of the protocol, the newest first. They do not differ in anything that is used here. */
const versions = ["2025-06-18", "2025-03-26", "2024-11-05"];

/** The longest message (bytes) that is read. */
const longestMessage = 20_000_000;
/** The largest number of calls that may run at the same time. */
const mostCalls = 8;

/** A tool that a client may call. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
  /** The answer, as text. The message of an error that it throws is sent to the client as the answer. */
  call(given: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<string> | string;
}

export interface ServerInfo {
  readonly name: string;
  readonly version: string;
  /** What a client should know before it calls a tool. */
  readonly instructions: string;
}

type Id = string | number;
type Data = Readonly<Record<string, unknown>>;

const code = { parse: -32700, request: -32600, method: -32601, params: -32602 } as const;

/** A request that cannot be answered, with the code of JSON-RPC. */
class RequestError extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** Answers messages until the input ends. `send` gets one message without a line end. */
export async function serveTools(
  input: AsyncIterable<string | Uint8Array>,
  send: (message: string) => void,
  info: ServerInfo,
  tools: readonly Tool[],
): Promise<void> {
  const calls = new Map<Id, AbortController>();
  const open = new Set<Promise<void>>();

  const answer = (id: Id | null, content: Data): void => send(JSON.stringify({ jsonrpc: "2.0", id, ...content }));

  async function receive(text: string | undefined): Promise<void> {
    let id: Id | null = null;
    try {
      const message = parsed(text);
      if (typeof message.id === "string" || typeof message.id === "number") id = message.id;
      const params = isData(message.params) ? message.params : {};
      if (id === null) notified(message.method, params);
      else answer(id, { result: await respond(id, message.method, params) });
    } catch (error) {
      if (error instanceof RequestError) answer(id, { error: { code: error.code, message: error.message } });
      else throw error;
    }
  }

  function notified(method: unknown, params: Data): void {
    if (method === "notifications/cancelled") calls.get(params.requestId as Id)?.abort();
  }

  async function respond(id: Id, method: unknown, params: Data): Promise<Data> {
    switch (method) {
      case "initialize": {
        const { name, version, instructions } = info;
        const wanted = versions.find((each) => each === params.protocolVersion);
        return {
          ...{ protocolVersion: wanted ?? versions[0], capabilities: { tools: {} } },
          ...{ serverInfo: { name, version }, instructions },
        };
      }
      case "ping":
        return {};
      case "tools/list":
        return { tools: tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })) };
      case "tools/call":
        return called(id, params);
      default:
        throw new RequestError(code.method, `there is no method ${JSON.stringify(method)}.`);
    }
  }

  async function called(id: Id, { name, arguments: given = {} }: Data): Promise<Data> {
    const tool = tools.find((each) => each.name === name);
    if (tool === undefined) {
      const known = tools.map((each) => each.name).join(", ");
      throw new RequestError(code.params, `name must be one of ${known}; got ${JSON.stringify(name)}.`);
    }
    if (!isData(given)) throw new RequestError(code.params, "arguments must be an object.");
    if (calls.has(id))
      throw new RequestError(code.request, "each call must have an id of its own; this one is in use.");
    if (calls.size >= mostCalls)
      throw new RequestError(code.request, `at most ${mostCalls} calls may run at a time. Wait for an answer.`);
    const controller = new AbortController();
    calls.set(id, controller);
    try {
      return { content: [{ type: "text", text: await tool.call(given, controller.signal) }] };
    } catch (error) {
      return { content: [{ type: "text", text: explainError(error).message }], isError: true };
    } finally {
      calls.delete(id);
    }
  }

  for await (const line of linesOf(input)) {
    if (line?.trim() === "") continue;
    const done = receive(line).finally(() => open.delete(done));
    open.add(done);
  }
  // a client that closes the input takes no more answers
  for (const controller of calls.values()) controller.abort();
  await Promise.all(open);
}

function parsed(text: string | undefined): Data {
  if (text === undefined)
    throw new RequestError(code.request, `a message must not be longer than ${longestMessage} bytes.`);
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    throw new RequestError(code.parse, "the message is not JSON.");
  }
  if (!isData(message) || message.jsonrpc !== "2.0")
    throw new RequestError(code.request, 'a message must be an object with jsonrpc: "2.0".');
  return message;
}

const isData = (value: unknown): value is Data => typeof value === "object" && value !== null && !Array.isArray(value);

const newline = 10;

/** The lines of the input; undefined for one that is too long, of which nothing is kept. */
async function* linesOf(input: AsyncIterable<string | Uint8Array>): AsyncGenerator<string | undefined> {
  let parts: Uint8Array[] = [];
  let length = 0;
  const take = (): string | undefined => {
    const line = length > longestMessage ? undefined : Buffer.concat(parts).toString("utf8");
    [parts, length] = [[], 0];
    return line;
  };
  const add = (part: Uint8Array): void => {
    length += part.length;
    if (length <= longestMessage) parts.push(part);
    else parts = [];
  };
  for await (const given of input) {
    const bytes = typeof given === "string" ? Buffer.from(given) : given;
    let from = 0;
    for (let end = bytes.indexOf(newline); end >= 0; end = bytes.indexOf(newline, from)) {
      add(bytes.subarray(from, end));
      yield take();
      from = end + 1;
    }
    add(bytes.subarray(from));
  }
  if (length > 0) yield take();
}
