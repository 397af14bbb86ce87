import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "vitepress";

const generated = join(import.meta.dirname, "../.generated");
const sidebarFile = join(generated, "sidebar.json");

// the built folder is served as it is; with TAUT_SITE_BASE="/taut/" it may stand below another address
export default defineConfig({
  title: "taut",
  description: "Stiff and constrained mechanics at the speed of the slow motion",
  lang: "en-GB",
  base: process.env.TAUT_SITE_BASE ?? "/",
  srcDir: ".generated",
  outDir: "../build/site",
  cleanUrls: false,
  lastUpdated: false,
  markdown: { math: true, theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" } },
  themeConfig: {
    nav: [
      { text: "Start", link: "/start" },
      { text: "Choose", link: "/choose" },
      { text: "Models", link: "/guide/models" },
      { text: "Methods", link: "/methods/" },
      { text: "Theory", link: "/guide/theory/equations" },
      { text: "Recipes", link: "/recipes/" },
      { text: "Library", link: "/api/" },
    ],
    sidebar: existsSync(sidebarFile) ? JSON.parse(readFileSync(sidebarFile, "utf8")) : [],
    outline: { level: [2, 3] },
    search: { provider: "local" },
    docFooter: { prev: false, next: false },
    externalLinkIcon: false,
  },
  vite: {
    define: { __TAUT_EMBED__: JSON.stringify(process.env.TAUT_SITE_EMBED === "yes") },
    publicDir: join(generated, "public"),
    build: { chunkSizeWarningLimit: 4000 },
  },
});
