import { readFileSync } from "node:fs";
import { SourceMap, type SourceMapPayload } from "node:module";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../..", import.meta.url));

/** A chunk that is not minified: in one that is, names of functions have no place of their own in the map. */
export interface ChunkModules {
  readonly text: string;
  /** Paths below the root. */
  readonly all: readonly string[];
  /** The one that the text at an offset belongs to. */
  readonly at: (offset: number) => string | undefined;
}

export function modulesOf(chunk: string): ChunkModules {
  const text = readFileSync(chunk, "latin1");
  const payload = JSON.parse(readFileSync(`${chunk}.map`, "utf8")) as SourceMapPayload;
  const map = new SourceMap(payload);
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  const path = (source: string): string => relative(root, join(dirname(chunk), source));
  return {
    text,
    all: payload.sources.map(path),
    at: (offset) => {
      const line = starts.findLastIndex((start) => start <= offset);
      const entry = map.findEntry(line, offset - (starts[line] ?? 0));
      return "originalSource" in entry && entry.originalSource ? path(entry.originalSource) : undefined;
    },
  };
}
