import { expect, test } from "vitest";
import { messageOf } from "./messages.js";
import { accountName } from "./watched.js";

test("an account that is open in shown states only is not blamed on the steps", () => {
  const found = { kind: "energy", quantity: accountName, deviation: 0.2, threshold: 1e-6, t: 0.7 } as const;
  const shown = messageOf({ ...found, finding: "shown" }, "dop853", "controlled");
  expect(shown).toContain(
    "is open by 0.2 in a state that is shown between steps, first at t = 0.7, although it closes at the steps",
  );
  expect(shown).toContain("save at every step");
  const beyond = messageOf({ ...found, finding: "beyond" }, "dop853", "controlled");
  expect(beyond).toContain("steps were less accurate than their tolerance");
  expect(beyond).not.toContain("shown");
});
