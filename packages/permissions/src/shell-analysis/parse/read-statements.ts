import type { SyntaxNode } from "./syntax-tree.ts";
import { problem, type Problem, type Word } from "../analysis.ts";
import {
  afterCommand,
  afterLoop,
  stays,
  unite,
  type Flow,
  type Folders,
  type ShellState,
} from "./shell-state.ts";
import { isDangerousName } from "../wrappers/environment-names.ts";
import { resolveDraft, unsupported, type CommandDraft } from "./command-draft.ts";
import { firstVariables, resolveWord } from "./variables.ts";
import { commandNodes, readCommand } from "./read-command.ts";
import { readWord } from "./read-word.ts";

/** What the walk finds, in the order of the text. */
export interface StatementSink {
  /** @returns its index. */
  command(draft: CommandDraft, place: CommandPlace): number;
  problem(found: Problem): void;
}

/** Where a simple command stands. */
interface CommandPlace {
  readonly via: readonly string[];
  readonly folders: Folders;
  /** The index of the command before it in a pipeline. */
  readonly pipedFrom?: number;
}

interface Walk {
  readonly text: string;
  readonly via: readonly string[];
  readonly sink: StatementSink;
  /** Of the parts of a pipeline that are simple commands: the index of the last one. */
  readonly pipe?: { index?: number | undefined };
}

/** Walks the tree of a text. Kinds of nodes that are not named here are problems. */
export function readStatements(
  root: SyntaxNode,
  text: string,
  via: readonly string[],
  folders: Folders,
  sink: StatementSink,
): void {
  if (root.type !== "program") sink.problem(unsupported(root));
  sequence(root.children, { folders, variables: firstVariables }, { text, via, sink });
}

/** Tokens between statements. */
const tokens = new Set([
  ";",
  ";;",
  "\n",
  "{",
  "}",
  "(",
  ")",
  "$(",
  "`",
  "<(",
  ">(",
  "&",
  "if",
  "then",
  "elif",
  "else",
  "fi",
  "for",
  "in",
  "while",
  "until",
  "do",
  "done",
]);

function sequence(nodes: readonly SyntaxNode[], state: ShellState, walk: Walk): ShellState {
  let now = state;
  for (const [index, node] of nodes.entries()) {
    if (!node.isNamed) {
      if (!tokens.has(node.type) || node.type === ";;") walk.sink.problem(unsupported(node));
      continue;
    }
    const { either } = statement(node, now, walk);
    // What runs in the background runs in a shell of its own.
    if (nodes[index + 1]?.type !== "&") now = either;
  }
  return now;
}

function statement(
  node: SyntaxNode,
  state: ShellState,
  walk: Walk,
  redirections: readonly SyntaxNode[] = [],
): Flow {
  if (commandNodes.has(node.type)) return command(node, redirections, state, walk);
  switch (node.type) {
    case "comment":
      return stays(state);
    case "list":
      return list(node, state, walk, redirections);
    case "pipeline":
      return pipeline(node, state, walk, redirections);
    case "negated_command": {
      const [, ...inner] = node.children;
      const flows = inner.map((child) => statement(child, state, walk, redirections));
      return stays(unite(state, ...flows.map(({ either }) => either)));
    }
    case "redirected_statement":
      return redirected(node, state, walk, redirections);
    default:
      if (redirections.length > 0) command(undefined, redirections, state, walk);
      return compound(node, state, walk);
  }
}

function compound(node: SyntaxNode, state: ShellState, walk: Walk): Flow {
  const { children } = node;
  switch (node.type) {
    case "subshell":
      sequence(children, state, withoutPipe(walk));
      return stays(state);
    case "compound_statement":
    case "do_group":
      if (children[0]?.type === "((") break;
      return stays(sequence(children, state, walk));
    case "if_statement":
    case "elif_clause":
    case "else_clause":
      return stays(unite(state, sequence(children, state, walk)));
    case "while_statement":
      return loop(state, (before, inner) => sequence(children, before, inner), walk);
    case "for_statement":
      return forLoop(node, state, walk);
    default:
      break;
  }
  walk.sink.problem(unsupported(node));
  return stays(state);
}

/** The body is walked twice: first for what it changes, since it may run again after that. */
function loop(state: ShellState, body: (before: ShellState, walk: Walk) => ShellState, walk: Walk): Flow {
  const silent = { problem: () => {}, command: () => 0 };
  const before = afterLoop(state, body(state, { ...walk, sink: silent }));
  return stays(afterLoop(before, body(before, withoutPipe(walk))));
}

const withoutPipe = ({ text, via, sink }: Walk): Walk => ({ text, via, sink });

