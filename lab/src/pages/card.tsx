/** A card of the gallery. Its picture moves while the pointer is over it, or while it has the focus. */

import { useEffect, useRef } from "preact/hooks";
import { reelOf, sketches } from "../state/gallery.js";
import type { GalleryEntry } from "../state/gallery-entry.js";
import { quiet } from "../state/lab.js";

/** Seconds that the picture moves before it begins again. */
const duration = 4;

export function Card({ entry }: { readonly entry: GalleryEntry }) {
  const picture = useRef<SVGSVGElement>(null);
  /** Ends the motion; null while the picture stands still. */
  const halt = useRef<(() => void) | null>(null);
  const start = async (): Promise<void> => {
    if (halt.current !== null || quiet()) return;
    let gone = false;
    halt.current = () => {
      gone = true;
    };
    const reel = await reelOf(entry.id);
    if (!gone && reel !== undefined && picture.current !== null) halt.current = play(picture.current, reel);
  };
  const stop = (): void => {
    halt.current?.();
    halt.current = null;
  };
  useEffect(() => stop, []);
  return (
    <a
      class="card"
      href={`#/stage/${entry.id}`}
      onPointerEnter={() => void start()}
      onPointerLeave={stop}
      onFocus={() => void start()}
      onBlur={stop}
    >
      <svg
        viewBox="0 0 400 250"
        aria-hidden="true"
        class="sketch"
        ref={picture}
        dangerouslySetInnerHTML={{ __html: sketches.value[entry.id] ?? "" }}
      />
      <span class="card-text">
        <strong>{entry.name}</strong>
        <span>{entry.about.split(/(?<=[.:]) /)[0].replace(/:$/, ".")}</span>
      </span>
    </a>
  );
}

type Reel = NonNullable<Awaited<ReturnType<typeof reelOf>>>;

/** Moves a picture; returns what stops it, which also puts the picture back. */
function play(svg: SVGSVGElement, { draw, last }: Reel): () => void {
  const before = svg.innerHTML;
  let begun: number | undefined;
  let asked = requestAnimationFrame(function tick(now) {
    begun ??= now;
    svg.innerHTML = draw(((((now - begun) / 1000) % duration) / duration) * last);
    asked = requestAnimationFrame(tick);
  });
  return () => {
    cancelAnimationFrame(asked);
    svg.innerHTML = before;
  };
}
