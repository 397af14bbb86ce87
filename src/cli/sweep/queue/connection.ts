/**
 * The way to a queue. The address may hold a password, so nothing here repeats it: messages name the host only, and the
 * process hides its own command line.
 */

import type { Redis } from "ioredis";
import { UsageError } from "../../exit.js";

/** How long a server may take to answer at first (ms). */
const patience = 5000;

export interface QueueConnection {
  /** Host and port, for people. */
  readonly place: string;
  readonly client: Redis;
  close(): void;
}

/** The address from the option, or from TAUT_QUEUE, which other users of the machine cannot see. */
export function queueAddress(given: string | true): string {
  const text = given === true ? (process.env.TAUT_QUEUE ?? "") : given;
  if (text === "")
    throw new UsageError("--queue", "no address. Write --queue redis://host:6379, or put it into TAUT_QUEUE.");
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw new UsageError("--queue", "this is no address. Write redis://user:password@host:6379, or rediss:// for TLS.");
  }
  if (!/^rediss?:$/.test(url.protocol))
    throw new UsageError("--queue", `"${url.protocol}//" is no Redis address. Write redis://, or rediss:// for TLS.`);
  // the command line would show the password to everybody who lists processes
  if (url.password !== "") process.title = "taut";
  return text;
}

/** A connection that has answered; afterwards it comes back by itself when the server was away. */
export async function connect(address: string): Promise<QueueConnection> {
  const { host: place, protocol } = new URL(address);
  const { Redis } = await loadOrExplain(() => import("ioredis"));
  const once = new Redis(address, { lazyConnect: true, connectTimeout: patience, retryStrategy: () => null });
  await probe(once, place, protocol === "rediss:");
  const client = new Redis(address, {
    maxRetriesPerRequest: null,
    retryStrategy: (times) => Math.min(100 * times, 2000),
  });
  client.on("error", () => {}); // it comes back; who cares looks at the events of queue and worker
  return { place, client, close: () => client.disconnect() };
}

/** One look at the server: what is wrong is said in one sentence. */
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

/** What is wrong with the server, without its address. */
function whyNot(cause: unknown, text: string, place: string, isEncrypted: boolean): string {
  if (/WRONGPASS|NOAUTH|NOPERM|invalid (username|password)|ERR AUTH/i.test(text))
    return `the server at ${place} does not accept this user name and password.`;
  const code = String((cause as { code?: unknown }).code ?? "");
  if (/CERT|SIGNATURE|ISSUER/.test(code))
    return `the certificate of the server at ${place} is not trusted (${code}). Name the file of its authority in NODE_EXTRA_CA_CERTS.`;
  const shown = /^E[A-Z]{4,}$/.test(code) ? ` (${code})` : "";
  const broken = /Connection is closed|ECONNRESET|EPIPE|EPROTO/.test(text);
  const hint = broken
    ? ` Does it want ${isEncrypted ? "redis://, without encryption" : "rediss://, with encryption"}?`
    : "";
  return `the server at ${place} cannot be reached${shown}. Is it running, and is the address right?${hint}`;
}

/** The queue's packages are optional: who needs them installs them. */
export async function loadOrExplain<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch {
    throw new UsageError("--queue", "queues need two more packages. Install them with: npm install bullmq ioredis");
  }
}