function forLoop(node: SyntaxNode, state: ShellState, walk: Walk): Flow {
  const [keyword, variable, ...rest] = node.children;
  const body = rest.filter(({ type }) => type === "do_group");
  if (keyword?.type !== "for" || variable?.type !== "variable_name" || body.length !== 1) {
    walk.sink.problem(unsupported(node));
    return stays(state);
  }
  if (isDangerousName(variable.text) || !/^(?:[a-z]\w*|[A-Z])$/.test(variable.text))
    walk.sink.problem(problem("environment", `A loop sets ${variable.text}.`, node.text));
  const values: Word[] = [];
  for (const item of rest.filter(({ isNamed, type }) => isNamed && type !== "do_group")) {
    const { word, substitutions, problems } = readWord([item], walk.text, item.startIndex, item.endIndex);
    for (const found of problems) walk.sink.problem(found);
    substitutions.forEach((inner) => substitution(inner, state, walk));
    const { values: known, ...whole } = resolveWord(word, state.variables);
    values.push(...(known ?? [whole]));
  }
  const set = (before: ShellState): ShellState => ({
    ...before,
    variables: new Map([...before.variables, [variable.text, values]]),
  });
  return loop(state, (before, inner) => sequence(body, set(before), inner), walk);
}

function list(node: SyntaxNode, state: ShellState, walk: Walk, redirections: readonly SyntaxNode[]): Flow {
  const [left, operator, right] = node.children;
  const isAnd = operator?.type === "&&";
  if (!left || !right || node.childCount !== 3 || !(isAnd || operator?.type === "||")) {
    walk.sink.problem(unsupported(node));
    return stays(state);
  }
  const first = statement(left, state, walk);
  // The grammar hangs the redirection of the last command onto the whole list.
  const second = statement(right, isAnd ? first.success : first.either, walk, redirections);
  const either = unite(first.either, second.either);
  return { success: isAnd ? second.success : unite(first.success, second.success), either };
}

function pipeline(
  node: SyntaxNode,
  state: ShellState,
  walk: Walk,
  redirections: readonly SyntaxNode[],
): Flow {
  const commands = node.children.filter(({ isNamed }) => isNamed);
  for (const child of node.children)
    if (!child.isNamed && child.type !== "|" && child.type !== "|&") walk.sink.problem(unsupported(child));
  let from: number | undefined;
  for (const [index, child] of commands.entries()) {
    const pipe = { index: isSimple(child) ? from : undefined };
    statement(child, state, { ...walk, pipe }, index === commands.length - 1 ? redirections : []);
    from = isSimple(child) ? pipe.index : undefined;
  }
  return stays(state);
}

/** A simple command with or without redirections. */
function isSimple({ type, namedChildren }: SyntaxNode): boolean {
  if (type !== "redirected_statement") return commandNodes.has(type);
  const bodies = namedChildren.filter((child) => !child.type.endsWith("_redirect"));
  return bodies.length === 1 && bodies.every((child) => commandNodes.has(child.type));
}

function redirected(node: SyntaxNode, state: ShellState, walk: Walk, outer: readonly SyntaxNode[]): Flow {
  const bodies = node.children.filter(({ type }) => !type.endsWith("_redirect"));
  const redirections = [...node.children.filter(({ type }) => type.endsWith("_redirect")), ...outer];
  if (bodies.length > 1) walk.sink.problem(unsupported(node));
  const [body] = bodies;
  return body ? statement(body, state, walk, redirections) : command(undefined, redirections, state, walk);
}

function command(
  node: SyntaxNode | undefined,
  redirections: readonly SyntaxNode[],
  state: ShellState,
  walk: Walk,
): Flow {
  const draft = resolveDraft(readCommand(node, redirections, walk.text), state.variables);
  for (const found of draft.problems) walk.sink.problem(found);
  const { via, pipe } = walk;
  const from = pipe?.index === undefined ? {} : { pipedFrom: pipe.index };
  const index = walk.sink.command(draft, { via, folders: state.folders, ...from });
  if (pipe) pipe.index = index;
  for (const inner of draft.substitutions) substitution(inner, state, withoutPipe(walk));
  const flow = afterCommand(draft, state);
  const ends = draft.following.map((next) => statement(next, state, walk).either);
  return ends.length === 0 ? flow : stays(unite(flow.either, ...ends));
}

function substitution(node: SyntaxNode, state: ShellState, walk: Walk): void {
  const isProcess = node.type === "process_substitution";
  // In backquotes, backslashes are read twice.
  if (node.text.startsWith("`") && node.text.includes("\\")) walk.sink.problem(unsupported(node));
  sequence(node.children, state, { ...withoutPipe(walk), via: [...walk.via, isProcess ? "<()" : "$()"] });
}
