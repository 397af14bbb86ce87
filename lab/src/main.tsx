/** The lab: gallery, stage, papers. Everything is computed in this page; no other server is contacted. */

import { render } from "preact";
import { Gallery } from "./pages/gallery.js";
import { lazy } from "./state/lazy.js";
import "./state/keys.js";
import "./state/drop.js";
import { lost, page } from "./state/route.js";
import "./style/adopt.js";
import "./style/base.css";
import "./style/opening.css";
import "./style/stage.css";
import "./style/panels.css";

const Stage = lazy(() => import("./pages/stage.js").then((m) => m.Stage));
const NewModel = lazy(() => import("./pages/new-model.js").then((m) => m.NewModel));
const Papers = lazy(() => import("./pages/papers.js").then((m) => m.Papers));

function Lab() {
  const { name } = page.value;
  const link = (to: string, label: string, here: boolean) => (
    <a href={to} aria-current={here ? "page" : undefined}>
      {label}
    </a>
  );
  return (
    <>
      <button type="button" class="skip" onClick={skip}>
        Skip to the content
      </button>
      <header class="masthead">
        <a class="brand" href="#/">
          <img src="./icon.svg" alt="" width="26" height="26" />
          taut lab
        </a>
        <nav aria-label="Pages">
          {link("#/", "Gallery", name === "gallery")}
          {link("#/new", "New model", name === "new")}
          {link("#/papers", "Papers", name === "papers")}
        </nav>
      </header>
      {lost.value !== "" && (
        <p class="lost" role="alert">
          {lost.value}
        </p>
      )}
      {name === "gallery" && <Gallery />}
      {name === "opening" && (
        <main class="page" id="main">
          <p class="quiet">Loading…</p>
        </main>
      )}
      {name === "stage" && <Stage />}
      {name === "new" && <NewModel />}
      {name === "papers" && <Papers />}
    </>
  );
}

/** Moves the focus to the content. A link cannot do this, because the fragment of the address names the page. */
function skip(): void {
  const main = document.getElementById("main");
  main?.setAttribute("tabindex", "-1");
  main?.focus();
}

render(<Lab />, document.getElementById("lab")!);
