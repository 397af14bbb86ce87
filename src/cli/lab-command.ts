/** `taut lab`: serves the browser lab from the package to this machine. */

import { spawn } from "node:child_process";
import type { Command } from "commander";
import { UsageError } from "./exit.js";
import { serveLab } from "./lab-server.js";
import { number } from "./run-options.js";
import { print, say } from "./terminal.js";

/** The port without --port, so that the address stays the same from day to day. */
const usualPort = 7411;

interface LabFlags {
  readonly port?: number;
  readonly open: boolean;
}

export function addLabCommand(program: Command): void {
  program
    .command("lab")
    .summary("open the lab in a browser")
    .description("Serve the browser lab to this machine and open it. Everything is computed in the browser.")
    .option(
      "--port <n>",
      `port on 127.0.0.1; 0 takes any free one (default ${usualPort}, or a free one if that is in use)`,
      number("--port"),
    )
    .option("--no-open", "do not open a browser")
    .addHelpText("after", "\nExample:\n  taut lab --port 8080 --no-open")
    .action(lab);
}

async function lab({ port, open }: LabFlags): Promise<void> {
  if (port !== undefined && !(Number.isSafeInteger(port) && port >= 0 && port < 65536))
    throw new UsageError("--port", `must be a whole number from 0 to 65535; got ${port}.`);
  const { url, close } = port === undefined ? await serveLab(usualPort).catch(() => serveLab(0)) : await serveLab(port);
  print(`${url}\n`);
  say("The lab is served at this address. Press Ctrl-C to stop it.");
  if (open) openBrowser(url);
  await new Promise<void>((done) => {
    process.once("SIGINT", () => done());
    process.once("SIGTERM", () => done());
  });
  close();
}

const openers: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ["open"],
  win32: ["cmd", "/c", "start", ""],
};

/** Opens the address in the default browser. If that fails, the user can open the printed address. */
function openBrowser(url: string): void {
  const [command, ...args] = openers[process.platform] ?? ["xdg-open"];
  const child = spawn(command, [...args, url], { detached: true, stdio: "ignore" });
  child.on("error", () => say("No browser could be started. Open the address above in a browser."));
  child.unref();
}
