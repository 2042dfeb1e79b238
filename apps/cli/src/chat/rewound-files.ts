import { isAbsolute, resolve } from "node:path";
import type { Rewound } from "@skein/runtime";
import { shortFolder } from "./show-path.ts";

const mostFiles = 12;

type FileChange = Rewound["folders"][number]["changes"][number];

const done: Record<Exclude<FileChange["change"], "blocked">, string> = {
  created: "brought back",
  rewritten: "put back",
  removed: "removed",
  mode: "mode put back",
};

/** What going back did to files, a line each; those outside of `cwd` with their folder. Foreign text, not yet clean. */
export function fileLines({ folders }: Rewound, cwd: string): readonly string[] {
  const lines = folders.flatMap(({ root, changes, kept }) => {
    const shown = (path: string) =>
      root === cwd && !isAbsolute(path) ? path : shortFolder(resolve(root, path));
    return [
      ...changes
        .filter(({ type }) => type !== "folder")
        .map(
          ({ path, change, reason = "" }) =>
            `  ${shown(path)}: ${change === "blocked" ? `left as it is: ${reason}` : done[change]}`,
        ),
      ...kept.map((path) => `  ${shown(path)}: left as it is: it was changed since`),
    ];
  });
  if (lines.length === 0) return ["No file has changed by it."];
  const more = lines.length - mostFiles;
  return ["Files:", ...lines.slice(0, mostFiles), ...(more > 0 ? [`  … ${more} more`] : [])];
}
