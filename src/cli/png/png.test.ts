import { inflateSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { linePlot } from "../../report/index.js";
import { glyphOf } from "./glyphs.js";
import { pngOf } from "./index.js";
import { dashed } from "./path.js";

/** The size and the dots of a PNG file. */
function read(file: Uint8Array) {
  const bytes = Buffer.from(file);
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  const at = bytes.indexOf("IDAT");
  const rows = inflateSync(bytes.subarray(at + 4, at + 4 + bytes.readUInt32BE(at - 4)));
  expect(rows.length).toBe(height * (3 * width + 1));
  const dot = (x: number, y: number) => [0, 1, 2].map((c) => rows[y * (3 * width + 1) + 1 + 3 * x + c]);
  return { width, height, dot };
}

const series = [
  { name: "up", x: [0, 1], y: [0, 1], markers: false },
  { name: "down", x: [0, 1], y: [1, 0], markers: false },
];
const drawn = linePlot(
  { title: "Two lines", x: { label: "t" }, y: { label: "y" }, series, height: 330 },
  { standalone: true },
);

describe("pngOf", () => {
  test("has twice the size of the drawing, its paper, and its curves where they belong", () => {
    const [, width, height] = /width="(\d+)" height="(\d+)"/.exec(drawn)!.map(Number);
    const picture = read(pngOf(drawn));
    expect([picture.width, picture.height]).toEqual([2 * width, 2 * height]);
    expect(picture.dot(0, 0)).toEqual([255, 255, 255]);
    // the path of the first curve, in units of the drawing
    const [, x0, y0, dx, dy] =
      /class="line c0" d="M([\d.]+) ([\d.]+)l([\d.-]+?) ?(-[\d.]+)"[^>]*\/><path class="line c1"/
        .exec(drawn)!
        .map(Number);
    const at = (part: number) => [2 * (14 + x0 + part * dx), 2 * (8 + y0 + part * dy)].map(Math.round);
    const [x, y] = at(0.25);
    expect(picture.dot(x, y)).toEqual([0x00, 0x72, 0xb2]);
    expect(picture.dot(x, y - 8)).not.toEqual([0x00, 0x72, 0xb2]);
    // the second curve is drawn over the first where they cross
    const [middleX, middleY] = at(0.5);
    expect(picture.dot(middleX, middleY)).toEqual([0xd5, 0x5e, 0x00]);
  });

  test("is a PNG file, the same at every time", () => {
    const file = Buffer.from(pngOf(drawn));
    expect(file.subarray(0, 8).toString("latin1")).toBe("\x89PNG\r\n\x1a\n");
    // the checksum of a chunk without data is known
    expect(file.subarray(-4).toString("hex")).toBe("ae426082");
    expect(file.equals(pngOf(drawn))).toBe(true);
  });
});

describe("letters", () => {
  const box = glyphOf("\u4e00").path;

  test("are there for all that names and numbers of axes have, and a box stands for others", () => {
    const ascii = Array.from({ length: 95 }, (_, k) => String.fromCharCode(32 + k));
    const missing = [...ascii, ..."−×·°…⁰¹²³⁴⁵⁶⁷⁸⁹⁻αβγδεζηθκλμµνπρστφχψωΓΔΘΛΣΦΨΩÅ"].filter(
      (letter) => glyphOf(letter).path === box,
    );
    expect(missing).toEqual([]);
    expect(glyphOf("ü").path).toBe(glyphOf("u").path);
    expect(glyphOf("²")).toMatchObject({ path: glyphOf("2").path, up: expect.any(Number) });
  });

  test("of different kinds have different strokes", () => {
    const letters = Array.from({ length: 95 }, (_, k) => glyphOf(String.fromCharCode(32 + k)).path);
    expect(letters.filter((path, k) => letters.indexOf(path) !== k)).toEqual([]);
  });
});

test("dashes have the lengths of their pattern, also around corners", () => {
  expect(dashed([0, 0, 4, 0, 4, 4], [3, 2])).toEqual([
    [0, 0, 3, 0],
    [4, 1, 4, 4],
  ]);
});
