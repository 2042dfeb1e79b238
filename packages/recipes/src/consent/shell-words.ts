/** One word of a command, quotes taken off. */
export interface CommandWord {
  readonly text: string;
  /** Whether it stands for something else when it runs: a variable, a glob, a template, the home folder. */
  readonly isOpen: boolean;
}

/** Words of a command line that may name what it runs, and those that only name what it looks at. */
export interface CommandWords {
  readonly code: readonly CommandWord[];
  readonly data: readonly CommandWord[];
}

/** Programs that never run the files they are given. In a pipeline with another program their output may be run. */
const dataPrograms = new Set(
  `: [ basename cat cd chmod cmp cut diff dirname echo egrep exit false fgrep grep head jq ls mkdir printf pwd readlink
  realpath rm rmdir sha256sum sleep stat tail test touch tr true uniq wc`.split(/\s+/),
);
const gitWords = new Set("add checkout clean diff log ls-files reset restore show stash status".split(" "));
/** Words that make the commands behind them belong together, or let text become commands. */
const joining = new Set(
  "! . [[ alias case coproc do done elif else esac eval exec fi for function if select set shopt source then time trap until while { }".split(
    " ",
  ),
);
const operators = /^(?:&&|\|\||\|&|&>>|&>|>>|>\||>&|<&|<<<|<<|<>|[;|&<>()\n])/;
const quietTarget = /^(?:\/dev\/(?:null|stdout|stderr)|&?[0-9-]+)$/;

type Token = { readonly word: CommandWord } | { readonly operator: string };

/**
 * The words of a shell's text, read generously: a word too many does no harm, one too few would. What is more than simple
 * commands and pipelines counts as code as a whole.
 */
export function shellWords(written: string): CommandWords {
  const text = written.replaceAll("\\\n", ""); // nothing, also within a word
  const tokens = tokensOf(text);
  const isInvolved =
    tokens === undefined ||
    tokens.some((token) => "operator" in token && /^(?:[()]|<<)/.test(token.operator)) ||
    split(tokens, /^(?:&&|\|\||[;&\n]|\|&?)$/).some(([first]) => isJoining(first));
  const elsewhere = unknownFolders(text);
  if (isInvolved) return { code: [...crudeWords(text), ...elsewhere], data: [] };
  const code: CommandWord[] = [...elsewhere];
  const data: CommandWord[] = [];
  for (const pipeline of split(tokens, /^(?:&&|\|\||[;&\n])$/)) {
    const commands = split(pipeline, /^\|&?$/).map(simpleCommand);
    const isData = commands.every(({ words, writes }) => writes.length === 0 && onlyLooks(words));
    for (const { words } of commands) (isData ? data : code).push(...words);
  }
  return { code: code.flatMap(withPieces), data };
}

/** A program and its arguments, as they are given to it without a shell. An argument may be text for one. */
export function argumentWords([program = "", ...args]: readonly string[]): CommandWords {
  const isShell = /(?:^|\/)(?:ba|da|z|k)?sh$/.test(program);
  const words = args.flatMap((text) => {
    if (!/\s/.test(text)) return [wordOf(text)];
    const { code, data } = shellWords(text);
    return [wordOf(text), ...code, ...(isShell ? [] : data)];
  });
  return { code: [wordOf(program), ...words].flatMap(withPieces), data: [] };
}

function isJoining(token: Token | undefined): boolean {
  return token !== undefined && "word" in token && joining.has(token.word.text);
}

function wordOf(text: string): CommandWord {
  return { text, isOpen: isTemplate(text) };
}

