/** Adopts the colours and drawing classes of the library's reports, so that lab and reports look alike. */

import { drawingCss, themeCss } from "taut";

const sheet = new CSSStyleSheet();
sheet.replaceSync(themeCss + drawingCss);
document.adoptedStyleSheets.push(sheet);
