import { readFileSync } from "node:fs";
import { Command } from "commander";

const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
  version: string;
};

await new Command("taut")
  .description("Stiff and constrained mechanics at the speed of the slow motion")
  .version(version)
  .parseAsync();
