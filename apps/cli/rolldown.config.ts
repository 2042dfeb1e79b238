import { readFileSync } from "node:fs";
import { defineConfig } from "rolldown";

const manifest = JSON.parse(readFileSync(new URL("package.json", import.meta.url), "utf8")) as {
  dependencies?: Record<string, string>;
};

// `dependencies` (native and wasm parts) stay outside the bundle; `devDependencies` go into it.
const outside = Object.keys(manifest.dependencies ?? {});

export default defineConfig({
  platform: "node",
  input: { main: "src/main.ts" },
  external: (id) => outside.some((name) => id === name || id.startsWith(`${name}/`)),
  output: {
    dir: "dist",
    format: "esm",
    minify: true,
    sourcemap: true,
    cleanDir: true,
    entryFileNames: "[name].js",
    chunkFileNames: "chunks/[name]-[hash].js",
  },
});
