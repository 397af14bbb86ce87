// A section for every status of a run, every refusal and every exit code, with messages that runs really give.

import { run, validateModel } from "taut";
import { parse } from "yaml";
import { code, fence, page, plain, table } from "./markdown.mjs";
import { read, write } from "./paths.mjs";

/** @typedef {import("./probes.mjs").Refused} Refused */

/** Members of a union of strings in a source file, with the comments before them. @param {string} file @param {string} type */
function membersOf(file, type) {
  const [, body] = /** @type {RegExpExecArray} */ (
    new RegExp(`export type ${type} =\\n([\\s\\S]*?);\\n`).exec(read(file))
  );
  let comment = "";
  return [...body.matchAll(/\/\*\*([\s\S]*?)\*\/|\| "([a-z-]+)"/g)].flatMap(([, text, name]) => {
    if (text !== undefined) comment = text.replace(/\s*\n\s*\*\s*/g, " ").trim();
    if (name === undefined) return [];
    const found = { name, about: comment };
    return [found];
  });
}

/** Causes and advice as `src/solve/failure.ts` has them. @param {string} table */
function sentencesOf(table) {
  const [, body] = /** @type {RegExpExecArray} */ (
    new RegExp(`const ${table}: [^=]*= \\{\\n([\\s\\S]*?)\\n\\};`).exec(read("src/solve/failure.ts"))
  );
  return Object.fromEntries(
    [...body.matchAll(/^ {2}"?([a-z-]+)"?:\s*(?:\n\s*)?"(.*)",$/gm)].map(([, name, text]) => [name, text]),
  );
}

/** Models that end early. The key is the status. */
const failing = /** @type {Record<string, { about: string, model: object }>} */ (parse(read("site/data/failing.yaml")));

/** The text of an example as it stands in the data. @param {string} status */
function textOf(status) {
  const [, body] = /** @type {RegExpExecArray} */ (
    new RegExp(`^${status}:\\n {2}about: .*\\n {2}model:\\n((?: {4}.*\\n)+)`, "m").exec(read("site/data/failing.yaml"))
  );
  return body.replace(/^ {4}/gm, "");
}

export function statusPage() {
  const [causes, advices] = [sentencesOf("causes"), sentencesOf("advices")];
  const sections = membersOf("src/core/status.ts", "Status").map(({ name }) => {
    if (name === "ok") return "## ok\n\nThe run reached its end, or an event that ends it.";
    const { about = "", model } = failing[name] ?? {};
    const lines = [
      `## ${name}`,
      `${upper(causes[name])}.${advices[name] === undefined ? "" : ` ${plain(advices[name])}`}`,
    ];
    if (model === undefined) return lines.join("\n\n");
    const { status, failure } = run(validateModel(model));
    if (status !== name) throw new Error(`site/data/failing.yaml: the example of "${name}" ends with "${status}".`);
    return [
      ...lines,
      plain(about),
      fence("yaml fails", textOf(name)),
      `The run ends with:\n\n${fence("text", failure?.message ?? "")}`,
    ].join("\n\n");
  });
  write(
    "errors/statuses.md",
    page("Statuses of a run", [
      "A failure inside a run is a status with numbers, never an exception: `solution.status` and `solution.failure` in the library, exit code 4 and the same sentence on the command line. What was computed until then is kept.",
      "The examples below are run when this page is made, and the messages are theirs.",
      ...sections,
    ]),
  );
}

/** @param {string} text */
const upper = (text) => plain(text.charAt(0).toUpperCase() + text.slice(1));

/** @param {readonly Refused[]} refusals */
export function refusalPage(refusals) {
  const sections = membersOf("src/core/refusal.ts", "RefusalCode").map(({ name, about }) => {
    const own = refusals.filter((each) => each.code === name);
    const texts = [...new Map(own.map((each) => [`${each.kind} ${each.name}`, each])).values()];
    const who = texts.map((each) => `[${code(each.name)}](/${each.kind}s/${each.name})`);
    return [
      `## ${name}`,
      about === "" ? "" : plain(about),
      texts.length === 0
        ? "None of the small models of this site meets it."
        : `${fence("text", [...new Set(texts.map(({ text }) => text))].slice(0, 3).join("\n"))}\n\nSaid by ${who.join(", ")}.`,
    ]
      .filter((part) => part !== "")
      .join("\n\n");
  });
  write(
    "errors/refusals.md",
    page("Refusals", [
      "A formulation, method or projection that cannot be applied to a model refuses before anything is stepped, and says what it needs, what it found and what to use instead. Programs read the code (`refuses(…)?.code`); people read the sentence.",
      "The sentences below come from small models that this site asks when it is built.",
      ...sections,
    ]),
  );
}

export function exitPage() {
  const [, codes] = /** @type {RegExpExecArray} */ (/Exit codes: ([^.]*)\./.exec(read("src/cli/main.ts")));
  write(
    "errors/index.md",
    page("Errors", [
      "- [Statuses](/errors/statuses): a run began and ended early.\n- [Refusals](/errors/refusals): a combination of model, formulation, method and projection is not possible.\n- Errors of a model: the message names the path in the file, the value, the reason and what to do, with line and column.",
      "## Exit codes of the command",
      table(
        ["code", "meaning"],
        codes.split(", ").map((entry) => [code(entry.split(" ")[0]), plain(entry.split(" ").slice(1).join(" "))]),
      ),
      "## Errors of a model",
      "All errors of a file are found at once. `taut check` is for results; `taut explain MODEL` checks a model without running it. Mistakes in names suggest the nearest name:",
      fence("text", wrongModel()),
    ]),
  );
}

function wrongModel() {
  try {
    validateModel({
      taut: 1,
      points: { bob: { mass: 1, at: [1, 0] } },
      elements: [{ rodd: { between: ["origin", "bob"] } }],
    });
  } catch (error) {
    return error instanceof Error ? error.message : "";
  }
  throw new Error("site/generate/errors.mjs: the wrong model is accepted.");
}
