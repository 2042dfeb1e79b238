import type { SyntaxNode } from "./syntax-tree.ts";
import { problem, type Expansion, type Problem, type VariableUse, type Word } from "../analysis.ts";

export interface ReadWord {
  readonly word: Word;
  /** Command and process substitutions inside it. */
  readonly substitutions: readonly SyntaxNode[];
  readonly problems: readonly Problem[];
}

const expansionNodes: ReadonlyMap<string, Expansion> = new Map([
  ["simple_expansion", "variable"],
  ["expansion", "variable"],
  ["command_substitution", "command"],
  ["process_substitution", "command"],
  ["arithmetic_expansion", "arithmetic"],
]);
const wordNodes = new Set(
  `word number raw_string string string_content concatenation brace_expression variable_name
   special_variable_name test_operator command_name extglob_pattern heredoc_body heredoc_content`.split(
    /\s+/,
  ),
);

/** `$x`, `${x}`, `${#x}`, `${x:-word}`, `${x%word}`: whatever the value is, nothing runs. */
const plainVariable =
  /^\$(?:\w+|[?#@*$!-]|\{#?(?:[A-Za-z_]\w*|\d+|[?#@*])\}|\{[A-Za-z_]\w*(?::?[-+]|%%?|##?)[\w./*-]*\})$/;
/** Names in arithmetic are evaluated again, and an index in a value may run a command. */
const plainArithmetic = /^\$\(\([\d\s+*/%()<>=!&|^~?:-]*\)\)$/;

interface Hole {
  readonly start: number;
  readonly end: number;
  readonly expansion: Expansion;
}

interface ReadExpansions {
  readonly holes: readonly Hole[];
  readonly substitutions: readonly SyntaxNode[];
  readonly problems: readonly Problem[];
}

/** The outermost expansions in nodes that make up a word or the body of a here-document. */
export function readExpansions(nodes: readonly SyntaxNode[], source: string): ReadExpansions {
  const [holes, substitutions, problems]: [Hole[], SyntaxNode[], Problem[]] = [[], [], []];
  const visit = (node: SyntaxNode): void => {
    const expansion = expansionNodes.get(node.type);
    if (expansion !== undefined) {
      holes.push({ start: node.startIndex, end: node.endIndex, expansion });
      if (expansion === "command") substitutions.push(node);
      const isPlain = expansion === "variable" ? plainVariable : plainArithmetic;
      if (expansion !== "command" && !isPlain.test(node.text))
        problems.push(problem("expansion", "What this expansion does depends on a value.", node.text));
    } else if (wordNodes.has(node.type)) for (const child of node.namedChildren) visit(child);
    else
      problems.push(
        problem("unsupported-syntax", `A part of this word is not looked into (${node.type}).`, source),
      );
  };
  for (const node of nodes) visit(node);
  return { holes, substitutions, problems };
}

/** Reads one word of the text, from `start` to `end`, that the nodes make up. */
export function readWord(nodes: readonly SyntaxNode[], text: string, start: number, end: number): ReadWord {
  const source = text.slice(start, end);
  const { holes, substitutions, problems: found } = readExpansions(nodes, source);
  const problems = [...found];
  const scanned = scan(text, start, end, holes);
  if (scanned === undefined)
    problems.push(problem("unsupported-syntax", "The quoting of this word is not looked into.", source));
  return { word: scanned ?? unreadable(source), substitutions, problems };
}

const unreadable = (source: string): Word => ({
  source,
  text: source,
  expansions: ["variable"],
  mayBeOption: true,
});

/** What a character was: `q` quoted, `h` a part that is expanded, or else itself. */
function scan(text: string, start: number, end: number, holes: readonly Hole[]): Word | undefined {
  let [value, mask, isQuoted, splits, opensWithHole] = ["", "", false, false, false];
  const expansions = new Set<Expansion>();
  const variables: VariableUse[] = [];
  for (let at = start; at < end;) {
    const char = text[at]!;
    const hole = holes.find((one) => one.start === at);
    if (hole) {
      expansions.add(hole.expansion);
      // A process substitution becomes the name of a file: `/dev/fd/63`.
      const isFile = /^[<>]\(/.test(text.slice(at, at + 2));
      splits ||= (!isQuoted || /^\$\{?@/.test(text.slice(at, at + 3))) && !isFile;
      opensWithHole ||= value === "" && !isFile;
      if (hole.expansion === "variable")
        variables.push({ start: value.length, end: value.length + hole.end - at, isQuoted });
      value += text.slice(at, hole.end);
      mask += "h";
      at = hole.end;
    } else if (char === '"') {
      isQuoted = !isQuoted;
      at += 1;
    } else if (char === "\\") {
      const next = text[at + 1];
      if (next === undefined || next === "\n" || at + 1 >= end) return undefined;
      const stays = isQuoted && !/["\\$`]/.test(next);
      value += stays ? `\\${next}` : next;
      mask += "q";
      at += 2;
    } else if (isQuoted) {
      if (char === "`" || (char === "$" && /[\w{(?#@*$!-]/.test(text[at + 1] ?? ""))) return undefined;
      value += char;
      mask += "q";
      at += 1;
    } else if (char === "'") {
      const close = text.indexOf("'", at + 1);
      if (close < 0 || close >= end) return undefined;
      value += text.slice(at + 1, close);
      mask += "q";
      at = close + 1;
    } else if (/[\s;&|<>()`]/.test(char) || (char === "$" && /[\w{('"?#@*$!-]/.test(text[at + 1] ?? ""))) {
      return undefined;
    } else {
      value += char;
      mask += char;
      at += 1;
    }
  }
  if (isQuoted) return undefined;
  if (/[*?]|\[.*\]/.test(mask)) expansions.add("glob");
  if (/\{.*(?:,|\.\.).*\}/.test(mask)) expansions.add("brace");
  // They multiply: `{1..99}{1..99}{1..99}{1..99}` would fill the memory of the shell.
  if (expansions.has("brace") && (mask.split("{").length > 3 || /\.\.[^}]*\d{4}/.test(mask)))
    return undefined;
  if (/(?:^|[:=])~/.test(mask)) expansions.add("tilde");
  return {
    source: text.slice(start, end),
    text: value,
    expansions: [...expansions],
    mayBeOption:
      value.startsWith("-") ||
      opensWithHole ||
      splits ||
      (/^[*?[{]/.test(mask) && expansions.size > 0) ||
      (mask.startsWith("~") && !/^~\w*(?:\/|$)/.test(mask)),
    ...(splits || expansions.size === 0 ? {} : { isOne: true }),
    ...(variables.length === 0 ? {} : { variables }),
  };
}
