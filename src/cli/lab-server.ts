/**
 * The built lab, served to this machine only. Pages from elsewhere cannot use it: requests must name this address as host, and
 * as origin if they name one (a page that rebinds its own name to 127.0.0.1 does neither). What is served is the list of files
 * found at the start, so no path leads out of the folder.
 */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
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
    throw new UsageError("taut lab", 'the lab is not built. In a clone, run "npm run build" once.');
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

/** Every file below a folder by its path in a URL. */
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

/** The page states its policy for hosts that send none; here it is a header, which binds workers too. */
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
    refusalOf(request) ?? (content === undefined ? ([404, "There is nothing here."] as const) : undefined);
  if (refusal !== undefined) {
    const [status, why] = refusal;
    response.writeHead(status, { ...headers, "Content-Type": "text/plain; charset=utf-8" }).end(`${why}\n`);
    return;
  }
  // names of built files contain their hash, but for the page and its icon
  const cache = name.startsWith("/assets/") ? "public, max-age=31536000, immutable" : "no-cache";
  response.writeHead(200, {
    ...headers,
    "Content-Type": types[extname(name)] ?? "application/octet-stream",
    "Content-Length": content!.length,
    "Cache-Control": cache,
  });
  response.end(request.method === "HEAD" ? undefined : content);
}

/** Why a request is not answered, whatever it asks for. */
function refusalOf({
  socket,
  headers: { host, origin },
  method,
}: IncomingMessage): readonly [number, string] | undefined {
  const { port } = socket.address() as AddressInfo;
  const hosts = [`${address}:${port}`, `localhost:${port}`];
  if (host === undefined || !hosts.includes(host)) return [403, "The lab is for this machine only."];
  if (origin !== undefined && !hosts.some((each) => origin === `http://${each}`))
    return [403, "The lab does not answer other pages."];
  if (method !== "GET" && method !== "HEAD") return [405, "The lab is only read."];
  return undefined;
}

function listening(error: NodeJS.ErrnoException, port: number): Error {
  if (error.code === "EADDRINUSE")
    return new UsageError("--port", `${port} is taken. Give another, or 0 for any free one.`);
  if (error.code === "EACCES") return new UsageError("--port", `${port} is not permitted. Give one above 1023.`);
  return error;
}
