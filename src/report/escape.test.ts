import fc from "fast-check";
import { expect, test } from "vitest";
import { escapeHtml, scriptJson, shorten } from "./escape.js";

const anyCharacter = fc.oneof(fc.nat(0x7f), fc.nat(0x10ffff)).map((code) => String.fromCodePoint(code));
const anyText = fc.string({ unit: anyCharacter });

test("elements and attributes are escaped", () => {
  expect(escapeHtml(`<img src="x" onerror='a&b'>`)).toBe("&lt;img src=&quot;x&quot; onerror=&#39;a&amp;b&#39;&gt;");
});

test("control characters and text direction marks are replaced, and line breaks are kept", () => {
  expect(escapeHtml("a\0b\x1b\u202ec\r\nd\te")).toBe("a\ufffdb\ufffd\ufffdc\nd\te");
});

test("halves of surrogate pairs and the two characters that XML forbids are replaced; pairs are kept", () => {
  expect(escapeHtml("a\ud800b\udc00\ufffe\uffff\u{1f600}")).toBe("a\ufffdb\ufffd\ufffd\ufffd\u{1f600}");
});

test("escaped text never contains < > or quotes", () => {
  fc.assert(fc.property(anyText, (text) => void expect(escapeHtml(text)).not.toMatch(/[<>"']/)));
});

test("JSON for a script cannot close its element and reads back unchanged", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.string(), (value, text) => {
      const json = scriptJson([value, `</script><!--${text}\u2028`]);
      expect(json).not.toMatch(/[<\u2028\u2029]/);
      expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify([value, `</script><!--${text}\u2028`])));
    }),
  );
});

test("shortening counts characters, not code units", () => {
  expect(shorten("𝛼𝛽𝛾", 3)).toBe("𝛼𝛽𝛾");
  expect(shorten("𝛼𝛽𝛾𝛿", 3)).toBe("𝛼𝛽…");
});
