import { arrows, faceless, partOf } from "../arrows.ts";
import { lineAt, type Source } from "../source.ts";
import type { Problem, Workspace } from "../workspace.ts";

/** What serves every face knows none: not the process that it runs in. No package knows the words of a command line. */
export function facelessProblems({ members }: Workspace): Problem[] {
  const packages = members.filter(({ kind }) => kind === "packages");
  const serving = packages.filter(({ name }) => faceless.includes(name)).flatMap(({ src }) => src);
  const shipped = packages.filter(({ name }) => !partOf(name, arrows)?.testsOnly).flatMap(({ src }) => src);
  return [...serving.flatMap(processProblems), ...shipped.flatMap(wordProblems)];
}

type File = Workspace["members"][number]["src"][number];

function processProblems({ path, source }: File): Problem[] {
  return processUses(source).map(({ at, name }) => ({
    file: path,
    line: lineAt(source.text, at),
    what: `uses ${name}`,
    fix: "take it as a value, from the face",
  }));
}

function wordProblems({ path, source }: File): Problem[] {
  return commandWords(source).map(({ at, word }) => ({
    file: path,
    line: lineAt(source.text, at),
    what: `names "${word}", which only the command line has`,
    fix: "give the error or notice a `nextStep`, which each face words",
  }));
}

/** Which system it is, and other processes, are no face. */
const allowed = /^process\.(?:platform|pid|kill)\b/;

function processUses({ code }: Source): readonly { readonly at: number; readonly name: string }[] {
  return [...code.matchAll(/(?<![.\w$])process\.\w+|(?<![.\w$])console\.\w+/g)]
    .map(({ index, 0: name }) => ({ at: index, name }))
    .filter(({ name }) => !allowed.test(name));
}

/** An option alone is no sentence: it goes to another program. */
const isArgument = (value: string): boolean => /^--[a-z][a-z-]+(?:=\S*)?$/.test(value);

/** Commands of other programs, in a sentence. */
const otherCommands = /`(?!skein )[a-z]+ [^`]*`/g;

/** Not a folder `.skein`, not what a hash begins with, and not a variable of a style sheet. */
const commandWord = /(?<![\w./-])skein [a-z]{3,}\b(?! \d)|(?<!var\(|[\w-])--[a-z][a-z-]+(?![\w-]|\s*:)/;

function commandWords({ words }: Source): readonly { readonly at: number; readonly word: string }[] {
  return words.flatMap(({ start, value }) => {
    if (isArgument(value)) return [];
    const [word] = commandWord.exec(value.replace(otherCommands, "")) ?? [];
    return word === undefined ? [] : [{ at: start, word }];
  });
}
