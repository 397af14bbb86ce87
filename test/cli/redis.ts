/** A real Redis server for tests, on a free loopback port, with a folder and a password of its own. */

import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findRedis } from "../../scripts/find-redis.mjs";

export const redisProgram = findRedis();

/**
 * Whether openssl can make certificates and the server supports TLS. A server with TLS accepts the first line of this
 * configuration and complains about the second.
 */
export const canEncrypt =
  redisProgram !== undefined &&
  spawnSync("openssl", ["version"], { stdio: "ignore" }).status === 0 &&
  spawnSync(redisProgram, ["-"], { input: "tls-port 0\nno-such-directive 1\n", encoding: "utf8" }).stderr.includes(
    "'no-such-directive",
  );

export const password = "correct-horse-battery";

async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}

/** A user beside the default one, with a password that has to be escaped in a URL. */
export const user = { name: "sweeper", password: "p@ss:w/rd", inUrl: "sweeper:p%40ss%3Aw%2Frd" };

export class RedisServer {
  readonly port: number;
  /** The port with encryption, beside the plain one; undefined when the server was started without TLS. */
  readonly tlsPort: number | undefined;
  private readonly folder = mkdtempSync(join(tmpdir(), "taut-redis-"));
  private child: ChildProcess | undefined;

  private constructor(port: number, tlsPort: number | undefined) {
    this.port = port;
    this.tlsPort = tlsPort;
  }

  static async start({ tls = false } = {}): Promise<RedisServer> {
    const server = new RedisServer(await freePort(), tls ? await freePort() : undefined);
    if (tls) server.certify();
    await server.begin();
    return server;
  }

  /** The self-signed certificate. */
  get certificate(): string {
    return join(this.folder, "server.crt");
  }

  private get key(): string {
    return join(this.folder, "server.key");
  }

  private certify(): void {
    const { status, stderr } = spawnSync("openssl", [
      ..."req -x509 -nodes -days 2 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -subj /CN=taut-test".split(" "),
      ...["-addext", "subjectAltName=IP:127.0.0.1", "-keyout", this.key, "-out", this.certificate],
    ]);
    if (status !== 0) throw new Error(`openssl: ${stderr}`);
  }

  get url(): string {
    return `redis://:${password}@127.0.0.1:${this.port}`;
  }

  /** Starts the server, with the data in the append-only file if there is one. */
  async begin(): Promise<void> {
    const child = spawn(redisProgram!, ["-"], { stdio: ["pipe", "pipe", "inherit"] });
    this.child = child;
    // the configuration goes through standard input, so that the password is not in the list of processes
    child.stdin!.end(
      [
        "bind 127.0.0.1",
        `port ${this.port}`,
        `requirepass ${password}`,
        `dir ${this.folder}`,
        "appendonly yes",
        "appendfsync always",
        'save ""',
        "maxmemory-policy noeviction",
        `user ${user.name} on >${user.password} ~* &* +@all`,
        ...(this.tlsPort === undefined
          ? []
          : [
              `tls-port ${this.tlsPort}`,
              `tls-cert-file ${this.certificate}`,
              `tls-key-file ${this.key}`,
              "tls-auth-clients no",
            ]),
      ].join("\n"),
    );
    await new Promise<void>((resolve, reject) => {
      child.on("exit", (code) => reject(new Error(`redis-server ended with code ${code}`)));
      child.stdout!.setEncoding("utf8").on("data", (text: string) => {
        if (text.includes("Ready to accept connections")) resolve();
      });
    });
  }

  /** Kills the server without a chance to save. */
  async kill(): Promise<void> {
    const { child } = this;
    if (child === undefined || child.exitCode !== null) return;
    const gone = new Promise((done) => child.once("exit", done));
    child.kill("SIGKILL");
    await gone;
  }

  /** Kills the server, deletes its data and starts it again on the same port. */
  async forget(): Promise<void> {
    await this.kill();
    rmSync(join(this.folder, "appendonlydir"), { recursive: true, force: true });
    await this.begin();
  }

  async remove(): Promise<void> {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
