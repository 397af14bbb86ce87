/** Reads the `draw` section: places as expressions of the motion, sizes as numbers. */

import { type Expr, isVector } from "../../symbolic/index.js";
import { type DrawnKind, drawnKinds } from "../drawing.js";
import type { DrawnThing } from "../lowered.js";
import { below, fail, path, show } from "../model-errors.js";
import type { DrawnData, ModelData } from "../schema.js";
import { didYouMean, type Scalar, type ScalarOrVector } from "../shapes.js";
import { type Context, numberScope, positionIn, readValue } from "./context.js";
import type { Families } from "./families.js";
import { readRepeat } from "./repeat.js";
import type { Indices, Symbols } from "./symbols.js";

/** A picture shows at most this many things that the section draws. */
const mostThings = 20_000;

/** The things that a model draws, and the dimension of their places, which is that of its points if it has any. */
export function readDraw(
  context: Context,
  families: Families,
  symbols: Symbols,
  model: ModelData,
): { readonly things: DrawnThing[]; readonly space: number } {
  const things: DrawnThing[] = [];
  let space = families.space;
  model.draw?.forEach((entry, k) => {
    context.errors.attempt(() => {
      const { kind, data, where } = kindOf(entry, path("draw", k));
      const rows = readRepeat(context, below(where, "repeat"), data.repeat, 0);
      if (things.length + rows.count > mostThings)
        fail(where, `a model may draw at most ${mostThings} things; this makes it ${things.length + rows.count}.`);
      for (let i = 0; i < rows.count; i++) {
        const position = positionIn(rows, i);
        const indices: Indices = new Map(rows.indices.map((index, c) => [index, context.graph.num(position[c])]));
        things.push(thingOf(kind, data, where, indices));
      }
    });
  });
  return { things, space };

  function thingOf(kind: DrawnKind, data: DrawnData, where: string, indices: Indices): DrawnThing {
    const { body } = data;
    if (body !== undefined && !Object.hasOwn(model.bodies ?? {}, body))
      fail(below(where, "body"), `there is no body ${show(body)}.${didYouMean(body, Object.keys(model.bodies ?? {}))}`);
    if (data.instead !== undefined && body === undefined)
      fail(
        below(where, "instead"),
        "a thing takes the place of a body's own picture, and this one belongs to no body. Write body: arm, or remove this entry.",
      );
    const place = (key: string, value: ScalarOrVector): readonly Expr[] => {
      const read =
        body === undefined
          ? symbols.read(key, value, undefined, indices)
          : readValue(key, value, numberScope(context, key, indices));
      const components = isVector(read) ? read : [read];
      if (space === 0 && (components.length === 2 || components.length === 3)) space = components.length;
      if (components.length !== space)
        fail(
          key,
          `a place must have ${space === 0 ? "two or three" : space} component${space === 1 ? "" : "s"}, like the others of the picture; it has ${components.length}.`,
        );
      return components;
    };
    const number = (key: "radius" | "length", value: Scalar): number => {
      const [size] = numbers(below(where, key), value);
      return size;
    };
    const numbers = (at: string, value: ScalarOrVector): number[] => {
      const read = readValue(at, value, numberScope(context, at, indices));
      return (isVector(read) ? read : [read]).map(({ op, value: size }) =>
        op === "const" && size > 0 ? size : fail(at, "a size must be a number above 0; this is not. Correct it."),
      );
    };
    const size = data.size === undefined ? undefined : numbers(below(where, "size"), data.size);
    const places = (data.through ?? (data.at === undefined ? [] : [data.at])).map((value, c) =>
      place(data.through === undefined ? below(where, "at") : below(where, "through", c), value),
    );
    if (size !== undefined && size.length !== space)
      fail(below(where, "size"), `a box must have ${space} edges here; it has ${size.length}.`);
    if ((kind === "spring" || kind === "damper" || kind === "arrow" || kind === "ground") && places.length !== 2)
      fail(below(where, "through"), `a ${kind} needs two places; it has ${places.length}. Give its ends.`);
    return {
      kind,
      places,
      ...(data.along !== undefined && { along: place(below(where, "along"), data.along) }),
      ...(data.across !== undefined && { across: place(below(where, "across"), data.across) }),
      ...(size && { size }),
      ...(data.radius !== undefined && { radius: number("radius", data.radius) }),
      ...(data.length !== undefined && { length: number("length", data.length) }),
      ...(data.words !== undefined && { words: data.words.slice(0, 200) }),
      ...(data.colour !== undefined && { colour: data.colour }),
      ...(body !== undefined && { body }),
      ...(data.instead === true && { instead: true }),
      closed: data.closed ?? false,
      dashed: data.dashed ?? false,
      grounded: data.grounded ?? false,
    };
  }
}

function kindOf(
  entry: Readonly<Record<string, DrawnData>>,
  where: string,
): { readonly kind: DrawnKind; readonly data: DrawnData; readonly where: string } {
  const entries = Object.entries(entry);
  if (entries.length !== 1)
    fail(where, `must have one kind of thing; got ${entries.length}. Write {line: {through: […]}}.`);
  const [[given, data]] = entries;
  const kinds = Object.keys(drawnKinds);
  if (!Object.hasOwn(drawnKinds, given))
    fail(where, `${show(given)} cannot be drawn.${didYouMean(given, kinds) || ` Known are: ${kinds.join(", ")}.`}`);
  const kind = given as DrawnKind;
  const at = below(where, kind);
  const { needs, may }: { readonly needs: readonly string[]; readonly may: readonly string[] } = drawnKinds[kind];
  for (const key of needs)
    if (!Object.hasOwn(data, key)) fail(at, `a ${kind} needs ${needs.join(", ")}; ${key} is missing. Give it.`);
  const known = [...needs, ...may, "body", "instead", "colour", "repeat"];
  for (const key of Object.keys(data))
    if (!known.includes(key))
      fail(below(at, key), `a ${kind} has no such entry. Known here: ${known.join(", ")}. Remove it.`);
  return { kind, data, where: at };
}
