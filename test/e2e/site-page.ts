/** Serves the built site as a plain static server does, and opens its pages in a browser. */

import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { chromium, type Page } from "playwright-core";
import { patience } from "../../scripts/patience.mjs";
import { root } from "../cli/taut.js";
import { executablePath } from "./browser.js";

const kinds: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".json": "application/json",
};

export interface BuiltSite {
  /** Opens a page of the site, and gathers errors, warnings and requests to other servers. */
  open(path: string, look?: Look): Promise<{ readonly page: Page; readonly complaints: string[] }>;
  close(): Promise<void>;
}

export interface Look {
  readonly width?: number;
  readonly colours?: "light" | "dark";
}

/** `extra` has the text of pages beside those of the folder. */
export async function openBuilt(folder: string, extra: Readonly<Record<string, string>> = {}): Promise<BuiltSite> {
  const server = createServer(({ url = "/" }, answer) => {
    const path = decodeURIComponent(url.split(/[?#]/)[0]);
    const file = path.endsWith("/") ? `${path}index.html` : path;
    try {
      const bytes = extra[path] ?? readFileSync(join(root, folder, file));
      answer.writeHead(200, { "content-type": kinds[extname(file)] ?? "application/octet-stream" }).end(bytes);
    } catch {
      answer.writeHead(404).end();
    }
  });
  await new Promise<void>((done) => {
    server.listen(0, "127.0.0.1", done);
  });
  const address = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  const browser = await chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ["--no-sandbox"] : [] });
  return {
    async open(path, { width = 1280, colours = "light" } = {}) {
      const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme: colours });
      const page = await context.newPage();
      page.setDefaultTimeout(patience(30_000));
      const complaints: string[] = [];
      page.on("console", (message) => {
        // messages of the graphics driver are not about the page
        if (message.text().includes("GL Driver Message")) return;
        if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
      });
      page.on("pageerror", (error) => complaints.push(error.message));
      page.on("request", (request) => {
        const target = request.url();
        if (!target.startsWith(address) && !/^(data|blob):/.test(target)) complaints.push(`request to ${target}`);
      });
      await page.goto(address + path);
      return { page, complaints };
    },
    async close() {
      await browser.close();
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
