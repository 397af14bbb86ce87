/** A card of the gallery. Its picture moves while the pointer is over it, or while it has the focus. */

import { useEffect, useRef } from "preact/hooks";
import { pictureMotion } from "../state/gallery.js";
import type { GalleryEntry, Thumbnail, ThumbnailMotion } from "../state/gallery-entry.js";
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
    const motion = await pictureMotion(entry.id);
    if (!gone && motion !== undefined && picture.current !== null) halt.current = play(picture.current, motion);
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
      <Sketch picture={entry.picture} host={picture} />
      <span class="card-text">
        <strong>{entry.name}</strong>
        <span>{entry.about.split(/(?<=[.:]) /)[0].replace(/:$/, ".")}</span>
      </span>
    </a>
  );
}

interface SketchProps {
  readonly picture: Thumbnail;
  readonly host: { readonly current: SVGSVGElement | null };
}

function Sketch({ picture: { trails, links, masses, anchors }, host }: SketchProps) {
  const small = masses.length > 20;
  return (
    <svg viewBox="0 0 240 150" aria-hidden="true" class="sketch" ref={host as never}>
      {trails.map((d) => (
        <path key={d} d={d} class="trail" />
      ))}
      {links.map(({ d, style }, k) => (
        <path key={k} d={d} class={style} />
      ))}
      {masses.map(([x, y], k) => (
        <circle key={k} cx={x} cy={y} r={small ? 1.5 : 5} class="mass" />
      ))}
      {anchors.map(([x, y], k) => (
        <circle key={`a${k}`} cx={x} cy={y} r="3.5" class="anchor" />
      ))}
    </svg>
  );
}

/** Moves the parts of a picture; returns what stops it, which also puts every part back. */
function play(svg: SVGSVGElement, { links, frames }: ThumbnailMotion): () => void {
  const lines = [...svg.querySelectorAll("path:not(.trail)")];
  const dots = [...svg.querySelectorAll("circle")];
  const before = [...lines.map((line) => line.getAttribute("d")!)];
  const places = dots.map((dot) => [dot.getAttribute("cx")!, dot.getAttribute("cy")!]);
  let begun: number | undefined;
  let asked = requestAnimationFrame(function tick(now) {
    begun ??= now;
    const at = ((((now - begun) / 1000) % duration) / duration) * (frames.length - 1);
    const [a, b, part] = [frames[Math.floor(at)], frames[Math.ceil(at)], at % 1];
    const value = (k: number): string => (a[k] + part * (b[k] - a[k])).toFixed(1);
    lines.slice(0, links).forEach((line, k) => {
      line.setAttribute("d", `M${value(4 * k)} ${value(4 * k + 1)}L${value(4 * k + 2)} ${value(4 * k + 3)}`);
    });
    dots.forEach((dot, k) => {
      dot.setAttribute("cx", value(4 * links + 2 * k));
      dot.setAttribute("cy", value(4 * links + 2 * k + 1));
    });
    asked = requestAnimationFrame(tick);
  });
  return () => {
    cancelAnimationFrame(asked);
    lines.forEach((line, k) => {
      line.setAttribute("d", before[k]);
    });
    dots.forEach((dot, k) => {
      dot.setAttribute("cx", places[k][0]);
      dot.setAttribute("cy", places[k][1]);
    });
  };
}
