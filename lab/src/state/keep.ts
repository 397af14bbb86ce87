/** Downloads from the lab. Each function returns a sentence that says what happened. */

import { signal } from "@preact/signals";
import { toCsv } from "taut";
import { type FormatName, sheetOf } from "./film-sheet.js";
import { isError, kernel } from "./kernel.js";
import { computing, galleryId, opened, playing, reached, selected, set, span, speed, text, time } from "./lab.js";

export function fileName(): string {
  const title = galleryId.value || (opened.value?.title ?? "model");
  return (
    title
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^-|-$/g, "") || "model"
  );
}

export function save(name: string, content: BlobPart, type: string): string {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
  return `Saved as ${name}.`;
}

/** The model with the settings and parameters of the selected lane, so that the file alone runs as it does here. */
export async function keepModel(): Promise<string> {
  const answer = await kernel().withRun(text.peek(), selected.peek()?.settings.peek() ?? {}, set.peek());
  return isError(answer) ? answer.messages.join(" ") : save(`${fileName()}.yaml`, answer, "application/yaml");
}

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
  if (recording === undefined) return "Nothing has been computed yet.";
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

/** The format of pictures and films. */
export const format = signal<FormatName>("wide");

/** All lanes with the title and the clock. */
export async function keepPicture(): Promise<string> {
  const sheet = sheetOf(format.peek());
  if (sheet === undefined) return "There is no picture.";
  sheet.draw();
  const blob = await new Promise<Blob | null>((done) => sheet.paper.toBlob(done, "image/png"));
  return blob === null ? "The picture could not be made." : save(`${fileName()}.png`, blob, "image/png");
}

/** The longest film, in seconds. */
const longestFilm = 20;
/** A film that lasts less than this part of its recording is said to be short. */
const complete = 0.9;

/** Records all lanes from the start, until the run ends or the clock is stopped. */
export async function keepFilm(): Promise<string> {
  const sheet = sheetOf(format.peek());
  if (sheet === undefined || typeof MediaRecorder === "undefined") return "This browser cannot record films.";
  const { paper, draw } = sheet;
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
      // the film waits whenever the clock waits for the computation
      const over = !playing.peek() || (time.peek() === reached.peek() && !computing.peek());
      if (over || performance.now() - begun > 1000 * longestFilm) done();
      else requestAnimationFrame(follow);
    };
    requestAnimationFrame(follow);
  });
  playing.value = false;
  const recorded = (performance.now() - begun) / 1000;
  recorder.stop();
  await stopped;
  const film = new Blob(parts, { type: "video/webm" });
  const saved = save(`${fileName()}.webm`, film, "video/webm");
  const length = await lengthOf(film);
  if (!(length < complete * recorded)) return saved;
  return `${saved} It lasts ${length.toFixed(1)} s instead of ${recorded.toFixed(1)} s, because the browser could not encode as fast as the lab played. Save a GIF, which is made picture by picture.`;
}

/** How long a film lasts, in seconds; not finite if the browser cannot tell. */
async function lengthOf(film: Blob): Promise<number> {
  const video = document.createElement("video");
  const url = URL.createObjectURL(film);
  await new Promise((done) => {
    video.onloadedmetadata = done;
    video.onerror = done;
    video.src = url;
  });
  URL.revokeObjectURL(url);
  return video.duration;
}

/** Frames per second, the most frames, and the width in pixels of a GIF. */
const gifRate = 20;
const mostGifFrames = 200;
const gifWidth = 480;

/** Waits for two animation frames, or 500 ms if the page gets none, so that the picture shows the time of the clock. */
const painted = (): Promise<void> =>
  new Promise((done) => {
    setTimeout(done, 500);
    requestAnimationFrame(() => requestAnimationFrame(() => done()));
  });

/** All lanes from the start as a GIF, drawn frame by frame, independent of the speed of the machine. */
export async function keepGif(progress: (words: string) => void): Promise<string> {
  const { GIFEncoder, quantize, applyPalette } = await import("gifenc");
  playing.value = false;
  await painted();
  const sheet = sheetOf(format.peek(), gifWidth);
  if (sheet === undefined) return "There is no picture.";
  const { context, width, height, draw } = sheet;
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
