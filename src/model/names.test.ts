import { describe, expect, test } from "vitest";
import { ModelError } from "../core/errors.js";
import { catalogue } from "../elements/index.js";
import { functions } from "../symbolic/language.js";
import { model as builder } from "./builder.js";
import { lower } from "./lower.js";
import { allErrors } from "./model-errors.js";
import type { ModelData } from "./schema.js";
import { validateModel } from "./validate.js";

type Fragment = Omit<ModelData, "taut">;
type Space = "expressions" | "constraints" | "invariants" | "events" | "observables";

/** A kind of name: what a file must say so that `name` exists, and where; undefined if this kind cannot make that name. */
interface Kind {
  readonly space: Space;
  make(name: string): { readonly fragment: Fragment; readonly where: string } | undefined;
}

const body = { mass: 1, inertia: [0.1, 0.2, 0.25], at: [0, 0, 0] };
const site = { mass: 1, at: [0, 0, 0] };
const identifier = /^[A-Za-z]\w*$/;

/** A kind whose names are all those that match, with what they match: a body `a` makes the point `a_d1`. */
const kind = (space: Space, pattern: RegExp, make: (match: RegExpExecArray) => [Fragment, string]): Kind => ({
  space,
  make(name) {
    const match = pattern.exec(name);
    if (match === null) return undefined;
    const [fragment, where] = make(match);
    return { fragment, where };
  },
});

const kinds: Readonly<Record<string, Kind>> = {
  parameter: kind("expressions", identifier, ([n]) => [{ parameters: { [n]: 1 } }, `parameters.${n}`]),
  point: kind("expressions", identifier, ([n]) => [{ points: { [n]: { mass: 1, at: [3, 4, 5] } } }, `points.${n}`]),
  coordinate: kind("expressions", identifier, ([n]) => [{ coordinates: { [n]: { mass: 1 } } }, `coordinates.${n}`]),
  index: kind("expressions", identifier, ([n]) => [
    { points: { family: { mass: 1, at: [n, 1, 0], repeat: { [n]: 2 } } } },
    "points.family.repeat",
  ]),
  body: kind("expressions", identifier, ([n]) => [{ bodies: { [n]: body } }, `bodies.${n}`]),
  director: kind("expressions", /^(.+)_d1$/, ([, b]) => [{ bodies: { [b]: body } }, `bodies.${b}`]),
  "component of a point": kind("expressions", /^(.+)_x$/, ([, p]) => [
    { points: { [p]: { mass: 1, at: [6, 7, 8] } } },
    `points.${p}`,
  ]),
  "component of a director": kind("expressions", /^(.+)_d2_x$/, ([, b]) => [{ bodies: { [b]: body } }, `bodies.${b}`]),
  "site of a molecule": kind("expressions", /^([A-Za-z0-9]+)_(\w+)$/, ([, m, s]) => [
    { templates: { short: { sites: { [s]: site } } }, molecules: { [m]: { template: "short", at: [1, 2, 3] } } },
    `molecules.${m}`,
  ]),
  "site with a short name": kind("expressions", /^(\w+)_([A-Za-z0-9]+)$/, ([, m, s]) => [
    { templates: { long: { sites: { [s]: site } } }, molecules: { [m]: { template: "long", at: [4, 2, 3] } } },
    `molecules.${m}`,
  ]),
  constraint: kind("constraints", /^.+$/, ([n]) => [{ constraints: { [n]: "x(base) - 1" } }, `constraints`]),
  "component of a constraint": kind("constraints", /^(.+)_y$/, ([, n]) => [
    { constraints: { [n]: "base - [1, 2, 3]" } },
    `constraints`,
  ]),
  "named element": kind("constraints", /^.+$/, ([n]) => [
    { elements: [{ rod: { between: ["origin", "base"], name: n } }] },
    "elements[0].rod",
  ]),
  "second named element": kind("constraints", /^.+$/, ([n]) => [
    { elements: [{ gravity: [0, 0, -1] }, { "point-on-plane": { on: "base", normal: [0, 0, 1], name: n } }] },
    "point-on-plane",
  ]),
  "component of an element": kind("constraints", /^(.+)\.1$/, ([, n]) => [
    { elements: [{ "point-on-line": { on: "base", direction: [1, 0, 0], name: n } }] },
    "point-on-line",
  ]),
  joint: kind("constraints", /^(.+)_y$/, ([, n]) => [
    { bodies: { held: body }, joints: [{ ball: { between: ["world", "held"], at: [0, 0, 0], name: n } }] },
    "joints",
  ]),
  "row of a hinge": kind("constraints", /^(.+) axis u$/, ([, n]) => [
    {
      bodies: { turned: body },
      joints: [{ hinge: { between: ["world", "turned"], at: [0, 0, 0], axis: [0, 0, 1], name: n } }],
    },
    "joints",
  ]),
  "slider named like the row of a hinge": kind("constraints", /^(.+) across$/, ([, n]) => [
    {
      bodies: { slid: body },
      joints: [{ slider: { between: ["world", "slid"], at: [0, 0, 0], axis: [0, 0, 1], name: n } }],
    },
    "joints",
  ]),
  "joint without a name": kind("constraints", /^ball 0_y$/, () => [
    { bodies: { held: body }, joints: [{ ball: { between: ["world", "held"], at: [0, 0, 0] } }] },
    "joints[0].ball",
  ]),
  "rigidity of a body": kind("constraints", /^(.+) unit 1$/, ([, b]) => [{ bodies: { [b]: body } }, `bodies.${b}`]),
  invariant: kind("invariants", identifier, ([n]) => [{ invariants: { [n]: "x(base)" } }, `invariants.${n}`]),
  event: kind("events", identifier, ([n]) => [{ run: { events: { [n]: { when: "x(base)" } } } }, `run.events.${n}`]),
  observable: kind("observables", identifier, ([n]) => [
    { run: { observables: { [n]: "x(base)" } } },
    `run.observables.${n}`,
  ]),
};

