import { defineConfig } from "vite";
import { fewParts } from "../scripts/few-parts.mjs";
import { gallery } from "./build/gallery.js";

// the built folder works on any static host: addresses are relative, and nothing is inlined that the policy forbids
export default defineConfig({
  root: import.meta.dirname,
  base: "./",
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  plugins: [gallery()],
  // gifenc calls its CommonJS file the one for browsers; the module is wanted everywhere
  resolve: { mainFields: ["module", "browser", "main"] },
  worker: { format: "es", plugins: () => [fewParts(), gallery()] },
  build: {
    outDir: "../dist/lab",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 900,
  },
});
