/** The style of each part of a drawing, from the style sheet that the drawing has in it. */

import type { Colour } from "./canvas.js";

export type Style = Readonly<Record<string, string>>;

/** The styles of a drawing in light colours: a function of the names of a part's classes and of its kind. */
export function stylesOf(css: string): (kind: string, classes: readonly string[]) => Style {
  // rules inside @media and @container are for screens of other colours and sizes
  const always = css.replace(/@[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g, "");
  const rules = [...always.matchAll(/([^{}]+)\{([^{}]*)\}/g)].flatMap(([, selectors, body]) => {
    const set = Object.fromEntries(
      body.split(";").map((each) => {
        const at = each.indexOf(":");
        return [each.slice(0, at).trim(), each.slice(at + 1).trim()];
      }),
    );
    return selectors.split(",").map((selector) => ({ ...partOf(selector.trim()), set }));
  });
  return (kind, classes) => {
    const style: Record<string, string> = {};
    for (const rule of rules)
      if ((rule.kind === "" || rule.kind === kind) && rule.classes.every((name) => classes.includes(name)))
        Object.assign(style, rule.set);
    return style;
  };
}

/** The last part of a selector; those before it are the drawing itself. */
function partOf(selector: string): { kind: string; classes: readonly string[] } {
  if (selector === ":root" || selector === ".draw") return { kind: "", classes: [] };
  const [kind, ...classes] = selector.split(" ").at(-1)!.split(".");
  return { kind, classes };
}

/** A value with its variables replaced. */
export function propertyOf(style: Style, name: string): string | undefined {
  let value = style[name];
  for (let depth = 0; value?.startsWith("var(") && depth < 4; depth++) value = style[value.slice(4, -1)];
  return value;
}

/** A colour such as #1d2329 or #fff; undefined for none. */
export function colourOf(style: Style, name: string): Colour | undefined {
  const value = propertyOf(style, name);
  if (value === undefined || !value.startsWith("#")) return undefined;
  const digits = value.length === 4 ? [...value.slice(1)].map((digit) => digit + digit).join("") : value.slice(1);
  return [0, 2, 4].map((at) => Number.parseInt(digits.slice(at, at + 2), 16)) as [number, number, number];
}