const candidates = [
  "a",
  "a_d1",
  "a_x",
  "a_y",
  "a_d2_x",
  "a_d1_d1",
  "a_b_c",
  "a.1",
  "a axis u",
  "a across",
  "ball 0_y",
  "a unit 1",
];

/** Two fragments of one file; undefined where they have an entry in common, which one file cannot hold twice. */
function merged(a: unknown, b: unknown): unknown {
  if (Array.isArray(a) && Array.isArray(b)) return [...a, ...b];
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return undefined;
  const out: Record<string, unknown> = { ...a };
  for (const [key, value] of Object.entries(b)) {
    const both = Object.hasOwn(out, key) ? merged(out[key], value) : value;
    if (both === undefined) return undefined;
    out[key] = both;
  }
  return out;
}

const base: Fragment = { points: { base: { mass: 1, at: [1, 2, 3], velocity: [0, 1, 0] } } };
const read = (fragment: unknown) => {
  const model = validateModel({ taut: 1, ...(merged(base, fragment) as Fragment) }, catalogue);
  return lower(model, catalogue);
};

/** Everything that has a name in the results, once for each time it is there. */
const named = ({ groups, laws, events = [], readings = [] }: ReturnType<typeof read>): string[] =>
  [
    ...groups.map(({ name }) => `coordinates ${name}`),
    ...laws
      .filter(({ kind: of }) => of === "constraint" || of === "invariant")
      .flatMap((law) =>
        Array.from({ length: law.count }, (_, i) =>
          law.outputs.map((__, c) => `${law.kind} ${law.componentName(i, c)}`),
        ).flat(),
      ),
    ...events.map(({ name }) => `event ${name}`),
    ...readings.map(({ name }) => `observable ${name}`),
  ].sort();

const pairs = Object.keys(kinds).flatMap((a, k) =>
  Object.keys(kinds)
    .slice(k)
    .flatMap((b) => {
      const both = candidates.flatMap((name) => {
        const [one, other] = [kinds[a].make(name), kinds[b].make(name)];
        const fragment = one && other && merged(one.fragment, other.fragment);
        const same = one && other && a === b && JSON.stringify(one) === JSON.stringify(other) && !name.includes(" ");
        return fragment === undefined || same ? [] : [{ name, one: one!, other: other!, fragment }];
      });
      return both.length === 0 ? [] : [[a, b, both] as const];
    }),
);

const caught = (work: () => unknown): string | undefined => {
  try {
    work();
    return undefined;
  } catch (error) {
    return error instanceof ModelError ? allErrors(error).map(String).join("\n") : String(error);
  }
};

describe("two things of one name are both there, or the error names both places", () => {
  test("the table has pairs of all kinds", () => {
    expect(pairs.length).toBeGreaterThan(120);
    expect(new Set(pairs.map(([a]) => a).concat(pairs.map(([, b]) => b)))).toEqual(new Set(Object.keys(kinds)));
  });

  test.each(pairs)("%s and %s", (a, b, both) => {
    for (const { name, one, other, fragment } of both) {
      const message = caught(() => read(fragment));
      if (kinds[a].space === kinds[b].space) {
        expect(message, name).toBeDefined();
        expect(message, name).toContain(one.where);
        expect(message, name).toContain(other.where);
      } else {
        expect(message, name).toBeUndefined();
        const shared = named(read({}));
        const parts = [...named(read(one.fragment)), ...named(read(other.fragment))];
        expect(named(read(fragment)), name).toHaveLength(parts.length - shared.length);
      }
    }
  });
});

describe("words of the language are not names", () => {
  const words = ["t", "pi", "origin", ...[...functions.keys()].filter((name) => !/^[xyz]$/.test(name))];
  const givers = ["parameter", "point", "coordinate", "index", "body"];
  test.each(givers)("of a %s", (giver) => {
    for (const word of words) {
      const { fragment, where } = kinds[giver].make(word)!;
      expect(
        caught(() => read(fragment)),
        word,
      ).toContain(where);
    }
  });
});

