import { isAbsolute, resolve } from "node:path";
import type { Rewound } from "@skein/runtime";
import { shortFolder } from "@skein/terminal";

const mostFiles = 12;

type FileChange = Rewound["folders"][number]["changes"][number];

const done: Record<Exclude<FileChange["change"], "blocked">, string> = {
  created: "brought back",
  rewritten: "put back",
  removed: "removed",
  mode: "mode put back",
};

/** What going back did to files, a line each; those outside of `cwd` with their folder. Foreign text, not yet clean. */
export function fileLines({ folders, unkept }: Rewound, cwd: string): readonly string[] {
  const lost = unkept.map(({ path, reason }) => `  ${shortFolder(path)}: was not kept: ${reason}`);
  const changed = folders.flatMap(({ root, changes, kept }) => {
    const shown = (path: string) =>
      root === cwd && !isAbsolute(path) ? path : shortFolder(resolve(root, path));
    return [
      ...changes
        .filter(({ type, change }) => type !== "folder" || change === "blocked")
        .map(
          ({ path, change, reason = "" }) =>
            `  ${shown(path)}: ${change === "blocked" ? `left as it is: ${reason}` : done[change]}`,
        ),
      ...kept.map((path) => `  ${shown(path)}: left as it is: it was changed since`),
    ];
  });
  // What could not be brought back comes first: the rest may be cut.
  const lines = [...lost, ...changed.toSorted((one, other) => rank(one) - rank(other))];
  if (lines.length === 0) return ["No file has changed by it."];
  const more = lines.length - mostFiles;
  return ["Files:", ...lines.slice(0, mostFiles), ...(more > 0 ? [`  … ${more} more`] : [])];
}

function rank(line: string): number {
  return line.includes(": left as it is: ") ? 0 : 1;
}
