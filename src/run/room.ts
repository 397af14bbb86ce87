/** Systems on memories that are large enough: what is bound in one decides how much it takes. */

import { compileSystem } from "../compile/index.js";
import type { Workspace } from "../core/index.js";
import { ArenaFull } from "../memory/linear-memory.js";
import type { Lowered } from "../model/index.js";

/** What `use` makes of the compiled system; compiled again with more room when its work arrays did not fit. */
export function withRoom<T>(lowered: Lowered, use: (workspace: Workspace) => T): T {
  return withMoreRoom((workBytes) => use(compileSystem(lowered, { workBytes })));
}

/** `make`, and again with more bytes for work arrays as long as they do not fit; at first with as many as is usual. */
export function withMoreRoom<T>(make: (workBytes: number | undefined) => T): T {
  let workBytes: number | undefined;
  for (;;) {
    try {
      return make(workBytes);
    } catch (error) {
      if (!(error instanceof ArenaFull)) throw error;
      workBytes = 4 * error.needed;
    }
  }
}
