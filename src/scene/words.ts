import type { Sheet, Tone } from "./sheet.js";

/** Writes words beside places, each where it hides no other; words that find no room are left out. */
export class Words {
  private readonly sheet: Sheet;
  private readonly taken: [number, number, number, number][] = [];

  constructor(sheet: Sheet) {
    this.sheet = sheet;
  }

  put(x: number, y: number, text: string, tone: Tone): void {
    const [wide, high] = [7 * text.length, 13];
    for (const [dx, dy] of [
      [11, -9],
      [11, 16],
      [-11 - wide, -9],
      [-11 - wide, 16],
    ]) {
      const box: [number, number, number, number] = [x + dx, y + dy - high, x + dx + wide, y + dy];
      const isFree = this.taken.every(([l, t, r, b]) => box[0] > r || box[2] < l || box[1] > b || box[3] < t);
      if (!isFree) continue;
      this.taken.push(box);
      this.sheet.words(x + dx, y + dy, text, tone, "panel");
      return;
    }
  }
}
