/** `taut mcp`: offers taut to assistants and other programs that speak the Model Context Protocol. */

import type { Command } from "commander";
import { inThread } from "./mcp/in-thread.js";
import { serveTools } from "./mcp/protocol.js";
import { tools } from "./mcp/tools.js";
import { version } from "./version.js";

export function addMcpCommand(program: Command): void {
  program
    .command("mcp")
    .summary("serve taut to programs that speak the Model Context Protocol")
    .description(
      "Serve the Model Context Protocol on standard input and output, for assistants and editors. The tools are gallery, schema, validate, explain, run and plot. Models come as text; no file is read or written.",
    )
    .addHelpText(
      "after",
      `
Example of a client's configuration:
  { "mcpServers": { "taut": { "command": "npx", "args": ["taut", "mcp"] } } }`,
    )
    .action(serve);
}

const instructions =
  "taut integrates stiff and constrained mechanical systems that are described as data. Begin with `gallery` for examples " +
  "and `schema` with a section for the words of the language. `validate` names every mistake of a model, `explain` says " +
  "what a run would do, and `run` and `plot` integrate it. A status other than ok means that the numbers must not be used.";

async function serve(): Promise<void> {
  const send = (message: string): void => {
    process.stdout.write(`${message}\n`);
  };
  await serveTools(
    process.stdin,
    send,
    { name: "taut", version, instructions },
    tools.map((tool) => inThread(tool)),
  );
}
