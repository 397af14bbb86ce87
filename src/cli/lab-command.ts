/** `taut lab`: serves the browser lab from the package to this machine. */

import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { deflateRawSync } from "node:zlib";
import type { Command } from "commander";
import { called } from "./called.js";
import { UsageError } from "./exit.js";
import { readModelText } from "./files.js";
import { galleryNames } from "./gallery.js";
import { exportLab, serveLab } from "./lab-server.js";
import { number } from "./run-options.js";
import { print, say } from "./terminal.js";

/** The port without --port, so that the address stays the same from day to day. */
const usualPort = 7411;
/** The longest address that every system hands to a browser. */
const longestAddress = 100_000;

interface LabFlags {
  readonly port?: number;
  readonly open: boolean;
  readonly hostName?: readonly string[];
  readonly export?: string;
}

export function addLabCommand(program: Command): void {
  program
    .command("lab")
    .argument("[model]", "a model file, or the name of a model of the gallery, to open in the lab")
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
    .addHelpText(
      "after",
      "\nExamples:\n  taut lab pendulum\n  taut lab model.yaml\n  taut lab --port 8080 --no-open\n  taut lab --export site",
    )
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

/** The part of the lab's address that opens a model: a link as the lab makes it, with the text of the model in it. */
function pageOf(model: string): string {
  if (!existsSync(model) && galleryNames().includes(model)) return `#/stage/${model}`;
  const state = { v: 1, text: readModelText(model), lanes: [{}], set: {} };
  const page = `#/lab/${deflateRawSync(JSON.stringify(state)).toString("base64url")}`;
  if (page.length > longestAddress)
    throw new UsageError(
      "lab",
      `the model must fit into an address of ${longestAddress} characters, and "${model}" needs ${page.length}. Run ${called} lab without it, and drop the file onto the page.`,
    );
  return page;
}

async function lab(
  model: string | undefined,
  { port, open, hostName: names = [], export: folder }: LabFlags,
): Promise<void> {
  const page = model === undefined ? "" : pageOf(model);
  if (folder !== undefined) {
    if (model !== undefined)
      throw new UsageError("--export", "writes the lab for every model; leave the model out, or leave out --export.");
    const count = exportLab(folder);
    print(`${folder}\n`);
    say(`${count} files are written. Serve the folder with any web server; addresses in it are relative.`);
    return;
  }
  if (port !== undefined && !(Number.isSafeInteger(port) && port >= 0 && port < 65536))
    throw new UsageError("--port", `must be a whole number from 0 to 65535; got ${port}.`);
  const { url, close } =
    port === undefined ? await serveLab(usualPort, names).catch(() => serveLab(0, names)) : await serveLab(port, names);
  const address = page === "" ? url : `${url.replace(/\/$/, "")}/${page}`;
  print(`${address}\n`);
  say("The lab is served at this address. Press Ctrl-C to stop it.");
  if (open) openBrowser(address);
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
