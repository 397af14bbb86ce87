/**
 * A small reader of XML: elements, attributes, text, comments and the five built-in entities. It keeps the line of every
 * element for messages. Document types are refused, so a file cannot define entities or name other files; the depth, the
 * number of elements and the length of the text are bounded, and the reader is a loop, so no file can exhaust the stack.
 */

import { ModelError } from "../../core/index.js";

export interface XmlElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  /** The text directly in it, without that of its children. */
  readonly text: string;
  readonly line: number;
}

interface OpenElement extends XmlElement {
  readonly children: XmlElement[];
  text: string;
}

const longest = 20_000_000;
const deepest = 100;
const mostElements = 200_000;

const nameAt = /[A-Za-z_:][\w:.-]*/y;
const space = /\s*/y;
const attributeAt = /\s+([A-Za-z_:][\w:.-]*)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y;

/** The root element of a document. */
export function readXml(file: string, text: string): XmlElement {
  let at = 0;
  let line = 1;
  let counted = 0;
  let elements = 0;
  const open: OpenElement[] = [];
  let root: XmlElement | undefined;
  const lineHere = (): number => {
    for (; counted < at; counted++) if (text.charCodeAt(counted) === 10) line++;
    return line;
  };
  const fail = (what: string): never => {
    throw new ModelError(`${file}:${lineHere()}`, what);
  };
  const match = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found !== null) at = pattern.lastIndex;
    return found;
  };
  /** Moves behind the end of a comment or the like. */
  const skipTo = (end: string, what: string): void => {
    const found = text.indexOf(end, at);
    if (found < 0) fail(`${what} must end with ${end}, and the file ends first. It may have been cut off.`);
    at = found + end.length;
  };

  if (text.length > longest)
    fail(`the file must not be longer than ${longest} characters; it has ${text.length}. Remove what is not needed.`);
  if (text.charCodeAt(0) === 0xfeff) at = 1;
  while (at < text.length) {
    const next = text.indexOf("<", at);
    const words = text.slice(at, next < 0 ? text.length : next);
    const inner = open.at(-1);
    if (inner !== undefined) inner.text += decode(words, fail);
    else if (words.trim() !== "") fail("text must be within the root element; there is some outside. Remove it.");
    at = next < 0 ? text.length : next;
    if (next < 0) break;
    if (text.startsWith("<!--", at)) skipTo("-->", "a comment");
    else if (text.startsWith("<?", at)) skipTo("?>", "a processing instruction");
    else if (text.startsWith("<![CDATA[", at)) {
      const from = at + 9;
      skipTo("]]>", "a CDATA section");
      if (inner !== undefined) inner.text += text.slice(from, at - 3);
    } else if (text.startsWith("<!", at))
      fail("a document type (<!DOCTYPE, <!ENTITY) is not read, because it can define entities. Remove it.");
    else if (text.startsWith("</", at)) close();
    else begin();
  }
  const unclosed = open.at(-1);
  if (unclosed !== undefined)
    fail(`<${unclosed.name}> of line ${unclosed.line} has no end; the file may have been cut off. Complete it.`);
  return root ?? fail("the file must have a root element, and it has none. Name a URDF file.");

  function begin(): void {
    const here = lineHere();
    at++;
    const name = match(nameAt)?.[0] ?? fail('"<" must be followed by the name of an element. Write &lt; for the sign.');
    if (open.length === 0 && root !== undefined) fail(`there must be one root element; <${name}> is a second one.`);
    if (open.length >= deepest) fail(`elements may be nested ${deepest} deep; <${name}> is deeper.`);
    if (++elements > mostElements) fail(`a file may have at most ${mostElements} elements, and this one has more.`);
    const attributes = new Map<string, string>();
    for (let found = match(attributeAt); found !== null; found = match(attributeAt)) {
      if (attributes.has(found[1])) fail(`<${name}> has the attribute ${found[1]} twice. Remove one.`);
      attributes.set(found[1], decode(found[2] ?? found[3], fail));
    }
    match(space);
    const element: OpenElement = { name, attributes, children: [], text: "", line: here };
    const inner = open.at(-1);
    if (inner === undefined) root = element;
    else inner.children.push(element);
    if (text.startsWith("/>", at)) at += 2;
    else if (text[at] === ">") {
      at++;
      open.push(element);
    } else
      fail(
        at >= text.length
          ? `the tag <${name}> has no end; the file may have been cut off. Complete it.`
          : `the tag <${name}> has something that is not an attribute with a value in quotes. Correct it.`,
      );
  }

  function close(): void {
    at += 2;
    const name = match(nameAt)?.[0];
    match(space);
    const ended = open.pop();
    if (ended === undefined || ended.name !== name || text[at] !== ">")
      fail(
        ended === undefined
          ? `</${name ?? ""}> ends an element that has not begun. Remove it.`
          : `</${ended.name}> must end the element of line ${ended.line}; found </${name ?? ""}. Correct the tags.`,
      );
    at++;
  }
}

const named: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

function decode(text: string, fail: (what: string) => never): string {
  if (!text.includes("&")) return text;
  return text.replaceAll(/&([^;&\s]{0,40};?)/g, (whole, inside: string) => {
    const name = inside.endsWith(";") ? inside.slice(0, -1) : "";
    if (Object.hasOwn(named, name)) return named[name];
    const code = /^#(?:x([0-9a-fA-F]{1,6})|(\d{1,7}))$/.exec(name);
    const point = code === null ? Number.NaN : Number.parseInt(code[1] ?? code[2], code[1] === undefined ? 10 : 16);
    if (point > 0 && point <= 0x10ffff) return String.fromCodePoint(point);
    return fail(
      `the entity ${whole} is not known: only &lt; &gt; &amp; &quot; &apos; and numbers are. Write the text.`,
    );
  });
}
