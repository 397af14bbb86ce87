/** Paths of drawings as lines of points: straight lines, quadratic curves and circles. */

/** The points of one line, as x and y in turn. */
export type Line = number[];

const pieces = 8;

/** The lines of a path. Its arcs must be half circles, which is what markers have. */
export function linesOf(path: string): Line[] {
  const lines: Line[] = [];
  let [x, y] = [0, 0];
  let line: Line = [];
  const to = (nextX: number, nextY: number): void => {
    [x, y] = [nextX, nextY];
    line.push(x, y);
  };
  for (const [, command, rest] of path.matchAll(/([MmLlHhVvQaAzZ])([^MmLlHhVvQaAzZ]*)/g)) {
    const numbers = (rest.match(/-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?/g) ?? []).map(Number);
    const [dx, dy] = command === command.toLowerCase() ? [x, y] : [0, 0];
    const kind = command.toUpperCase();
    if (kind === "M") {
      line = [];
      lines.push(line);
      to(numbers[0] + dx, numbers[1] + dy);
    } else if (kind === "L") to(numbers[0] + dx, numbers[1] + dy);
    else if (kind === "H") to(numbers[0] + dx, y);
    else if (kind === "V") to(x, numbers[0] + dy);
    else if (kind === "Z") to(line[0], line[1]);
    else if (kind === "Q") {
      const [x0, y0, [bendX, bendY, endX, endY]] = [x, y, numbers];
      for (let k = 1; k <= pieces; k++) {
        const [s, r] = [k / pieces, 1 - k / pieces];
        to(r * r * x0 + 2 * r * s * bendX + s * s * endX, r * r * y0 + 2 * r * s * bendY + s * s * endY);
      }
    } else {
      const [endX, endY, clockwise] = [numbers[5] + dx, numbers[6] + dy, numbers[4]];
      const [middleX, middleY] = [(x + endX) / 2, (y + endY) / 2];
      const [armX, armY] = [x - middleX, y - middleY];
      for (let k = 1; k <= 2 * pieces; k++) {
        const angle = ((clockwise === 1 ? 1 : -1) * Math.PI * k) / (2 * pieces);
        const [c, s] = [Math.cos(angle), Math.sin(angle)];
        to(middleX + c * armX - s * armY, middleY + s * armX + c * armY);
      }
    }
  }
  return lines;
}

/** The dashes of a line: pieces of its length, drawn and left out in turn. */
export function dashed(line: Line, pattern: readonly number[]): Line[] {
  const dashes: Line[] = [];
  let [k, left] = [0, pattern[0]];
  let dash: Line = [line[0], line[1]];
  for (let i = 2; i < line.length; i += 2) {
    let [x, y] = [line[i - 2], line[i - 1]];
    let length = Math.hypot(line[i] - x, line[i + 1] - y);
    while (length > left) {
      const part = left / length;
      [x, y, length] = [x + part * (line[i] - x), y + part * (line[i + 1] - y), length - left];
      if (k % 2 === 0) dashes.push([...dash, x, y]);
      dash = [x, y];
      k++;
      left = pattern[k % pattern.length];
    }
    left -= length;
    dash.push(line[i], line[i + 1]);
  }
  if (k % 2 === 0) dashes.push(dash);
  return dashes;
}
