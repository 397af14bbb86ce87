/** The script of pages: it defines `<taut-lab>`. */

import { defineTautLab } from "./element.js";

defineTautLab();
