import { faceless } from "../arrows.ts";
import { lineAt, type Source } from "../source.ts";
import type { Problem, Workspace } from "../workspace.ts";

/** What serves every face knows none: not the process that it runs in, and no words of a command line. */
export function facelessProblems({ members }: Workspace): Problem[] {
  return members
    .filter(({ kind, name }) => kind === "packages" && faceless.includes(name))
    .flatMap(({ src }) => src)
    .flatMap(({ path, source }) => [
      ...processUses(source).map(({ at, name }) => ({
        file: path,
        line: lineAt(source.text, at),
        what: `uses ${name}`,
        fix: "take it as a value, from the face",
      })),
      ...commandWords(source).map(({ at, word }) => ({
        file: path,
        line: lineAt(source.text, at),
        what: `names "${word}", which only the command line has`,
        fix: "give the error or notice a `nextStep`, which each face words",
      })),
    ]);
}

/** Which system it is, and other processes, are no face. */
const allowed = /^process\.(?:platform|pid|kill)\b/;

function processUses({ code }: Source): readonly { readonly at: number; readonly name: string }[] {
  return [...code.matchAll(/(?<![.\w$])process\.\w+|(?<![.\w$])console\.\w+/g)]
    .map(({ index, 0: name }) => ({ at: index, name }))
    .filter(({ name }) => !allowed.test(name));
}

/** An option alone is no sentence: it goes to another program. */
const isArgument = (value: string): boolean => /^--[a-z][a-z-]+$/.test(value);

function commandWords({ words }: Source): readonly { readonly at: number; readonly word: string }[] {
  return words.flatMap(({ start, value }) => {
    if (isArgument(value)) return [];
    const [word] = /\bskein [a-z]{3,}\b|(?<![\w-])--[a-z][a-z-]+/.exec(value) ?? [];
    return word === undefined ? [] : [{ at: start, word }];
  });
}
