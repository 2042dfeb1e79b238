import { isLiteral, type Word } from "../analysis.ts";
import type { PathUse } from "./path-use.ts";

/** Files that a script of sed or awk among the words writes by their names: `w file`, `s/a/b/w file`, `print > "file"`. */
export function scriptWrites(program: string, args: readonly Word[]): readonly PathUse[] {
  const filesOf = /^g?sed$/.test(program) ? sedFiles : /^[gmn]?awk$/.test(program) ? awkFiles : undefined;
  if (!filesOf) return [];
  return args
    .filter(isLiteral)
    .flatMap((word) =>
      filesOf(word.text).map((text) => ({ word: { ...word, text }, access: "writes", isMade: true })),
    );
}

/** The rest of a line is the name. What only looks like such a command is a name, too. */
function sedFiles(script: string): readonly string[] {
  return script
    .split("\n")
    .flatMap((line) =>
      [...line.matchAll(/(?<=^|[\s;{}!\d$/|,#:@gpiImMe])[wW]\s*(?=(\S.*))/g)].map(([, file = ""]) =>
        file.trim(),
      ),
    );
}

function awkFiles(script: string): readonly string[] {
  return [...script.matchAll(/>\s*"([^"]+)"/g)].map(([, file = ""]) => file);
}
