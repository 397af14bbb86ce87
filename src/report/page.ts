/**
 * The shell of every report: one file whose policy forbids the network and every script but that of the animation. It
 * is readable from 360 pixels to a wide screen, in the dark and on paper.
 */

import { escapeHtml } from "./escape.js";
import { animationScriptSource } from "./player/script.generated.js";
import { drawingCss, themeCss } from "./theme.js";

export interface Page {
  readonly title: string;
  /** HTML made by functions of this folder; not escaped again. */
  readonly body: string;
  /** A last line in small print, for example version and hash of the input; escaped. Default: none. */
  readonly footer?: string;
}

const policy = `default-src 'none'; style-src 'unsafe-inline'; script-src ${animationScriptSource}; img-src data:`;

const pageCss = `*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;overflow-wrap:break-word}
main,footer{max-width:76rem;margin:0 auto;padding:0 clamp(1rem,4vw,2.5rem)}
header{padding:clamp(1.5rem,4vw,3rem) 0 .5rem}
h1{font-size:clamp(1.45rem,1.1rem + 1.6vw,2.1rem);line-height:1.2;letter-spacing:-.015em;margin:0 0 .5rem;font-weight:650}
h2{font-size:1.2rem;line-height:1.3;margin:0 0 .9rem;font-weight:650;letter-spacing:-.005em}
h3{font-size:1rem;margin:1.4rem 0 .4rem;font-weight:600}
p{margin:.4rem 0 .8rem;max-width:46rem}
a{color:var(--link)}
section{margin:2.4rem 0;padding-top:1.4rem;border-top:1px solid var(--grid)}
.lead{color:var(--muted);font-size:1.05rem}
.status{display:flex;gap:.65rem;align-items:baseline;max-width:52rem;margin:1rem 0 0;padding:.7rem .95rem;background:var(--panel);border-left:4px solid var(--good);border-radius:0 6px 6px 0}
.status.bad{border-color:var(--bad)}
.status b{color:var(--good);white-space:nowrap}.status.bad b{color:var(--bad)}
.grid{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,26rem),1fr));gap:2rem 2.5rem;align-items:start}
.split{display:grid;gap:2rem 3rem;align-items:start}
.grid>*,.split>*{min-width:0}
@media (min-width:60rem){.split{grid-template-columns:minmax(0,7fr) minmax(0,5fr)}}
.figure{margin:0;container-type:inline-size;break-inside:avoid;max-width:46rem}
.figure .draw{width:100%;height:auto}
.figure>figcaption{font-weight:600;margin:0 0 .6rem;line-height:1.35}
.key{color:var(--muted);font-size:.875rem;line-height:1.45;margin:.4rem 0 0}
.ends{white-space:nowrap}
.ramp{display:inline-block;width:5rem;height:.65em;border-radius:2px;background:linear-gradient(90deg,var(--press),var(--slack),var(--pull))}
.stage canvas{display:block;width:100%;max-height:75vh;background:var(--panel);border-radius:6px}
.controls{display:flex;flex-wrap:wrap;align-items:center;gap:.5rem .8rem;margin:.6rem 0 0;font-size:.9rem}
.controls button,.controls select{font:inherit;color:var(--ink);background:var(--panel);border:1px solid var(--rule);border-radius:6px;padding:.4rem .7rem;min-height:2.5rem}
.controls button{min-width:5.2rem;font-weight:600;cursor:pointer}
.controls input{flex:1 1 8rem;min-width:6rem;min-height:2.5rem;accent-color:var(--link)}
.controls output{min-width:5.5rem;font-variant-numeric:tabular-nums}
.controls label{color:var(--muted);white-space:nowrap}
:focus-visible{outline:2px solid var(--link);outline-offset:2px}
.live .still,.player:not(.live) .live-only{display:none}
.scroll{overflow-x:auto;margin:0 0 .4rem}
table{border-collapse:collapse;min-width:min(100%,26rem);font-size:.93rem;line-height:1.4}
caption{text-align:left;font-weight:600;padding:0 0 .5rem}
th,td{padding:.42rem .9rem .42rem 0;text-align:left;vertical-align:baseline;border-bottom:1px solid var(--grid)}
th:last-child,td:last-child{padding-right:0}
thead th{color:var(--muted);font-weight:500;font-size:.85rem;border-bottom-color:var(--rule);white-space:nowrap}
tbody th{font-weight:500}
.stack,.fill table{width:100%}
.stack td.n{white-space:normal}
.scroll+p:not(.key),.key+.grid{margin-top:1.4rem}
.n{text-align:right;font-variant-numeric:tabular-nums}
td.n,tbody th.n{white-space:nowrap}
code,pre{font:.86rem/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace}
pre{margin:.6rem 0 0;padding:1rem;background:var(--panel);border-radius:6px;overflow-x:auto;tab-size:2}
details>summary{cursor:pointer;font-weight:600;padding:.3rem 0}
.verdict{white-space:nowrap;font-weight:600;color:var(--open)}
.verdict.good{color:var(--good)}.verdict.bad{color:var(--bad)}
.why{display:block;color:var(--muted);font-size:.87rem;white-space:normal;font-weight:400}
.counts{display:flex;flex-wrap:wrap;gap:.6rem 2.2rem;margin:1.2rem 0 0;padding:0;list-style:none}
.counts b{display:block;font-size:1.7rem;line-height:1.15;font-weight:650;font-variant-numeric:tabular-nums}
.counts .good b{color:var(--good)}.counts .bad b{color:var(--bad)}
.counts span{color:var(--muted);font-size:.9rem}
footer{padding-top:1.5rem;padding-bottom:2.5rem;color:var(--muted);font-size:.85rem;overflow-wrap:anywhere}
@media (max-width:44rem){
.stack thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.stack,.stack tbody,.stack tr,.stack th,.stack td{display:block}
.stack caption{display:block}
.stack colgroup{display:none}
.stack tr{padding:.7rem 0;border-bottom:1px solid var(--rule)}
.stack th,.stack td{border:0;padding:.12rem 0;text-align:left;white-space:normal}
.stack tbody th{font-weight:600}
.stack td[data-head]:not(:empty){display:grid;grid-template-columns:6.2rem minmax(0,1fr);gap:.6rem}
.stack td[data-head]::before{content:attr(data-head);color:var(--muted);font-size:.85rem;font-weight:400}
.stack td:empty{display:none}
}
@media print{
body{font-size:10.5pt}main,footer{max-width:none;padding:0}
section{margin:1.4rem 0;padding-top:.8rem}
.stage,.live-only{display:none!important}.live .still{display:block}
.scroll{overflow:visible}tr,.figure{break-inside:avoid}h2{break-after:avoid}
.ends{white-space:nowrap}
.ramp{-webkit-print-color-adjust:exact;print-color-adjust:exact}
}
`;

/** The report as the text of an HTML file. */
export function page({ title, body, footer }: Page): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<style>
${themeCss}${pageCss}${drawingCss}</style>
</head>
<body>
<main>
${body}
</main>
${footer === undefined ? "" : `<footer>${escapeHtml(footer)}</footer>\n`}</body>
</html>
`;
}

/** A section with its heading; an empty string when there is no content. */
export function section(heading: string, content: string): string {
  return content === "" ? "" : `<section><h2>${escapeHtml(heading)}</h2>${content}</section>\n`;
}

/** A drawing with its title above and a remark below; `note` is text and is escaped. */
export function figure(title: string, drawing: string, note = ""): string {
  const remark = note === "" ? "" : `<p class="key">${escapeHtml(note)}</p>`;
  return `<figure class="figure"><figcaption>${escapeHtml(title)}</figcaption>${drawing}${remark}</figure>`;
}

/** A paragraph of text, escaped. */
export function paragraph(text: string, classes = ""): string {
  return `<p${classes === "" ? "" : ` class="${classes}"`}>${escapeHtml(text)}</p>`;
}
