/** Serves the bundle of `<taut-lab>` and pages that use it from a plain static server, as a user's would be. */

import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { join } from "node:path";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { patience } from "../../scripts/patience.mjs";
import { root } from "../cli/taut.js";
import { executablePath } from "./browser.js";

const kinds: Readonly<Record<string, string>> = { js: "text/javascript", yaml: "text/yaml", html: "text/html" };

export interface EmbedSite {
  /** The address of the server. */
  readonly address: string;
  /** Opens a page with this content of its body; `complaints` gathers errors of the page. */
  open(body: string, options?: OpenOptions): Promise<{ page: Page; complaints: string[]; asked: string[] }>;
  close(): Promise<void>;
}

export interface OpenOptions extends BrowserContextOptions {
  /** A Content-Security-Policy. */
  readonly policy?: string;
  /** A script that runs before the page's own. */
  readonly before?: string;
  /** Where the bundle comes from. Default: the same server. */
  readonly bundle?: string;
}

const pages = new Map<string, { body: string; policy: string | undefined }>();

/** A server for the bundle, for models of the gallery, and for pages that tests make. */
function serve(): Promise<Server> {
  const server = createServer(({ url = "/" }, answer) => {
    const path = url.split("?")[0].slice(1);
    const made = pages.get(path);
    const headers: Record<string, string> = { "access-control-allow-origin": "*" };
    if (made !== undefined) {
      if (made.policy !== undefined) headers["content-security-policy"] = made.policy;
      answer.writeHead(200, { ...headers, "content-type": "text/html; charset=utf-8" });
      answer.end(
        `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Test</title><main>${made.body}</main></html>`,
      );
      return;
    }
    try {
      const folder = path.endsWith(".yaml") ? "gallery" : "dist/embed";
      const bytes = readFileSync(join(root, folder, path.replace(/^models\//, "")));
      answer.writeHead(200, { ...headers, "content-type": kinds[path.split(".").at(-1)!] ?? "text/plain" });
      answer.end(bytes);
    } catch {
      answer.writeHead(404, headers).end();
    }
  });
  return new Promise((done) => {
    server.listen(0, "127.0.0.1", () => done(server));
  });
}

export async function openSite(): Promise<EmbedSite> {
  const server = await serve();
  const { port } = server.address() as { port: number };
  const browser: Browser = await chromium.launch({
    executablePath,
    args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
  });
  const address = `http://127.0.0.1:${port}`;
  let count = 0;
  return {
    address,
    async open(body, { policy, before, bundle = "", ...options } = {}) {
      const name = `page-${++count}.html`;
      pages.set(name, { body: `${body}<script type="module" src="${bundle}taut-lab.js"></script>`, policy });
      const context = await browser.newContext({ viewport: { width: 1000, height: 900 }, ...options });
      const page = await context.newPage();
      page.setDefaultTimeout(patience(30_000));
      const [complaints, asked]: [string[], string[]] = [[], []];
      page.on("pageerror", (error) => complaints.push(String(error)));
      page.on("console", (message) => {
        if (message.type() === "error") complaints.push(message.text());
      });
      page.on("request", (request) => asked.push(request.url()));
      if (before !== undefined) await page.addInitScript(before);
      await page.goto(`${address}/${name}`);
      return { page, complaints, asked };
    },
    async close() {
      await browser.close();
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
