/** `taut lab`: serves the browser lab from the package to this machine. */

import { spawn } from "node:child_process";
import type { Command } from "commander";
import { UsageError } from "./exit.js";
import { exportLab, serveLab } from "./lab-server.js";
import { number } from "./run-options.js";
import { print, say } from "./terminal.js";

/** The port without --port, so that the address stays the same from day to day. */
const usualPort = 7411;

interface LabFlags {
  readonly port?: number;
  readonly open: boolean;
  readonly hostName?: readonly string[];
  readonly export?: string;
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
    .option(
      "--host-name <name>",
      "another name under which a tunnel or proxy reaches the lab; may be repeated (localhost works without it)",
      (name: string, before: readonly string[] = []) => [...before, hostName(name)],
    )
    .option("--export <folder>", "write the lab as static files, which any web server can serve, instead of serving it")
    .addHelpText("after", "\nExamples:\n  taut lab --port 8080 --no-open\n  taut lab --export site")
    .action(lab);
}

/** A name as it stands in the address of a page, without the port. */
function hostName(name: string): string {
  if (!/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(name))
    throw new UsageError(
      "--host-name",
      `must be a name such as lab.example.org, without http:// and port; got "${name}".`,
    );
  return name.toLowerCase();
}

async function lab({ port, open, hostName: names = [], export: folder }: LabFlags): Promise<void> {
  if (folder !== undefined) {
    const count = exportLab(folder);
    print(`${folder}\n`);
    say(`${count} files are written. Serve the folder with any web server; addresses in it are relative.`);
    return;
  }
  if (port !== undefined && !(Number.isSafeInteger(port) && port >= 0 && port < 65536))
    throw new UsageError("--port", `must be a whole number from 0 to 65535; got ${port}.`);
  const { url, close } =
    port === undefined ? await serveLab(usualPort, names).catch(() => serveLab(0, names)) : await serveLab(port, names);
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
