/** The clock of `<taut-lab>`: it advances with the frames of the screen, up to what has been computed. */

/** The clock advances by at most this time (s) per frame, so that it does not jump after a pause of the page. */
const longestFrame = 0.1;

export interface ClockOptions {
  /** Called when the time or the state of playing has changed. */
  readonly changed: () => void;
  /** The last time that has been computed, and whether more will come. */
  readonly limit: () => { readonly reached: number; readonly computing: boolean };
}

export class Clock {
  t = 0;
  playing = false;
  loop = false;
  /** Time of the model per second, with its sign. */
  rate = 1;
  private from = 0;
  private until = 1;
  private last: number | undefined;
  private asked = 0;
  private readonly options: ClockOptions;

  constructor(options: ClockOptions) {
    this.options = options;
  }

  /** Sets the times of the run; the time shown is kept if it lies between them. */
  span(from: number, until: number, speed: number): void {
    const direction = until < from ? -1 : 1;
    const length = Math.abs(until - from);
    const isInside = (this.t - from) * direction >= 0 && (until - this.t) * direction >= 0;
    [this.from, this.until] = [from, until];
    // a second shows a unit of time, unless the run would be over at once or last for minutes
    this.rate = direction * speed * (length >= 2 && length <= 60 ? 1 : length / 10);
    if (!isInside) this.t = from;
  }

  get isAtEnd(): boolean {
    return this.t === this.until;
  }

  play(): void {
    if (this.playing) return;
    if (this.isAtEnd) this.t = this.from;
    this.playing = true;
    this.last = undefined;
    this.ask();
    this.options.changed();
  }

  pause(): void {
    this.playing = false;
    cancelAnimationFrame(this.asked);
    this.asked = 0;
    this.options.changed();
  }

  go(t: number): void {
    this.t = t;
    this.options.changed();
  }

  reset(): void {
    this.t = this.from;
    this.pause();
  }

  private ask(): void {
    this.asked = requestAnimationFrame((now) => this.tick(now));
  }

  private tick(now: number): void {
    const passed = this.last === undefined ? 0 : Math.min(longestFrame, (now - this.last) / 1000);
    this.last = now;
    const { reached, computing } = this.options.limit();
    const direction = Math.sign(this.rate);
    const target = this.t + this.rate * passed;
    const isBeyond = Number.isNaN(reached) || (target - reached) * direction >= 0;
    if (!Number.isNaN(reached)) this.t = isBeyond ? reached : target;
    const isOver = isBeyond && !computing;
    if (isOver && this.loop) this.t = this.from;
    if (isOver && !this.loop) this.playing = false;
    else this.ask();
    this.options.changed();
  }
}
