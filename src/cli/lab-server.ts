/**
 * Serves the built lab to this machine only. Pages from elsewhere cannot use it: a request must name this address as
 * its host, and as its origin if it names one (a page that rebinds its own name to 127.0.0.1 does neither). Only files
 * found at the start are served, so no path leads out of the folder.
 */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { own } from "../core/index.js";
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

/** Serves on `port`, or on any free one when it is 0. */
export function serveLab(port: number): Promise<LabServer> {
  const files = filesOf(folder);
  const page = files.get("/index.html");
  if (page === undefined)
    throw new UsageError(
      "taut lab",
      'the lab has not been built. In a clone of the repository, run "npm run build" once.',
    );
  const headers = securityHeaders(page.toString("utf8"));
  const server = createServer((request, response) => answer(request, response, files, headers));
  return new Promise((resolve, reject) => {
    server.on("error", (error: NodeJS.ErrnoException) => reject(listening(error, port)));
    server.listen(port, address, () => {
      const { port: found } = server.address() as AddressInfo;
      resolve({ url: `http://${address}:${found}/`, close: () => end(server) });
    });
  });
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
): void {
  const path = (request.url ?? "/").replace(/[?#].*$/, "");
  const name = path === "/" ? "/index.html" : path;
  const content = files.get(name);
  const refusal =
    refusalOf(request) ?? (content === undefined ? ([404, "There is no such page."] as const) : undefined);
  if (refusal !== undefined) {
    const [status, why] = refusal;
    response.writeHead(status, { ...headers, "Content-Type": "text/plain; charset=utf-8" }).end(`${why}\n`);
    return;
  }
  // the names of files in assets/ contain a hash of their content; the page and its icon have fixed names
  const cache = name.startsWith("/assets/") ? "public, max-age=31536000, immutable" : "no-cache";
  response.writeHead(200, {
    ...headers,
    "Content-Type": own(types, extname(name)) ?? "application/octet-stream",
    "Content-Length": content!.length,
    "Cache-Control": cache,
  });
  response.end(request.method === "HEAD" ? undefined : content);
}

/** The status and message for a request that must not be answered, whatever file it names. */
function refusalOf({
  socket,
  headers: { host, origin },
  method,
}: IncomingMessage): readonly [number, string] | undefined {
  const { port } = socket.address() as AddressInfo;
  const hosts = [`${address}:${port}`, `localhost:${port}`];
  if (host === undefined || !hosts.includes(host)) return [403, "The lab answers requests from this machine only."];
  if (origin !== undefined && !hosts.some((each) => origin === `http://${each}`))
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
