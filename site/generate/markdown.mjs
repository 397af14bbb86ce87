// Pieces of Markdown that generated pages are made of.

/** Text that Markdown, HTML and Vue leave as it is; `code` in backquotes stays code. @param {string} text */
export const plain = (text) =>
  text
    .split(/(`[^`]*`)/)
    .map((part) => (part.startsWith("`") ? part : escaped(part)))
    .join("");

/** @param {string} text */
const escaped = (text) =>
  text
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/\{\{/g, "&#123;&#123;")
    .replace(/([*_[\]$~])/g, "\\$1");

/** @param {string} text */
const cell = (text) => text.replaceAll("|", "\\|").replaceAll("\n", " ");

/**
 * A table. Cells are Markdown.
 *
 * @param {readonly string[]} head
 * @param {readonly (readonly string[])[]} rows
 */
export const table = (head, rows) =>
  [head, head.map(() => "---"), ...rows.map((row) => row.map(cell))].map((row) => `| ${row.join(" | ")} |`).join("\n");

/** A block of code. @param {string} language @param {string} text */
export const fence = (language, text) => `\`\`\`${language}\n${text.trimEnd()}\n\`\`\``;

/** @param {string} text */
export const code = (text) => `\`${text}\``;

/** Front matter and the parts of a page, with empty parts left out. @param {string} title @param {readonly string[]} parts */
export const page = (title, parts) =>
  `---\ntitle: ${JSON.stringify(title)}\neditLink: false\n---\n\n${[`# ${title}`, ...parts].filter((part) => part !== "").join("\n\n")}\n`;

/** A drawing of the project in a frame. @param {string} svg */
export const drawing = (svg) => `<div class="drawing">${svg.replaceAll("{{", "&#123;&#123;")}</div>`;
