/** The worker of `<taut-lab>`: it reads the model first, and loads the solver when the page asks for runs. */

import type { Model } from "../model/index.js";
import type { Answer, Request } from "./protocol.js";
import { describe, readModel } from "./read.js";
import type { Runner } from "./runner.js";
import { wordsOf } from "./words.js";

const answer = (message: Answer): void => postMessage(message);

let model: Model | undefined;
let runner: Promise<Runner> | undefined;

const loaded = (): Promise<Runner> =>
  import("./runner.js").then(({ Runner }) => new Runner(answer, () => performance.now()));

async function take(request: Request): Promise<void> {
  if (request.kind === "read") {
    model = await readModel(request, fetch);
    answer(describe(model, request.generation));
  } else if (model !== undefined) {
    runner ??= loaded();
    await (await runner).run(model, request);
  }
}

addEventListener("message", ({ data }: MessageEvent<Request>) => {
  take(data).catch((error: unknown) => {
    answer({ kind: "failed", generation: data.generation, messages: wordsOf(error) });
  });
});
