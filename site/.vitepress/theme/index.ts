import type { Theme } from "vitepress";
import base from "vitepress/theme-without-fonts";
import { LabLink } from "./lab-link.js";
import { LiveCell } from "./live-cell.js";
import "../../.generated/drawings.css";
import "./style.css";

const theme: Theme = {
  extends: base,
  enhanceApp({ app }) {
    app.component("LiveCell", LiveCell);
    app.component("LabLink", LabLink);
  },
};

export default theme;
