/**
 * Connects to a queue. The address may hold a password, so it is never repeated: messages name the host only, and the
 * process hides its own command line.
 */

import type { Redis } from "ioredis";
import { UsageError } from "../../exit.js";

/** The time (ms) within which a server must answer at first. */
const patience = 5000;

export interface QueueConnection {
  /** Host and port, for messages. */
  readonly place: string;
  readonly client: Redis;
  close(): void;
}

/**
 * The address from the option or, without a value there, from TAUT_QUEUE, which other users of the machine cannot see.
 */
export function queueAddress(given: string | true): string {
  const text = given === true ? (process.env.TAUT_QUEUE ?? "") : given;
  if (text === "")
    throw new UsageError(
      "--queue",
      "needs an address, and TAUT_QUEUE is not set. Write --queue redis://host:6379, or set TAUT_QUEUE.",
    );
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw new UsageError(
      "--queue",
      "must be a URL, and the given text is not. Write redis://user:password@host:6379, or rediss:// for TLS.",
    );
  }
  if (!/^rediss?:$/.test(url.protocol))
    throw new UsageError("--queue", `must begin with redis://, or rediss:// for TLS; got "${url.protocol}//".`);
  // the command line would show the password to every user who lists processes
  if (url.password !== "") process.title = "taut";
  return text;
}

/** Connects, and checks that the server answers. Later the connection is restored by itself whenever it breaks. */
export async function connect(address: string): Promise<QueueConnection> {
  const { host: place, protocol } = new URL(address);
  const { Redis } = await loadOrExplain(() => import("ioredis"));
  const once = new Redis(address, { lazyConnect: true, connectTimeout: patience, retryStrategy: () => null });
  await probe(once, place, protocol === "rediss:");
  const client = new Redis(address, {
    maxRetriesPerRequest: null,
    retryStrategy: (times) => Math.min(100 * times, 2000),
  });
  client.on("error", () => {}); // the client reconnects; the queue and the worker have error events of their own
  return { place, client, close: () => client.disconnect() };
}

/** Connects once, and throws a readable error if the server does not answer or refuses. */
async function probe(client: Redis, place: string, isEncrypted: boolean): Promise<void> {
  let cause: unknown;
  client.on("error", (error) => {
    cause = error;
  });
  const timer = setTimeout(() => client.disconnect(), patience);
  try {
    await client.connect();
    await client.ping();
  } catch (error) {
    throw new UsageError("--queue", whyNot(cause ?? error, `${cause ?? ""} ${error}`, place, isEncrypted));
  } finally {
    clearTimeout(timer);
    client.disconnect();
  }
}

/** The reason of a failed connection, in words that do not repeat the address. */
function whyNot(cause: unknown, text: string, place: string, isEncrypted: boolean): string {
  if (/WRONGPASS|NOAUTH|NOPERM|invalid (username|password)|ERR AUTH/i.test(text))
    return `the server at ${place} does not accept this user name and password. Check them.`;
  const code = String((cause as { code?: unknown }).code ?? "");
  if (/CERT|SIGNATURE|ISSUER/.test(code))
    return `the certificate of the server at ${place} is not trusted (${code}). Set NODE_EXTRA_CA_CERTS to the certificate file of its authority.`;
  const shown = /^E[A-Z]{4,}$/.test(code) ? ` (${code})` : "";
  const broken = /Connection is closed|ECONNRESET|EPIPE|EPROTO/.test(text);
  const hint = broken
    ? ` It may expect ${isEncrypted ? "redis://, without encryption" : "rediss://, with encryption"}.`
    : "";
  return `the server at ${place} cannot be reached${shown}. Check that it is running and that the address is right.${hint}`;
}

/** Loads one of the queue's packages, which are optional, or throws an error that says how to install them. */
export async function loadOrExplain<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch {
    throw new UsageError(
      "--queue",
      "needs two optional packages that are not installed. Install them with: npm install bullmq ioredis",
    );
  }
}
