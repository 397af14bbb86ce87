/**
 * Serves the built lab to this machine only. Pages from elsewhere cannot use it: a request must name this machine, or a
 * name that the user allows, as its host, and the same as its origin if it names one (a page that rebinds its own name
 * to 127.0.0.1 does neither). Only files found at the start are served, so no path leads out of the folder.
 */

import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, extname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { own } from "../core/index.js";
import { reason } from "./disk/reason.js";
import { makeFolder } from "./disk/write.js";
import { UsageError } from "./exit.js";

const folder = fileURLToPath(new URL("../lab/", import.meta.url));
const address = "127.0.0.1";

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".json": "application/json; charset=utf-8",
};

export interface LabServer {
  readonly url: string;
  close(): void;
}

/**
 * Serves on `port`, or on any free one when it is 0. Requests may name this machine, with any port, since a tunnel may
 * have another one at its other end, or one of `hostNames`.
 */
export function serveLab(port: number, hostNames: readonly string[] = []): Promise<LabServer> {
  const files = filesOf(folder);
  const page = files.get("/index.html");
  if (page === undefined) throw notBuilt();
  const headers = securityHeaders(page.toString("utf8"));
  const server = createServer((request, response) => answer(request, response, files, headers, hostNames));
  return new Promise((resolve, reject) => {
    server.on("error", (error: NodeJS.ErrnoException) => reject(listening(error, port)));
    server.listen(port, address, () => {
      const { port: found } = server.address() as AddressInfo;
      resolve({ url: `http://${address}:${found}/`, close: () => end(server) });
    });
  });
}

/** Writes the files of the lab into a folder, which must be new or empty. Returns their number. */
export function exportLab(to: string): number {
  const files = filesOf(folder);
  if (!files.has("/index.html")) throw notBuilt();
  // an empty name would be the root of the file system
  if (to.trim() === "")
    throw new UsageError("--export", "must be the name of a folder; it is empty. Write --export site.");
  if (existsSync(to) && (!statSync(to).isDirectory() || readdirSync(to).length > 0))
    throw new UsageError("--export", `must be a folder that is new or empty; "${to}" is not. Choose another one.`);
  try {
    for (const [name, content] of files) {
      const path = join(to, name);
      makeFolder(dirname(path));
      writeFileSync(path, content);
    }
  } catch (error) {
    throw new UsageError("--export", `nothing can be written to "${to}": ${reason(error)}. Choose another folder.`);
  }
  return files.size;
}

function notBuilt(): UsageError {
  return new UsageError(
    "taut lab",
    'the lab has not been built. In a clone of the repository, run "npm run build" once.',
  );
}

function end(server: Server): void {
  server.close();
  server.closeAllConnections();
}

/** Every file below a folder, keyed by its path in a URL. */
function filesOf(root: string): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  if (!existsSync(root)) return files;
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    files.set(`/${relative(root, path).split(sep).join("/")}`, readFileSync(path));
  }
  return files;
}

/**
 * The page states its security policy in a meta tag, for other hosts. Here it is sent as a header, which covers workers
 * too.
 */
function securityHeaders(page: string): Readonly<Record<string, string>> {
  const policy = /http-equiv="Content-Security-Policy"\s+content="([^"]*)"/.exec(page)?.[1] ?? "default-src 'none'";
  return {
    "Content-Security-Policy": `${policy}; frame-ancestors 'none'`,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Embedder-Policy": "require-corp",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
  };
}

function answer(
  request: IncomingMessage,
  response: ServerResponse,
  files: ReadonlyMap<string, Buffer>,
  headers: Readonly<Record<string, string>>,
  hostNames: readonly string[],
): void {
  const path = (request.url ?? "/").replace(/[?#].*$/, "");
  const name = path === "/" ? "/index.html" : path;
  const content = files.get(name);
  const refusal =
    refusalOf(request, hostNames) ?? (content === undefined ? ([404, "There is no such page."] as const) : undefined);
  if (refusal !== undefined) {
    const [status, why] = refusal;
    response.writeHead(status, { ...headers, "Content-Type": "text/plain; charset=utf-8" }).end(`${why}\n`);
    return;
  }
  // the names of files in assets/ contain a hash of their content; the page and its icon have fixed names
  const cache = name.startsWith("/assets/") ? "public, max-age=31536000, immutable" : "no-cache";
  const accepts = /\bgzip\b/.test(String(request.headers["accept-encoding"] ?? ""));
  const body = accepts ? zipped(content!) : content!;
  response.writeHead(200, {
    ...headers,
    "Content-Type": own(types, extname(name)) ?? "application/octet-stream",
    "Content-Length": body.length,
    ...(accepts && { "Content-Encoding": "gzip" }),
    Vary: "Accept-Encoding",
    "Cache-Control": cache,
  });
  response.end(request.method === "HEAD" ? undefined : body);
}

const compressed = new WeakMap<Buffer, Buffer>();

/** The file, compressed once. */
function zipped(file: Buffer): Buffer {
  const known = compressed.get(file) ?? gzipSync(file);
  compressed.set(file, known);
  return known;
}

/** The status and message for a request that must not be answered, whatever file it names. */
function refusalOf(
  { headers: { host, origin }, method }: IncomingMessage,
  hostNames: readonly string[],
): readonly [number, string] | undefined {
  const name = host?.toLowerCase().replace(/:\d+$/, "");
  if (host === undefined || name === undefined || ![address, "localhost", ...hostNames].includes(name))
    return [
      403,
      `The lab answers requests to this machine only, and not to "${host ?? ""}". If you use that name on purpose, start the lab with --host-name.`,
    ];
  if (origin !== undefined && origin !== `http://${host}` && origin !== `https://${host}`)
    return [403, "The lab does not answer requests from other pages."];
  if (method !== "GET" && method !== "HEAD") return [405, "The lab answers GET and HEAD requests only."];
  return undefined;
}

function listening(error: NodeJS.ErrnoException, port: number): Error {
  if (error.code === "EADDRINUSE")
    return new UsageError("--port", `${port} is in use. Give another port, or 0 for any free one.`);
  if (error.code === "EACCES")
    return new UsageError("--port", `the system does not permit port ${port}. Give one above 1023.`);
  return error;
}
