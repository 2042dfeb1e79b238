import { readFileSync } from "node:fs";
import type { Plugin } from "rolldown";
import { parseAst } from "rolldown/parseAst";
import { withQuickExports } from "./exports-in-scripts.ts";
import { withLaterChunk } from "./later-chunk.ts";

/**
 * Lets the files run as scripts, see `bin/skein.cjs`: what a script cannot do by itself, importing a module, is done by the
 * function `importModule` that it gets.
 */
export function scripts(): Plugin {
  return {
    name: "scripts",
    // Compiled code is kept by the names of files, and their hashes are made before this.
    augmentChunkHash: () => afterwards,
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === "chunk") file.code = withLaterChunk(withQuickExports(withoutImports(file.code)));
    },
  };
}

const afterwards = ["ascii-plugin.ts", "exports-in-scripts.ts", "later-chunk.ts", "scripts-plugin.ts"]
  .map((file) => readFileSync(new URL(file, import.meta.url), "utf8"))
  .join("");

function withoutImports(code: string): string {
  if (!code.includes("import(")) return code;
  const found: number[] = [];
  collect(parseAst(code, { sourceType: "script" }), found);
  return found
    .toSorted((a, b) => b - a)
    .reduce((text, at) => `${text.slice(0, at)}importModule${text.slice(at + "import".length)}`, code);
}

/** Where expressions `import(…)` begin. In a text, the same letters mean nothing. */
function collect(node: object, found: number[]): void {
  if ("type" in node && node.type === "ImportExpression" && "start" in node) found.push(node.start as number);
  for (const child of Object.values(node))
    if (typeof child === "object" && child !== null) collect(child as object, found);
}
