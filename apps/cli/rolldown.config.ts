import { readFileSync } from "node:fs";
import { defineConfig } from "rolldown";
import { inlineLoaders } from "../../tools/packages/bundle-loaders.ts";
import { ascii } from "./ascii-plugin.ts";
import { builtins } from "./builtins-plugin.ts";
import { chunkGroups } from "./chunk-groups.ts";
import { licences } from "./licences-plugin.ts";
import { scripts } from "./scripts-plugin.ts";
import { webApp } from "./web-app-plugin.ts";

const manifest = JSON.parse(readFileSync(new URL("package.json", import.meta.url), "utf8")) as {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
};

// `dependencies` and `optionalDependencies` (native and wasm parts) stay outside the bundle; `devDependencies` go into it.
// Providers whose libraries are large are no part of it at all: who uses them installs them.
const apart = ["@skein/provider-bedrock", "@skein/provider-local", "@skein/provider-vertex"];
const outside = [...Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies }), ...apart];

// Off for tools/first-request/write.ts, which looks which module a place belongs to.
const isMinified = process.env["SKEIN_BUNDLE_MINIFY"] !== "off";

export default defineConfig({
  platform: "node",
  transform: {
    define: {
      "import.meta.resolve": "resolveImport",
      // The global `crypto` loads all of Web Crypto.
      "crypto.randomUUID": 'process.getBuiltinModule("node:crypto").randomUUID',
    },
  },
  input: { main: "src/main.ts" },
  plugins: [inlineLoaders(), builtins(), scripts(), ascii(), licences(), webApp()],
  external: (id) => outside.some((name) => id === name || id.startsWith(`${name}/`)),
  output: {
    dir: "dist",
    format: "cjs", // run as scripts: see bin/skein.cjs
    minify: isMinified,
    sourcemap: true,
    cleanDir: true,
    entryFileNames: "[name].script",
    chunkFileNames: "chunks/[name]-[hash].script",
    codeSplitting: { groups: chunkGroups(), includeDependenciesRecursively: false },
  },
});