const isTemplate = (text: string): boolean => /\{[{%]/.test(text);

/** The names that may be in one word: `--config=x`, `-rx`, `@x`, `x::test`, `a:b`. */
function withPieces(word: CommandWord): readonly CommandWord[] {
  const { text } = word;
  const pieces = text.replaceAll(/\$(?:\w+|\{[^}]*\})/g, " ").split(/[\s=:,@"'`;|&<>(){}$%\\#]+/);
  if (/^-[A-Za-z]./.test(text)) pieces.push(text.slice(2));
  const others = pieces.filter((piece) => piece !== "" && piece !== text);
  return [word, ...others.map((piece) => ({ text: piece, isOpen: false }))];
}

/** `cd` without a folder and `cd -` lead to a folder that no word names, and the next command may start in it. */
function unknownFolders(text: string): readonly CommandWord[] {
  const found = text.matchAll(/(?<![\w./-])cd(?:[ \t]+-[^\s;&|)]*)*[ \t]*(?=[;&|)\n"'`]|$)/g);
  return [...found].map(([command]) => ({ text: command.trim(), isOpen: true }));
}

/** Whatever could be a word, wherever it stands. */
function crudeWords(text: string): readonly CommandWord[] {
  const words = text.split(/[\s;|&<>()`"']+/).filter((word) => word !== "");
  const quoted = [...text.matchAll(/"([^"]*)"|'([^']*)'/g)].map(([, one, other]) => one ?? other ?? "");
  const joined = words.map((word) => word.replaceAll(/["'\\]/g, ""));
  const named = [...new Set([...words, ...quoted, ...joined])].flatMap((word) =>
    withPieces({ text: word, isOpen: /[$*?[{~]/.test(word) && /[\w./]/.test(word) }),
  );
  // Text with escapes of its own may be any.
  return /\$['"]/.test(text) ? [...named, { text: "$''", isOpen: true }] : named;
}

function onlyLooks([program, ...words]: readonly CommandWord[]): boolean {
  if (program === undefined || program.isOpen) return false;
  // Where the next command runs is not known then.
  if (program.text === "cd" && words.some(({ isOpen }) => isOpen)) return false;
  if (program.text !== "git") return dataPrograms.has(program.text);
  const [subcommand] = words;
  // Options of git, and of its commands, that start something or lead elsewhere.
  const isPlain = words.every(
    ({ text }) => !/^(?:-[cCxO]|--(?:exec|ou|ext|textc|conf|upl|work|git))/.test(text),
  );
  return isPlain && subcommand !== undefined && gitWords.has(subcommand.text);
}

/** The words of one command without what it writes to. */
function simpleCommand(tokens: readonly Token[]): {
  readonly words: readonly CommandWord[];
  /** Files that it writes to, except those that are discarded. */
  readonly writes: readonly string[];
} {
  const words: CommandWord[] = [];
  const writes: string[] = [];
  let operator = "";
  for (const token of tokens) {
    if ("operator" in token) {
      ({ operator } = token);
      continue;
    }
    const { text } = token.word;
    if (!operator.includes(">")) words.push(token.word);
    else if (!quietTarget.test(text)) writes.push(text);
    operator = "";
  }
  // `2>file`: the number is none of its words, and does no harm as one.
  return { words, writes };
}

function split(tokens: readonly Token[], at: RegExp): readonly (readonly Token[])[] {
  const parts: Token[][] = [[]];
  for (const token of tokens) {
    if ("operator" in token && at.test(token.operator)) parts.push([]);
    else parts.at(-1)?.push(token);
  }
  return parts.filter((part) => part.length > 0);
}

/** @returns `undefined` for what holds commands inside of words, or is not closed. */
function tokensOf(text: string): readonly Token[] | undefined {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    const rest = text.slice(at);
    const space = /^(?:[ \t\r]|\\\n)+/.exec(rest);
    const operator = operators.exec(rest);
    if (space) at += space[0].length;
    else if (operator) {
      tokens.push({ operator: operator[0] });
      at += operator[0].length;
    } else {
      const read = readWord(rest);
      if (!read) return undefined;
      tokens.push({ word: read.word });
      at += read.length;
    }
  }
  return tokens;
}

const pieces: readonly { readonly pattern: RegExp; readonly isOpen: boolean }[] = [
  { pattern: /^\{\{[^}]*\}\}/, isOpen: true },
  { pattern: /^'([^']*)'/, isOpen: false },
  { pattern: /^"((?:[^"\\$`]|\\[^])*)"/, isOpen: false },
  { pattern: /^"((?:[^"\\$`]|\\[^]|\$(?!\())*)"/, isOpen: true },
  { pattern: /^\\([^])/, isOpen: false },
  { pattern: /^\$(?:\w+|\{\w+\}|[?#@*!$-])/, isOpen: true },
  { pattern: /^[*?[\]{}~]/, isOpen: true },
  { pattern: /^([^\s"'`\\$;|&<>()])/, isOpen: false },
];

function readWord(line: string): { readonly word: CommandWord; readonly length: number } | undefined {
  let [text, isOpen, at] = ["", false, 0];
  while (at < line.length && !/^[\s;|&<>()]/.test(line.slice(at, at + 1))) {
    const rest = line.slice(at);
    const piece = pieces.find(({ pattern }) => pattern.test(rest));
    const found = piece?.pattern.exec(rest);
    if (!piece || !found) return undefined;
    text += found[1] ?? found[0];
    // A bracket alone is a program.
    isOpen ||= piece.isOpen && !(text === "[" && /^\[(?:\s|$)/.test(rest)) && rest[0] !== "]";
    at += found[0].length;
  }
  return { word: { text, isOpen: isOpen || isTemplate(text) }, length: at };
}
