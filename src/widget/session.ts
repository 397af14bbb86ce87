/** One showing of a model by `<taut-lab>`: from the start of its worker to its end. Nothing of it is left after `end`. */

import { readColours } from "../report/player/drawing.js";
import type { Theme, Viewpoint } from "../scene/index.js";
import { chosenSliders, plotsIn, positive, slidersIn } from "./attributes.js";
import { Clock } from "./clock.js";
import { Motion } from "./motion.js";
import { type LaneParts, lanesIn, nameLane, type Panel, short, showSliders } from "./panel.js";
import { drawLane, sharedBounds } from "./picture.js";
import type { Plots } from "./plots.js";
import type { Answer, Described, LaneOpened, LaneRows } from "./protocol.js";

/** Seconds of the clock that trails show. */
const trailSeconds = 2.5;

/** The end of one lane: its status, and its last state as `taut run` gives it. */
export interface LaneResult {
  /** Formulation and method, by name. */
  readonly label: string;
  readonly status: "ok" | "failed";
  /** Why the run failed; empty if it did not. */
  readonly message: string;
  readonly t: number;
  readonly y: Float64Array;
  /** The names of the entries of y. */
  readonly names: readonly string[];
}

/** What the element tells its page. */
export interface Hooks {
  ready(): void;
  done(results: readonly LaneResult[]): void;
  failed(messages: readonly string[]): void;
  /** Starts the worker. */
  start(): Worker;
}

export interface SessionOptions {
  readonly text: string;
  readonly file: string;
  readonly address: string | undefined;
  /** Reads an attribute of the element. */
  readonly attribute: (name: string) => string | null;
}

interface ShownLane {
  readonly opened: LaneOpened;
  readonly motion: Motion;
  status: LaneRows["status"];
  message: string;
  values: readonly Float64Array[];
  final?: { readonly t: number; readonly y: Float64Array };
}

export class Session {
  private readonly host: HTMLElement;
  private readonly panel: Panel;
  private readonly options: SessionOptions;
  private readonly hooks: Hooks;
  private readonly worker: Worker;
  private readonly clock: Clock;
  private readonly resized: ResizeObserver;
  private readonly ending = new AbortController();
  private readonly view: Viewpoint = { turn: 0.6, tilt: 0.35 };
  private readonly set: Record<string, number> = {};
  private readonly speed: number;
  private readonly expressions: readonly string[];
  private omega: number | undefined;
  private colours: Theme;
  private described: Described | undefined;
  private parts: LaneParts[];
  private lanes: ShownLane[] = [];
  private poster: Motion | undefined;
  private plots: Plots | undefined;
  private generation = 0;
  private isReady = false;
  private painting = 0;

  constructor(host: HTMLElement, panel: Panel, options: SessionOptions, hooks: Hooks) {
    this.host = host;
    this.panel = panel;
    this.options = options;
    this.hooks = hooks;
    this.speed = positive("speed", options.attribute("speed"), 1);
    this.expressions = plotsIn(options.attribute("plot") ?? "");
    host.style.setProperty("--stage-height", `${positive("height", options.attribute("height"), 280)}px`);
    slidersIn(options.attribute("sliders") ?? "");
    this.colours = readColours(host);
    this.parts = lanesIn(panel, 1);
    this.clock = new Clock({
      changed: () => this.paint(),
      limit: () => ({ reached: this.reached(), computing: this.lanes.some(({ status }) => status === "running") }),
    });
    this.clock.loop = options.attribute("loop") !== null;
    this.resized = new ResizeObserver(() => this.paint());
    this.resized.observe(panel.lanes);
    this.listen();
    this.worker = hooks.start();
    this.worker.onmessage = ({ data }: MessageEvent<Answer>) => this.take(data);
    this.worker.onerror = (event) => {
      event.preventDefault();
      this.fail([this.described === undefined ? refusedWorker : `internal error: ${event.message}.`]);
    };
    const { text, file, address } = options;
    this.worker.postMessage({ kind: "read", generation: 0, text, file, address });
  }

  end(): void {
    this.ending.abort();
    this.worker.terminate();
    this.clock.pause();
    this.resized.disconnect();
    cancelAnimationFrame(this.painting);
  }

  play(): void {
    this.clock.play();
  }

  pause(): void {
    this.clock.pause();
  }

  reset(): void {
    this.clock.reset();
  }

