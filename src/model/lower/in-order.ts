/** Orders names so that each comes after those that it needs. It does not recurse, so chains may be of any length. */

/** The keys of `needs`, each after those of its names that are keys too. `refuse` gets the names of a cycle. */
export function inOrder(
  needs: ReadonlyMap<string, ReadonlySet<string>>,
  refuse: (cycle: readonly string[]) => never,
): string[] {
  const order: string[] = [];
  const state = new Map<string, "open" | "done">();
  const stack: { name: string; needs: Iterator<string> }[] = [];
  const open = (name: string) => {
    state.set(name, "open");
    stack.push({ name, needs: needs.get(name)!.values() });
  };
  for (const first of needs.keys()) {
    if (!state.has(first)) open(first);
    while (stack.length > 0) {
      const top = stack[stack.length - 1];
      const next = top.needs.next();
      if (next.done) {
        state.set(top.name, "done");
        order.push(top.name);
        stack.pop();
      } else if (state.get(next.value) === "open") {
        const names = stack.map(({ name }) => name);
        refuse(names.slice(names.indexOf(next.value)));
      } else if (needs.has(next.value) && !state.has(next.value)) {
        open(next.value);
      }
    }
  }
  return order;
}

/** A cycle in words: "a needs b, b needs a". */
export function inWords(cycle: readonly string[]): string {
  const shown = cycle.length > 12 ? [...cycle.slice(0, 11), "…"] : cycle;
  return shown.map((name, k) => `${name} needs ${shown[k + 1] ?? cycle[0]}`).join(", ");
}
