import { describe, expect, test } from "vitest";
import { catalogue } from "../elements/index.js";
import { parseModelText, validateModel } from "./index.js";
import { entryOf, formatVersion, type Migration, migrateText, replaced } from "./migrate.js";

const body = `# a swing
name:   Swing       # the title
points: {a: {mass: 1, at: [1,0]}}   # flow, as it was written
`;

/** A step that renames a key and replaces a value, as one to a later version may. */
const renames: Migration = {
  to: 2,
  edits: (document) => [replaced(entryOf(document, "name")?.key, "title", 'name: it is called "title" now.')],
};
const first: Migration = { to: 1, edits: () => [] };

describe("migrating a file", () => {
  test("adds the version that is missing, and keeps comments and layout", () => {
    const { text, changes } = migrateText(body, "swing.yaml");
    expect(text).toBe(body.replace("name:", "taut: 1\nname:"));
    expect(changes).toEqual(["taut: the version of the format, 1, was added."]);
    expect(validateModel(parseModelText(text), catalogue).taut).toBe(formatVersion);
  });

  test("twice changes nothing the second time", () => {
    for (const given of [body, `taut: "1"\n${body}`, `{"name": "a", "points": {"a": {"mass": 1, "at": [1, 0]}}}`]) {
      const once = migrateText(given, "m");
      expect(once.changes.length).toBe(1);
      expect(migrateText(once.text, "m")).toEqual({ text: once.text, changes: [] });
      expect(validateModel(parseModelText(once.text), catalogue).taut).toBe(1);
    }
  });

  test("goes through all versions, in order", () => {
    const { text, changes } = migrateText(`taut: 1 # old\n${body}`, "m", [first, renames]);
    expect(text).toBe(`taut: 2 # old\n${body.replace("name: ", "title: ")}`);
    expect(changes).toEqual(['name: it is called "title" now.', "taut: the version of the format is 2."]);
    expect(migrateText(text, "m", [first, renames]).changes).toEqual([]);
    expect(migrateText(body, "m", [first, renames]).text).toBe(
      body.replace("name: ", "title: ").replace("title:", "taut: 2\ntitle:"),
    );
  });

  test("refuses later versions and what is not a model", () => {
    expect(() => migrateText("taut: 7", "m.yaml")).toThrow(/version 7 of the format; versions up to 1 are known here/);
    expect(() => migrateText("- 1", "m.yaml")).toThrow(/must be a map/);
    expect(() => migrateText("a: [", "m.yaml")).toThrow(/not YAML/);
    expect(() => migrateText("taut: first", "m.yaml")).toThrow(/a whole number; got "first"/);
  });
});
