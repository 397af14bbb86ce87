/** The style of `<taut-lab>`, inside its shadow root. Its colours are those of reports. */

import { drawingCss, themeColours } from "../report/theme.js";

export const styleText = `
:host{display:block;container-type:inline-size;color-scheme:light;${themeColours.light}}
@media (prefers-color-scheme:dark){:host(:not([theme=light])){color-scheme:dark;${themeColours.dark}}}
:host([theme=dark]){color-scheme:dark;${themeColours.dark}}
:host([hidden]){display:none}
*{box-sizing:border-box}
.lab{font:14px/1.4 system-ui,sans-serif;color:var(--ink);background:var(--paper);border:1px solid var(--rule);border-radius:8px;overflow:hidden}
.title{margin:0;padding:8px 12px 0;font-weight:600}
.lanes{display:flex;flex-wrap:wrap}
figure{flex:1 1 220px;min-width:0;margin:0;padding:0}
canvas{display:block;width:100%;height:var(--stage-height,280px);touch-action:pan-y}
canvas.turns{cursor:grab}
canvas:focus-visible{outline:2px solid var(--link);outline-offset:-2px}
figcaption{padding:0 12px 6px;color:var(--muted);font-size:13px}
.swatch{display:inline-block;width:10px;height:10px;border-radius:5px;margin-right:6px;background:var(--c)}
.bar{display:flex;flex-wrap:wrap;gap:8px 10px;align-items:center;padding:8px 12px;border-top:1px solid var(--grid);background:var(--panel)}
button{font:inherit;color:var(--ink);background:var(--paper);border:1px solid var(--rule);border-radius:6px;padding:5px 12px;min-width:44px;min-height:32px;cursor:pointer}
button:hover{border-color:var(--link)}
button:focus-visible,input:focus-visible{outline:2px solid var(--link);outline-offset:2px}
input[type=range]{accent-color:var(--link);min-width:0;height:24px;margin:0}
.time{flex:1 1 60px}
.clock{font-variant-numeric:tabular-nums;min-width:5em;text-align:right}
.sliders{display:grid;grid-template-columns:repeat(auto-fit,minmax(220px,1fr));gap:4px 16px;padding:0 12px 8px;background:var(--panel)}
.sliders label{display:grid;grid-template-columns:minmax(3em,auto) 1fr minmax(4em,auto);gap:8px;align-items:center}
.sliders output{font-variant-numeric:tabular-nums;text-align:right}
.plots{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,320px),1fr));gap:8px 20px;padding:8px 12px}
.plot{position:relative;container-type:inline-size;margin:0;max-width:640px;width:100%}
.hand{position:absolute;width:0;border-left:1.5px solid var(--ink);pointer-events:none}
.errors{margin:0;padding:10px 12px;border-top:1px solid var(--grid);color:var(--bad);white-space:pre-line;overflow-wrap:anywhere}
[hidden]{display:none!important}
${drawingCss}`;