test.each<[string, Fragment, readonly string[]]>([
  ["a state and an algebraic variable", { states: ["a"], algebraic: ["a"] }, ["states[0]", "algebraic[0]"]],
  ["a parameter and a state", { parameters: { a: 1 }, states: { a: 0 } }, ["parameters.a", "states.a"]],
  ["two states", { states: ["a", "a"] }, ["states[0]", "states[1]"]],
])("%s of one name are refused with both places", (_, fragment, places) => {
  const message = caught(() =>
    validateModel({ taut: 1, rates: { a: "-a" }, constraints: { c: "a" }, ...fragment }, catalogue),
  );
  for (const place of places) expect(message).toContain(place);
});

test("two rates of one state, and two start values of one coordinate, are refused with both places", () => {
  const rates = { taut: 1, states: ["a"], rates: { a: "-a", " a": "1" } };
  const initial = { taut: 1, points: { a: { mass: 1, at: [0, 0] } }, initial: { a: [1, 2], a_x: 3 } };
  const lowered = (data: unknown) => caught(() => lower(validateModel(data, catalogue), catalogue));
  expect(lowered(rates)).toMatch(/rates\[" a"\].*rates\.a is the rate of the same state/);
  expect(lowered(initial)).toMatch(/initial\.a_x.*initial\.a gives the same one/);
});

test("a joint whose name is taken is refused instead of replacing the other joint", () => {
  const arms = { a: { ...body, at: [1, 0, 0] }, b: { ...body, at: [3, 0, 0] } };
  const joints = [
    { ball: { between: ["world", "a"], at: [0, 0, 0], name: "pin" } },
    { ball: { between: ["a", "b"], at: [2, 0, 0], name: "pin" } },
  ];
  expect(() => validateModel({ taut: 1, bodies: arms, joints }, catalogue)).toThrow(
    /joints\[1\]\.ball.*"pin" is already used by joints\[0\]\.ball/,
  );
});

test("parameters may have the names that bodies and joints once gave to their own", () => {
  const parameters = { arm_w1: 1, arm_angle: 2, arm_p1: 3, arm_e1: 4, joint0_p1: 5, arm_r11: 6 };
  const bodies = { arm: { mass: "arm_w1", inertia: 1, at: [1, 0], angle: "arm_angle", spin: "arm_w1" } };
  const joints = [{ ball: { between: ["world", "arm"], at: [0, 0] } }];
  const { q0, v0 } = lower(validateModel({ taut: 1, parameters, bodies, joints }, catalogue), catalogue);
  expect([...q0]).toEqual([1, 0, expect.closeTo(Math.cos(2), 12), expect.closeTo(Math.sin(2), 12)]);
  expect([...v0].slice(2)).toEqual([expect.closeTo(-Math.sin(2), 12), expect.closeTo(Math.cos(2), 12)]);
});

test("a parameter called coulomb does not become the constant of the units", () => {
  const charge = (parameters: object) => ({
    ...{ taut: 1, units: "eV-Å-amu", parameters, elements: [{ coulomb: {} }] },
    points: { a: { mass: 1, charge: 1, at: [0, 0, 0] }, b: { mass: 1, charge: 1, at: [1, 0, 0] } },
  });
  const shown = (parameters: object): string => {
    const { pairs: field } = lower(validateModel(charge(parameters), catalogue), catalogue);
    const [first] = field!.groups[0].sites;
    return JSON.stringify(field!.potential(first, first), (key, value) =>
      key === "graph" || key === "id" ? undefined : value,
    );
  };
  expect(shown({ coulomb: 7 })).toBe(shown({}));
});

test("a molecule must not have the name of another molecule, and a template not that of a built-in one", () => {
  const templates = { own: { sites: { s: site } } };
  const molecules = { m: { template: "own", at: [0, 0, 0] } };
  const points = { p: { mass: 1, at: [1, 0, 0], molecule: "m" } };
  expect(() => validateModel({ taut: 1, templates, molecules, points }, catalogue)).toThrow(
    /points\.p\.molecule.*molecules\.m/,
  );
  const tip3p = { tip3p: { sites: { s: site } } };
  const water = { m: { template: "tip3p", at: [0, 0, 0] } };
  expect(() => validateModel({ taut: 1, templates: tip3p, molecules: water }, catalogue)).toThrow(
    'templates.tip3p: "tip3p" is a built-in template',
  );
});

test("a builder refuses a name that has been added before", () => {
  const begun = builder("m", catalogue)
    .point("a", { mass: 1, at: [0, 0] })
    .force("a", [1, 0]);
  expect(() => begun.point("a", { mass: 2, at: [0, 0] })).toThrow("points.a: each name may be added once");
  expect(() => begun.force("a", [0, 1])).toThrow("force.a: each name may be added once");
  expect(() => begun.parameter("k", 1).parameter("k", 2)).toThrow("parameters.k: each name may be added once");
});
