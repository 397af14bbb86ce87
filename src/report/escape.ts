/**
 * The one place where text from outside becomes part of a page. Users write model names, constraint names and messages,
 * which may contain anything, even `<script>`, so every string in this folder must pass through these functions.
 */

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

// control characters, halves of surrogate pairs and the last two of the first plane are allowed neither in HTML nor in
// SVG files; tab and newline are harmless
const forbidden = /(?![\t\n])[\p{Cc}\p{Cs}\ufffe\uffff]/gu;
// marks that reverse the direction of all text after them: a name must not rearrange the sentence around it
const turns = /[\u202a-\u202e\u2066-\u2069]/g;

/** Text as HTML or SVG content, safe between tags and inside quoted attributes. */
export function escapeHtml(text: string): string {
  return text
    .replace(/\r\n?/g, "\n")
    .replace(forbidden, "\ufffd")
    .replace(turns, "\ufffd")
    .replace(/[&<>"']/g, (character) => entities[character]);
}

/** A value as JSON that may stand inside a `<script>` element: no `<` remains, so nothing can close the element. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value)
    .replace(/</g, "\\u003c")
    .replace(/\u2028/g, "\\u2028")
    .replace(/\u2029/g, "\\u2029");
}

/** The text, or its beginning and an ellipsis when it is longer than `limit` characters. */
export function shorten(text: string, limit: number): string {
  const characters = [...text];
  return characters.length <= limit
    ? text
    : `${characters
        .slice(0, limit - 1)
        .join("")
        .trimEnd()}…`;
}
