import { entries as models } from "../state/gallery.js";
import type { GalleryEntry, Thumbnail } from "../state/gallery-entry.js";
import { forget, recents } from "../state/recent.js";
import { grouped } from "./gallery-groups.js";

export function Gallery() {
  return (
    <main class="page gallery" id="main">
      <div class="intro">
        <h1>See stiffness, drift and slow motion</h1>
        <p>
          A mechanism is described once, by energies and constraints. You can view it with very stiff springs or with
          rigid rods, and solve either view by every method of the library. Pick a model, or drop a model file anywhere.
        </p>
      </div>
      <Recents />
      {grouped(models).map(({ title, entries }) => (
        <section key={title} class="group-of-cards" aria-label={title}>
          <h2>{title}</h2>
          <ul class="cards">
            {entries.map((entry) => (
              <li key={entry.id}>
                <Card entry={entry} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </main>
  );
}

/** What was worked on in this browser. */
function Recents() {
  if (recents.value.length === 0) return null;
  return (
    <section class="recents" aria-label="Your recent models">
      <h2>Your recent models</h2>
      <ul>
        {recents.value.map(({ id, title, when }) => (
          <li key={id}>
            <a href={`#/recent/${id}`}>{title}</a>
            <span class="quiet">{new Date(when).toLocaleString()}</span>
            <button type="button" class="plain" aria-label={`Forget ${title}`} onClick={() => forget(id)}>
              ×
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Card({ entry }: { readonly entry: GalleryEntry }) {
  return (
    <a class="card" href={`#/stage/${entry.id}`}>
      <Sketch picture={entry.picture} />
      <span class="card-text">
        <strong>{entry.name}</strong>
        <span>{entry.about.split(/(?<=[.:]) /)[0].replace(/:$/, ".")}</span>
      </span>
    </a>
  );
}

function Sketch({ picture: { trails, links, masses, anchors } }: { readonly picture: Thumbnail }) {
  const small = masses.length > 20;
  return (
    <svg viewBox="0 0 240 150" aria-hidden="true" class="sketch">
      {trails.map((d) => (
        <path key={d} d={d} class="trail" />
      ))}
      {links.map(({ d, style }) => (
        <path key={d} d={d} class={style} />
      ))}
      {masses.map(([x, y]) => (
        <circle key={`${x} ${y}`} cx={x} cy={y} r={small ? 1.5 : 5} class="mass" />
      ))}
      {anchors.map(([x, y]) => (
        <circle key={`a${x} ${y}`} cx={x} cy={y} r="3.5" class="anchor" />
      ))}
    </svg>
  );
}
