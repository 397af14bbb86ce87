/** Colours and drawing classes of the library's reports: the lab and a report are one visual language. */

import { drawingCss, themeCss } from "taut";

const sheet = new CSSStyleSheet();
sheet.replaceSync(themeCss + drawingCss);
document.adoptedStyleSheets.push(sheet);
