// The comment at the top of a source file has the equations of an algorithm. Pages show this comment, so that site and code
// cannot differ.

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { plain } from "./markdown.mjs";
import { read, root } from "./paths.mjs";

/** Files whose algorithm goes by several names, or by another name than the file's. */
const files = /** @type {Record<string, string>} */ ({
  ...named("methods/runge-kutta/runge-kutta.ts", ["euler", "midpoint", "rk4", "bs32", "dopri5", "dop853"]),
  ...named("methods/implicit/rosenbrock.ts", ["rosenbrock23", "rosenbrock4"]),
  ...named("methods/implicit/trapezoidal.ts", ["implicit-euler", "trapezoidal", "tr-bdf2"]),
  ...named("methods/implicit/gauss.ts", ["implicit-midpoint", "gauss4", "gauss6"]),
  ...named("methods/leapfrog/newmark.ts", ["newmark", "newmark-1", "pushforward-newmark"]),
  ...named("methods/leapfrog/zhang-skeel.ts", ["zs", "zss", "zss-stiff", "gn-zs"]),
  ...named("methods/constrained/rattle.ts", ["rattle", "rattle-1"]),
  ...named("methods/composed/switching.ts", ["auto"]),
  ...named("projections/slow-algebraic.ts", ["algebraic"]),
});

/** @param {string} file @param {readonly string[]} names */
function named(file, names) {
  return Object.fromEntries(names.map((name) => [name, file]));
}

const composed = /^(verlet|rattle|zs|zss|zss-stiff)-[468]$/;
const all = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" }).map((file) =>
  file.replaceAll("\\", "/"),
);

/** The source file of a formulation, method or projection. @param {string} kind @param {string} name */
export function sourceOf(kind, name) {
  const known = composed.test(name) ? "methods/composed/composition.ts" : files[name];
  const found = known ?? all.find((file) => file.startsWith(`${kind}s/`) && file.endsWith(`/${name}.ts`));
  if (found === undefined)
    throw new Error(`site/generate/comments.mjs: the source file of ${kind} "${name}" is unknown.`);
  return found;
}

/** Tables of coefficients have a comment of their own. @param {string} name */
export function tableauOf(name) {
  const file = all.find(
    (each) =>
      each.startsWith("methods/runge-kutta/tableaus/") && new RegExp(`name: "${name}"`).test(read(`src/${each}`)),
  );
  return file === undefined ? "" : topComment(read(`src/${file}`));
}

/** The text of the comment at the top of a file, without its stars. @param {string} text */
export function topComment(text) {
  const [comment = ""] = /^\/\*\*[\s\S]*?\*\//.exec(text) ?? [];
  return comment
    .replace(/^\/\*\*[ \t]?/, "")
    .replace(/\s*\*\/$/, "")
    .replace(/^ \* ?/gm, "")
    .trim();
}

/** Paragraphs stay paragraphs, and indented lines become a block of equations. @param {string} comment */
export function commentAsMarkdown(comment) {
  return comment
    .split(/\n\s*\n/)
    .map((part) =>
      part.split("\n").every((line) => line.startsWith("    "))
        ? `\`\`\`text\n${part.replace(/^ {4}/gm, "")}\n\`\`\``
        : part
            .split(/\n(?= {4})|(?<=\n {4}.*)\n(?! {4})/)
            .map((piece) =>
              piece.startsWith("    ") ? `\`\`\`text\n${piece.replace(/^ {4}/gm, "")}\n\`\`\`` : linked(piece),
            )
            .join("\n\n"),
    )
    .join("\n\n");
}

/** Pages of docs that a comment names become links. @param {string} text */
const linked = (text) =>
  plain(text.replaceAll("\n", " ")).replace(
    /docs\/(theory\/)?([a-z-]+)\.md/g,
    (_, theory = "", name) => `[${theory === "" ? "guide" : "notes"}: ${name}](/guide/${theory}${name})`,
  );
