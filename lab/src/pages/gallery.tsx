/** The first page: a live stage, what was worked on in this browser, and the models in groups. */

import { useSignal } from "@preact/signals";
import { type ComponentType, h } from "preact";
import { useEffect } from "preact/hooks";
import { loadSketches, entries as models } from "../state/gallery.js";
import { forget, recents } from "../state/recent.js";
import { Card } from "./card.js";
import { grouped } from "./gallery-groups.js";

export function Gallery() {
  useEffect(() => {
    void firstPaint().then(loadSketches);
  }, []);
  return (
    <main class="page gallery" id="main">
      <div class="opening">
        <div class="intro">
          <h1>See stiffness, drift and slow motion</h1>
          <p>
            A mechanism is described once, by energies and constraints. You can view it with springs of any stiffness or
            with rigid rods, and solve either view by every method of the library.
          </p>
          <p>
            Both pendulums start alike. Make the springs stiffer: the motions agree for longer, and following them costs
            more. Rods have the motion of infinitely stiff springs at the cost of soft ones.
          </p>
        </div>
        <LiveStage />
      </div>
      <Recents />
      {grouped(models).map(({ title, about, entries }) => (
        <section key={title} class="group-of-cards" aria-label={title}>
          <h2>{title}</h2>
          <p class="quiet">{about}</p>
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

/** The live stage. It is loaded after the page has been painted; if it cannot be loaded, the page does without it. */
function LiveStage() {
  const loaded = useSignal<ComponentType | undefined>(undefined);
  useEffect(() => {
    let gone = false;
    void firstPaint()
      .then(() => import("../opening/opening.js"))
      .then(
        ({ Opening }) => {
          if (!gone) loaded.value = Opening;
        },
        () => {},
      );
    return () => {
      gone = true;
    };
  }, []);
  return (
    <section class="live" aria-label="A pendulum with springs and a pendulum with rods">
      {loaded.value === undefined ? <p class="quiet">Loading the pendulums…</p> : h(loaded.value, {})}
    </section>
  );
}

/** Resolves when the browser has painted the page; at once if it does not say. */
function firstPaint(): Promise<void> {
  const name = "first-contentful-paint";
  const isKnown = PerformanceObserver.supportedEntryTypes.includes("paint");
  if (!isKnown || performance.getEntriesByName(name).length > 0) return Promise.resolve();
  return new Promise((done) => {
    new PerformanceObserver((list, observer) => {
      if (list.getEntriesByName(name).length === 0) return;
      observer.disconnect();
      done();
    }).observe({ type: "paint", buffered: true });
  });
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
