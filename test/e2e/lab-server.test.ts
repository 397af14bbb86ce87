/** The requests that `taut lab` answers, and those that it refuses. */

import type { ChildProcess } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { request } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { root, taut, temporaryFolder } from "../cli/taut.js";
import { startServer } from "./lab-page.js";

const exported = temporaryFolder();
let url: string;
let child: ChildProcess;
beforeAll(async () => {
  ({ url, child } = await startServer());
});
afterAll(() => {
  child?.kill("SIGINT");
});

/** Sends a request exactly as written, because HTTP clients would normalise it, and returns the answer. */
function raw(lines: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(url).port), "127.0.0.1", () => socket.end(`${lines.join("\r\n")}\r\n\r\n`));
    let text = "";
    socket.setEncoding("utf8").on("data", (data) => {
      text += data;
    });
    socket.on("close", () => resolve(text));
    socket.on("error", reject);
  });
}

function get(path: string, headers: Record<string, string> = {}, method = "GET") {
  return new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; body: string }>((resolve, reject) => {
    request(`${url}${path}`, { headers, method }, (response) => {
      let body = "";
      response.setEncoding("utf8").on("data", (data) => {
        body += data;
      });
      response.on("end", () => resolve({ status: response.statusCode!, headers: response.headers, body }));
    })
      .on("error", reject)
      .end();
  });
}

describe("taut lab", () => {
  test("serves the built page with a strict policy in its header", async () => {
    expect(existsSync(join(root, "dist/lab/index.html"))).toBe(true);
    const { status, headers, body } = await get("");
    expect(status).toBe(200);
    expect(body).toContain("<title>taut lab</title>");
    const policy = String(headers["content-security-policy"]);
    expect(policy).toContain("default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self';");
    expect(policy).not.toMatch(/unsafe-inline|'unsafe-eval'|https?:|\*/);
    expect(headers["x-content-type-options"]).toBe("nosniff");
  });

  test.each(["evil.example", "evil.example:80", "127.0.0.1.evil.example:PORT", "localhost.evil.example"])(
    "refuses the host %j",
    async (host) => {
      const { status, body } = await get("", { host: host.replace("PORT", new URL(url).port) });
      expect(status).toBe(403);
      expect(body).not.toContain("<html");
    },
  );

  test("refuses a request that names no host", async () => {
    expect(await raw(["GET / HTTP/1.0"])).toMatch(/^HTTP\/1\.1 403 /);
  });

  test.each(["https://evil.example", "null", "http://127.0.0.1:1"])("refuses the origin %j", async (origin) => {
    expect((await get("", { origin })).status).toBe(403);
  });

  test("answers its own origin", async () => {
    expect((await get("", { origin: url.replace(/\/$/, "") })).status).toBe(200);
  });

  test.each([
    "/../../etc/passwd",
    "/../package.json",
    "/..%2f..%2fpackage.json",
    "/assets/../../index.js",
    "/%2e%2e/index.js",
    "/..\\..\\package.json",
    "//etc/passwd",
    "/assets",
    "/index.html%00.js",
  ])("finds nothing at %s", async (path) => {
    const answer = await raw([`GET ${path} HTTP/1.1`, `Host: ${new URL(url).host}`, "Connection: close"]);
    expect(answer).toMatch(/^HTTP\/1\.1 40[04] /);
    expect(answer).not.toContain("root:");
    expect(answer).not.toContain('"name": "taut"');
  });

  test.each(["POST", "PUT", "DELETE", "OPTIONS"])("refuses %s", async (method) => {
    expect((await get("", {}, method)).status).toBe(405);
  });

  test("answers through a tunnel whose other end has another port, and sends files compressed if asked to", async () => {
    for (const host of ["localhost:8080", "127.0.0.1:9", "localhost"])
      expect((await get("", { host })).status).toBe(200);
    const { headers } = await get("", { "accept-encoding": "gzip, br" });
    expect(headers["content-encoding"]).toBe("gzip");
    expect((await get("")).headers["content-encoding"]).toBeUndefined();
  });

  test("answers a name that --host-name allows, and no other", async () => {
    const named = await startServer("--host-name", "Lab.example.org");
    const status = (host: string) =>
      new Promise<number>((resolve, reject) => {
        request(named.url, { headers: { host } }, (response) => {
          response.resume();
          resolve(response.statusCode!);
        })
          .on("error", reject)
          .end();
      });
    expect(await status("lab.example.org")).toBe(200);
    expect(await status("lab.example.org:8443")).toBe(200);
    expect(await status("other.example.org")).toBe(403);
    named.child.kill("SIGINT");
    const wrong = await taut(["lab", "--no-open", "--host-name", "http://lab:80"]);
    expect(wrong.code).toBe(2);
    expect(wrong.stderr).toContain("--host-name: must be a name such as lab.example.org");
  });

  test("--export writes the same files into a new folder, with relative addresses, and refuses one that is in use", async () => {
    const folder = join(exported.file("before.txt", ""), "../site");
    const { code, stdout } = await taut(["lab", "--export", folder]);
    expect([code, stdout]).toEqual([0, `${folder}\n`]);
    const page = readFileSync(join(folder, "index.html"), "utf8");
    expect(page).toBe((await get("")).body);
    for (const [, address] of page.matchAll(/(?:src|href)="([^"]*)"/g)) {
      expect(address).toMatch(/^\.\//);
      expect(existsSync(join(folder, address))).toBe(true);
    }
    const again = await taut(["lab", "--export", folder]);
    expect(again.code).toBe(2);
    expect(again.stderr).toContain("--export: must be a folder that is new or empty");
  });

  test("listens on this machine only", () => {
    expect(new URL(url).hostname).toBe("127.0.0.1");
  });

  test("a port that is in use or invalid gives one message and exit code 2", async () => {
    const taken = await taut(["lab", "--no-open", "--port", new URL(url).port]);
    expect(taken).toMatchObject({ code: 2, stdout: "" });
    expect(taken.stderr).toMatch(/^--port: \d+ is in use\. .*\n$/);
    const wrong = await taut(["lab", "--no-open", "--port", "99999"]);
    expect(wrong).toMatchObject({
      code: 2,
      stderr: "--port: must be a whole number from 0 to 65535; got 99999.\n",
    });
  });
});
