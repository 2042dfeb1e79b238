import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { modulesOf } from "./modules-of.ts";

interface Coverage {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly {
      readonly ranges: readonly { readonly startOffset: number; readonly count: number }[];
    }[];
  }[];
}

/** What bin/skein.cjs puts before the text of a chunk. */
const wrapper = "(function (exports, require, module, __filename, __dirname, importModule, resolveImport) {"
  .length;

/** The modules of the chunk with this name, by whether a function of theirs was called: by the coverage that V8 wrote into this folder. */
export async function modulesByUse(
  folder: string,
  chunk: string,
): Promise<{ readonly called: ReadonlySet<string>; readonly idle: ReadonlySet<string> }> {
  const isChunk = new RegExp(String.raw`/chunks/${chunk}-[\w-]{8}\.script$`);
  const called = new Set<string>();
  let all: readonly string[] = [];
  for (const file of await readdir(folder)) {
    const { result } = JSON.parse(await readFile(join(folder, file), "utf8")) as Coverage;
    for (const { url, functions } of result) {
      if (!isChunk.test(url)) continue;
      const modules = modulesOf(fileURLToPath(url));
      all = modules.all;
      for (const { ranges } of functions) {
        const [whole] = ranges;
        // The first function is the chunk itself.
        if (!whole || whole.count === 0 || whole.startOffset < wrapper) continue;
        const module = modules.at(whole.startOffset - wrapper);
        if (module !== undefined) called.add(module);
      }
    }
  }
  return { called, idle: new Set(all.filter((module) => !called.has(module))) };
}
