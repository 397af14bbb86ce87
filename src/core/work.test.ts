import { expect, test } from "vitest";
import { copyWork, noWork } from "./work.js";

test("every count is copied", () => {
  const work = noWork();
  const names = Object.keys(work) as (keyof typeof work)[];
  for (const [k, name] of names.entries()) work[name] = k + 1;
  const copy = noWork();
  copyWork(copy, work);
  expect(copy).toEqual(work);
});
