/** Parts of the page that are loaded when they are first shown. */

import { type ComponentType, h } from "preact";
import { useEffect, useState } from "preact/hooks";

export function lazy<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  let loaded: ComponentType<P> | undefined;
  return function Lazy(props: P) {
    const [, shown] = useState(loaded !== undefined);
    useEffect(() => {
      if (loaded !== undefined) return;
      void load().then((component) => {
        loaded = component;
        shown(true);
      });
    }, []);
    return loaded === undefined ? <p class="quiet">Loading…</p> : h(loaded, props);
  };
}
