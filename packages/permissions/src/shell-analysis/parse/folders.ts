import { isLiteral, type Segment, type Word } from "../analysis.ts";

/** The folders in which a command may run: see `Segment.folders`. */
export type Folders = Segment["folders"];

/** Where the shell may be after a statement: when it succeeded, and whatever happened. */
export interface Flow {
  readonly success: Folders;
  readonly either: Folders;
}

const maxPossibilities = 8;
const anywhere: Word = { source: "", text: "", expansions: ["variable"], mayBeOption: true };
const movers = new Set(["cd", "pushd", "popd"]);

export const stays = (folders: Folders): Flow => ({ success: folders, either: folders });

export function unite(...all: readonly Folders[]): Folders {
  const byKey = new Map(all.flat().map((path) => [path.map(({ source }) => source).join("\0"), path]));
  return byKey.size > maxPossibilities ? [[anywhere]] : [...byKey.values()];
}

/** What a simple command does to the folder of its shell. */
export function afterCommand(words: readonly Word[], folders: Folders): Flow {
  const [program, ...rest] = words;
  if (program?.text === "command" || program?.text === "builtin")
    return rest.some(({ text }) => movers.has(text)) ? moved(folders, anywhere) : stays(folders);
  if (program === undefined || !movers.has(program.text)) return stays(folders);
  const operands = rest.filter(({ text }, index) => text !== "--" || index > 0);
  const [operand] = operands;
  const isPlain =
    program.text === "cd" && operands.length === 1 && operand !== undefined && !operand.text.startsWith("-");
  if (!isPlain) return moved(folders, anywhere);
  const isTilde = operand.expansions.length === 1 && operand.expansions[0] === "tilde";
  return moved(folders, isLiteral(operand) || isTilde ? operand : anywhere);
}

function moved(folders: Folders, operand: Word): Flow {
  const success = unite(folders.map((path) => [...path, operand]));
  return { success, either: unite(folders, success) };
}

/** After a loop: its body ran any number of times. */
export function afterLoop(before: Folders, after: Folders): Folders {
  const isSame = before.length === after.length && after.every((path) => before.includes(path));
  return isSame ? before : [[anywhere]];
}
