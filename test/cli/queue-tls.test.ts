/** Queues with encryption, certificates and user names: a sweep that succeeds, and the messages for those that fail. */

import { type ChildProcess, spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { patience } from "../../scripts/patience.mjs";
import { canEncrypt, password, RedisServer, user } from "./redis.js";
import { bash, root, taut, temporaryFolder } from "./taut.js";

const { path, file } = temporaryFolder();
const study = {
  study: 1,
  model: { taut: 1, parameters: { k: 1 }, states: { x: 1 }, rates: { x: "-k*x" }, run: { until: 1 } },
  vary: { k: { from: 1, to: 2, count: 20 } },
};
const decay = file("decay.json", JSON.stringify(study));

describe.skipIf(!canEncrypt)(
  canEncrypt ? "rediss://" : "rediss:// (skipped: needs redis-server with TLS, and openssl)",
  { timeout: patience(200_000) },
  () => {
    let server: RedisServer;
    let worker: ChildProcess | undefined;
    let talk = "";
    const secrets = [password, user.password, user.inUrl.split(":")[1]];
    const trusting = (line: string, ...args: readonly string[]) =>
      bash(`export NODE_EXTRA_CA_CERTS="$1"; shift; ${line}`, server.certificate, ...args);

    beforeAll(async () => {
      server = await RedisServer.start({ tls: true });
    }, patience(60_000));
    afterAll(async () => {
      worker?.kill("SIGKILL");
      await server?.remove();
    });

    test("a sweep with a user name, a password and a certificate gives the same bytes as threads", async () => {
      const url = `rediss://${user.inUrl}@127.0.0.1:${server.tlsPort}`;
      const env = { ...process.env, NODE_EXTRA_CA_CERTS: server.certificate };
      const command = [join(root, "bin/taut.js"), "worker", "--queue", url, "--threads", "1", "--results", path(".")];
      worker = spawn(process.execPath, command, {
        env,
        stdio: ["ignore", "pipe", "pipe"],
      });
      for (const stream of [worker.stdout!, worker.stderr!])
        stream.setEncoding("utf8").on("data", (text) => {
          talk += text;
        });
      const [queued, threads] = await Promise.all([
        trusting('TAUT_QUEUE="$1" taut sweep "$2" --out "$3" --queue', url, decay, path("queued")),
        taut(["sweep", decay, "--out", path("threads"), "--threads", "1"]),
      ]);
      expect([queued.code, queued.stderr, threads.code]).toEqual([0, "", 0]);
      const [ours, theirs] = ["queued", "threads"].map((folder) => readFileSync(path(`${folder}/runs.parquet`)));
      expect(ours.equals(theirs)).toBe(true);

      // the password appears neither in the output, nor in the files, nor in the list of processes
      const status = await trusting('TAUT_QUEUE="$1" taut status "$2" --queue', url, path("queued"));
      expect(status.code).toBe(0);
      const files = readdirSync(path("queued"), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => readFileSync(join(entry.parentPath, entry.name), "latin1"));
      const line = process.platform === "linux" ? readFileSync(`/proc/${worker.pid}/cmdline`, "utf8") : "";
      for (const secret of secrets)
        for (const text of [talk, queued.stdout, queued.stderr, status.stdout, status.stderr, line, ...files])
          expect(text).not.toContain(secret);
    });

    test("errors are one line, and name the host but not the password", async () => {
      const [plain, tls] = [`127.0.0.1:${server.port}`, `127.0.0.1:${server.tlsPort}`];
      const status = (url: string) => taut(["status", path("queued"), "--queue", url]);
      const outcomes = await Promise.all([
        status(`rediss://:${password}@${tls}`),
        trusting('taut status "$1" --queue "$2"', path("queued"), `rediss://:wrong-secret@${tls}`),
        status(`rediss://:${password}@${plain}`),
        status(`redis://:${password}@${tls}`),
      ]);
      const sentences = [
        `the certificate of the server at ${tls} is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT). Set NODE_EXTRA_CA_CERTS to the certificate file of its authority.`,
        `the server at ${tls} does not accept this user name and password.`,
        `the server at ${plain} cannot be reached`,
        `the server at ${tls} cannot be reached`,
      ];
      outcomes.forEach(({ code, stdout, stderr }, k) => {
        expect([code, stdout]).toEqual([2, ""]);
        expect(stderr.trim().split("\n")).toHaveLength(1);
        expect(stderr).toContain(sentences[k]);
        for (const secret of [...secrets, "wrong-secret"]) expect(stderr).not.toContain(secret);
      });
      expect(outcomes[2].stderr).toContain("It may expect redis://, without encryption.");
      expect(outcomes[3].stderr).toContain("It may expect rediss://, with encryption.");
    });
  },
);
