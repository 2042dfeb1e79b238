/** One word of a command, quotes taken off. */
export interface Word {
  readonly text: string;
  /** Whether the shell puts something else in its place: a variable's value, or the names of files. */
  readonly isExpanded: boolean;
  /** Whether a variable is part of it, so that not even its form is known. */
  readonly hasVariable?: boolean;
}

/** Longer commands are not looked into. */
const maxLength = 2000;
const quiet = /^(?:[0-2]?>>?|[0-2]?<|&>>?) *\/dev\/null(?=[ \t;|&]|$)|^[0-2]?>&[0-2](?=[ \t;|&]|$)/;
const joints = ["&&", "||", "|", ";"];
const variable = /^\$[A-Za-z_][A-Za-z0-9_]*/;
/** What may stand bare in a word and means itself, but for `*`, `?` and `[`. */
const bare = /[A-Za-z0-9_\-./,:=+@%^~!*?[\]]/;

/**
 * The simple commands of `a && b || c; d | e`, each as its words. Redirections to /dev/null and between the first three
 * descriptors are left out.
 *
 * @returns `undefined` for everything else that a shell knows, also where it would be harmless: substitutions, escapes,
 *   groups, background jobs, other redirections, comments, here-documents, braces, line breaks, what is not ASCII.
 */
export function simpleCommands(line: string): readonly (readonly Word[])[] | undefined {
  if (line.length > maxLength || /[^\x20-\x7e\t]/.test(line)) return undefined;
  const commands: Word[][] = [[]];
  let at = 0;
  while (at < line.length) {
    const rest = line.slice(at);
    const space = /^[ \t]+/.exec(rest) ?? quiet.exec(rest);
    const joint = joints.find((one) => rest.startsWith(one));
    if (space) {
      at += space[0].length;
    } else if (joint !== undefined) {
      commands.push([]);
      at += joint.length;
    } else {
      const read = readWord(rest);
      if (!read || read.length === 0) return undefined; // nothing: a lone `&`
      commands.at(-1)?.push(read.word);
      at += read.length;
    }
  }
  return commands.every((words) => words.length > 0) ? commands : undefined;
}

function readWord(line: string): { readonly word: Word; readonly length: number } | undefined {
  let [text, isExpanded, at] = ["", false, 0];
  let hasVariable = false;
  while (at < line.length && !/[ \t;|&]/.test(line[at]!)) {
    const rest = line.slice(at);
    const piece = /^'([^']*)'/.exec(rest) ?? /^"([^"$`\\]*)"/.exec(rest);
    const quoted = /^"(?:[^"$`\\]|\$[A-Za-z_])*"/.exec(rest);
    const value = variable.exec(rest);
    if (piece) text += piece[1] ?? "";
    else if (quoted ?? value) hasVariable = isExpanded = true;
    else if (bare.test(rest[0]!)) text += rest[0]!;
    else return undefined;
    isExpanded ||= /^[*?[]/.test(rest);
    at += (piece ?? quoted ?? value)?.[0].length ?? 1;
  }
  const word = { text, isExpanded: isExpanded && line.slice(0, at) !== "[" };
  return { word: hasVariable ? { ...word, hasVariable } : word, length: at };
}
