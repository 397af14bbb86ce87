import fc from "fast-check";
import { expect, test } from "vitest";
import { decimal, decimalExponent, formatCount, formatNumber, formatNumberHtml, superscript } from "./number.js";

test("plain text has six significant digits and no trailing zeros", () => {
  expect([0, -0, 1, -2.5, Math.PI, 123456, 0.0001, 1 / 3].map((x) => formatNumber(x))).toEqual(
    "0 0 1 -2.5 3.14159 123456 0.0001 0.333333".split(" "),
  );
});

test("exponents appear from 1e6 and below 1e-4", () => {
  expect([1e6, 999999.9, 1.5e-9, 0.00009999999, 5e-324, Number.MAX_VALUE].map((x) => formatNumber(x))).toEqual(
    "1e6 1e6 1.5e-9 0.0001 4.94066e-324 1.79769e308".split(" "),
  );
});

test("numbers that are not finite are written as words or symbols", () => {
  expect([Number.NaN, 1 / 0, -1 / 0].map((x) => formatNumber(x))).toEqual(["NaN", "Infinity", "-Infinity"]);
  expect([Number.NaN, 1 / 0, -1 / 0].map((x) => formatNumberHtml(x))).toEqual(["NaN", "∞", "−∞"]);
});

test("pages show powers of ten and a true minus sign", () => {
  expect(formatNumberHtml(-1.5e-9)).toBe("−1.5×10⁻⁹");
  expect(formatNumberHtml(-0.25)).toBe("−0.25");
  expect(formatNumberHtml(6.02214076e23)).toBe("6.02214×10²³");
});

test("plain text reads back to six digits for every number", () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (x) => {
      expect(Number(formatNumber(x))).toBe(Number(x.toPrecision(6)) + 0);
    }),
  );
});

test("counts keep every digit, in groups of three", () => {
  expect(["\u202f", " "].map((gap) => formatCount(1234567).replaceAll("\u202f", gap))[1]).toBe("1 234 567");
  expect(formatCount(999)).toBe("999");
  expect(formatCount(-1000)).toBe("−1\u202f000");
});

test("superscripts cover every digit and the minus sign", () => {
  expect(superscript(-1234567890)).toBe("⁻¹²³⁴⁵⁶⁷⁸⁹⁰");
});

test("decimal exponents are exact at powers of ten, where logarithms are not", () => {
  for (let e = -320; e <= 308; e++) expect(decimalExponent(Number(`1e${e}`))).toBe(e);
});

test("an integer times a power of ten is an exact decimal", () => {
  expect([decimal(25, -1), decimal(-5, -3), decimal(3, 2), decimal(0, -4), decimal(120, -1)]).toEqual(
    "2.5 −0.005 300 0 12".split(" "),
  );
});
