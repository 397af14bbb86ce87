import { expect, test } from "vitest";
import { ExpressionError, quote } from "./errors.js";

test("an ExpressionError says where and why", () => {
  const error = new ExpressionError(7, "write 2*x to multiply");
  expect(error.message).toBe("column 7: write 2*x to multiply");
  expect(error).toMatchObject({ name: "ExpressionError", position: 7, sentence: "write 2*x to multiply" });
  expect(error).toBeInstanceOf(Error);
});

test("quoted text is cut", () => {
  expect(quote("x")).toBe('"x"');
  expect(quote("x".repeat(1000)).length).toBe(43);
});