  private listen(): void {
    const { panel } = this;
    const { signal } = this.ending;
    panel.play.addEventListener("click", () => (this.clock.playing ? this.clock.pause() : this.clock.play()), {
      signal,
    });
    panel.reset.addEventListener("click", () => this.clock.reset(), { signal });
    panel.time.addEventListener(
      "input",
      () => {
        const [first] = this.lanes;
        if (first === undefined) return;
        const { from, until } = first.opened;
        this.clock.pause();
        const [asked, most] = [from + (Number(panel.time.value) / 1000) * (until - from), this.reached()];
        this.clock.go((asked - most) * (until - from) > 0 ? most : asked);
      },
      { signal },
    );
    const recoloured = (): void => {
      this.colours = readColours(this.host);
      this.paint();
    };
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", recoloured, { signal });
    panel.lanes.addEventListener("keydown", (event) => this.turnByKey(event), { signal });
    this.turnByHand(signal);
  }

  private take(answer: Answer): void {
    if (answer.generation !== this.generation) return;
    if (answer.kind === "failed") this.fail(answer.messages);
    else if (answer.kind === "described") this.show(answer);
    else if (answer.kind === "opened") this.open(answer);
    else this.add(answer);
  }

  /** Shows the start of the model, then asks for the runs: the solver is loaded after the first picture. */
  private show(described: Described): void {
    const { panel, options } = this;
    this.described = described;
    panel.title.textContent = described.title;
    panel.title.hidden = false;
    panel.title.parentElement!.setAttribute("aria-label", `${described.title}, computed in this page`);
    try {
      const asked = slidersIn(options.attribute("sliders") ?? "");
      showSliders(panel, chosenSliders(asked, described.parameters, described.omega), (name, value) =>
        this.change(name, value),
      );
    } catch (error) {
      this.fail([error instanceof Error ? error.message : String(error)]);
      return;
    }
    this.poster = new Motion({ ...described, n: 0 });
    this.poster.add({ times: Float64Array.of(described.t0), states: described.start, tensions: noTensions(described) });
    nameLane(this.parts[0], described.title, "start", "", described.scene.dimension === 3);
    this.clock.t = described.t0;
    this.draw();
    // after the picture is on the screen
    requestAnimationFrame(() => setTimeout(() => this.run()));
  }

  private run(): void {
    if (this.ending.signal.aborted) return;
    this.generation++;
    this.worker.postMessage({
      kind: "run",
      generation: this.generation,
      lanes: this.options.attribute("lanes") ?? "",
      set: this.set,
      omega: this.omega,
      plots: this.expressions,
    });
  }

  private change(name: string, value: number): void {
    if (Object.hasOwn(this.described?.parameters ?? {}, name)) this.set[name] = value;
    else this.omega = value;
    this.fail([]);
    this.run();
  }

  private open(opened: LaneOpened): void {
    const shown: ShownLane = { opened, motion: new Motion(opened), status: "running", message: "", values: [] };
    if (opened.lane === 0) this.lanes = [shown];
    else this.lanes.push(shown);
    this.parts = lanesIn(this.panel, Math.max(this.lanes.length, opened.lane + 1));
    this.clock.span(opened.from, opened.until, this.speed);
    this.name(shown);
  }

  private name({ opened, status, message }: ShownLane): void {
    const note = status === "failed" ? message : "";
    const turns = opened.scene.dimension === 3;
    nameLane(this.parts[opened.lane], this.described!.title, opened.label, note, turns);
  }

  private add(rows: LaneRows): void {
    const shown = this.lanes[rows.lane];
    shown.motion.add(rows);
    shown.status = rows.status;
    shown.message = rows.message;
    if (rows.final !== undefined) shown.final = rows.final;
    if (rows.status === "failed") this.name(shown);
    if (rows.values !== undefined) {
      shown.values = rows.values;
      void this.plot();
    }
    if (this.lanes.every(({ motion }) => motion.count > 0)) this.begin();
    if (this.lanes.every(({ status }) => status !== "running"))
      this.hooks.done(
        this.lanes.map(({ opened: { label, names }, status, message, final }) => ({
          ...{ label, names, message, status: status === "ok" ? "ok" : "failed" },
          ...final!,
        })),
      );
    this.paint();
  }

  /** The first frames of all lanes are there. */
  private begin(): void {
    if (this.isReady) return;
    this.isReady = true;
    this.poster = undefined;
    this.panel.play.disabled = this.panel.reset.disabled = false;
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (this.options.attribute("autoplay") !== null && !calm) this.clock.play();
    this.hooks.ready();
  }

  private async plot(): Promise<void> {
    this.plots ??= new (await import("./plots.js")).Plots(this.panel.plots);
    const [first] = this.lanes;
    const { from, until } = first.opened;
    const lanes = this.lanes.map(({ opened, motion, values }) => ({
      label: opened.label,
      times: motion.times,
      values,
    }));
    this.plots.show(this.expressions, lanes, [Math.min(from, until), Math.max(from, until)]);
    this.plots.at(this.clock.t);
  }

