/** Parts of the page that are loaded when they are first shown. */

import { type ComponentType, h } from "preact";
import { useEffect, useState } from "preact/hooks";
import { serverGone } from "../worker/limits.js";

export function lazy<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  let loaded: ComponentType<P> | undefined;
  return function Lazy(props: P) {
    const [state, set] = useState<"loading" | "shown" | "gone">(loaded === undefined ? "loading" : "shown");
    useEffect(() => {
      if (loaded !== undefined) return;
      load().then(
        (component) => {
          loaded = component;
          set("shown");
        },
        () => set("gone"),
      );
    }, []);
    if (loaded !== undefined) return h(loaded, props);
    return state === "gone" ? <Gone /> : <p class="quiet">Loading…</p>;
  };
}

function Gone() {
  return (
    <div class="lost" role="alert">
      <p>{serverGone}</p>
      <button type="button" onClick={() => location.reload()}>
        Reload the page
      </button>
    </div>
  );
}
