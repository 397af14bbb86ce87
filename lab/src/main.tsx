/** The lab: gallery, stage, papers. Everything is computed in this page; nothing is asked of the network. */

import { render } from "preact";
import { Gallery } from "./pages/gallery.js";
import { Stage } from "./pages/stage.js";
import { lazy } from "./state/lazy.js";
import "./state/keys.js";
import "./state/drop.js";
import { lost, page } from "./state/route.js";
import "./style/base.css";
import "./style/stage.css";
import "./style/panels.css";

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
          {link("#/papers", "Papers", name === "papers")}
        </nav>
      </header>
      {lost.value !== "" && (
        <p class="lost" role="alert">
          {lost.value}
        </p>
      )}
      {name === "gallery" && <Gallery />}
      {name === "stage" && <Stage />}
      {name === "papers" && <Papers />}
    </>
  );
}

/** The fragment is the address of a page, so this is no link: it moves the focus itself. */
function skip(): void {
  const main = document.getElementById("main");
  main?.setAttribute("tabindex", "-1");
  main?.focus();
}

render(<Lab />, document.getElementById("lab")!);