  /** The time up to which all lanes have been computed. */
  private reached(): number {
    const [first] = this.lanes;
    if (first === undefined) return Number.NaN;
    const direction = first.opened.until < first.opened.from ? -1 : 1;
    return direction * Math.min(...this.lanes.map(({ motion }) => direction * motion.reached));
  }

  private fail(messages: readonly string[]): void {
    this.panel.errors.textContent = messages.join("\n");
    this.panel.errors.hidden = messages.length === 0;
    if (messages.length > 0) this.hooks.failed(messages);
  }

  private paint(): void {
    if (this.painting !== 0 || this.ending.signal.aborted) return;
    this.painting = requestAnimationFrame(() => {
      this.painting = 0;
      this.draw();
    });
  }

  private draw(): void {
    const { panel, clock, lanes, parts } = this;
    // while a new run has not begun, the picture stays
    const motions = lanes.filter(({ motion }) => motion.count > 0).map(({ motion }) => motion);
    const shown =
      motions.length < Math.max(1, lanes.length) ? (this.poster === undefined ? [] : [this.poster]) : motions;
    if (shown.length > 0) {
      const bounds = sharedBounds(shown);
      shown.forEach((motion, k) => {
        this.drawOn(parts[k].canvas, motion, bounds, k);
      });
    }
    const words = `t = ${short(clock.t)}`;
    panel.clock.textContent = words;
    panel.time.setAttribute("aria-valuetext", words);
    panel.play.textContent = clock.playing ? "Pause" : clock.isAtEnd ? "Replay" : "Play";
    const opened = lanes[0]?.opened;
    if (opened !== undefined && opened.until !== opened.from)
      panel.time.value = String((1000 * (clock.t - opened.from)) / (opened.until - opened.from));
    this.plots?.at(clock.t);
  }

  private drawOn(canvas: HTMLCanvasElement, motion: Motion, bounds: ReturnType<typeof sharedBounds>, k: number): void {
    const [width, height] = [canvas.clientWidth, canvas.clientHeight];
    const pen = canvas.getContext("2d");
    if (pen === null || width === 0) return;
    const dots = globalThis.devicePixelRatio || 1;
    const size = [Math.round(width * dots), Math.round(height * dots)];
    if (canvas.width !== size[0]) canvas.width = size[0];
    if (canvas.height !== size[1]) canvas.height = size[1];
    pen.setTransform(dots, 0, 0, dots, 0, 0);
    drawLane(pen, motion, this.clock.t, bounds, {
      width,
      height,
      colours: this.colours,
      tone: `s${k % 7}`,
      view: this.view,
      trail: trailSeconds * this.clock.rate,
    });
  }

  private turnByKey(event: KeyboardEvent): void {
    const step = { ArrowLeft: [0.1, 0], ArrowRight: [-0.1, 0], ArrowUp: [0, 0.1], ArrowDown: [0, -0.1] }[event.key];
    if (step === undefined || !(event.target as Element).matches("canvas.turns")) return;
    event.preventDefault();
    this.turn(step[0], step[1]);
  }

  private turnByHand(signal: AbortSignal): void {
    const { lanes } = this.panel;
    let from: readonly [number, number] | undefined;
    lanes.addEventListener(
      "pointerdown",
      (event) => {
        const canvas = event.target as Element;
        if (!canvas.matches("canvas.turns")) return;
        from = [event.clientX, event.clientY];
        canvas.setPointerCapture(event.pointerId);
      },
      { signal },
    );
    lanes.addEventListener(
      "pointermove",
      (event) => {
        if (from === undefined) return;
        this.turn((from[0] - event.clientX) / 150, (event.clientY - from[1]) / 150);
        from = [event.clientX, event.clientY];
      },
      { signal },
    );
    const release = (): void => {
      from = undefined;
    };
    for (const name of ["pointerup", "pointercancel"] as const) lanes.addEventListener(name, release, { signal });
  }

  private turn(by: number, up: number): void {
    this.view.turn += by;
    this.view.tilt = Math.max(-1.5, Math.min(1.5, this.view.tilt + up));
    this.paint();
  }
}

const noTensions = ({ scene }: Described): Float64Array => new Float64Array(scene.links.length).fill(Number.NaN);

const refusedWorker =
  "The model is computed in a worker, and the browser did not start it. Put all files of taut-lab.js into one folder, and allow " +
  "worker-src 'self' if the page has a Content-Security-Policy.";
