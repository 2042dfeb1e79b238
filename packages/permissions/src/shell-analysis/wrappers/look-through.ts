import { findActions } from "../programs/checked-programs.ts";
import { isLiteral, plainWord, problem, type Assignment, type Problem, type Word } from "../analysis.ts";
import { readOptions, type OptionValue } from "../programs/options.ts";
import { prefixWrappers, type PrefixWrapper } from "./prefix-wrappers.ts";

/** What a command starts beside itself. */
export interface LookThrough {
  readonly commands: readonly StartedCommand[];
  /** Texts that a shell runs. */
  readonly scripts: readonly string[];
  readonly isTransparent: boolean;
  readonly problems: readonly Problem[];
}

interface StartedCommand {
  readonly words: readonly Word[];
  readonly assignments: readonly Assignment[];
}

const nothing: LookThrough = { commands: [], scripts: [], isTransparent: false, problems: [] };

/** Commands whose arguments run as text, or that change what later words mean. */
const evaluators = new Set(
  `eval source . trap alias unalias enable bind complete compgen compopt fc coproc shopt hash mapfile
   readarray let history`.split(/\s+/),
);
const shells = new Set(["bash", "sh", "dash"]);
/** They run text too, of shells with another grammar or with rules of their own. */
const unread = new Set(
  `zsh ksh mksh ash csh tcsh fish rbash pwsh powershell cmd nu su watch script parallel entr rlwrap`.split(
    /\s+/,
  ),
);

