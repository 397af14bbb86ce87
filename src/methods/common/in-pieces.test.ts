import { expect, test } from "vitest";
import type { F64, Status } from "../../core/index.js";
import { InPieces } from "./in-pieces.js";

class Recorded extends InPieces {
  readonly taken: number[] = [];
  begin(error: number): void {
    this.divide(1, error, 1);
  }
  protected take(piece: number): Status {
    this.taken.push(piece);
    return "ok";
  }
  protected inside(piece: number, out: F64, theta: number): void {
    out.set([piece, theta]);
  }
}

test("pieces are taken as far as they are asked for, and places just outside the step belong to the first or the last", () => {
  const output = new Recorded();
  const out = new Float64Array(2);
  output.begin(4);
  expect([output.at(out, -1e-16), out[0], output.taken]).toEqual(["ok", 0, [0]]);
  expect([output.at(out, 0.6), ...out, output.taken.length]).toEqual(["ok", 2, 2.4 - 2, 3]);
  expect([output.at(out, 1 + 1e-15), out[0], output.taken]).toEqual(["ok", 3, [0, 1, 2, 3]]);
});
