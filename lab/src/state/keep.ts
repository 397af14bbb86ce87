/** Files out of the lab. Each says in a sentence what happened. */

import { toCsv } from "taut";
import { isError, kernel } from "./kernel.js";
import { galleryId, lanes, opened, playing, reached, selected, span, text, time } from "./lab.js";

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

/** Longest film, in seconds. */
const longestFilm = 20;

/** The selected lane from the start, as it plays; ends with the run, or when the clock is stopped. */
export async function keepFilm(): Promise<string> {
  const canvas = pictures()[lanes.peek().indexOf(selected.peek())];
  if (canvas === undefined || typeof MediaRecorder === "undefined") return "This browser cannot make films.";
  const recorder = new MediaRecorder(canvas.captureStream(30), { mimeType: "video/webm" });
  const parts: Blob[] = [];
  recorder.ondataavailable = ({ data }) => parts.push(data);
  const over = new Promise((done) => {
    recorder.onstop = done;
  });
  time.value = span.peek().from;
  recorder.start();
  playing.value = true;
  const begun = performance.now();
  await new Promise<void>((done) => {
    const watch = setInterval(() => {
      const ended = !playing.peek() || time.peek() === reached.peek() || performance.now() - begun > 1000 * longestFilm;
      if (!ended) return;
      clearInterval(watch);
      done();
    }, 100);
  });
  playing.value = false;
  recorder.stop();
  await over;
  return save(`${fileName()}.webm`, new Blob(parts), "video/webm");
}
