/** Files out of the lab. Each says in a sentence what happened. */

import { toCsv } from "taut";
import { isError, kernel } from "./kernel.js";
import { computing, galleryId, lanes, opened, playing, reached, selected, span, speed, text, time } from "./lab.js";

export function fileName(): string {
  const title = galleryId.value || (opened.value?.title ?? "model");
  return (
    title
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^-|-$/g, "") || "model"
  );
}

function save(name: string, content: BlobPart, type: string): string {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
  return `Saved as ${name}.`;
}

export const keepModel = (): string => save(`${fileName()}.yaml`, text.peek(), "application/yaml");

/** What `taut run --json` prints for the selected lane. */
export async function keepResult(): Promise<string> {
  const lane = selected.peek();
  if (lane === undefined) return "There is no lane.";
  const answer = await kernel().result(lane.id);
  if (isError(answer)) return answer.messages.join(" ");
  return save(`${fileName()}.json`, `${JSON.stringify(answer)}\n`, "application/json");
}

/** The frames of the selected lane: states, multipliers, ledger. */
export function keepCsv(): string {
  const recording = selected.peek()?.recording.peek();
  if (recording === undefined) return "Nothing was computed.";
  const { names, constraintNames, layout } = recording.opened;
  const columns = [
    { name: "t", data: recording.column(0) },
    ...names.map((name, k) => ({ name, data: recording.column(layout.y + k) })),
    ...constraintNames.map((name, k) => ({ name: `lambda ${name}`, data: recording.column(layout.lambda + k) })),
    ...(["position", "velocity", "energy"] as const)
      .filter((name) => layout[name] >= 0)
      .map((name) => ({ name: `ledger ${name}`, data: recording.column(layout[name]) })),
  ];
  return save(`${fileName()}.csv`, toCsv(columns), "text/csv");
}

const pictures = (): HTMLCanvasElement[] => [...document.querySelectorAll<HTMLCanvasElement>(".picture canvas")];

/** All lanes side by side, on paper of the page's colour. */
export async function keepPicture(): Promise<string> {
  const canvases = pictures();
  if (canvases.length === 0) return "There is no picture.";
  const whole = document.createElement("canvas");
  whole.width = canvases.reduce((sum, canvas) => sum + canvas.width, 0);
  whole.height = Math.max(...canvases.map((canvas) => canvas.height));
  const context = whole.getContext("2d")!;
  context.fillStyle = getComputedStyle(document.body).backgroundColor;
  context.fillRect(0, 0, whole.width, whole.height);
  let x = 0;
  for (const canvas of canvases) {
    context.drawImage(canvas, x, 0);
    x += canvas.width;
  }
  const blob = await new Promise<Blob | null>((done) => whole.toBlob(done, "image/png"));
  return blob === null ? "The picture could not be made." : save(`${fileName()}.png`, blob, "image/png");
}

/** Longest film, in seconds, and pixels across. */
const longestFilm = 20;
const filmWidth = 640;

/** A copy of a picture on paper of the page's colour, at most `most` pixels across; drawn again by calling. */
function copyOf(canvas: HTMLCanvasElement, most: number) {
  const width = Math.min(most, canvas.width);
  const height = Math.round((canvas.height * width) / canvas.width);
  const paper = document.createElement("canvas");
  [paper.width, paper.height] = [width, height];
  const context = paper.getContext("2d", { alpha: false, willReadFrequently: true })!;
  context.fillStyle = getComputedStyle(canvas).getPropertyValue("--panel");
  const draw = (): void => {
    context.fillRect(0, 0, width, height);
    context.drawImage(canvas, 0, 0, width, height);
  };
  return { paper, context, width, height, draw };
}

/** The selected lane from the start, as it plays; ends with the run, or when the clock is stopped. */
export async function keepFilm(): Promise<string> {
  const canvas = pictures()[lanes.peek().indexOf(selected.peek())];
  if (canvas === undefined || typeof MediaRecorder === "undefined") return "This browser cannot make films.";
  const { paper, draw } = copyOf(canvas, filmWidth);
  time.value = span.peek().from;
  draw();
  const recorder = new MediaRecorder(paper.captureStream(30), { mimeType: "video/webm" });
  const parts: Blob[] = [];
  recorder.ondataavailable = ({ data }) => parts.push(data);
  const stopped = new Promise((done) => {
    recorder.onstop = done;
  });
  recorder.start();
  playing.value = true;
  const begun = performance.now();
  await new Promise<void>((done) => {
    const follow = (): void => {
      draw();
      // where the clock waits for the computation, so does the film
      const over = !playing.peek() || (time.peek() === reached.peek() && !computing.peek());
      if (over || performance.now() - begun > 1000 * longestFilm) done();
      else requestAnimationFrame(follow);
    };
    requestAnimationFrame(follow);
  });
  playing.value = false;
  recorder.stop();
  await stopped;
  return save(`${fileName()}.webm`, new Blob(parts), "video/webm");
}

/** Frames per second and in all, and pixels across, of a GIF. */
const gifRate = 20;
const mostGifFrames = 200;
const gifWidth = 480;

/** After two frames of the screen, or soon where there are none: what was opened just now is then drawn as the clock says. */
const painted = (): Promise<void> =>
  new Promise((done) => {
    setTimeout(done, 500);
    requestAnimationFrame(() => requestAnimationFrame(() => done()));
  });

/** The selected lane from the start as a GIF, drawn frame by frame whatever the machine's speed. */
export async function keepGif(progress: (words: string) => void): Promise<string> {
  const { GIFEncoder, quantize, applyPalette } = await import("gifenc");
  playing.value = false;
  await painted();
  const canvas = pictures()[lanes.peek().indexOf(selected.peek())];
  if (canvas === undefined || canvas.width === 0) return "There is no picture.";
  const { context, width, height, draw } = copyOf(canvas, gifWidth);
  const { from } = span.peek();
  const length = Math.abs(reached.peek() - from);
  const count = Math.max(2, Math.min(mostGifFrames, Math.ceil((length / speed.peek()) * gifRate)));
  const gif = GIFEncoder();
  for (let k = 0; k < count; k++) {
    const passed = Math.min(length, (k * speed.peek()) / gifRate);
    time.value = from + passed * Math.sign(reached.peek() - from);
    await painted();
    draw();
    const { data } = context.getImageData(0, 0, width, height);
    const palette = quantize(data, 256);
    gif.writeFrame(applyPalette(data, palette), width, height, { palette, delay: 1000 / gifRate });
    if (k % 10 === 0) progress(`Drawing frame ${k + 1} of ${count}…`);
  }
  gif.finish();
  return save(`${fileName()}.gif`, gif.bytes(), "image/gif");
}
