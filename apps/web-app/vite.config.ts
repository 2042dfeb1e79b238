import { defineConfig } from "vite";
import { licences } from "../cli/licences-plugin.ts";

/** Files with hashed names and no inline script or style: the server's Content Security Policy allows none. */
export default defineConfig({
  root: "src",
  base: "./",
  logLevel: "warn",
  plugins: [licences()],
  build: {
    outDir: "../dist",
    emptyOutDir: true,
    target: "es2024",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
