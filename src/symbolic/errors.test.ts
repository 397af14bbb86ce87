import { expect, test } from "vitest";
import { ExpressionError, quote } from "./errors.js";

test("an ExpressionError names the column and the reason", () => {
  const error = new ExpressionError(7, "write 2*x to multiply");
  expect(error.message).toBe("column 7: write 2*x to multiply");
  expect(error).toMatchObject({ name: "ExpressionError", position: 7, sentence: "write 2*x to multiply" });
  expect(error).toBeInstanceOf(Error);
});

test("long quoted text is shortened", () => {
  expect(quote("x")).toBe('"x"');
  expect(quote("x".repeat(1000)).length).toBe(43);
});
