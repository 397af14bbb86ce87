/**
 * A program in WebAssembly, linked with the system's own code. The function contains no addresses, so all runs of a
 * system share one instance, and all systems that bind the same program share one module. The engine's optimisations of
 * the code are therefore kept.
 */

import { addressOf, type CompiledRoutine, type F64, type Link } from "../core/index.js";
import { flat, type Operation, type Program } from "../core/program.js";
import { instantiate, Module, type WasmExports } from "../wasm/index.js";
import { emitStep, endings, firstEnding } from "./emit.js";
import { entry } from "./remember.js";

type Routines = readonly CompiledRoutine[];

/** The code is made at the first run. */
export const linked: Link = (program, arena, arrays, routines, patterns = {}) => {
  const { numbers: names, weights, evaluations, counters } = program;
  const called = evaluations.map((name) => routines[name]);
  let code: WasmExports[string] = (...given) => {
    code = instanceOf(program, called).step;
    return code(...given);
  };
  const [numbers, constants] = [arena.f64(names.length), arena.f64(weights.length)];
  constants.set(weights);
  const counts = arena.i32(evaluations.length + counters + 1);
  const failing = counts.length - 1;
  const bound = program.arrays.flatMap(({ name, given }) => (given ? [] : [arrays[name]]));
  const places = program.patterns.flatMap((name) => [patterns[name].rowStart, patterns[name].column]);
  const judged = called.flatMap(({ judge }, k) => (judge === undefined ? [] : [{ k, judge }]));
  const own = called.flatMap((routine) => routine.own ?? []);
  const addresses = [...[...bound, ...places, constants, numbers, counts].map(addressOf), ...own];
  const table = arena.i32(addresses.length);
  table.set(addresses);
  const at = addressOf(table);
  const address = (x: F64 | undefined): number => (x === undefined ? 0 : addressOf(x));
  return {
    numbers,
    run(integer, a, b, c, d) {
      const result = code(integer, address(a), address(b), address(c), address(d), at);
      const failed = result === -1 || result <= firstEnding ? -1 : counts[failing];
      for (let j = 0; j < judged.length; j++) {
        const { k, judge } = judged[j];
        if (counts[k] > 0 && k !== failed) judge(-1, counts[k]);
      }
      if (result === -1) return "ok";
      return failed < 0 ? endings[firstEnding - result] : called[failed].judge!(result, counts[failed]);
    },
    evaluated: (index) => counts[index],
    counted: ({ counter }) => counts[evaluations.length + counter],
  };
};

/** Modules by program and by what the evaluations take of their own, and instances by program and code. */
const modules = new WeakMap<Program, Map<string, WebAssembly.Module>>();
const instances = new WeakMap<Program, Instances>();

interface Instances {
  readonly next: WeakMap<CompiledRoutine["code"], Instances>;
  instance?: WasmExports;
}

function instanceOf(program: Program, routines: Routines): WasmExports {
  const none = (): Instances => ({ next: new WeakMap() });
  let place = entry(instances, program, none);
  for (const { code } of routines) place = entry(place.next, code, none);
  place.instance ??= instantiate(
    moduleOf(program, routines),
    routines[0].memory,
    Object.fromEntries(routines.map(({ code }, k) => [program.evaluations[k], code])),
  );
  return place.instance;
}

function moduleOf(program: Program, routines: Routines): WebAssembly.Module {
  const kinds = routines.map(({ own = [], infallible = false }) => `${own.length} ${infallible}`).join();
  const known = entry(modules, program, () => new Map<string, WebAssembly.Module>());
  return entry(known, kinds, () => {
    const module = new Module();
    const calls = [...flat(program.operations)].filter((o) => o.kind === "evaluate");
    const evaluations = routines.map(({ own = [], infallible }, k) => {
      const params = parametersOf(
        calls.find(({ evaluation }) => evaluation.index === k),
        own.length,
      );
      const name = program.evaluations[k];
      const code = infallible ? module.hostFunction(name, params, "void") : module.hostFunction(name, params, "i32");
      return { code, own: own.length };
    });
    emitStep(module, program, evaluations);
    return new WebAssembly.Module(module.toBytes());
  });
}

/** The types of the arguments of an evaluation, from a call of it. */
function parametersOf(o: Extract<Operation, { kind: "evaluate" }> | undefined, own: number): ("f64" | "i32")[] {
  if (o === undefined) return [];
  const addresses = o.x.length + (o.out === undefined ? 0 : 1) + own;
  return [...(o.number === undefined ? [] : ["f64" as const]), ...Array<"i32">(addresses).fill("i32")];
}
