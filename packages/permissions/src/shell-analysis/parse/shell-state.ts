import { isLiteral, type Assignment, type Segment, type Word } from "../analysis.ts";
import type { CommandDraft } from "./command-draft.ts";
import { resolveWord, type Variables } from "./variables.ts";

/** The folders in which a command may run: see `Segment.folders`. */
export type Folders = Segment["folders"];

/** What is known of a shell before a statement: where it may be, and what its variables may hold. */
export interface ShellState {
  readonly folders: Folders;
  readonly variables: Variables;
}

/** What is known of the shell after a statement: when it succeeded, and whatever happened. */
export interface Flow {
  readonly success: ShellState;
  readonly either: ShellState;
}

const maxPossibilities = 8;
const anywhere: Word = { source: "", text: "", expansions: ["variable"], mayBeOption: true };
const home: Word = { source: "~", text: "~", expansions: ["tilde"], mayBeOption: false };
const movers = new Set(["cd", "pushd", "popd"]);

export const stays = (state: ShellState): Flow => ({ success: state, either: state });

export function unite(...all: readonly [ShellState, ...ShellState[]]): ShellState {
  const [first] = all;
  const variables = new Map<string, readonly Word[]>();
  for (const name of first.variables.keys()) {
    const values = all.map((state) => state.variables.get(name));
    if (values.every((one) => one !== undefined)) variables.set(name, distinct(values.flat()));
  }
  return { folders: uniteFolders(all.map(({ folders }) => folders)), variables };
}

function uniteFolders(all: readonly Folders[]): Folders {
  const byKey = new Map(all.flat().map((path) => [path.map(({ source }) => source).join("\0"), path]));
  return byKey.size > maxPossibilities ? [[anywhere]] : [...byKey.values()];
}

const distinct = (words: readonly Word[]): readonly Word[] => [
  ...new Map(words.map((word) => [`${word.source} ${word.expansions.join()}`, word])).values(),
];

/** What a simple command does to its shell. */
export function afterCommand({ words, assignments }: CommandDraft, state: ShellState): Flow {
  const [program, ...rest] = words;
  if (program === undefined) return stays(withAssignments(assignments, state));
  if (setters.has(program.text)) return stays(afterSetter(rest, state));
  if (program.text === "command" || program.text === "builtin")
    return rest.some(({ text }) => movers.has(text)) ? moved(state, [anywhere]) : stays(state);
  if (!movers.has(program.text)) return stays(state);
  const operands = rest.filter(({ text }, index) => text !== "--" || index > 0);
  const [operand = home] = operands;
  const isPlain = program.text === "cd" && operands.length <= 1 && !operand.text.startsWith("-");
  if (!isPlain) return moved(state, [anywhere]);
  return moved(
    state,
    (operand.values ?? [operand]).map((one) => (isPlainFolder(one) ? one : anywhere)),
  );
}

const isPlainFolder = (word: Word): boolean =>
  isLiteral(word) || (word.expansions.length === 1 && word.expansions[0] === "tilde");

/** Commands that set the variables that they name. */
const setters = new Set(
  "export declare typeset local readonly unset read printf getopts mapfile readarray let".split(" "),
);

function afterSetter(args: readonly Word[], state: ShellState): ShellState {
  const variables = new Map(state.variables);
  for (const { text } of args) variables.delete(/^\w*/.exec(text)?.[0] ?? "");
  return { ...state, variables };
}

function withAssignments(assignments: readonly Assignment[], state: ShellState): ShellState {
  const variables = new Map(state.variables);
  for (const { name, value, source } of assignments) {
    // A value that is added to, or an element of an array.
    const isPlain = source.startsWith(`${name}=`);
    if (isPlain) variables.set(name, valuesOf(resolveWord(value, variables)));
    else variables.delete(name);
  }
  return { ...state, variables };
}

/** A variable gets a text as it is: patterns in it are not looked up. */
function valuesOf(word: Word): readonly Word[] {
  return (word.values ?? [word]).map((one) => ({
    ...one,
    expansions: one.expansions.filter((expansion) => expansion !== "glob" && expansion !== "brace"),
  }));
}

function moved(state: ShellState, operands: readonly Word[]): Flow {
  const folders = operands.map((operand) => state.folders.map((path) => [...path, operand]));
  const success = { ...state, folders: uniteFolders(folders) };
  return { success, either: unite(state, success) };
}

/** What is known inside of a loop and after it, whose body ran any number of times. */
export function afterLoop(before: ShellState, after: ShellState): ShellState {
  const isSame =
    before.folders.length === after.folders.length &&
    after.folders.every((path) => before.folders.includes(path));
  const variables = new Map(
    [...before.variables].filter(([name, values]) => isSameList(values, after.variables.get(name))),
  );
  return { folders: isSame ? before.folders : [[anywhere]], variables };
}

const isSameList = (one: readonly Word[], other: readonly Word[] | undefined): boolean =>
  one.length === other?.length && one.every((word, at) => word.text === other[at]?.text);
