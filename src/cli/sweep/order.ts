import type { StudyRunner } from "../../study/index.js";

/**
 * Orders the runs so that those that share a compiled system are adjacent and, among them, those that share settings.
 */
export function inOrder(runner: StudyRunner, indices: readonly number[]): number[] {
  const systems = new Map<string, Map<string, number[]>>();
  for (const index of indices) {
    const spec = runner.study.run(index);
    const system = entryOf(systems, runner.key(spec), () => new Map<string, number[]>());
    entryOf(system, JSON.stringify(spec.settings), () => []).push(index);
  }
  return [...systems.values()].flatMap((system) => [...system.values()].flat());
}

function entryOf<T>(map: Map<string, T>, key: string, make: () => T): T {
  const found = map.get(key) ?? make();
  map.set(key, found);
  return found;
}
