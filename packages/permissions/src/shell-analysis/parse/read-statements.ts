import type { SyntaxNode } from "./syntax-tree.ts";
import { problem, type Problem } from "../analysis.ts";
import { afterCommand, afterLoop, stays, unite, type Flow, type Folders } from "./folders.ts";
import { isDangerousName } from "../wrappers/environment-names.ts";
import { unsupported, type CommandDraft } from "./command-draft.ts";
import { commandNodes, readCommand } from "./read-command.ts";
import { readWord } from "./read-word.ts";

/** What the walk finds, in the order of the text. */
export interface StatementSink {
  command(draft: CommandDraft, via: readonly string[], folders: Folders): void;
  problem(found: Problem): void;
}

interface Walk {
  readonly text: string;
  readonly via: readonly string[];
  readonly sink: StatementSink;
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
  sequence(root.children, folders, { text, via, sink });
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

function sequence(nodes: readonly SyntaxNode[], folders: Folders, walk: Walk): Folders {
  let now = folders;
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
  folders: Folders,
  walk: Walk,
  redirections: readonly SyntaxNode[] = [],
): Flow {
  if (commandNodes.has(node.type)) return command(node, redirections, folders, walk);
  switch (node.type) {
    case "comment":
      return stays(folders);
    case "list":
      return list(node, folders, walk, redirections);
    case "pipeline":
      return pipeline(node, folders, walk, redirections);
    case "negated_command": {
      const [, ...inner] = node.children;
      const flows = inner.map((child) => statement(child, folders, walk, redirections));
      return stays(unite(folders, ...flows.map(({ either }) => either)));
    }
    case "redirected_statement":
      return redirected(node, folders, walk, redirections);
    default:
      if (redirections.length > 0) command(undefined, redirections, folders, walk);
      return compound(node, folders, walk);
  }
}

function compound(node: SyntaxNode, folders: Folders, walk: Walk): Flow {
  const { children } = node;
  switch (node.type) {
    case "subshell":
      sequence(children, folders, walk);
      return stays(folders);
    case "compound_statement":
    case "do_group":
      if (children[0]?.type === "((") break;
      return stays(sequence(children, folders, walk));
    case "if_statement":
    case "elif_clause":
    case "else_clause":
      return stays(unite(folders, sequence(children, folders, walk)));
    case "while_statement":
      return stays(afterLoop(folders, sequence(children, folders, walk)));
    case "for_statement":
      return forLoop(node, folders, walk);
    default:
      break;
  }
  walk.sink.problem(unsupported(node));
  return stays(folders);
}

function forLoop(node: SyntaxNode, folders: Folders, walk: Walk): Flow {
  const [keyword, variable, ...rest] = node.children;
  const body = rest.filter(({ type }) => type === "do_group");
  if (keyword?.type !== "for" || variable?.type !== "variable_name" || body.length !== 1) {
    walk.sink.problem(unsupported(node));
    return stays(folders);
  }
  if (isDangerousName(variable.text) || !/^(?:[a-z]\w*|[A-Z])$/.test(variable.text))
    walk.sink.problem(problem("environment", `A loop sets ${variable.text}.`, node.text));
  for (const word of rest.filter(({ isNamed, type }) => isNamed && type !== "do_group")) {
    const { substitutions, problems } = readWord([word], walk.text, word.startIndex, word.endIndex);
    for (const found of problems) walk.sink.problem(found);
    substitutions.forEach((inner) => substitution(inner, folders, walk));
  }
  return stays(afterLoop(folders, sequence(body, folders, walk)));
}

function list(node: SyntaxNode, folders: Folders, walk: Walk, redirections: readonly SyntaxNode[]): Flow {
  const [left, operator, right] = node.children;
  const isAnd = operator?.type === "&&";
  if (!left || !right || node.childCount !== 3 || !(isAnd || operator?.type === "||")) {
    walk.sink.problem(unsupported(node));
    return stays(folders);
  }
  const first = statement(left, folders, walk);
  // The grammar hangs the redirection of the last command onto the whole list.
  const second = statement(right, isAnd ? first.success : first.either, walk, redirections);
  const either = unite(first.either, second.either);
  return { success: isAnd ? second.success : unite(first.success, second.success), either };
}

function pipeline(node: SyntaxNode, folders: Folders, walk: Walk, redirections: readonly SyntaxNode[]): Flow {
  const commands = node.children.filter(({ isNamed }) => isNamed);
  for (const child of node.children)
    if (!child.isNamed && child.type !== "|" && child.type !== "|&") walk.sink.problem(unsupported(child));
  for (const [index, child] of commands.entries())
    statement(child, folders, walk, index === commands.length - 1 ? redirections : []);
  return stays(folders);
}

function redirected(node: SyntaxNode, folders: Folders, walk: Walk, outer: readonly SyntaxNode[]): Flow {
  const bodies = node.children.filter(({ type }) => !type.endsWith("_redirect"));
  const redirections = [...node.children.filter(({ type }) => type.endsWith("_redirect")), ...outer];
  if (bodies.length > 1) walk.sink.problem(unsupported(node));
  const [body] = bodies;
  return body
    ? statement(body, folders, walk, redirections)
    : command(undefined, redirections, folders, walk);
}

function command(
  node: SyntaxNode | undefined,
  redirections: readonly SyntaxNode[],
  folders: Folders,
  walk: Walk,
): Flow {
  const draft = readCommand(node, redirections, walk.text);
  for (const found of draft.problems) walk.sink.problem(found);
  walk.sink.command(draft, walk.via, folders);
  for (const inner of draft.substitutions) substitution(inner, folders, walk);
  const flow = afterCommand(draft.words, folders);
  const ends = draft.following.map((next) => statement(next, folders, walk).either);
  return ends.length === 0 ? flow : stays(unite(flow.either, ...ends));
}

function substitution(node: SyntaxNode, folders: Folders, walk: Walk): void {
  const isProcess = node.type === "process_substitution";
  // In backquotes, backslashes are read twice.
  if (node.text.startsWith("`") && node.text.includes("\\")) walk.sink.problem(unsupported(node));
  sequence(node.children, folders, { ...walk, via: [...walk.via, isProcess ? "<()" : "$()"] });
}
