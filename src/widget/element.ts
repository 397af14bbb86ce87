/** The custom element `<taut-lab>`: a model that is computed and shown in the page. */

import { observedNames } from "./attributes.js";
import { makePanel } from "./panel.js";
import { type LaneResult, Session } from "./session.js";
import { startWorker } from "./start-worker.js";

/** The base of the class; in Node, which has no elements, the module can be imported and the class cannot be used. */
const Base = (globalThis.HTMLElement ?? class {}) as typeof HTMLElement;

/** The detail of the event `taut-error`. */
export interface TautErrorDetail {
  /** Sentences, as the command line prints them. */
  readonly messages: readonly string[];
}

/** The detail of the event `taut-done`. */
export interface TautDoneDetail {
  readonly results: readonly LaneResult[];
}

const noWebAssembly =
  "The model is computed with WebAssembly, and this browser has none. Use a current version of Chrome, Edge, Firefox or Safari.";

/**
 * The element `<taut-lab>`. Attributes: `model` (the address of a model file; or a child `<script type="text/yaml">`),
 * `lanes`, `sliders`, `plot`, `autoplay`, `loop`, `speed`, `height` (pixels of the stage), `theme` (`light` or `dark`).
 * Events: `taut-ready`, `taut-done` (`TautDoneDetail`), `taut-error` (`TautErrorDetail`).
 *
 * @example
 * typeof TautLab; // "function"; in a page: document.createElement("taut-lab")
 */
export class TautLab extends Base {
  static readonly observedAttributes = observedNames;
  /** Starts the worker; pages that bring its code along in another way replace it. */
  static startWorker: () => Worker = startWorker;

  private session: Session | undefined;
  private given: string | undefined;
  private ended: readonly LaneResult[] = [];
  private visible: IntersectionObserver | undefined;
  private waiting = false;

  /** The text of the model, in place of the attribute `model` and of a child. */
  get text(): string | undefined {
    return this.given;
  }

  set text(text: string | undefined) {
    this.given = text;
    this.renew();
  }

  /** The last states of the lanes, once all runs are over. */
  get results(): readonly LaneResult[] {
    return this.ended;
  }

  play(): void {
    this.session?.play();
  }

  pause(): void {
    this.session?.pause();
  }

  reset(): void {
    this.session?.reset();
  }

  connectedCallback(): void {
    if (document.readyState === "loading" && !this.hasAttribute("model") && this.given === undefined) {
      // a child may not have been read yet
      document.addEventListener("DOMContentLoaded", () => this.renew(), { once: true });
      return;
    }
    this.renew();
  }

  disconnectedCallback(): void {
    this.stop();
  }

  attributeChangedCallback(): void {
    this.renew();
  }

  private stop(): void {
    this.session?.end();
    this.session = undefined;
    this.visible?.disconnect();
    this.visible = undefined;
  }

  /** Shows the model anew, once for all changes that are made together, and as soon as the element is near the screen. */
  private renew(): void {
    if (this.waiting) return;
    this.waiting = true;
    queueMicrotask(() => {
      this.waiting = false;
      this.stop();
      if (!this.isConnected) return;
      const root = this.shadowRoot ?? this.attachShadow({ mode: "open" });
      if (root.childElementCount === 0) makePanel(root);
      this.visible = new IntersectionObserver(
        (entries) => {
          if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
          this.visible?.disconnect();
          this.visible = undefined;
          void this.begin();
        },
        { rootMargin: "300px" },
      );
      this.visible.observe(this);
    });
  }

  private async begin(): Promise<void> {
    this.ended = [];
    const panel = makePanel(this.shadowRoot!);
    const failed = (messages: readonly string[]): void => {
      panel.errors.textContent = messages.join("\n");
      panel.errors.hidden = messages.length === 0;
      this.tell("taut-error", { messages } satisfies TautErrorDetail);
    };
    if (typeof WebAssembly === "undefined") return failed([noWebAssembly]);
    try {
      const model = await this.source();
      // the element may have been removed or changed meanwhile
      if (this.session !== undefined || !this.isConnected || this.visible !== undefined) return;
      this.session = new Session(
        this,
        panel,
        { ...model, attribute: (name) => this.getAttribute(name) },
        {
          start: TautLab.startWorker,
          ready: () => this.tell("taut-ready", {}),
          done: (results) => {
            this.ended = results;
            this.tell("taut-done", { results } satisfies TautDoneDetail);
          },
          failed: (messages) => this.tell("taut-error", { messages } satisfies TautErrorDetail),
        },
      );
    } catch (error) {
      failed([error instanceof Error ? error.message : String(error)]);
    }
  }

  private tell(name: string, detail: object): void {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }

  /** The text of the model, its name in messages, and its address if it has one. */
  private async source(): Promise<{ text: string; file: string; address: string | undefined }> {
    if (this.given !== undefined) return { text: this.given, file: "model", address: undefined };
    const name = this.getAttribute("model");
    if (name !== null) {
      const address = new URL(name, document.baseURI).href;
      return { text: await fetched(name, address), file: name, address };
    }
    const child = this.querySelector('script[type="text/yaml"]');
    if (child === null)
      throw new Error(
        'taut-lab: a model is missing. Give its address in the attribute model, or its text in a child <script type="text/yaml">.',
      );
    return { text: withoutIndent(child.textContent), file: "model", address: undefined };
  }
}

async function fetched(name: string, address: string): Promise<string> {
  const answer = await fetch(address).catch(() => undefined);
  if (answer === undefined)
    throw new Error(
      `${name}: the model could not be read, because its server did not answer. Check the attribute model.`,
    );
  if (!answer.ok)
    throw new Error(
      `${name}: the model must be a file that this page can read; the server answered ${answer.status}. Check the attribute model.`,
    );
  const text = await answer.text();
  // servers of single pages answer with the page where there is no file
  if (/^\s*<(!doctype|html)/i.test(text))
    throw new Error(`${name}: must be a model file; the server sent a web page. Check the attribute model.`);
  return text;
}

/** The text without the line before it and without the indentation that all its lines share. */
export function withoutIndent(text: string): string {
  const lines = text.replace(/^[ \t]*\r?\n/, "").split("\n");
  const filled = lines.filter((line) => line.trim() !== "");
  const least = Math.min(...filled.map((line) => line.length - line.trimStart().length));
  return lines.map((line) => line.slice(Number.isFinite(least) ? least : 0)).join("\n");
}

/**
 * Defines the element under a name. Nothing happens if it is defined already, or outside of a page.
 *
 * @example
 * defineTautLab(); // <taut-lab> from here on
 */
export function defineTautLab(name = "taut-lab"): void {
  const elements = globalThis.customElements;
  if (elements !== undefined && elements.get(name) === undefined)
    elements.define(name, name === "taut-lab" ? TautLab : class extends TautLab {});
}