/** @param text - the whole command, for problems. */
export function lookThrough(program: Word, args: readonly Word[], text: string): LookThrough {
  const name = program.text.replace(/^.*\//, "");
  if (evaluators.has(name)) {
    const isKnown = name === "eval" && args.length > 0 && args.every(isLiteral);
    return {
      ...nothing,
      scripts: isKnown ? [args.map((word) => word.text).join(" ")] : [],
      problems: [problem("evaluates", `"${name}" runs text as commands or changes what they mean.`, text)],
    };
  }
  if (shells.has(name)) return throughShell(args, name === "bash", text);
  if (unread.has(name) && args.length > 0) return { ...nothing, problems: [unclear(name, text)] };
  if (name === "find") return throughFind(args, text);
  const wrapper = prefixWrappers.get(name);
  return wrapper ? throughPrefix(name, wrapper, args, text) : nothing;
}

const unclear = (name: string, text: string): Problem =>
  problem("wrapper", `It cannot be told what "${name}" starts here.`, text);

function throughPrefix(
  name: string,
  wrapper: PrefixWrapper,
  args: readonly Word[],
  text: string,
): LookThrough {
  const { refused, asking, options, values, operands } = readOptions(wrapper, args, true);
  if (refused || asking) return { ...nothing, problems: [unclear(name, text)] };
  if (wrapper.asks?.some((option) => options.has(option)) === true) return nothing;
  const before = operands.slice(0, wrapper.positionals ?? 0);
  if (!before.every(isLiteral)) return { ...nothing, problems: [unclear(name, text)] };
  const words = operands.slice(before.length);
  const count = wrapper.assigns === true ? words.findIndex((word) => !isAssignment(word)) : 0;
  const assignments = (count < 0 ? words : words.slice(0, count)).map(assignmentOf);
  const command = count < 0 ? [] : words.slice(count);
  const [program] = command;
  const isTransparent =
    wrapper.isTransparent === "always" || (wrapper.isTransparent === "without-options" && options.size === 0);
  if (program === undefined) {
    return assignments.length === 0
      ? { ...nothing, problems: [] }
      : { ...nothing, commands: [{ words: [], assignments }] };
  }
  const mark = replaced(options, values);
  const input = wrapper.addsInput === true && mark === undefined ? [plainWord("", ["input"])] : [];
  return {
    commands: [{ words: [...command.map(withInput(mark)), ...input], assignments }],
    scripts: [],
    isTransparent,
    problems: [],
  };
}

/** What `xargs -I x` replaces; `-i` and `--replace` alone replace `{}`. */
function replaced(options: ReadonlySet<string>, values: readonly OptionValue[]): string | undefined {
  const name = ["-I", "-i", "--replace"].find((option) => options.has(option));
  return name && (values.find(({ option }) => option === name)?.value.text ?? "{}");
}

/** With `xargs -I x`, what is read stands in the place of each `x`. */
const withInput =
  (mark: string | undefined) =>
  (word: Word): Word =>
    mark !== undefined && word.text.includes(mark)
      ? {
          ...word,
          expansions: [...word.expansions, "input"],
          mayBeOption: word.mayBeOption || word.text.startsWith(mark),
        }
      : word;

const isAssignment = (word: Word): boolean => /^[A-Za-z_]\w*=/.test(word.text);

function assignmentOf(word: Word): Assignment {
  const at = word.text.indexOf("=");
  const value = { ...word, text: word.text.slice(at + 1), mayBeOption: false };
  return { name: word.text.slice(0, at), value, source: word.source };
}

/** `bash -c 'text'`; a script in a file, or from the input, is not looked into. */
function throughShell(args: readonly Word[], isBash: boolean, text: string): LookThrough {
  const at = args.findIndex((word) => /^-[A-Za-z]*c[A-Za-z]*$/.test(word.text));
  const first = args.findIndex((word) => !word.mayBeOption && !word.text.startsWith("+"));
  if (at < 0 || (first >= 0 && first < at)) {
    const isPlain = first >= 0 && args.slice(0, first).every((word) => /^-[a-z]+$/.test(word.text));
    return isPlain || args.every((word) => isLiteral(word) && /^--?version$/.test(word.text))
      ? nothing
      : { ...nothing, problems: [unclear(isBash ? "bash" : "sh", text)] };
  }
  const options = args.slice(0, at + 1);
  const script = args[at + 1];
  const isKnown =
    options.every(
      (word) => isLiteral(word) && /^(?:-[a-z]+|--(?:norc|noprofile|posix|login))$/.test(word.text),
    ) && options.every((word) => !/[io]/.test(word.text.replace(/^--.*/, "")));
  if (!isKnown || script === undefined || !isLiteral(script))
    return { ...nothing, problems: [unclear(isBash ? "bash" : "sh", text)] };
  const isTransparent = isBash && options.length === 1 && /^-[eux]*c$/.test(options[0]?.text ?? "");
  return { ...nothing, scripts: [script.text], isTransparent };
}

function throughFind(args: readonly Word[], text: string): LookThrough {
  const commands: StartedCommand[] = [];
  // A word that may become `;` could end a command earlier than it seems.
  const mayEnd = (word: Word): boolean => !isLiteral(word) && (word.mayBeOption || /^[;+]/.test(word.text));
  if (args.some(({ text: word }) => findActions.has(word)) && args.some(mayEnd))
    return { ...nothing, problems: [unclear("find", text)] };
  for (let at = 0; at < args.length; at++) {
    if (!findActions.has(args[at]?.text ?? "")) continue;
    const length = args.slice(at + 1).findIndex((word, index, rest) => isFindEnd(word, rest[index - 1]));
    if (length <= 0) return { ...nothing, problems: [unclear("find", text)] };
    commands.push({ words: args.slice(at + 1, at + 1 + length).map(withName), assignments: [] });
    at += length + 1;
  }
  return { ...nothing, commands };
}

const isFindEnd = (word: Word, before: Word | undefined): boolean =>
  isLiteral(word) && (word.text === ";" || (word.text === "+" && before?.text === "{}"));

/** `find` puts the name in the place of `{}`, also inside a word. */
const withName = (word: Word): Word =>
  word.text.includes("{}")
    ? {
        ...word,
        expansions: [...word.expansions, "input"],
        mayBeOption: word.text.startsWith("{}") || word.mayBeOption,
      }
    : word;
