/**
 * The colours of reports, as CSS variables, and the classes that drawings use: light, dark and on paper.
 *
 * Series colours are those of Okabe and Ito (2008), which readers with any colour vision can distinguish, darkened or
 * lightened where the background requires it (contrast at least 3 : 1). Colour is never the only distinction: markers
 * differ in shape, and published values are dashed and hollow.
 */

/** The number of colours. After these they repeat, with dotted lines. */
export const colours = 7;

const light =
  "--ink:#1d2329;--muted:#59636e;--faint:#8b949e;--grid:#e6e9ec;--rule:#c9cfd6;--paper:#fff;--panel:#f6f7f9;" +
  "--link:#0072b2;--good:#007a57;--bad:#b53d00;--open:#59636e;--pull:#d55e00;--slack:#8b949e;--press:#0072b2;" +
  "--s0:#0072b2;--s1:#d55e00;--s2:#009e73;--s3:#b5638f;--s4:#b27b00;--s5:#3b444d;--s6:#3a94cb";

const dark =
  "--ink:#e3e6ea;--muted:#9ea7b1;--faint:#747d87;--grid:#272c32;--rule:#3d444d;--paper:#14171a;--panel:#1b1f23;" +
  "--link:#56b4e9;--good:#34c398;--bad:#ff8a4c;--open:#9ea7b1;--pull:#f0762b;--slack:#7d8792;--press:#56b4e9;" +
  "--s0:#56b4e9;--s1:#f0762b;--s2:#22b98d;--s3:#d78fb8;--s4:#e6a817;--s5:#d3d8de;--s6:#f0e442";

/** The colours as declarations of CSS variables, for a style sheet that decides itself which of the two it uses. */
export const themeColours = { light, dark };

/**
 * The colours of reports as CSS variables: light by default and in print, dark where the reader prefers it. A page that
 * shows drawings includes it before `drawingCss`.
 *
 * @example
 * const style = `<style>${themeCss}${drawingCss}</style>`;
 */
export const themeCss = `:root{color-scheme:light dark;${light}}
@media screen and (prefers-color-scheme:dark){:root{${dark}}}
`;

const series = Array.from({ length: colours }, (_, i) => `.c${i}{--c:var(--s${i})}`).join("");

/**
 * The classes that drawings use; they need the variables of `themeCss`. Text is sized in units of the drawing. Where
 * the drawing is small, as on a phone, the text is larger in these units, and the layout leaves room for that.
 *
 * @example
 * const style = `<style>${themeCss}${drawingCss}</style>`;
 */
export const drawingCss = `${series}
.draw{display:block;font:13px system-ui,sans-serif;font-variant-numeric:tabular-nums;fill:var(--muted);overflow:visible}
.draw text.name{fill:var(--ink)}.draw text.head{fill:var(--ink);font-weight:600}.draw text.note{font-style:italic}
.draw .end{text-anchor:end}.draw .mid{text-anchor:middle}
.draw path,.draw line{fill:none;vector-effect:non-scaling-stroke;stroke-linejoin:round;stroke-linecap:round}
.draw .grid{stroke:var(--grid)}.draw .axis{stroke:var(--rule)}
.draw .line{stroke:var(--c);stroke-width:1.6}.draw .again{stroke-dasharray:.1 4}
.draw .dot{fill:var(--c);stroke:none}
.draw .published.line,.draw .level{stroke:var(--c);stroke-width:1.4;stroke-dasharray:5 4}
.draw .published.dot{fill:var(--paper);stroke:var(--c);stroke-width:1.6}
.draw .mark{stroke:var(--muted);stroke-dasharray:1 3.5}
.draw .trail{stroke:var(--c);stroke-width:1.3;opacity:.75}.draw .ghost{opacity:.35}
.draw .rod{stroke:var(--ink);stroke-width:2.5}.draw .spring{stroke:var(--ink);stroke-width:1.4}
.draw .dashed{stroke:var(--muted);stroke-width:1.2;stroke-dasharray:4 4}
.draw .mass{fill:var(--ink);stroke:var(--paper)}.draw .anchor{fill:var(--paper);stroke:var(--ink);stroke-width:1.6}
@container (max-width:440px){.draw{font-size:17.5px}}
@container (min-width:620px){.draw{font-size:11.5px}}
`;

/** Marker outlines of size r about the current point; groups of series differ in their outline. */
const shapes = [
  (r: number) => `m-${r} 0a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 -${2 * r} 0z`,
  (r: number) => `m-${r} -${r}h${2 * r}v${2 * r}h-${2 * r}z`,
  (r: number) => `m0 -${r}l${r} ${2 * r}h-${2 * r}z`,
  (r: number) => `m0 -${r}l${r} ${r}l-${r} ${r}l-${r} -${r}z`,
];
// sizes that look equally heavy; hollow markers are larger, so that their ring is visible around a filled one
const filled = [3, 2.5, 3.5, 4];
const hollow = [4.5, 4, 5, 5.5];

/** A marker at the current point as relative path commands; shapes repeat after four. */
export function marker(index: number, published = false): string {
  const k = index % shapes.length;
  return shapes[k]((published ? hollow : filled)[k]);
}
