/**
 * Progress on standard error: on a terminal a bar, which is redrawn a few times a second; in a pipe or a file a plain line
 * now and then. `--quiet` turns both off.
 */

import { isQuiet, terminalWidth } from "./terminal.js";

const width = 28;
const interval = 100;
/** Milliseconds between lines where there is no terminal. */
const lineInterval = 10_000;

export class Progress {
  private readonly enabled: boolean;
  private readonly started = Date.now();
  private drawn = 0;
  private said: number;

  constructor(enabled = terminalWidth() !== undefined) {
    this.enabled = enabled;
    this.said = this.started;
  }

  show(fraction: number, label: string): void {
    const now = Date.now();
    if (isQuiet()) return;
    if (!this.enabled && now - this.said >= lineInterval) {
      this.said = now;
      process.stderr.write(`${(100 * fraction).toFixed(0)} %  ${label}\n`);
    }
    if (!this.enabled || now - this.drawn < interval || now - this.started < 400) return;
    this.drawn = now;
    const full = Math.round(width * Math.min(1, Math.max(0, fraction)));
    const room = (terminalWidth() ?? 80) - 1;
    const elapsed = (now - this.started) / 1000;
    const left = fraction > 0.01 ? `, ${seconds((elapsed * (1 - fraction)) / fraction)} left` : "";
    const bar = `${"█".repeat(full)}${"░".repeat(width - full)}`;
    const line = `${bar} ${(100 * fraction).toFixed(0)} %  ${label}${left}`;
    process.stderr.write(`\r\x1b[K${line.slice(0, room)}`);
  }

  clear(): void {
    if (this.enabled && this.drawn > 0) process.stderr.write("\r\x1b[K");
  }
}

const seconds = (s: number): string => (s < 90 ? `${s.toFixed(0)} s` : `${(s / 60).toFixed(0)} min`);
